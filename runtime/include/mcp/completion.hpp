// The return types of functions with MCP_COMPLETE: suggested values for an argument that a user is typing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <mcp/export.hpp>
#include <mcp/registry/handler.hpp>

namespace mcp {

/// Values that match the text typed so far, possibly not all of them. A function that returns a
/// std::vector<std::string> returns all. In either case the client gets the first 100. (2026-07-28,
/// server/utilities/completion)
struct Completion {
  std::vector<std::string> values;
  std::optional<std::uint64_t> total{};  // number of all matching values; nullopt: unknown
  bool has_more = false;                 // whether more values match than are in `values`
};

namespace detail {

MCP_EXPORT void write_completion(Invocation& call, const std::string* values, std::size_t count,
                                 std::optional<std::uint64_t> total, bool has_more);

/// Writes the member of a CompleteResult.
template <class R>
struct CompletionWriter {
  static void write(Invocation& call, const R& result) {
    if constexpr (std::is_same_v<R, Completion>) {
      write_completion(call, result.values.data(), result.values.size(), result.total, result.has_more);
    } else if constexpr (requires {
                           result.error();
                           result.value();
                         }) {  // mcp::Result
      CompletionWriter<std::remove_cvref_t<decltype(result.value())>>::write(call, result.value());
    } else {
      static_assert(std::is_same_v<R, std::vector<std::string>>,
                    "MCP_COMPLETE: return std::vector<std::string> or mcp::Completion");
      write_completion(call, result.data(), result.size(), result.size(), false);
    }
  }
};

}  // namespace detail
}  // namespace mcp
