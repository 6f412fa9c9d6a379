// Questions to clients whose answers are awaited: a round of them, and the line to a legacy client that answers come in
// by.
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

/// Who waits for the answers to some questions.
class Waiter {
 public:
  /// Once, on any thread, without locks.
  virtual void wake() noexcept = 0;

 protected:
  ~Waiter() = default;
};

/// What came back for one question.
struct ClientReply {
  bool failed = false;
  int code = 0;      // of a failed one; 0: there was no answer
  std::string text;  // the result as JSON; of a failed one a message for people
};

/// Questions that were asked together, by the names that answers come back with. Thread-safe.
class PendingReplies {
 public:
  /// `waiter` lives until it is woken.
  PendingReplies(Waiter& waiter, std::vector<std::string> names);
  PendingReplies(const PendingReplies&) = delete;
  PendingReplies& operator=(const PendingReplies&) = delete;

  /// From now on the waiter may be woken, which may happen at once: the last that it does before it sleeps.
  void activate();

  /// Takes an answer; the last one wakes the waiter. False if that question is not open.
  bool answer(std::string_view name, ClientReply reply);
  /// Wakes the waiter now, unless that has happened.
  void cancel_pending() noexcept;
  /// The same; what is open is answered by a failure that says `why`.
  void fail_pending(std::string_view why);
  /// Whether the question is open.
  [[nodiscard]] bool waits_for(std::string_view name) const;

  /// What came, by name. For the waiter, once awake.
  [[nodiscard]] std::map<std::string, ClientReply, std::less<>> take_replies();

 private:
  void wake_if_due(std::unique_lock<std::mutex>& lock) noexcept;

  mutable std::mutex mutex_;
  Waiter* waiter_;  // null: woken
  bool armed_ = false;
  bool due_ = false;
  std::set<std::string, std::less<>> open_;
  std::map<std::string, ClientReply, std::less<>> replies_;
};

/// The ids of requests that went to one legacy client. Thread-safe.
class OutgoingRequests {
 public:
  OutgoingRequests() = default;
  /// That of the client that took the place of `before`'s, on the same way: no id is used again.
  explicit OutgoingRequests(const OutgoingRequests& before);
  OutgoingRequests& operator=(const OutgoingRequests&) = delete;

  /// The id for a question of `pending`, whose answer is awaited from now on; where none comes any more, the questions
  /// are given up at once.
  [[nodiscard]] std::int64_t expect(const std::shared_ptr<PendingReplies>& pending, std::string_view name);
  /// A response came. `id` is JSON; ids that nobody awaits are ignored.
  void answer(std::string_view id, ClientReply reply);
  /// Nobody awaits that answer any more; false if it has come.
  bool forget(std::int64_t id);
  /// No answer comes any more: all that is open, and what is asked from now on, is answered by a failure that says
  /// `why`.
  void fail_pending(std::string_view why);
  /// Whether that was called: then nothing is to be sent to the client.
  [[nodiscard]] bool is_given_up() const;

 private:
  struct Open {
    std::weak_ptr<PendingReplies> pending;
    std::string name;
  };

  mutable std::mutex mutex_;
  std::int64_t next_ = 1;
  std::string given_up_;                           // why; empty: it is not
  std::map<std::string, Open, std::less<>> open_;  // by id
};

}  // namespace mcp::protocol
