#include "protocol/resource_page.hpp"

#include <algorithm>
#include <charconv>

namespace mcp::protocol {

namespace {

constexpr std::string_view kCursor = "provided-";

}  // namespace

void write_resource_page(std::string_view page, std::span<const std::string_view> entries, std::size_t first,
                         Writer& to) {
  const std::size_t last = std::min(first + kProvidedEntries, entries.size());
  // The page ends with the bracket of its list.
  to.raw(first == 0 ? page.substr(0, page.size() - 1) : std::string_view(R"("resources":[)"));
  bool comma = first == 0 && !page.ends_with("[]");
  for (std::size_t i = first; i < last; ++i) {
    if (comma) to.raw(',');
    comma = true;
    to.raw(entries[i]);
  }
  to.raw(']');
  if (last >= entries.size()) return;
  to.raw(R"(,"nextCursor":")");
  to.raw(kCursor);
  to.unsigned_integer(last);
  to.raw('"');
}

std::optional<std::size_t> entry_of_cursor(std::string_view cursor) noexcept {
  if (!cursor.starts_with(kCursor)) return std::nullopt;
  cursor.remove_prefix(kCursor.size());
  std::size_t entry = 0;
  const auto [end, error] = std::from_chars(cursor.data(), cursor.data() + cursor.size(), entry);
  if (error != std::errc() || end != cursor.data() + cursor.size() || entry == 0) return std::nullopt;
  return entry;
}

void write_caching(const detail::Caching& caching, Writer& to) {
  to.raw(R"(,"ttlMs":)");
  to.unsigned_integer(caching.ttl_ms);
  to.raw(caching.is_public ? R"(,"cacheScope":"public")" : R"(,"cacheScope":"private")");
}

ErrorCode not_found(Revision revision) noexcept {
  return is_modern(revision) ? ErrorCode::InvalidParams : ErrorCode::ResourceNotFound;
}

std::string uri_data(std::string_view uri) {
  Writer data;
  data.raw(R"({"uri":)");
  data.string(to_utf8(uri));
  data.raw('}');
  return std::string(data.view());
}

}  // namespace mcp::protocol
