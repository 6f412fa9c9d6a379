// Tools that are added at run time. Linked only where there are some: it takes the validator of raw schemas with it.
#include <memory>
#include <stdexcept>
#include <utility>

#include <mcp/codec/codec.hpp>
#include <mcp/codec/document.hpp>
#include <mcp/dynamic.hpp>
#include <mcp/generated_support.hpp>
#include <mcp/json.hpp>
#include <mcp/offers.hpp>
#include <mcp/protocol/addition.hpp>
#include <mcp/protocol/catalog.hpp>
#include <mcp/protocol/message.hpp>

#include "codec/raw_schema_check.hpp"
#include "codec/raw_schema_tree.hpp"
#include "offers/names.hpp"
#include "protocol/json_cuts.hpp"
#include "registry/members.hpp"

namespace mcp {

namespace {

constexpr std::string_view kTool = "tool";

/// Whether a property that `schema` describes asks for a header.
bool names_header(Value schema) {
  if (schema.kind() != JsonKind::Object) return false;
  const protocol::Found properties = protocol::find_member(schema, "properties");
  if (properties.times == 0 || properties.value.kind() != JsonKind::Object) return false;
  ObjectCursor cursor(properties.value);
  std::string_view name;
  Value property;
  while (cursor.next(name, property)) {
    if (property.kind() != JsonKind::Object) continue;
    if (protocol::find_member(property, "x-mcp-header").times != 0 || names_header(property)) return true;
  }
  return false;
}

/// Why a JSON text is no schema of a tool's arguments; empty if it may be one.
std::string_view problem_of(Value schema) {
  if (schema.kind() != JsonKind::Object) return "must be an object";
  const protocol::Found type = protocol::find_member(schema, "type");
  if (type.times != 1 || type.value.kind() != JsonKind::String || type.value.string() != "object") {
    return "must have \"type\": \"object\" at its root";
  }
  if (protocol::find_member(schema, "$ref").times != 0) return "must not have \"$ref\" at its root";
  if (names_header(schema)) return "must not ask for headers (x-mcp-header): those are for annotated tools";
  return {};
}

/// All arguments, as they are.
constexpr detail::Member kToolMembers[] = {detail::member<json>("arguments", "\"arguments\":", 0, true)};
constexpr detail::Object kToolArguments{kToolMembers, 1};

class AddedTool final : public protocol::Addition {
 public:
  explicit AddedTool(DynamicTool tool) : Addition(tool.name), schema_(tool.input_schema), call_(std::move(tool.call)) {
    if (!offers::is_tool_name(tool.name)) refuse(kTool, offers::kNotAToolName);
    if (!call_) refuse(kTool, "it has no function; set .call");
    check(tool.input_schema);
    handle<json>(&AddedTool::call);
    handler_.arguments = &kToolArguments;
    handler_.decode_for = &AddedTool::decode;
    const std::string schema = protocol::without_white_space(tool.input_schema);
    describe(kTool, [&](Writer& to, Revision revision) {
      detail::write_object(to, [&](detail::Members& members) {
        members.text("name", tool.name);
        const bool titled = !tool.title.empty();
        if (titled && revision >= Revision::V2025_06_18) members.text("title", tool.title);
        if (!tool.description.empty()) members.text("description", tool.description);
        members.add("inputSchema", [&](Writer& text) { text.raw(schema); });
        if (titled && revision == Revision::V2025_03_26) {
          members.object("annotations", [&](detail::Members& hints) { hints.text("title", tool.title); });
        }
      });
    });
  }

 private:
  void check(const std::string& schema) const {
    const auto demand_none = [&](std::string_view problem) {
      if (!problem.empty()) refuse(kTool, "its input_schema " + std::string(problem));
    };
    Document document;
    if (const std::string_view problem = document.parse_copy(schema); !problem.empty()) {
      refuse(kTool, "its input_schema is not JSON: " + std::string(problem));
    }
    demand_none(problem_of(document.root()));
    demand_none(schema_.problem());
  }

  static bool decode(Value from, void* arguments, void* object, Decoder& problems) {
    const AddedTool& tool = *static_cast<AddedTool*>(static_cast<Addition*>(object));
    return codec_internal::check(tool.schema_, from, problems) &&
           codec<json>::decode(from, *static_cast<json*>(arguments), problems);
  }
  static void call(void* arguments, void* object, detail::Invocation& invocation) {
    const AddedTool& tool = *static_cast<AddedTool*>(static_cast<Addition*>(object));
    detail::answer(invocation, [&] { return tool.call_(*static_cast<const json*>(arguments), invocation.context()); });
  }

  const codec_internal::SchemaTree schema_;
  const std::function<ToolResult(const json&, Context&)> call_;
};

}  // namespace

void ToolOffers::add(DynamicTool tool) const {
  catalog_.add(protocol::List::Tools, std::make_unique<AddedTool>(std::move(tool)));
}

}  // namespace mcp
