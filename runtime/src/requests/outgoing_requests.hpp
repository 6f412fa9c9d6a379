// Questions to clients that wait for answers: one round of questions, and the requests that were sent to a legacy
// client.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace mcp::protocol {

/// Is notified when a round of questions was answered.
class Waiter {
 public:
  /// Called once, on any thread, without locks held.
  virtual void wake() noexcept = 0;

 protected:
  ~Waiter() = default;
};

/// The answer to one question.
struct ClientReply {
  bool failed = false;
  int code = 0;      // of a failed question; 0: there was no answer
  std::string text;  // the result as JSON; of a failed question an error text
};

/// A round: questions that were asked together, by the names of their answers. Thread-safe.
class PendingReplies {
 public:
  /// `waiter` must live until it is woken.
  PendingReplies(Waiter& waiter, std::vector<std::string> names);
  PendingReplies(const PendingReplies&) = delete;
  PendingReplies& operator=(const PendingReplies&) = delete;

  /// Allows the waiter to be woken, possibly before this returns. The waiter calls it last, before it suspends.
  void activate();

  /// Stores an answer; the last one wakes the waiter. Returns false if that question is not open.
  bool answer(std::string_view name, ClientReply reply);
  /// Wakes the waiter now, unless it was woken already.
  void cancel_pending() noexcept;
  /// The same. Open questions get a failure with the text `why`.
  void fail_pending(std::string_view why);
  /// Whether the question is open.
  [[nodiscard]] bool waits_for(std::string_view name) const;

  /// The answers by name. Only the woken waiter may call it.
  [[nodiscard]] std::map<std::string, ClientReply, std::less<>> take_replies();

 private:
  void wake_if_due(std::unique_lock<std::mutex>& lock) noexcept;

  mutable std::mutex mutex_;
  Waiter* waiter_;  // null: it was woken
  bool armed_ = false;
  bool due_ = false;
  std::set<std::string, std::less<>> open_;
  std::map<std::string, ClientReply, std::less<>> replies_;
};

/// The open requests to one legacy client, by id. Thread-safe.
class OutgoingRequests {
 public:
  OutgoingRequests() = default;
  /// For the client that replaces the client of `before` on the same connection. Ids continue, so that none is used
  /// twice.
  explicit OutgoingRequests(const OutgoingRequests& before);
  OutgoingRequests& operator=(const OutgoingRequests&) = delete;

  /// Ids go on from `first`: other servers send to the same client. Before the first request.
  void start_at(std::int64_t first);
  /// Adds a question of `pending` and returns the id of its request. If close() was called, cancels `pending` at once.
  [[nodiscard]] std::int64_t expect(const std::shared_ptr<PendingReplies>& pending, std::string_view name);
  /// Passes on a response. `id` is JSON; unknown ids are ignored.
  void answer(std::string_view id, ClientReply reply);
  /// Removes a request whose answer is no longer awaited. Returns false if it was answered already.
  bool forget(std::int64_t id);
  /// Fails all open questions, and all that are added later, with the text `why`.
  void fail_pending(std::string_view why);
  /// Whether that was called. Then nothing may be sent to the client.
  [[nodiscard]] bool is_given_up() const;

 private:
  struct Open {
    std::weak_ptr<PendingReplies> pending;
    std::string name;
  };

  mutable std::mutex mutex_;
  std::int64_t next_ = 1;
  std::string given_up_;                           // the text of the failure; empty: still open
  std::map<std::string, Open, std::less<>> open_;  // by id
};

}  // namespace mcp::protocol
