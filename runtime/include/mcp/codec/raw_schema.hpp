// A JSON Schema that the user wrote as text, for a tool whose arguments or result are `mcp::json`: the one place where
// a schema is read at run time. Nothing of it is linked where no tool has one.
#pragma once

#include <mutex>
#include <string_view>
#include <utility>

#include <nlohmann/json_fwd.hpp>

#include <mcp/codec/decoder.hpp>
#include <mcp/codec/value.hpp>

namespace mcp::internal {
class SchemaTree;
}

namespace mcp::detail {

class Invocation;

/// A schema of draft 2020-12, compiled when it is first asked and kept until the process ends: meant to be
/// `static constinit`. Any number of threads may ask at once.
///
/// mcpgen checks the text (generator/model/raw_schema.hpp says what it must be); what would get past that is reported
/// by conforms(), for every value. Patterns are RE2's; `format` and the content keywords assert nothing.
class RawSchema {
 public:
  /// `text` must outlive the object.
  constexpr explicit RawSchema(std::string_view text) noexcept : text_(text) {}
  RawSchema(const RawSchema&) = delete;
  RawSchema& operator=(const RawSchema&) = delete;

  /// Whether `value` fits; reports what is wrong if not. The time it takes is bounded by the product of the sizes of
  /// schema and value, with a logarithm more for values that uniqueItems compares, whatever alternatives and recursion
  /// the schema has and whatever texts and numbers the value holds. Members whose name was sent twice are each
  /// looked at: it is the decoder that refuses them.
  [[nodiscard]] bool conforms(Value value, Decoder& problems) const;

 private:
  std::string_view text_;
  mutable std::once_flag once_;
  // Never freed: a worker may still ask while the objects of static storage are destroyed.
  mutable const internal::SchemaTree* tree_ = nullptr;
};

/// All arguments of a call, for a tool that takes them as they are.
bool decode_raw(const RawSchema& schema, Value from, nlohmann::json& to, Decoder& problems);

/// The result of a call, as structured content. Throws std::runtime_error when it does not fit: the fault is the
/// server's, so that the client reads no more than that the tool failed.
void write_raw(Invocation& call, const RawSchema& schema, const nlohmann::json& result);

/// Calls `invoke`, which returns mcp::json, and writes what it returns.
template <class F>
void answer_raw(Invocation& call, const RawSchema& schema, F&& invoke) {
  write_raw(call, schema, std::forward<F>(invoke)());
}

/// Writes what a coroutine returned, as write_raw() does.
template <const RawSchema& schema>
struct RawResult {
  static void write(Invocation& call, const nlohmann::json& result) { write_raw(call, schema, result); }
};

}  // namespace mcp::detail
