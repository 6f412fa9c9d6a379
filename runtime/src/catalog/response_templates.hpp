// The parts of answers that are the same for every request, rendered once per revision.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <mcp/codec/writer.hpp>
#include <mcp/revision.hpp>

#include "base/once.hpp"
#include "catalog/catalog.hpp"
#include "jsonrpc/message_writer.hpp"

namespace mcp {
class Server;
}

namespace mcp::protocol {

/// What a server may declare; methods of what it does not are unknown.
enum class Capability : unsigned char { None, Tools, Resources, Prompts, Completions, Logging, Tasks };

/// Immutable after construction, but for what the server's catalog gains; any number of threads may read. The server
/// outlives it.
class ResponseTemplates {
 public:
  explicit ResponseTemplates(const Server& server);

  /// Appends a result up to its first own member.
  void begin_result(Writer& to, std::string_view id, Revision revision) const {
    to.raw(kResponseHead);
    to.raw(id);
    to.raw(shape(revision).head);
  }
  /// The same for modern results of another type: a task that the request became, questions to the client.
  void begin_task(Writer& to, std::string_view id) const { begin_modern(to, id, "task"); }
  void begin_input_required(Writer& to, std::string_view id) const { begin_modern(to, id, "input_required"); }
  /// Appends what follows the last own member.
  void end_result(Writer& to, Revision revision) const {
    std::string_view tail = shape(revision).tail;
    if (to.view().ends_with(',')) tail.remove_prefix(1);  // there is no own member
    to.raw(tail);
  }
  /// The result object in a whole response to the request `id`.
  [[nodiscard]] static std::string_view result_of(std::string_view response, std::string_view id) noexcept {
    return content_of(response, id, kResult.size());
  }
  /// The error object in a whole error response.
  [[nodiscard]] static std::string_view error_of(std::string_view response, std::string_view id) noexcept {
    return content_of(response, id, kError.size());
  }

  /// The own members of an InitializeResult; `revision` is legacy.
  [[nodiscard]] std::string_view initialize(Revision revision) const { return opening(revision); }
  /// The own members of a DiscoverResult; `revision` is modern.
  [[nodiscard]] std::string_view discover(Revision revision) const { return opening(revision); }
  /// The server's Implementation object.
  [[nodiscard]] std::string_view server_info(Revision revision) const noexcept;
  /// What a DiscoverResult, or the page of a list, carries beside its members: empty in legacy revisions.
  /// `is_retry`: nobody may keep what answers a request that brought answers.
  [[nodiscard]] std::string_view caching(Revision revision, bool is_retry) const noexcept;
  [[nodiscard]] std::string_view caching(List list, Revision revision, bool is_retry) const noexcept;

  /// Whether the server has that in that revision: it was declared, or added since.
  [[nodiscard]] bool has(Capability capability, Revision revision) const;

 private:
  static constexpr std::string_view kResult = R"(,"result":)";
  static constexpr std::string_view kError = R"(,"error":)";
  /// Sets of what was gained while running have a bit for each: tools, resources, prompts.
  static constexpr std::size_t kOpenings = 8;

  struct Shape {
    std::string head;         // from behind the id to the first own member
    std::string tail;         // from the last own member to the end
    std::string server_info;  // an Implementation object
    /// Own members of initialize or server/discover, by what was gained.
    std::array<std::string, kOpenings> openings;
    /// What is there, by what was gained: a bit for each Capability.
    std::array<unsigned, kOpenings> capabilities{};
  };
  [[nodiscard]] const Shape& shape(Revision revision) const noexcept {
    return shapes_[static_cast<std::size_t>(revision)];
  }
  [[nodiscard]] std::size_t gained() const;
  [[nodiscard]] std::string_view opening(Revision revision) const;
  [[nodiscard]] std::string opening_with(Revision revision, std::string_view capabilities) const;
  /// Fills in `openings` and `capabilities`.
  void render(std::size_t first, std::size_t last) const;
  static void begin_modern(Writer& to, std::string_view id, std::string_view type);
  [[nodiscard]] static std::string_view content_of(std::string_view response, std::string_view id,
                                                   std::size_t key) noexcept {
    const std::size_t head = kResponseHead.size() + id.size() + key;
    return response.size() > head ? response.substr(head, response.size() - head - 1) : std::string_view();
  }

  const detail::ServerDescriptor& descriptor_;
  const Catalog& catalog_;
  mutable std::vector<Shape> shapes_;  // by revision
  mutable Once all_rendered_;
};

}  // namespace mcp::protocol
