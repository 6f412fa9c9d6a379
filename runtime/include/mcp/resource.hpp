// The return types of functions with MCP_RESOURCE and MCP_RESOURCE_LIST: contents, and entries of a list.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <mcp/bytes.hpp>
#include <mcp/codec/codec.hpp>
#include <mcp/content.hpp>
#include <mcp/error.hpp>
#include <mcp/export.hpp>
#include <mcp/registry/handler.hpp>

namespace mcp {

/// Contents of a resource: exactly one of `text` (UTF-8) and `blob`. (2026-07-28, server/resources, "Resource
/// Contents")
struct ResourceContents {
  std::string uri{};                       // RFC 3986; empty: the requested URI
  std::optional<std::string> mime_type{};  // nullopt: the `.mime_type` of MCP_RESOURCE
  std::optional<std::string> text{};
  std::optional<Bytes> blob{};
};

/// A resource that can be read, as `resources/list` shows it. (2026-07-28, server/resources, "Resource")
struct Resource {
  std::string uri;   // RFC 3986
  std::string name;  // must not be empty
  std::optional<std::string> title{};
  std::optional<std::string> description{};
  std::optional<std::string> mime_type{};
  std::optional<std::uint64_t> size{};  // bytes
  Annotations annotations{};
};

/// Thrown by a resource for a URI that matches its template but names nothing. The client gets the protocol's error for
/// unknown resources, with the URI. If a tool throws it, the call fails with its text.
class MCP_EXPORT NotFound : public ToolError {
 public:
  NotFound() : ToolError("Not found.") {}
  using ToolError::ToolError;
};

namespace detail {

MCP_EXPORT void write_resource_text(Invocation& call, std::string_view text);
MCP_EXPORT void write_resource_blob(Invocation& call, const Bytes& blob);
MCP_EXPORT void write_resource_json(Invocation& call, const Ops& ops, const void* value);
MCP_EXPORT void write_resource_contents(Invocation& call, const ResourceContents* contents, std::size_t count);
MCP_EXPORT void write_resource_list(Invocation& call, const Resource* resources, std::size_t count);

/// Writes a resource's return value as the members of a ReadResourceResult, without the caching hints.
template <class R>
struct ResourceWriter {
  static void write(Invocation& call, const R& result) {
    if constexpr (std::is_same_v<R, ResourceContents>) {
      write_resource_contents(call, &result, 1);
    } else if constexpr (std::is_same_v<R, std::vector<ResourceContents>>) {
      write_resource_contents(call, result.data(), result.size());
    } else if constexpr (std::is_same_v<R, Bytes>) {
      write_resource_blob(call, result);
    } else if constexpr (std::convertible_to<const R&, std::string_view>) {
      write_resource_text(call, result);
    } else if constexpr (requires {
                           result.has_value();
                           result.error();
                           result.value();
                         }) {  // mcp::Result
      ResourceWriter<std::remove_cvref_t<decltype(result.value())>>::write(call, result.value());
    } else {
      write_resource_json(call, result_ops_of<R>, std::addressof(result));
    }
  }
};

/// Writes a provider's return value: the entries as JSON objects, separated by commas.
template <class R>
struct ResourceListWriter {
  static void write(Invocation& call, const R& result) {
    if constexpr (requires {
                    result.error();
                    result.value();
                  }) {  // mcp::Result
      ResourceListWriter<std::remove_cvref_t<decltype(result.value())>>::write(call, result.value());
    } else {
      static_assert(std::is_same_v<R, std::vector<Resource>>, "MCP_RESOURCE_LIST: return std::vector<mcp::Resource>");
      write_resource_list(call, result.data(), result.size());
    }
  }
};

}  // namespace detail
}  // namespace mcp
