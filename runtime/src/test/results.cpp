#include <mcp/test/results.hpp>

#include <cstddef>
#include <optional>
#include <ostream>
#include <span>

#include "base/base64.hpp"

namespace mcp::test {

namespace {

void add_line(std::string& to, const json& block) {
  if (block.value("type", "") != "text") return;
  if (!to.empty()) to += '\n';
  to += block.at("text").get<std::string>();
}

/// Prints indented JSON. Invalid UTF-8 is replaced instead of being an error.
std::ostream& print(std::ostream& to, const json& value) {
  return to << value.dump(2, ' ', false, json::error_handler_t::replace);
}

}  // namespace

const json& CallResult::structure() const {
  const auto found = raw_.find("structuredContent");
  if (found != raw_.end()) return *found;
  throw NoStructuredContent((is_error() ? "the call failed: " : "the result has text alone: ") + text());
}

std::string CallResult::text() const {
  std::string all;
  for (const json& block : content()) add_line(all, block);
  return all;
}

std::string ReadResult::bytes() const {
  const auto blob = contents().at(0).at("blob").get<std::string>();
  const std::optional<std::size_t> size = base64_decoded_size(blob);
  if (!size) throw std::runtime_error("the blob of a resource is no base64");
  std::string bytes(*size, '\0');
  from_base64(blob, std::as_writable_bytes(std::span(bytes)).data());
  return bytes;
}

std::string PromptMessages::text() const {
  std::string all;
  for (const json& message : messages()) add_line(all, message.at("content"));
  return all;
}

std::ostream& operator<<(std::ostream& to, const CallResult& result) { return print(to, result.raw()); }
std::ostream& operator<<(std::ostream& to, const ReadResult& result) { return print(to, result.raw()); }
std::ostream& operator<<(std::ostream& to, const PromptMessages& messages) { return print(to, messages.raw()); }
std::ostream& operator<<(std::ostream& to, const CompletionResult& result) {
  return print(to, {{"values", result.values}, {"total", result.total}, {"hasMore", result.has_more}});
}

}  // namespace mcp::test
