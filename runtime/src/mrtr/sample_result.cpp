// Answers of the client's model, of any revision.
#include <algorithm>

#include <mcp/codec/bytes.hpp>
#include <mcp/codec/json.hpp>
#include <mcp/spec/content_annotations.hpp>

#include "jsonrpc/message.hpp"
#include "mrtr/sample_request.hpp"

namespace mcp {

std::string SampleResult::text() const {
  std::string all;
  bool first = true;
  for (const SampleBlock& block : content) {
    const Text* const text = std::get_if<Text>(&block);
    if (text == nullptr) continue;
    if (!first) all += '\n';
    first = false;
    all += text->text;
  }
  return all;
}

std::vector<ToolUse> SampleResult::tool_uses() const {
  std::vector<ToolUse> uses;
  for (const SampleBlock& block : content) {
    if (const ToolUse* const use = std::get_if<ToolUse>(&block)) uses.push_back(*use);
  }
  return uses;
}

namespace detail {

namespace {

enum class Presence : bool { Optional, Required };

/// Decodes the member `name` of `object`; a null counts as absent where it may be.
template <class T>
bool read(Value object, std::string_view name, Presence presence, T& to, Decoder& problems) {
  const protocol::MemberLookup found = protocol::find_member(object, name);
  const PathScope at(problems, name);
  if (found.count > 1) return problems.fail("is there more than once");
  if (found.count == 0) return presence == Presence::Optional || problems.fail("is missing");
  if (presence == Presence::Optional && found.value.kind() == JsonKind::Null) return true;
  return codec<T>::decode(found.value, to, problems);
}

/// The same for one that must be an object, if it is there.
bool read_object(Value object, std::string_view name, Presence presence, json& to, Decoder& problems) {
  if (!read(object, name, presence, to, problems)) return false;
  if (to.is_object() || (presence == Presence::Optional && to.is_null())) return true;
  const PathScope at(problems, name);
  return problems.fail("is no object");
}

bool read_text(Value block, SampleBlock& to, Decoder& problems) {
  return read(block, "text", Presence::Required, to.emplace<Text>().text, problems);
}

template <class Medium>
bool read_medium(Value block, SampleBlock& to, Decoder& problems) {
  Medium& medium = to.emplace<Medium>();
  return read(block, "data", Presence::Required, medium.data, problems) &&
         read(block, "mimeType", Presence::Required, medium.mime_type, problems);
}

bool read_tool_use(Value block, SampleBlock& to, Decoder& problems) {
  ToolUse& use = to.emplace<ToolUse>();
  return read(block, "id", Presence::Required, use.id, problems) &&
         read(block, "name", Presence::Required, use.name, problems) &&
         read_object(block, "input", Presence::Required, use.input, problems) &&
         read_object(block, "_meta", Presence::Optional, use.meta, problems);
}

bool read_block(Value from, SampleBlock& to, Decoder& problems) {
  if (from.kind() != JsonKind::Object) return problems.expected("object", from);
  std::string type;
  if (!read(from, "type", Presence::Required, type, problems)) return false;
  if (type == "text") return read_text(from, to, problems);
  if (type == "image") return read_medium<Image>(from, to, problems);
  if (type == "audio") return read_medium<Audio>(from, to, problems);
  if (type == "tool_use") return read_tool_use(from, to, problems);
  const PathScope at(problems, std::string_view("type"));
  return problems.fail(R"(is none of "text", "image", "audio", "tool_use")");
}

/// One block, or a list of them.
bool read_content(Value result, std::vector<SampleBlock>& to, Decoder& problems) {
  const protocol::MemberLookup found = protocol::find_member(result, "content");
  const PathScope content(problems, std::string_view("content"));
  if (found.count > 1) return problems.fail("is there more than once");
  if (found.count == 0) return problems.fail("is missing");
  if (found.value.kind() != JsonKind::Array) return read_block(found.value, to.emplace_back(), problems);
  ArrayCursor cursor(found.value);
  Value element;
  for (std::size_t i = 0; cursor.next(element); ++i) {
    const PathScope at(problems, i);
    if (!read_block(element, to.emplace_back(), problems)) return false;
  }
  return true;
}

bool read_role(Value result, Role& to, Decoder& problems) {
  std::string role;
  if (!read(result, "role", Presence::Required, role, problems)) return false;
  const std::optional<Role> known = spec::role_named(role);
  if (!known) {
    const PathScope at(problems, std::string_view("role"));
    return problems.fail(R"(is neither "user" nor "assistant")");
  }
  to = *known;
  return true;
}

/// No two tool uses may have one id: nobody could say which an outcome belongs to.
bool has_distinct_ids(const SampleResult& result, Decoder& problems) {
  std::vector<std::string> ids;
  for (ToolUse& use : result.tool_uses()) ids.push_back(std::move(use.id));
  std::sort(ids.begin(), ids.end());
  if (std::adjacent_find(ids.begin(), ids.end()) == ids.end()) return true;
  const PathScope at(problems, std::string_view("content"));
  return problems.fail("has two tool uses with the same id");
}

}  // namespace

std::string decode_sample(Value result, SampleResult& to) {
  to = {};
  Decoder problems;
  if (result.kind() != JsonKind::Object) {
    problems.expected("object", result);
  } else if (read_role(result, to.role, problems) && read_content(result, to.content, problems) &&
             read(result, "model", Presence::Required, to.model, problems) &&
             read(result, "stopReason", Presence::Optional, to.stop_reason, problems)) {
    has_distinct_ids(to, problems);
  }
  return problems.report();
}

}  // namespace detail
}  // namespace mcp
