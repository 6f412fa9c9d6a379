// Implements tools that are added at run time. Only programs that add some link this source, which needs the validator
// of raw schemas.
#include <memory>
#include <stdexcept>
#include <utility>

#include <mcp/codec/json.hpp>
#include <mcp/dynamic.hpp>
#include <mcp/features.hpp>
#include <mcp/generated_support.hpp>
#include <mcp/spec/names.hpp>
#include <mcp/spec/revision_traits.hpp>

#include "catalog/catalog.hpp"
#include "catalog/dynamic_feature.hpp"
#include "codec/document.hpp"
#include "codec/value_text.hpp"
#include "jsonrpc/message.hpp"
#include "registry/members.hpp"
#include "schema/raw_schema_check.hpp"
#include "schema/raw_schema_tree.hpp"

namespace mcp {

namespace {

constexpr std::string_view kTool = "tool";

/// An error text if a JSON text is not a valid schema of a tool's arguments; else empty.
std::string_view problem_of(Value schema) {
  if (schema.kind() != JsonKind::Object) return "must be an object";
  const protocol::MemberLookup type = protocol::find_member(schema, "type");
  if (type.count != 1 || type.value.kind() != JsonKind::String || type.value.string() != "object") {
    return "must have \"type\": \"object\" at its root";
  }
  if (protocol::find_member(schema, "$ref").count != 0) return "must not have \"$ref\" at its root";
  return {};
}

/// Writes the members of an object, each by `write`, which gets the name and the value.
template <class F>
void write_members(Value object, Writer& to, F&& write) {
  ObjectCursor cursor(object);
  std::string_view name;
  Value value;
  to.raw('{');
  for (bool first = true; cursor.next(name, value); first = false) {
    if (!first) to.raw(',');
    to.string(name);
    to.raw(':');
    write(name, value);
  }
  to.raw('}');
}

/// The schema of a property as an object, without which clients of older revisions lose the whole list.
void write_property(Value schema, Writer& to) {
  if (schema.kind() != JsonKind::Boolean) return write_value(schema, to);
  to.raw(schema.boolean() ? "{}" : R"({"not":{}})");
}

/// `schema`, which is JSON, as clients read it: in one line, its numbers as they are written.
std::string listed(const std::string& schema) {
  std::string padded = schema;
  padded.resize(schema.size() + kJsonPadding);
  Document document;
  if (!document.parse_keeping_digits(std::string_view(padded).substr(0, schema.size())).empty()) return schema;
  Writer to;
  write_members(document.root(), to, [&](std::string_view name, Value value) {
    if (name != "properties" || value.kind() != JsonKind::Object) return write_value(value, to);
    write_members(value, to, [&](std::string_view, Value property) { write_property(property, to); });
  });
  return std::string(to.view());
}

/// The arguments of a call.
constexpr detail::Member kToolMembers[] = {detail::required<json>("\"arguments\":", 0)};
constexpr detail::Object kToolArguments{kToolMembers, 1};

class AddedTool final : public protocol::DynamicFeature {
 public:
  explicit AddedTool(DynamicTool tool)
      : DynamicFeature(tool.name),
        schema_(tool.input_schema, internal::SchemaHeaders::Refused),
        call_(std::move(tool.call)) {
    if (!spec::is_tool_name(tool.name)) refuse(kTool, "its name must " + std::string(spec::kToolNameRule));
    if (!call_) refuse(kTool, "it has no function; set .call");
    const std::string schema = checked(tool.input_schema);
    handle<json>(&AddedTool::call);
    handler_.arguments = &kToolArguments;
    handler_.decode_for = &AddedTool::decode;
    describe(kTool, [&](Writer& to, Revision revision) {
      detail::write_object(to, [&](detail::Members& members) {
        members.text("name", tool.name);
        const spec::RevisionTraits& traits = spec::traits_of(revision);
        const bool titled = !tool.title.empty();
        if (titled && traits.titles) members.text("title", tool.title);
        if (!tool.description.empty()) members.text("description", tool.description);
        members.add("inputSchema", [&](Writer& text) { text.raw(schema); });
        if (titled && !traits.titles && traits.tool_annotations) {
          members.object("annotations", [&](detail::Members& hints) { hints.text("title", tool.title); });
        }
      });
    });
  }

 private:
  /// The schema as it is sent to clients.
  [[nodiscard]] std::string checked(const std::string& schema) const {
    const auto demand_none = [&](std::string_view problem) {
      if (!problem.empty()) refuse(kTool, "its input_schema " + std::string(problem));
    };
    Document document;
    if (const std::string_view problem = document.parse_copy(schema); !problem.empty()) {
      refuse(kTool, "its input_schema is not JSON: " + std::string(problem));
    }
    demand_none(problem_of(document.root()));
    demand_none(schema_.problem());
    return listed(schema);
  }

  static bool decode(Value from, void* arguments, void* object, Decoder& problems) {
    const AddedTool& tool = *static_cast<AddedTool*>(static_cast<DynamicFeature*>(object));
    return internal::check(tool.schema_, from, problems) &&
           codec<json>::decode(from, *static_cast<json*>(arguments), problems);
  }
  static void call(void* arguments, void* object, detail::Invocation& invocation) {
    const AddedTool& tool = *static_cast<AddedTool*>(static_cast<DynamicFeature*>(object));
    detail::answer(invocation, [&] { return tool.call_(*static_cast<const json*>(arguments), invocation.context()); });
  }

  const internal::SchemaTree schema_;
  const std::function<ToolResult(const json&, Context&)> call_;
};

}  // namespace

void ToolRegistry::add(DynamicTool tool) const {
  catalog_.add(protocol::List::Tools, std::make_unique<AddedTool>(std::move(tool)));
}

}  // namespace mcp
