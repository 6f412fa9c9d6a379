// Pages of resources/list whose last entries come from functions, and other parts of answers about resources.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <mcp/codec/writer.hpp>
#include <mcp/protocol/errors.hpp>
#include <mcp/registry/descriptor.hpp>
#include <mcp/revision.hpp>

namespace mcp::protocol {

/// Entries that functions gave on one page.
inline constexpr std::size_t kProvidedEntries = 100;

/// Appends the members of a ListResourcesResult: those of `page`, which has no cursor, with the entries from `first`
/// on.
void write_resource_page(std::string_view page, std::span<const std::string_view> entries, std::size_t first,
                         Writer& to);

/// The entry that a cursor of write_resource_page() leads to; nothing if it is none.
[[nodiscard]] std::optional<std::size_t> entry_of_cursor(std::string_view cursor) noexcept;

/// Appends what a cacheable result carries beside its members (2026-07-28, server/utilities/caching).
void write_caching(const detail::Caching& caching, Writer& to);

/// The error for a resource that does not exist, and its data.
[[nodiscard]] ErrorCode not_found(Revision revision) noexcept;
[[nodiscard]] std::string uri_data(std::string_view uri);

}  // namespace mcp::protocol
