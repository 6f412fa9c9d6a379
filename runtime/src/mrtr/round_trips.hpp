// What a handler asked its client, what came back, and what it keeps meanwhile: the rounds of one request, whether its
// client has a session or sends the request again with answers (2026-07-28, basic/patterns/mrtr).
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <mcp/codec/writer.hpp>
#include <mcp/context.hpp>
#include <mcp/used_states.hpp>

#include "mrtr/open_question.hpp"
#include "mrtr/request_facts.hpp"
#include "mrtr/request_state.hpp"
#include "requests/outgoing_requests.hpp"

namespace mcp::protocol {

struct CallEnvironment;

/// Thrown to leave a handler that waits for an answer. No std::exception, so that a handler's own catch lets it pass.
struct Suspended {};

/// Whether a handler may ask at all: those of completions and lists may not, nor those that use their arguments up.
enum class Asking : unsigned char { Allowed, Forbidden, Unrepeatable };

/// For the thread that runs the handler; between two runs nobody touches it. `environment` and `facts` outlive it.
class RoundTrips {
 public:
  RoundTrips(const CallEnvironment& environment, const RequestFacts& facts) noexcept
      : environment_(environment), facts_(facts) {}
  RoundTrips(const RoundTrips&) = delete;
  RoundTrips& operator=(const RoundTrips&) = delete;

  /// A request came in; copies what `retry` brought, which has no problem.
  void begin(Asking asking, const Retry& retry);
  /// Whether a state came back with the request that was not taken over yet.
  [[nodiscard]] bool has_state() const noexcept { return state_.has_value(); }
  /// Checks that state and takes it over, if there is one; a problem is a bad parameter. `single_use`: each state
  /// counts once, and answers without one do not. Throws ToolError if it cannot be recorded that the state was used.
  [[nodiscard]] std::string_view resume(const StateSubject& subject, bool single_use);
  /// The handler is about to run once more, with these answers.
  void start_run(std::map<std::string, ClientReply, std::less<>> replies);
  /// The call has become a task: no name of a question is used twice from now on.
  void become_task() { used_names_.emplace(); }
  /// For the next request.
  void clear() noexcept;

  // For Context.

  /// Sets the answers of all questions, or throws: Suspended if some are open, ToolError, ClientError,
  /// MissingCapability and std::logic_error as <mcp/context.hpp> says.
  void resolve(detail::Question* questions, std::size_t count);
  /// The answer to a form or an address.
  [[nodiscard]] ElicitAction read_form(const detail::Question& question, void* value) const;
  /// What once() kept under that key; false if there is nothing.
  [[nodiscard]] bool recall(std::string_view key, const void* tag, void* value);
  void keep(std::string_view key, const void* tag, const void* value);

  // After a run.

  [[nodiscard]] const std::vector<OpenQuestion>& open_questions() const noexcept { return open_; }
  /// Appends the own members of an InputRequiredResult. Throws ToolError if what is kept has become too much.
  void write_input_required(Writer& to, const StateSubject& subject) const;

 private:
  struct Kept {
    std::string digest;
    std::string json;
    bool failed = false;  // of a legacy client: an error, with `json` a message for people
    int code = 0;
  };

  /// By the clock that goes for states of that subject.
  [[nodiscard]] std::chrono::system_clock::time_point now_for(const StateSubject& subject) const;
  /// Marks the state as used. Throws ToolError if the record of used states cannot be reached.
  [[nodiscard]] StateUse use_once(const RequestState& state, std::chrono::system_clock::time_point now) const;
  [[nodiscard]] bool find_answer(detail::Question& question, const std::string& digest, bool again);
  [[nodiscard]] std::string wire_name(std::string_view key);
  void check_may_ask() const;
  /// Appends `{"key":{"method":…,"params":…},…}`.
  void write_input_requests(Writer& to) const;

  const CallEnvironment& environment_;
  const RequestFacts& facts_;
  Asking asking_ = Asking::Forbidden;
  std::optional<std::string> state_;  // requestState, as it came

  unsigned round_ = 0;
  std::map<std::string, Kept, std::less<>> kept_;                 // answers, by key
  std::map<std::string, std::string, std::less<>> values_;        // of once(), as JSON
  std::map<std::string, std::string, std::less<>> replies_;       // that came with this request and are not judged
  std::map<std::string, std::string, std::less<>> asked_;         // digests of what was asked in the last round
  std::map<std::string, unsigned, std::less<>> attempts_;         // answers that could not be used, by key
  std::map<std::string, std::string, std::less<>> refused_;       // in this run: why, by key
  std::map<std::string, std::string, std::less<>> seen_;          // digests of what this run asked
  std::optional<std::set<std::string, std::less<>>> used_names_;  // of a task: by which questions were sent
  std::vector<OpenQuestion> open_;
};

}  // namespace mcp::protocol
