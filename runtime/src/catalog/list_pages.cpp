#include "catalog/list_pages.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <utility>

#include <mcp/spec/fingerprint.hpp>

#include "registry/versioned_object.hpp"

namespace mcp::protocol {

namespace {

std::string_view member_of(List list) {
  constexpr std::array<std::string_view, kListCount> kMembers = {"tools", "resources", "resourceTemplates", "prompts"};
  return kMembers[static_cast<std::size_t>(list)];
}

/// The texts of entries, one behind the other, and where each ends.
struct Texts {
  std::string all;
  std::vector<std::size_t> ends;

  [[nodiscard]] std::string_view of(std::size_t entry) const {
    const std::size_t start = entry == 0 ? 0 : ends[entry - 1];
    return std::string_view(all).substr(start, ends[entry] - start);
  }
};

Texts texts_of(std::span<const ListEntry> entries, Revision revision) {
  Texts texts;
  for (const ListEntry& entry : entries) {
    if (entry.json.empty()) {
      detail::append_object(entry.object, revision, texts.all);
    } else {
      texts.all += entry.json;
    }
    texts.ends.push_back(texts.all.size());
  }
  return texts;
}

std::string cursor_of(std::string_view member, std::uint64_t fingerprint, std::size_t page) {
  std::array<char, 16> digits{};
  const char* const end = std::to_chars(digits.begin(), digits.end(), fingerprint, 16).ptr;
  const std::string_view hash(digits.begin(), end);
  return std::string(member).append("-").append(hash).append("-").append(std::to_string(page));
}

}  // namespace

ListPages::ListPages(List list, Revision revision, std::span<const ListEntry> entries, std::size_t page_size) {
  const std::string_view member = member_of(list);
  const Texts texts = texts_of(entries, revision);
  // Most lists have one page, and need no cursor.
  const std::uint64_t fingerprint = entries.size() > page_size ? spec::fingerprint(texts.all) : 0;
  std::size_t next = 0;
  do {
    Page page;
    if (next != 0) page.cursor = cursor_of(member, fingerprint, pages_.size());
    page.body.append("\"").append(member).append("\":[");
    const std::size_t last = std::min(next + page_size, entries.size());
    for (std::size_t i = next; i < last; ++i) {
      if (i != next) page.body += ',';
      page.body += texts.of(i);
    }
    page.body += ']';
    next = last;
    if (next < entries.size()) {
      page.body.append(R"(,"nextCursor":")").append(cursor_of(member, fingerprint, pages_.size() + 1)).append("\"");
    }
    pages_.push_back(std::move(page));
  } while (next < entries.size());
}

std::optional<std::string_view> ListPages::find(std::optional<std::string_view> cursor) const noexcept {
  if (!cursor) return pages_.front().body;
  for (std::size_t i = 1; i < pages_.size(); ++i) {
    if (pages_[i].cursor == *cursor) return pages_[i].body;
  }
  return std::nullopt;
}

}  // namespace mcp::protocol
