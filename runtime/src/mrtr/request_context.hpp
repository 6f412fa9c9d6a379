// What one request's handler can reach through its Context: who asks, where reports go, what was asked of the client
// and what it answered.
//
// Reporting is thread-safe. Questions, and what is kept, belong to the thread that runs the handler; between two runs
// nobody touches them.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include <mcp/codec/value.hpp>
#include <mcp/codec/writer.hpp>
#include <mcp/context.hpp>
#include <mcp/log_level.hpp>
#include <mcp/revision.hpp>

#include "jsonrpc/message_sink.hpp"
#include "mrtr/request_state.hpp"
#include "requests/client.hpp"
#include "requests/outgoing_requests.hpp"
#include "requests/session.hpp"

namespace mcp::protocol {

struct CallEnvironment;

/// Thrown to leave a handler that waits for an answer. No std::exception, so that a handler's own catch lets it pass.
struct Suspended {};

/// Lets so many things through at once, and so many a second then. Not thread-safe.
class Throttle {
 public:
  Throttle(std::chrono::nanoseconds interval, unsigned burst) : interval_(interval), burst_(burst) {}
  [[nodiscard]] bool take(std::chrono::steady_clock::time_point now) noexcept;
  void refill() noexcept { full_at_ = {}; }

 private:
  std::chrono::nanoseconds interval_;
  unsigned burst_;
  std::chrono::steady_clock::time_point full_at_{};  // when the whole burst is there again
};

/// A question that has no answer yet, ready to be sent.
struct OpenQuestion {
  std::string key;     // the handler's
  std::string name;    // what the client answers by: the key, or in a task one that was never used before
  std::string method;  // "elicitation/create"
  std::string params;  // JSON
  std::string digest;  // of what is asked
};

class RequestContext {
 public:
  explicit RequestContext(const CallEnvironment& environment) : environment_(environment) {}
  RequestContext(const RequestContext&) = delete;
  RequestContext& operator=(const RequestContext&) = delete;

  /// Whether a handler may ask at all: those of completions and lists may not, nor those that use their arguments up.
  enum class Asking : unsigned char { Allowed, Forbidden, Unrepeatable };

  /// A request comes in, on the receiving thread; copies what will be needed of it. `retry` has no problem.
  void begin(const Request& request, Asking asking, const Retry& retry = {});
  /// Whether a state came back with the request that was not taken over yet.
  [[nodiscard]] bool has_state() const noexcept { return has_state_; }
  /// Checks it and takes it over, if there is one; a problem is a bad parameter. `single_use`: each state counts once,
  /// and answers without one do not. Throws ToolError if there is no room to remember that it was used.
  [[nodiscard]] std::string_view resume(const StateSubject& subject, bool single_use);
  /// The handler is about to run, once more maybe, with these answers.
  void start_run(std::map<std::string, ClientReply, std::less<>> replies);
  /// From now on reports are dropped: the answer goes out next, or went.
  void close() noexcept;
  /// Forgets everything; keeps memory.
  void clear() noexcept;

  // For Context; on any thread.
  void progress(double done, std::optional<double> total, std::string_view message);
  void log(LogLevel level, std::string_view json, std::string_view logger);
  [[nodiscard]] bool wants(LogLevel level) const noexcept;
  [[nodiscard]] const nlohmann::json& meta();
  [[nodiscard]] const Client& client() const noexcept { return legacy_ ? legacy_->facts : client_; }
  [[nodiscard]] std::string_view principal() const noexcept { return principal_; }
  /// The address of the peer; empty: there is but one.
  [[nodiscard]] std::string_view peer() const noexcept { return peer_; }
  [[nodiscard]] TraceContext trace_context();

  // For Context; on the handler's thread.
  void resolve(detail::Question* questions, std::size_t count);
  [[nodiscard]] bool recall(std::string_view key, const void* tag, void* value);
  void keep(std::string_view key, const void* tag, const void* value);
  /// Of a form.
  [[nodiscard]] ElicitAction read_form(const detail::Question& question, void* value) const;

  // After a run.
  [[nodiscard]] const std::vector<OpenQuestion>& open_questions() const noexcept { return open_; }
  /// Appends the own members of an InputRequiredResult. Throws ToolError if what is kept has become too much.
  void write_input_required(Writer& to, const StateSubject& subject) const;
  /// Appends `{"key":{"method":…,"params":…},…}`.
  void write_input_requests(Writer& to) const;

  [[nodiscard]] const CallEnvironment& environment() const noexcept { return environment_; }
  [[nodiscard]] Revision revision() const noexcept { return revision_; }
  [[nodiscard]] LegacyClient* legacy() const noexcept { return legacy_.get(); }
  [[nodiscard]] bool knows_tasks() const noexcept { return knows_tasks_; }

  /// The call has become a task: progress is its status, nothing else is reported, and names of questions are never
  /// used twice.
  void become_task(std::string id);
  [[nodiscard]] const std::string& task() const noexcept { return task_; }
  /// How start_task() makes it one; on the handler's thread. Null: it cannot.
  std::function<void()> start_task;

 private:
  struct Kept {
    std::string digest;
    std::string json;
    bool failed = false;  // of a legacy client: an error, with `json` a message for people
    int code = 0;
  };

  void notify(std::string_view method, const Writer& params);
  void read_modern(const Request& request);
  /// By the clock that goes for states of that subject.
  [[nodiscard]] std::chrono::system_clock::time_point now_for(const StateSubject& subject) const;
  [[nodiscard]] bool find_answer(detail::Question& question, const std::string& digest, bool again);
  [[nodiscard]] std::string wire_name(std::string_view key);

  const CallEnvironment& environment_;
  Revision revision_{};
  Asking asking_ = Asking::Forbidden;
  std::shared_ptr<LegacyClient> legacy_;  // null: modern
  Client client_;                         // of a modern request
  bool knows_tasks_ = false;
  std::optional<LogLevel> log_level_;  // of a modern request
  std::string principal_;
  std::string peer_;
  std::string meta_text_;  // empty: none
  std::shared_ptr<const nlohmann::json> meta_;
  std::string progress_token_;  // JSON; empty: none
  std::string state_;           // requestState, as it came
  bool has_state_ = false;

  std::mutex reporting_;
  MessageSink* outlet_ = nullptr;  // null: nobody listens
  std::optional<double> last_progress_;
  Throttle progress_throttle_{std::chrono::milliseconds(20), 32};
  Throttle log_throttle_{std::chrono::milliseconds(10), 128};
  std::string task_;

  unsigned round_ = 0;
  std::map<std::string, Kept, std::less<>> kept_;            // answers, by key
  std::map<std::string, std::string, std::less<>> values_;   // of once(), as JSON
  std::map<std::string, std::string, std::less<>> replies_;  // that came with this request and are not judged
  std::map<std::string, std::string, std::less<>> asked_;    // digests of what was asked in the last round
  std::map<std::string, unsigned, std::less<>> attempts_;    // answers that could not be used, by key
  std::map<std::string, std::string, std::less<>> refused_;  // in this run: why, by key
  std::map<std::string, std::string, std::less<>> seen_;     // digests of what this run asked
  std::set<std::string, std::less<>> used_names_;            // of a task: by which questions were sent
  std::vector<OpenQuestion> open_;
};

}  // namespace mcp::protocol
