// The validated model, the input of the emitters. Every name is final, every type can be mapped and every option is
// valid, so emitters need no error path.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include <mcp/task_support.hpp>

#include "diagnostics/location.hpp"
#include "model/type_table.hpp"

namespace mcpgen::model {

struct Type {
  TypeKind kind = TypeKind::Boolean;
  unsigned bits = 0;              // of Integer and Floating
  bool is_signed = false;         // of Integer
  std::uint64_t extent = 0;       // of Array
  std::string key;                // of Enum and Struct: into Model
  nlohmann::ordered_json schema;  // of Custom; of Literal the text
  std::string name;               // of Custom: for $defs; of Content: "EmbeddedResource"
  bool is_object = false;         // of Custom: always a JSON object
  bool is_tagged = false;         // of Variant: each alternative is a struct with a different tag
  std::vector<Type> arguments;  // of Optional, List, Set, Array: one; of Map: key and value; of Tuple and Variant: all
};

/// Whether null is one of its values.
[[nodiscard]] inline bool accepts_null(const Type& type) {
  if (type.kind == TypeKind::Null || type.kind == TypeKind::Json || type.kind == TypeKind::Optional) return true;
  if (type.kind != TypeKind::Variant) return false;
  for (const Type& alternative : type.arguments) {
    if (accepts_null(alternative)) return true;
  }
  return false;
}

/// Whether it is sent as content blocks, without structured content.
[[nodiscard]] inline bool is_content(const Type& type) {
  switch (type.kind) {
    case TypeKind::Content:
    case TypeKind::ToolResult:
      return true;
    case TypeKind::List:
    case TypeKind::Array:
      return is_content(type.arguments.front());
    case TypeKind::Variant:
      for (const Type& alternative : type.arguments) {
        if (!is_content(alternative)) return false;
      }
      return true;
    default:
      return false;
  }
}

/// A data member of a struct, or an argument of a function.
struct Member {
  std::string name;      // on the wire
  std::string cpp_name;  // as declared
  std::string title;
  std::string description;
  Type type;
  bool required = true;
  std::optional<nlohmann::ordered_json> default_value;  // the `default` in the schema
  std::string header;                                   // the part after "Mcp-Param-"; empty: none
  nlohmann::ordered_json examples;                      // an array; null: none
  bool deprecated = false;
  bool legacy_titles = false;  // of a titled enum: a form sends its titles as `enumNames`
  /// Whether the member holds objects whose default differs from that of their type. An object that is sent starts from
  /// the default of its type instead.
  bool starts_from_type_default = false;
  /// JSON Schema keywords to their values, in schema order; bounds are never looser than those of the type.
  nlohmann::ordered_json constraints = nlohmann::ordered_json::object();
};

/// What is passed to a parameter of the function.
enum class Source { Argument, Context, StopToken };

struct Parameter : Member {
  Source source = Source::Argument;
  std::string default_expression;  // C++ for a constant default; empty: none
  /// Its default, or that of an earlier parameter, is not a constant, so a call omits it by passing fewer arguments.
  bool omitted_by_position = false;
};

struct Struct {
  std::string name;  // for $defs
  std::string cpp_name;
  std::string description;
  std::vector<Member> members;
  Location at;
  bool is_counted = true;  // a structured binding can count the members
  std::string tag_name;    // wire name of the first member that is a Literal, and what it says; empty: none
  std::string tag_value;
};

struct Enumerator {
  std::string name;
  std::string title;
  std::string description;
  std::string value;  // decimal
};

struct Enum {
  std::string name;
  std::string cpp_name;
  std::string description;
  Location at;
  std::vector<Enumerator> enumerators;  // distinct names; of two with one value, the first is written
};

/// The class of a member function.
struct Owner {
  std::string name;
  std::string cpp_name;
  bool is_default_constructible = true;
};

/// An icon.
struct Icon {
  std::string src;        // https: or data:
  std::string mime_type;  // empty: unsaid
  std::string sizes;      // separated by spaces
  std::string theme;      // "light", "dark" or empty
};

/// The common base of all handlers: a function that clients call, and how it is called.
struct Handler {
  std::string name;      // on the wire; of lists and completions the function's
  std::string cpp_name;  // "::app::get_weather"
  std::string pointer;   // C++ expression that names this function
  /// Of a function of an anonymous namespace whose name is hidden outside of it: the namespaces to reopen, in which
  /// `pointer` is valid, each to be followed by a brace; and the scope in which names declared there are found.
  std::vector<std::string> reopened;
  std::string reopened_scope;
  std::optional<Owner> owner;
  std::vector<Parameter> parameters;
  bool is_task = false;          // a coroutine that returns the result
  std::string scopes;            // separated by spaces
  std::uint32_t timeout_ms = 0;  // 0: none
  std::string executor;          // the name of the one that runs it; empty: none is named
  unsigned asks = 0;             // the questions that it may ask: bits of kAsksForms and the others
  Location at;
};

using mcp::TaskSupport;

struct Tool : Handler {
  std::string title;
  std::string description;
  std::optional<bool> read_only;
  std::optional<bool> destructive;
  std::optional<bool> idempotent;
  std::optional<bool> open_world;
  std::vector<Icon> icons;
  nlohmann::ordered_json meta;               // an object; null: none
  nlohmann::ordered_json raw_input_schema;   // null: derived from the parameters
  nlohmann::ordered_json raw_output_schema;  // null: derived from the result
  std::optional<Type> result;                // none: void
  std::string result_description;
  TaskSupport task_support = TaskSupport::None;
  bool starts_task = false;  // it calls Context::start_task()
  bool single_use = false;   // a state that a client carries is accepted only once
};

/// An option of MCP_TOOL that is true or false and that the runtime obeys. It has the same name in the annotation, in
/// the model's JSON and in mcp::detail::Handler, so that a row here is all that the generator needs. The rows have the
/// order of Handler's members, behind `starts_task`.
struct ToolFlag {
  std::string_view name;
  bool Tool::* member;
};
inline constexpr ToolFlag kToolFlags[] = {{"single_use", &Tool::single_use}};

/// A resource with a fixed URI, or a template whose variables are the parameters.
struct Resource : Handler {
  std::string uri;  // or the template
  bool is_template = false;
  std::string title;
  std::string description;
  std::string mime_type;              // empty: unsaid
  std::optional<std::uint64_t> size;  // bytes
  std::vector<std::string> audience;  // "user", "assistant"; empty: everybody
  std::optional<double> priority;     // 0 to 1
  std::string last_modified;          // RFC 3339; empty: unsaid
  std::vector<Icon> icons;
  nlohmann::ordered_json meta;  // an object; null: none
  std::uint32_t cache_ttl_ms = 0;
  bool is_cached_for_all = false;  // shared caches may keep it
};

/// A provider: a function without arguments that lists resources.
struct ResourceList : Handler {};

/// Its parameters are the prompt's arguments.
struct Prompt : Handler {
  std::string title;
  std::string description;
  std::vector<Icon> icons;
  nlohmann::ordered_json meta;  // an object; null: none
};

/// A completion: computes values for an argument. Its first argument is the typed text; the others are arguments with a
/// value.
struct Completion : Handler {
  bool is_of_prompt = false;  // else of a resource template
  std::string ref;            // the prompt's name, or the template
  std::string argument;
  Location ref_at;  // where the annotation names them
  Location argument_at;
};

/// The options of MCP_SERVER; empty texts are unset.
struct Server {
  std::string name;
  std::string title;
  std::string version;
  std::string instructions;
  std::string website;
  std::vector<Icon> icons;
  Location at;
};

/// A type that functions of the source ask for in a form, or keep while they ask.
struct Asked {
  std::string cpp_name;  // "::app::Delivery"
  std::string name;      // "Delivery"
  Type type;             // of a form: a struct whose members a form can hold
  bool is_form = false;
  bool is_stored = false;  // kept by StoredHandles, and by nothing that a client carries
};

/// Whether the type of that key is in an anonymous namespace, so that another source may have a different type of that
/// name.
[[nodiscard]] inline bool is_local(const std::string& key) { return key.find("(anonymous)") != std::string::npos; }

/// One source file.
struct Model {
  std::string unit;         // the namespace of the source's generated code
  std::vector<Tool> tools;  // in source order, here and below
  std::vector<Resource> resources;
  std::vector<ResourceList> resource_lists;
  std::vector<Prompt> prompts;
  std::vector<Completion> completions;
  std::vector<Asked> asked;         // sorted by cpp_name
  bool logs = false;                // some function logs to the client
  std::optional<Location> main_at;  // the program's own `main`
  std::optional<Server> server;
  std::map<std::string, Struct> structs;
  std::map<std::string, Enum> enums;
  std::vector<std::string> codec_headers;  // "chrono" for <mcp/codec/chrono.hpp>; sorted
};

/// Calls `visit` with every handler, in the order of generated code.
template <class Visit>
void for_each_handler(const Model& model, Visit&& visit) {
  for (const Tool& each : model.tools) visit(each);
  for (const Resource& each : model.resources) visit(each);
  for (const ResourceList& each : model.resource_lists) visit(each);
  for (const Prompt& each : model.prompts) visit(each);
  for (const Completion& each : model.completions) visit(each);
}

}  // namespace mcpgen::model
