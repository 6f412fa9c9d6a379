#include "catalog/resource_page.hpp"

#include <algorithm>

#include "codec/document.hpp"
#include "jsonrpc/message.hpp"

namespace mcp::protocol {

namespace {

constexpr std::string_view kCursor = "after ";

/// What an entry starts with: its URI comes first (see write_resource_list()).
std::string start_of_entry(std::string_view uri) {
  Writer start;
  start.raw(R"({"uri":)");
  start.string(uri);
  return std::string(start.view());
}

}  // namespace

bool write_resource_page(std::string_view page, std::span<const std::string_view> entries, std::string_view after,
                         Writer& to) {
  std::size_t first = 0;
  if (!after.empty()) {
    const std::string start = start_of_entry(after);
    // The last one of that name: functions that repeat themselves must not keep a client on one page.
    first = entries.size();
    while (first > 0 && !entries[first - 1].starts_with(start)) --first;
    if (first == 0) return false;
  }
  const std::size_t last = std::min(first + kProvidedEntries, entries.size());
  // The page ends with the bracket of its list.
  to.raw(after.empty() ? page.substr(0, page.size() - 1) : std::string_view(R"("resources":[)"));
  bool comma = after.empty() && !page.ends_with("[]");
  for (std::size_t i = first; i < last; ++i) {
    if (comma) to.raw(',');
    comma = true;
    to.raw(entries[i]);
  }
  to.raw(']');
  if (last >= entries.size()) return true;
  Document entry;
  if (!entry.parse_copy(entries[last - 1]).empty()) return true;  // a writer that failed
  to.raw(R"(,"nextCursor":)");
  to.string(std::string(kCursor).append(text_member(entry.root(), "uri")));
  return true;
}

std::optional<std::string_view> uri_of_cursor(std::string_view cursor) noexcept {
  if (!cursor.starts_with(kCursor) || cursor.size() == kCursor.size()) return std::nullopt;
  return cursor.substr(kCursor.size());
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
