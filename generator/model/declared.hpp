// What the scan found, as written: nothing here is checked. validate.hpp turns it into model.hpp.
//
// Owns all of its data and outlives Clang's AST.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "diagnostics/location.hpp"

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

/// What a type is, by its canonical type in Clang's AST.
enum class TypeKind {
  Void,
  Boolean,
  Integer,   // bits, is_signed; never a character type
  Floating,  // bits: 32 or 64
  String,    // std::string
  Json,      // nlohmann::json
  Enum,      // key
  Struct,    // key
  Optional,  // arguments[0]
  List,      // std::vector<arguments[0]>
  Array,     // std::array<arguments[0], extent>
  Map,       // std::map<std::string, arguments[0]>
  Unsupported,
};

struct Type {
  TypeKind kind = TypeKind::Unsupported;
  unsigned bits = 0;
  bool is_signed = false;
  std::uint64_t extent = 0;
  std::string key;              // of Enum and Struct: into Declarations
  std::vector<Type> arguments;  // of Optional, List, Array, Map
  std::string spelling;         // as the user wrote it, for messages
  std::string reason;           // of Unsupported: why, and what to write instead
};

/// What a doc comment says about one declaration. Texts are trimmed, paragraphs separated by an empty line.
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
  nlohmann::ordered_json value;  // the JSON of it where `is_constant`
  bool is_constant = false;      // Clang evaluated it, or it is a string literal, nullopt or an empty braced list
  bool reads_member = false;     // of a member: it reads another member of the same object
  std::string expression;        // C++ that makes the value, fully qualified; where `is_constant`
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
  Location at;  // the name
};

/// A parameter that is no argument: the runtime hands it over.
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
  bool has_bases = false;
  bool is_default_constructible = true;
  std::string problem;  // why it cannot be mapped at all ("is a union", "is not complete", …); empty: none
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

struct Function {
  std::string name;      // "get_weather"
  std::string cpp_name;  // "::app::get_weather", "::shop::Basket::add"
  /// What generated code writes to name this very function: `&::app::get_weather`, or with a static_cast to the exact
  /// pointer type where the name is overloaded.
  std::string pointer;
  std::optional<Class> owner;  // of a non-static member function
  bool is_const = false;       // of a non-static member function
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

/// Everything one source file declares for the generator.
struct Declarations {
  std::vector<Function> tools;  // in source order
  std::vector<Server> servers;
  std::map<std::string, Struct> structs;  // by key: all that tools reach
  std::map<std::string, Enum> enums;
};

}  // namespace mcpgen::declared
