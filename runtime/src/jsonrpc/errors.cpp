#include "jsonrpc/errors.hpp"

#include <cstddef>

#include "jsonrpc/message_writer.hpp"

namespace mcp::protocol {

namespace {

/// The length of the UTF-8 sequence that `text` starts with; 0 if it starts with none.
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  const unsigned char second = byte(1);
  const bool overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
  const bool surrogate = first == 0xED && second >= 0xA0;
  const bool beyond = first == 0xF4 && second >= 0x90;
  return overlong || surrogate || beyond ? 0 : length;
}

}  // namespace

void write_error(Writer& to, std::string_view id, ErrorCode code, std::string_view message, std::string_view data) {
  to.raw(kMessageHead);
  if (!id.empty()) {
    to.raw(R"("id":)");
    to.raw(id);
    to.raw(',');
  }
  to.raw(R"("error":{"code":)");
  to.integer(static_cast<int>(code));
  to.raw(R"(,"message":)");
  to.string(message);
  if (!data.empty()) {
    to.raw(R"(,"data":)");
    to.raw(data);
  }
  to.raw("}}");
}

void write_refusal(Writer& to, unsigned status, std::string_view text) {
  write_error(to, {}, code_of_refusal(status), text);
}

void write_tool_error(Writer& to, std::string_view text) {
  to.raw(R"("content":[{"type":"text","text":)");
  to.string(text);
  to.raw(R"(}],"isError":true)");
}

std::string to_utf8(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    result.append(length != 0 ? text.substr(0, length) : std::string_view("\xEF\xBF\xBD"));
    text.remove_prefix(length != 0 ? length : 1);
  }
  return result;
}

std::string in_quotes(std::string_view text, std::size_t limit) {
  std::string result = "\"";
  if (text.size() > limit) {
    while (limit > 0 && (static_cast<unsigned char>(text[limit]) & 0xC0) == 0x80) --limit;
    result.append(text.substr(0, limit)).append("…");
  } else {
    result.append(text);
  }
  return result.append("\"");
}

}  // namespace mcp::protocol
