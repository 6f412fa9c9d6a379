// The parts of answers that are the same for every request, rendered once per revision.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include <mcp/codec/writer.hpp>
#include <mcp/registry/descriptor.hpp>
#include <mcp/revision.hpp>

namespace mcp::protocol {

/// Immutable after construction; any number of threads may read. The descriptor outlives it.
class Answers {
 public:
  explicit Answers(const detail::ServerDescriptor& descriptor);

  /// Appends a result up to its first own member. Modern results need at least one.
  void begin_result(Writer& to, std::string_view id, Revision revision) const {
    to.raw(kHead);
    to.raw(id);
    to.raw(shape(revision).head);
  }
  /// Appends what follows the last own member.
  void end_result(Writer& to, Revision revision) const { to.raw(shape(revision).tail); }

  /// The own members of an InitializeResult; `revision` is legacy.
  [[nodiscard]] std::string_view initialize(Revision revision) const noexcept { return shape(revision).opening; }
  /// The own members of a DiscoverResult.
  [[nodiscard]] std::string_view discover() const noexcept { return shape(Revision::V2026_07_28).opening; }
  /// What a cacheable result carries beside its members: empty in legacy revisions.
  [[nodiscard]] std::string_view caching(Revision revision) const noexcept;

  /// The page of tools/list with that cursor (nothing: the first); nothing if there is none.
  [[nodiscard]] std::optional<std::string_view> tools_page(Revision revision,
                                                           std::optional<std::string_view> cursor) const noexcept;

  /// Whether the server declares the tools capability in that revision.
  [[nodiscard]] bool has_tools(Revision revision) const noexcept { return shape(revision).has_tools; }

 private:
  static constexpr std::string_view kHead = R"({"jsonrpc":"2.0","id":)";

  struct Shape {
    std::string head;     // from behind the id to the first own member
    std::string tail;     // from the last own member to the end
    std::string opening;  // own members of initialize or server/discover
    bool has_tools = false;
  };
  [[nodiscard]] const Shape& shape(Revision revision) const noexcept {
    return shapes_[static_cast<std::size_t>(revision)];
  }

  const detail::ServerDescriptor& descriptor_;
  std::array<Shape, kRevisionCount> shapes_;
};

}  // namespace mcp::protocol
