// Where in a JSON value a codec is, as a chain of steps on the stack: costs two stores, is rendered only for an error.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mcp {

/// One step into a value: a member by name, or an element by index when `name.data()` is null.
struct PathStep {
  const PathStep* parent;
  std::string_view name;
  std::size_t index;
};

/// The path in the way JSONPath spells it: `$.items[3].price`; names that are no identifiers as `['a b']`. The
/// middle of a very long one is left out.
[[nodiscard]] std::string render_path(const PathStep* last);

// g++ 12 sees the address of a local stored, and not that the destructor takes it back.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdangling-pointer"
#endif

/// Stands at a step for the life of a scope. `Owner` is Decoder or Writer.
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

  /// Moves on to another element of the same list.
  void set_index(std::size_t index) noexcept { step_.index = index; }
  /// Moves on to another member of the same object.
  void set_name(std::string_view name) noexcept { step_.name = name; }

 private:
  Owner& owner_;
  PathStep step_;
};

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

}  // namespace mcp
