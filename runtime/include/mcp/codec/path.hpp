// The position of a codec in a JSON value, as a linked list of steps on the stack. A step costs two stores; the path is
// rendered only for an error.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <mcp/export.hpp>

namespace mcp {

/// One step into a value: a member by name, or an element by index when `name.data()` is null.
struct PathStep {
  const PathStep* parent;
  std::string_view name;
  std::size_t index;
};

/// The path in the syntax of JSONPath: `$.items[3].price`, with names that are not identifiers as `['a b']`. The middle
/// of a very long path is omitted.
[[nodiscard]] MCP_EXPORT std::string render_path(const PathStep* last);

// g++ 12 warns that the address of a local is stored; it does not see that the destructor removes it again.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdangling-pointer"
#endif

/// Adds a step to the path of a Decoder or Writer for the lifetime of a scope.
template <class Owner>
class PathScope {
 public:
  PathScope(Owner& owner, std::string_view member) noexcept : owner_(owner), step_{owner.path, member, 0} {
    owner.path = &step_;
  }
  PathScope(Owner& owner, std::size_t index) noexcept : owner_(owner), step_{owner.path, {}, index} {
    owner.path = &step_;
  }
  ~PathScope() { owner_.path = step_.parent; }
  PathScope(const PathScope&) = delete;
  PathScope& operator=(const PathScope&) = delete;

  /// Moves the step to another element of the same list.
  void set_index(std::size_t index) noexcept { step_.index = index; }
  /// Moves the step to another member of the same object.
  void set_name(std::string_view name) noexcept { step_.name = name; }

 private:
  Owner& owner_;
  PathStep step_;
};

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

}  // namespace mcp
