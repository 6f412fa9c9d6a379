#include "jsonrpc/params.hpp"

#include "codec/value_text.hpp"

namespace mcp::protocol {

std::string first_problem(std::string_view report) {
  std::string_view line = report.substr(0, report.find('\n'));
  if (line.starts_with("$.")) {
    line.remove_prefix(2);
  } else if (line.starts_with("$: ")) {
    line.remove_prefix(3);
  }
  return std::string(line);
}

std::string read_params(const std::optional<Value>& params, const detail::Object& table, void* to) {
  constexpr std::string_view kInvalid = "Invalid params: ";
  if (params) {
    Decoder problems;
    if (detail::decode_object(*params, to, table, problems)) return {};
    return std::string(kInvalid) + first_problem(problems.report());
  }
  for (std::size_t i = 0; i < table.size; ++i) {
    const detail::Member& member = table.members[i];
    if (member.required)
      return std::string(kInvalid) + "required member \"" + std::string(member.name) + "\" is missing";
  }
  return {};
}

}  // namespace mcp::protocol

namespace mcp {

bool codec<protocol::ObjectMember>::decode(Value from, protocol::ObjectMember& to, Decoder& problems) {
  if (from.kind() != JsonKind::Object) return problems.expected("object", from);
  to.value = from;
  return true;
}

void codec<protocol::ObjectMember>::encode(const protocol::ObjectMember& from, Writer& to) {
  write_value(from.value, to);
}

bool codec<protocol::TextMember>::decode(Value from, protocol::TextMember& to, Decoder&) {
  if (from.kind() == JsonKind::String) to.text.emplace(from.string());
  return true;
}

bool codec<protocol::JsonMember>::decode(Value, protocol::JsonMember&, Decoder& problems) {
  return problems.fail("is written, and not read");
}

}  // namespace mcp
