#include "protocol/resource_page.hpp"

#include <charconv>

namespace mcp::protocol {

namespace {

constexpr std::string_view kCursor = "provided-";

}  // namespace

void split_entries(std::string_view entries, std::vector<std::size_t>& ends) {
  std::size_t depth = 0;
  bool in_text = false;
  for (std::size_t at = ends.empty() ? 0 : ends.back(); at < entries.size(); ++at) {
    const char c = entries[at];
    if (in_text) {
      if (c == '\\') {
        ++at;
      } else if (c == '"') {
        in_text = false;
      }
    } else if (c == '"') {
      in_text = true;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if ((c == '}' || c == ']') && --depth == 0) {
      ends.push_back(at + 1);
    }
  }
}

void write_resource_page(std::string_view page, std::string_view entries, const std::vector<std::size_t>& ends,
                         std::size_t first, Writer& to) {
  const std::size_t last = std::min(first + kProvidedEntries, ends.size());
  // The page ends with the bracket of its list.
  to.raw(first == 0 ? page.substr(0, page.size() - 1) : std::string_view(R"("resources":[)"));
  bool comma = first == 0 && !page.ends_with("[]");
  for (std::size_t i = first; i < last; ++i) {
    const std::size_t start = i == 0 ? 0 : ends[i - 1];
    std::string_view entry = entries.substr(start, ends[i] - start);
    entry.remove_prefix(entry.find('{'));
    if (comma) to.raw(',');
    comma = true;
    to.raw(entry);
  }
  to.raw(']');
  if (last == ends.size()) return;
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
