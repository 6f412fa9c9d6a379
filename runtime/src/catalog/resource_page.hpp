// Pages of resources/list whose last entries come from functions, and other parts of answers about resources.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <mcp/codec/writer.hpp>
#include <mcp/registry/descriptor.hpp>
#include <mcp/revision.hpp>

#include "jsonrpc/errors.hpp"

namespace mcp::protocol {

/// Entries that functions gave on one page.
inline constexpr std::size_t kProvidedEntries = 100;

/// Appends the members of a ListResourcesResult: those of `page`, which has no cursor, with the first entries; or,
/// where `after` is the URI of an entry, the entries behind that one. False if there is no such entry: then nothing is
/// written. A cursor names the last entry of its page, so that entries that come and go before it move nothing.
[[nodiscard]] bool write_resource_page(std::string_view page, std::span<const std::string_view> entries,
                                       std::string_view after, Writer& to);

/// The URI that a cursor of write_resource_page() names; nothing if it is none.
[[nodiscard]] std::optional<std::string_view> uri_of_cursor(std::string_view cursor) noexcept;

/// Appends what a cacheable result carries beside its members (2026-07-28, server/utilities/caching).
void write_caching(const detail::Caching& caching, Writer& to);

/// The error for a resource that does not exist, and its data.
[[nodiscard]] ErrorCode not_found(Revision revision) noexcept;
[[nodiscard]] std::string uri_data(std::string_view uri);

}  // namespace mcp::protocol
