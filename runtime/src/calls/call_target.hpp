// What a call runs: a method of the protocol, and the handler or list behind it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <mcp/registry/handler.hpp>

#include "base/log_sink.hpp"
#include "catalog/catalog.hpp"

namespace mcp::protocol {

/// A method that runs a handler: a row for each.
struct CallMethod {
  std::string_view name;         ///< on the wire
  std::string_view noun;         ///< for the log: "tool add"
  bool fails_in_result = false;  ///< a failure is a result that tells the model why; else it is an error of JSON-RPC
  bool may_ask = false;          ///< the handler may ask the client
};
inline constexpr CallMethod kCallTool{.name = "tools/call", .noun = "tool", .fails_in_result = true, .may_ask = true};
inline constexpr CallMethod kGetPrompt{.name = "prompts/get", .noun = "prompt", .may_ask = true};
inline constexpr CallMethod kReadResource{.name = "resources/read", .noun = "resource", .may_ask = true};
inline constexpr CallMethod kComplete{.name = "completion/complete", .noun = "completion"};
inline constexpr CallMethod kListResources{.name = "resources/list", .noun = "list of resources"};

/// Written by the receiving thread before the call starts.
class CallTarget {
 public:
  /// A call of `handler`, which outlives the call or belongs to what hold() was given.
  void set(const CallMethod& method, const BoundHandler& handler);
  /// Of resources/read: the resource. Keeps a copy of `uri`.
  void set_resource(std::string_view uri, const Feature& resource);
  /// Of resources/list: `page` is the page that was asked for, where the first entries are to be added; or the page is
  /// made of the entries behind the one with the URI `after`.
  void set_list(const Catalog& catalog, ListPage page, std::string_view after);
  /// What the handler belongs to lives until release().
  void hold(std::shared_ptr<const Feature>&& feature) noexcept {
    if (feature.use_count() != 0) held_ = std::move(feature);
  }
  /// The call is over.
  void release() noexcept {
    page_ = {};
    if (held_ != nullptr) held_.reset();
  }
  /// The slot is free: long texts give their memory back.
  void trim() noexcept;

  [[nodiscard]] const CallMethod& method() const noexcept { return *method_; }
  [[nodiscard]] bool is_list() const noexcept { return method_ == &kListResources; }
  [[nodiscard]] bool is_resource() const noexcept { return method_ == &kReadResource; }
  /// Null for a list, which runs several.
  [[nodiscard]] const detail::Handler* handler() const noexcept { return bound_.handler; }
  [[nodiscard]] void* object() const noexcept { return bound_.object; }
  [[nodiscard]] std::string_view name() const noexcept { return bound_.name; }
  [[nodiscard]] LatencyHistory* history() const noexcept { return bound_.history; }
  /// Of the program, that runs it; null: the server's own threads do.
  [[nodiscard]] const ExecutorBinding* executor() const noexcept { return bound_.executor; }
  /// "tool add", for the log.
  [[nodiscard]] std::string text() const { return std::string(method_->noun) + ' ' + std::string(bound_.name); }
  /// Milliseconds; 0: none. That of a list is the shortest of its providers'.
  [[nodiscard]] std::uint32_t timeout_ms() const noexcept {
    return bound_.handler != nullptr ? bound_.handler->timeout_ms : list_timeout_ms_;
  }
  /// Whether the handler looks at its stop token.
  [[nodiscard]] bool is_stoppable() const noexcept;
  /// Whether the handler takes a Context, or may become a task.
  [[nodiscard]] bool has_context() const noexcept;

  // Of resources/read.
  [[nodiscard]] const std::string& uri() const noexcept { return uri_; }
  [[nodiscard]] const detail::Subject& subject() const noexcept { return subject_; }
  [[nodiscard]] const detail::Caching& caching() const noexcept { return caching_; }

  // Of resources/list.
  [[nodiscard]] const ListPage& page() const noexcept { return page_; }
  [[nodiscard]] const std::string& after() const noexcept { return after_; }

 private:
  const CallMethod* method_ = &kCallTool;
  BoundHandler bound_{};
  std::shared_ptr<const void> held_;

  std::string uri_;
  detail::Subject subject_{};
  detail::Caching caching_{};

  ListPage page_{};
  std::string after_;
  std::uint32_t list_timeout_ms_ = 0;
};

/// Says in the log what became of a call: "tool add was cancelled by its client: …".
void log_problem(LogSink& log, const CallTarget& target, std::string_view problem, std::string_view why) noexcept;

}  // namespace mcp::protocol
