// The validated model: what emitters work from. Every name is final, every type can be mapped, every option makes
// sense; emitters have no error path.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "diagnostics/location.hpp"

namespace mcpgen::model {

enum class TypeKind { Boolean, Integer, Floating, String, Json, Enum, Struct, Optional, List, Array, Map };

struct Type {
  TypeKind kind = TypeKind::Boolean;
  unsigned bits = 0;            // of Integer and Floating
  bool is_signed = false;       // of Integer
  std::uint64_t extent = 0;     // of Array
  std::string key;              // of Enum and Struct: into Model
  std::vector<Type> arguments;  // of Optional, List, Array, Map: one
};

/// A data member of a struct, or an argument of a tool.
struct Member {
  std::string name;      // on the wire
  std::string cpp_name;  // as declared
  std::string title;
  std::string description;
  Type type;
  bool required = true;
  std::optional<nlohmann::ordered_json> default_value;  // what the schema states
  /// JSON Schema keywords to their values, in schema order; bounds are never looser than those of the type.
  nlohmann::ordered_json constraints = nlohmann::ordered_json::object();
};

/// What a parameter of the function receives.
enum class Source { Argument, Context, StopToken };

struct Parameter : Member {
  Source source = Source::Argument;
  std::string default_expression;  // C++ for a constant default; empty: none
  /// Has a default that is no constant, or stands behind one that has: omitted by passing fewer arguments.
  bool omitted_by_position = false;
};

struct Struct {
  std::string name;  // for $defs
  std::string cpp_name;
  std::string description;
  std::vector<Member> members;
  Location at;
  bool counted_by_pfr = true;  // Boost.PFR can count the members
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
};

struct Tool {
  std::string name;
  std::string title;
  std::string description;
  std::optional<bool> read_only;
  std::optional<bool> destructive;
  std::optional<bool> idempotent;
  std::optional<bool> open_world;
  std::string cpp_name;  // "::app::get_weather"
  std::string pointer;   // C++ that names this very function
  std::optional<Owner> owner;
  std::vector<Parameter> parameters;
  std::optional<Type> result;  // none: void
  std::string result_description;
  Location at;
};

/// What MCP_SERVER says; empty texts are unset.
struct Server {
  std::string name;
  std::string title;
  std::string version;
  std::string instructions;
  std::string website;
  Location at;
};

/// Whether a type of that key is the source's own: in an anonymous namespace, so that another source may have another.
[[nodiscard]] inline bool is_local(const std::string& key) { return key.find("(anonymous)") != std::string::npos; }

/// One source file.
struct Model {
  std::string unit;         // the namespace of the source's generated code
  std::vector<Tool> tools;  // in source order
  std::optional<Server> server;
  std::map<std::string, Struct> structs;
  std::map<std::string, Enum> enums;
};

}  // namespace mcpgen::model
