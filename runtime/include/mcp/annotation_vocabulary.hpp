// The options of each annotation, as aggregates that Clang type-checks while mcpgen scans a source.
//
// An ordinary compile never sees this file: `annotations.hpp` includes it under MCP_SCAN only. The scan reads the
// evaluated values by member name, so a new option needs one line here and one reader in generator/validate/. Every
// member has an "unset" state, which the scan skips: a null `const char*`, an Optional without a value, a Number of
// kind None, an empty List.
#pragma once

#include <initializer_list>

#include <mcp/role.hpp>
#include <mcp/task_support.hpp>

namespace mcp {

/// Which caches may keep the contents of a resource: only the requesting client's, or any shared one.
enum class CacheScope : unsigned char { Private, Public };

}  // namespace mcp

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

/// A list of at most kMost elements: `.icons = {{.src = "…"}}`. More elements are a compile error of the scan.
template <class T>
struct List {
  static constexpr int kMost = 64;

  constexpr List() = default;
  constexpr List(std::initializer_list<T> list) {  // NOLINT(google-explicit-constructor)
    for (const T& item : list) items[count++] = item;
  }

  T items[kMost]{};
  int count = 0;
};

/// An icon that clients may show: `.icons = {{.src = "https://…", .mime_type = "image/png", .sizes = "48x48", .theme =
/// "light"}}`.
struct Icon {
  const char* src = nullptr;        // an https: or data: URI
  const char* mime_type = nullptr;  // "image/png"
  const char* sizes = nullptr;      // "48x48 96x96", or "any" for a scalable format
  const char* theme = nullptr;      // "light" or "dark": the background that it suits
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
  List<Icon> icons;
  const char* scopes = nullptr;         // OAuth scopes that a caller must have: "files:read files:write"
  Optional<TaskSupport> task;           // mcp::TaskSupport::Optional or Required
  Optional<bool> single_use;            // each answer of a client is accepted only once
  Number timeout_ms;                    // 1 to 86'400'000: a call that takes longer is answered with an error
  const char* executor = nullptr;       // the name of the executor that runs it; default: that of Server::run_on()
  const char* meta = nullptr;           // _meta: a JSON object, as text
  const char* input_schema = nullptr;   // JSON Schema text, for a function that takes mcp::json
  const char* output_schema = nullptr;  // JSON Schema text, for a function that returns mcp::json
};

/// Options of MCP_RESOURCE, on a function.
struct Resource {
  const char* uri = nullptr;            // absolute (RFC 3986); with `{var}` a template (RFC 6570, levels 1 to 3)
  const char* name = nullptr;           // default: the function's name
  const char* title = nullptr;          // for people
  const char* description = nullptr;    // default: the doc comment
  const char* mime_type = nullptr;      // default: application/json for contents that are sent as JSON
  Number size;                          // in bytes, if it is known and does not change
  List<Role> audience;                  // intended readers: {mcp::Role::User}; default: all
  Number priority;                      // from 0, optional, to 1, required
  const char* last_modified = nullptr;  // a date-time of RFC 3339
  List<Icon> icons;
  const char* meta = nullptr;        // _meta: a JSON object, as text
  const char* scopes = nullptr;      // OAuth scopes that a caller must have
  Number timeout_ms;                 // 1 to 86'400'000
  const char* executor = nullptr;    // the name of the executor that runs it
  Number cache_ttl_ms;               // ms for which a client may cache the contents; default: 0
  Optional<CacheScope> cache_scope;  // default: mcp::CacheScope::Private
};

/// Options of MCP_RESOURCE_LIST, on a function.
struct ResourceList {
  Number timeout_ms;  // 1 to 86'400'000
};

/// Options of MCP_PROMPT, on a function.
struct Prompt {
  const char* name = nullptr;         // default: the function's name
  const char* title = nullptr;        // for people
  const char* description = nullptr;  // default: the doc comment
  List<Icon> icons;
  const char* meta = nullptr;      // _meta: a JSON object, as text
  const char* scopes = nullptr;    // OAuth scopes that a caller must have
  Number timeout_ms;               // 1 to 86'400'000
  const char* executor = nullptr;  // the name of the executor that runs it
};

/// Options of MCP_COMPLETE, on a function.
struct Complete {
  const char* prompt = nullptr;    // the name of a prompt; set this or `resource`
  const char* resource = nullptr;  // the `.uri` of a resource template
  const char* argument = nullptr;  // the name of the argument or variable that is completed
  Number timeout_ms;               // 1 to 86'400'000
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
  Number min_items;  // of a list or a set
  Number max_items;
  Number multiple_of;              // a number above 0
  const char* pattern = nullptr;   // of a string: an RE2 expression that matches anywhere in it
  const char* format = nullptr;    // of a string: "date-time", "email", "uri", …
  Optional<bool> unique_items;     // of a list: no two elements are equal
  const char* header = nullptr;    // x-mcp-header: clients repeat the value in HTTP header Mcp-Param-<this>
  const char* examples = nullptr;  // a JSON array, as text
  Optional<bool> deprecated;
  Optional<bool> legacy_titles;  // of an enum in a form: titles are sent as `enumNames`, for older clients
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
  List<Icon> icons;
};

/// An entry of MCP_EXPOSE's `.params`: `{"lat1", "Latitude of the start"}`, or with any option of MCP_PARAM.
struct ExposedParam {
  const char* parameter = nullptr;    // its declared name; names a parameter that has none
  const char* description = nullptr;  // default: the doc comment
  const char* name = nullptr;         // on the wire; default: `parameter`
  const char* title = nullptr;
  Number minimum;
  Number maximum;
  Number exclusive_minimum;
  Number exclusive_maximum;
  Number min_length;
  Number max_length;
  Number min_items;
  Number max_items;
  Number multiple_of;
  const char* pattern = nullptr;
  const char* format = nullptr;
  Optional<bool> unique_items;
  const char* header = nullptr;
  const char* examples = nullptr;
  Optional<bool> deprecated;
};

/// Options of MCP_EXPOSE, behind the function: those of MCP_TOOL and `.params`.
struct Expose {
  const char* name = nullptr;
  const char* title = nullptr;
  const char* description = nullptr;  // default: the doc comment above MCP_EXPOSE, else that of the function
  Optional<bool> read_only;
  Optional<bool> destructive;
  Optional<bool> idempotent;
  Optional<bool> open_world;
  List<Icon> icons;
  const char* scopes = nullptr;
  Optional<TaskSupport> task;
  Optional<bool> single_use;
  Number timeout_ms;
  const char* executor = nullptr;
  const char* meta = nullptr;
  const char* input_schema = nullptr;
  const char* output_schema = nullptr;
  List<ExposedParam> params;
};

}  // namespace mcp::annotation
