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

/// Who waits for a round of answers.
class Sleeper {
 public:
  /// Once per round, on any thread, without locks.
  virtual void wake() noexcept = 0;

 protected:
  ~Sleeper() = default;
};

/// What came back for one question.
struct Reply {
  bool failed = false;
  int code = 0;      // of a failed one; 0: there was no answer
  std::string text;  // the result as JSON; of a failed one a message for people
};

/// Questions that were asked together, by the names that answers come back with. Thread-safe.
class Round {
 public:
  /// `sleeper` lives until it is woken.
  Round(Sleeper& sleeper, std::vector<std::string> names);
  Round(const Round&) = delete;
  Round& operator=(const Round&) = delete;

  /// From now on the sleeper may be woken, which may happen at once: the last that it does before it sleeps.
  void arm();

  /// Takes an answer; the last one wakes the sleeper. False if that question is not open.
  bool answer(std::string_view name, Reply reply);
  /// Wakes the sleeper now, unless that has happened.
  void interrupt() noexcept;
  /// The same; what is open is answered by a failure that says `why`.
  void give_up(std::string_view why);
  /// Whether the question is open.
  [[nodiscard]] bool waits_for(std::string_view name) const;

  /// What came, by name. For the sleeper, once awake.
  [[nodiscard]] std::map<std::string, Reply, std::less<>> take_replies();

 private:
  void wake_if_due(std::unique_lock<std::mutex>& lock) noexcept;

  mutable std::mutex mutex_;
  Sleeper* sleeper_;  // null: woken
  bool armed_ = false;
  bool due_ = false;
  std::set<std::string, std::less<>> open_;
  std::map<std::string, Reply, std::less<>> replies_;
};

/// The ids of requests that went to one legacy client. Thread-safe.
class ClientLine {
 public:
  ClientLine() = default;
  /// That of the client that took the place of `before`'s, on the same way: no id is used again.
  explicit ClientLine(const ClientLine& before);
  ClientLine& operator=(const ClientLine&) = delete;

  /// The id for a question of `round`, whose answer is awaited from now on; where none comes any more, the round is
  /// given up at once.
  [[nodiscard]] std::int64_t expect(const std::shared_ptr<Round>& round, std::string_view name);
  /// A response came. `id` is JSON; ids that nobody awaits are ignored.
  void answer(std::string_view id, Reply reply);
  /// Nobody awaits that answer any more; false if it has come.
  bool forget(std::int64_t id);
  /// No answer comes any more: all that is open, and what is asked from now on, is answered by a failure that says
  /// `why`.
  void give_up(std::string_view why);
  /// Whether that was called: then nothing is to be sent to the client.
  [[nodiscard]] bool is_given_up() const;

 private:
  struct Open {
    std::weak_ptr<Round> round;
    std::string name;
  };

  mutable std::mutex mutex_;
  std::int64_t next_ = 1;
  std::string given_up_;                           // why; empty: it is not
  std::map<std::string, Open, std::less<>> open_;  // by id
};

}  // namespace mcp::protocol
