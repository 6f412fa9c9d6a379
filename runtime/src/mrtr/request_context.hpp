// What one request's handler can reach through its Context.
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "mrtr/call_environment.hpp"
#include "mrtr/reporter.hpp"
#include "mrtr/request_facts.hpp"
#include "mrtr/round_trips.hpp"
#include "requests/session.hpp"

namespace mcp::protocol {

/// Reused from request to request. Facts and reports are for any thread, the rounds for the thread that runs the
/// handler.
class RequestContext {
 public:
  explicit RequestContext(const CallEnvironment& environment)
      : environment_(environment), reporter_(facts_, environment.tasks), rounds_(environment, facts_) {}
  RequestContext(const RequestContext&) = delete;
  RequestContext& operator=(const RequestContext&) = delete;

  /// A request comes in, on the receiving thread; copies what will be needed of it. `retry` has no problem.
  void begin(const Request& request, Asking asking, const Retry& retry = {}) {
    clear();
    facts_.read(request);
    reporter_.open(*request.reply);
    rounds_.begin(asking, retry);
  }
  /// Forgets everything; keeps memory.
  void clear() noexcept {
    facts_.clear();
    reporter_.clear();
    rounds_.clear();
    start_task = nullptr;
  }
  void become_task(std::string id) {
    rounds_.become_task();
    reporter_.become_task(std::move(id));
  }

  [[nodiscard]] const CallEnvironment& environment() const noexcept { return environment_; }
  [[nodiscard]] RequestFacts& facts() noexcept { return facts_; }
  [[nodiscard]] Reporter& reporter() noexcept { return reporter_; }
  [[nodiscard]] RoundTrips& rounds() noexcept { return rounds_; }

  /// How Context::start_task() makes the call a task; on the handler's thread. Null: it cannot.
  std::function<void()> start_task;

 private:
  const CallEnvironment& environment_;
  RequestFacts facts_;
  Reporter reporter_;
  RoundTrips rounds_;
};

}  // namespace mcp::protocol
