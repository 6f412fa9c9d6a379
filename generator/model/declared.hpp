// The declarations that the scan found, as written and unchecked. validate.hpp converts them to model.hpp.
//
// They own all of their data and outlive Clang's AST.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "diagnostics/location.hpp"
#include "model/type_table.hpp"

namespace mcpgen::declared {

/// One option of an annotation that the user set: `.minimum = 0`.
struct Option {
  std::string name;              // "minimum"
  nlohmann::ordered_json value;  // bool, integer (64-bit exact), real, string, array or object
  Location at;                   // the designator
};

/// An annotation with the options that were set.
struct Annotation {
  Location at;  // the macro's name
  std::vector<Option> options;
};

using model::TypeKind;

/// A type, by its canonical type in Clang's AST.
struct Type {
  TypeKind kind = TypeKind::Unsupported;
  unsigned bits = 0;
  bool is_signed = false;
  bool is_object = false;  // of Custom: its codec writes objects, so that a result needs no wrapping
  bool is_view = false;    // a view: allowed as a parameter or a result, not as a part of one
  bool is_path = false;    // of String: std::filesystem::path
  bool is_vector = false;  // of List: std::vector
  std::uint64_t extent = 0;
  std::string key;              // of Enum and Struct: into Declarations
  std::string text;             // of Literal, Custom, Content and Answer
  std::vector<Type> arguments;  // of Optional … Variant, Result, Task
  std::string spelling;         // as the user wrote it, for messages
  std::string reason;           // of Unsupported, Task and Answer: why, and what to write instead
  Location codec_at;            // of Custom: the specialisation of mcp::codec
};

/// Whether `type` is the type `mcp::<name>` that a resource, a prompt or a completion returns.
[[nodiscard]] inline bool is_answer(const Type& type, std::string_view name) {
  return type.kind == TypeKind::Answer && type.text == name;
}

/// The doc comment of a declaration. Texts are trimmed; paragraphs are separated by an empty line.
struct Doc {
  std::string description;  // brief and body; without @param, @return and the like
  std::string returns;
  struct Parameter {
    std::string name;
    std::string text;
    Location at;  // the name in the comment
  };
  std::vector<Parameter> parameters;
};

/// A default argument or default member initialiser.
struct Default {
  nlohmann::ordered_json value;  // its JSON, if `is_constant`
  bool is_constant = false;      // Clang evaluated it, or it is a string literal, nullopt or an empty braced list
  bool is_own = false;           // the value-initialised type: `T{}`
  bool reads_member = false;     // of a member: it reads another member of the same object
  std::string expression;  // C++ that makes the value, fully qualified; where `is_constant`, and for a struct's {}
  Location at;
};

enum class Passing { Value, ConstReference, RvalueReference, MutableReference };

/// A parameter of a function, or a data member of a struct.
struct Member {
  std::string name;  // empty for an unnamed parameter
  Type type;
  Passing passing = Passing::Value;  // of a parameter
  std::optional<Default> default_value;
  std::optional<Annotation> annotation;
  std::string description;  // of a data member: its doc comment
  bool is_bit_field = false;
  bool is_const = false;
  bool is_packed = false;             // of a data member: its address may violate its type's alignment
  std::optional<Location> hidden_by;  // of a member of a base class: another member of that name
  Location at;                        // the name
};

/// A parameter that is not an argument; the runtime passes its value.
enum class Injected { None, Context, StopToken };

struct Parameter : Member {
  Injected injected = Injected::None;
};

struct Struct {
  /// Qualified name with anonymous namespaces left out, "::app::Weather", behind "(anonymous)" when no other source can
  /// see the type; unique in Declarations.
  std::string key;
  std::string cpp_name;  // what generated code in the same file may write for it; usually the key
  std::string name;      // for $defs and messages: "Weather"
  std::string description;
  std::vector<Member> members;
  bool is_aggregate = true;
  bool has_bases = false;  // their members come first in `members`
  bool is_default_constructible = true;
  bool has_constructor = false;  // that may give members other values than their initialisers say
  Location at;
};

struct Enumerator {
  std::string name;
  std::optional<Annotation> annotation;
  std::string description;
  std::string value;  // decimal
  Location at;
};

struct Enum {
  std::string key;
  std::string cpp_name;
  std::string name;
  std::string description;
  std::vector<Enumerator> enumerators;
  Location at;
};

struct Class {
  std::string cpp_name;  // "::shop::Basket"
  std::string name;      // "shop::Basket"
  bool is_default_constructible = false;
};

/// How generated code names a function of an anonymous namespace whose name is hidden outside of it: from within the
/// reopened namespace.
struct Reopened {
  std::vector<std::string> namespaces;  // "namespace app ", "namespace ": each is to be followed by a brace
  std::string scope;    // "::app": the scope in which names declared in there are found; empty: the global one
  std::string pointer;  // as Function::pointer, valid in there
};

struct Function {
  std::string name;      // "get_weather"
  std::string cpp_name;  // "::app::get_weather", "::shop::Basket::add"
  /// What generated code writes to name this very function: `&::app::get_weather`, or with a static_cast to the exact
  /// pointer type where the name is overloaded.
  std::string pointer;
  std::optional<Reopened> reopened;
  std::optional<Class> owner;  // of a non-static member function
  bool is_const = false;       // of a non-static member function
  bool is_exposed = false;     // by MCP_EXPOSE: all places are the macro's
  bool is_defined = false;     // in the scanned file, or in a file that it includes
  bool starts_task = false;    // its body, if the file has it, calls Context::start_task()
  unsigned asks = 0;           // the questions that its body may ask: bits of kAsksForms and the others
  std::vector<Parameter> parameters;
  Type result;
  Location result_at;
  Annotation annotation;
  Doc doc;
  Location at;  // the name
};

struct Server {
  Annotation annotation;
};

/// A type that a function asks for in a form (Context::elicit) or keeps (Context::once).
struct Asked {
  Type type;
  std::string cpp_name;  // "::app::Delivery"
  std::string name;      // "Delivery"
  bool is_form = false;
  bool is_stored = false;  // kept by StoredHandles alone
  Location at;             // the first call
  struct Question {
    std::string text;
    Location at;
  };
  std::vector<Question> questions;  // the messages of its forms that are literals
};

/// Everything one source file declares for the generator.
struct Declarations {
  std::vector<Function> tools;  // in source order, here and below
  std::vector<Function> resources;
  std::vector<Function> resource_lists;
  std::vector<Function> prompts;
  std::vector<Function> completions;
  std::vector<Server> servers;
  std::vector<Asked> asked;               // each type once
  bool logs = false;                      // some function calls Context::log()
  std::optional<Location> main_at;        // the program's own `main`
  std::map<std::string, Struct> structs;  // by key: all that functions reach
  std::map<std::string, Enum> enums;
  std::set<std::string> codec_headers;  // "chrono" for <mcp/codec/chrono.hpp>: needed in addition to the core
};

}  // namespace mcpgen::declared
