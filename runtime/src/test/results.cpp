#include <mcp/test/results.hpp>

#include <cstddef>
#include <span>

#include <mcp/codec/base64.hpp>

namespace mcp::test {

namespace {

void add_line(std::string& to, const json& block) {
  if (block.value("type", "") != "text") return;
  if (!to.empty()) to += '\n';
  to += block.at("text").get<std::string>();
}

}  // namespace

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

}  // namespace mcp::test
