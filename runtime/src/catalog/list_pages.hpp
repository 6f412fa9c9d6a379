// A list as one revision sees it, rendered in pages.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <mcp/registry/descriptor.hpp>
#include <mcp/revision.hpp>

namespace mcp::protocol {

/// The lists that clients ask for.
enum class List : unsigned char { Tools, Resources, ResourceTemplates, Prompts };
inline constexpr std::size_t kListCount = 4;

/// What stands in a list for one item.
struct ListEntry {
  std::string_view name;                // what the list is sorted by
  detail::VersionedObject object = {};  // of an item that was declared
  std::string_view json = {};           // of one that was added
};

/// Immutable after construction; any number of threads may read. Keeps nothing of what it was made of.
class ListPages {
 public:
  /// `entries` are those of `revision`, in their order; `page_size` is how many a page has, at least one.
  ListPages(List list, Revision revision, std::span<const ListEntry> entries, std::size_t page_size);

  /// Members of a result, `"tools":[…],"nextCursor":"…"`: the page of that cursor, without one the first. Nothing if
  /// there is no such page. A cursor names the page and the contents of the list, so that one of another build of the
  /// server, or from before a change, is refused instead of skipping entries.
  [[nodiscard]] std::optional<std::string_view> find(std::optional<std::string_view> cursor) const noexcept;

 private:
  struct Page {
    std::string cursor;  // empty: the first
    std::string body;
  };
  std::vector<Page> pages_;  // at least one
};

}  // namespace mcp::protocol
