// A JSON Schema that the user wrote as text, for a tool whose arguments or result are `mcp::json`. Only such schemas
// are read at run time, and only programs with such a tool link this code.
#pragma once

#include <mutex>
#include <string_view>
#include <utility>

#include <mcp/codec/decoder.hpp>
#include <mcp/codec/value.hpp>
#include <mcp/export.hpp>
#include <mcp/json.hpp>

namespace mcp::internal {
class SchemaTree;
}

namespace mcp::detail {

class Invocation;

/// A schema of draft 2020-12, to be declared `static constinit`. It is compiled at its first use and kept until the
/// program ends or the plug-in that holds the runtime is unloaded. Thread-safe.
///
/// mcpgen checks the text when it scans (generator/validate/raw_schema.hpp states the rules). If the text is invalid
/// nevertheless, conforms() reports that for every value. Patterns have RE2's syntax; `format` and the content keywords
/// are not checked.
class MCP_EXPORT RawSchema {
 public:
  /// `text` must outlive the object.
  constexpr explicit RawSchema(std::string_view text) noexcept : text_(text) {}
  RawSchema(const RawSchema&) = delete;
  RawSchema& operator=(const RawSchema&) = delete;

  /// Returns whether `value` conforms to the schema; reports the errors if it does not. The time is bounded by the
  /// product of the sizes of schema and value, with an additional logarithmic factor for uniqueItems, for any
  /// alternatives and recursion in the schema and any texts and numbers in the value. If a member was sent twice, both
  /// are checked; the decoder refuses them.
  [[nodiscard]] bool conforms(Value value, Decoder& problems) const;

 private:
  std::string_view text_;
  mutable std::once_flag once_;
  mutable const internal::SchemaTree* tree_ = nullptr;
};

/// Reads all arguments of a call, for a tool with `.input_schema`. Reports errors to `problems` and returns false.
MCP_EXPORT bool decode_raw(const RawSchema& schema, Value from, json& to, Decoder& problems);

/// Writes the result of a call as structured content. Throws std::runtime_error if it does not conform to the schema.
/// That is an error of the server, so the client gets only a generic text.
MCP_EXPORT void write_raw(Invocation& call, const RawSchema& schema, const json& result);

/// Calls `invoke`, which returns mcp::json, and writes the value.
template <class F>
void answer_raw(Invocation& call, const RawSchema& schema, F&& invoke) {
  write_raw(call, schema, std::forward<F>(invoke)());
}

/// Writes the result of a coroutine as write_raw() does.
template <const RawSchema& schema>
struct RawResult {
  static void write(Invocation& call, const json& result) { write_raw(call, schema, result); }
};

}  // namespace mcp::detail
