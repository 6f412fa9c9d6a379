// The options each annotation takes, as aggregates that Clang type-checks while mcpgen scans.
//
// Never part of an ordinary compile: `annotations.hpp` includes this file under MCP_SCAN alone. The scanner reads the
// evaluated values by member name, so a new option is one line here and one reader in generator/model/validate.cpp.
// Every member has an "unset" state, so that only what the user wrote counts: a null `const char*`, an Optional
// without a value, a Number of kind None, an empty List.
#pragma once

#include <initializer_list>

namespace mcp::annotation {

/// A number that keeps 64-bit integers exact (a double would lose bounds beyond 2^53).
struct Number {
  enum class Kind { None, Signed, Unsigned, Real };

  constexpr Number() = default;
  template <class T>
    requires(__is_integral(T))
  constexpr Number(T value)  // NOLINT(google-explicit-constructor): written as `.minimum = 0`
      : kind(T(-1) < T(0) ? Kind::Signed : Kind::Unsigned),
        i(static_cast<long long>(value)),
        u(static_cast<unsigned long long>(value)) {}
  template <class T>
    requires(__is_floating_point(T))
  constexpr Number(T value)  // NOLINT(google-explicit-constructor)
      : kind(Kind::Real), d(static_cast<double>(value)) {}

  Kind kind = Kind::None;
  long long i = 0;
  unsigned long long u = 0;
  double d = 0;
};

/// A value that may be left unset.
template <class T>
struct Optional {
  constexpr Optional() = default;
  template <class U>
    requires(__is_same(U, T))  // no conversions: `.read_only = "no"` would be true
  constexpr Optional(U v)
      : set(true), value(v) {}  // NOLINT(google-explicit-constructor): written as `.read_only = true`

  bool set = false;
  T value{};
};

/// Options of MCP_TOOL, on a function.
struct Tool {
  const char* name = nullptr;         // default: the function's name
  const char* title = nullptr;        // for people
  const char* description = nullptr;  // default: the doc comment
  Optional<bool> read_only;           // readOnlyHint
  Optional<bool> destructive;         // destructiveHint
  Optional<bool> idempotent;          // idempotentHint
  Optional<bool> open_world;          // openWorldHint
};

/// Options of MCP_FIELD, before a data member, and of MCP_PARAM, before a parameter.
struct Field {
  const char* name = nullptr;  // default: the declared name
  const char* title = nullptr;
  const char* description = nullptr;  // default: the doc comment
  Number minimum;                     // inclusive
  Number maximum;                     // inclusive
  Number exclusive_minimum;
  Number exclusive_maximum;
  Number min_length;  // of a string, in code points
  Number max_length;
  Number min_items;  // of a list
  Number max_items;
};

/// Options of MCP_PARAM.
using Param = Field;

/// Options of MCP_VALUE, after an enumerator's name.
struct EnumValue {
  const char* name = nullptr;  // default: the enumerator's name
  const char* title = nullptr;
  const char* description = nullptr;
};

/// Options of MCP_SERVER, at namespace scope.
struct Server {
  const char* name = nullptr;  // default: NAME of mcp_add_server(), else the target's name
  const char* title = nullptr;
  const char* version = nullptr;       // default: VERSION of mcp_add_server(), else PROJECT_VERSION
  const char* instructions = nullptr;  // how a model should use the server as a whole
  const char* website = nullptr;
};

}  // namespace mcp::annotation
