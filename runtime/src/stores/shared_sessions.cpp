#include "stores/shared_sessions.hpp"

#include <mutex>
#include <utility>

#include "base/shares.hpp"

namespace mcp::protocol {

namespace {

/// Bytes of requests that may wait.
constexpr std::size_t kMostBytes = std::size_t{64} << 20;

}  // namespace

/// The bytes of requests that wait, by who sent them. Thread-safe.
class SharedSessions::Room {
 public:
  [[nodiscard]] bool take(std::string_view holder, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    return shares_.take(holder, bytes) == Shares::Taken::Yes;
  }
  void give_back(std::string_view holder, std::size_t bytes) noexcept {
    const std::lock_guard lock(mutex_);
    shares_.give_back(holder, bytes);
  }

 private:
  std::mutex mutex_;
  Shares shares_{kMostBytes};
};

std::shared_ptr<void> SharedSessions::take_room(std::string_view holder, std::size_t bytes) {
  /// What gives the room back.
  struct Taken {
    Taken(std::shared_ptr<Room> from, std::string_view by, std::size_t amount)
        : room(std::move(from)), holder(by), bytes(amount), is_taken(room->take(holder, bytes)) {}
    ~Taken() {
      if (is_taken) room->give_back(holder, bytes);
    }
    Taken(const Taken&) = delete;
    Taken& operator=(const Taken&) = delete;

    const std::shared_ptr<Room> room;
    const std::string holder;
    const std::size_t bytes;
    const bool is_taken;
  };
  auto taken = std::make_shared<const Taken>(room_, holder, bytes);
  return taken->is_taken ? std::const_pointer_cast<Taken>(taken) : nullptr;
}

SharedSessions::SharedSessions(std::shared_ptr<SessionStore> store, std::chrono::milliseconds lifetime, LogSink& log)
    : store_(std::move(store)), lifetime_(lifetime), room_(std::make_shared<Room>()), threads_("sessions", log) {}

SharedSessions::~SharedSessions() = default;

void SharedSessions::find(const std::string& id, const Found& done) {
  threads_.submit(
      id,
      [this, id, done]() -> std::function<void()> {
        return [done, session = store_->find(id)] { done(session, false); };
      },
      [done] { done(std::nullopt, true); });
}

void SharedSessions::create(const std::string& id, StoredSession session, const Stored& done) {
  threads_.submit(
      id,
      [this, id, session = std::move(session), done]() -> std::function<void()> {
        return [done, version = store_->create(id, session, lifetime_)] { done(version); };
      },
      [done] { done(std::nullopt); });
}

void SharedSessions::change(const std::string& id, StoredSession session, const Stored& done) {
  threads_.submit(
      id,
      [this, id, session = std::move(session), done]() -> std::function<void()> {
        return [done, version = store_->change(id, session)] { done(version); };
      },
      [done] { done(std::nullopt); });
}

void SharedSessions::remove(const std::string& id) {
  threads_.submit(
      id,
      [this, id]() -> std::function<void()> {
        store_->remove(id);
        return [] {};
      },
      [] {});
}

void SharedSessions::report(std::vector<Report> sessions,
                            const std::function<void(const std::vector<Report>& sessions)>& done) {
  if (sessions.empty()) return;
  const std::string key = sessions.front().id;
  threads_.submit(
      key,
      [this, sessions = std::move(sessions), done]() -> std::function<void()> {
        std::vector<SessionUse> uses;
        for (const Report& each : sessions) uses.push_back({.id = each.id, .was_used = each.was_used});
        store_->report(uses, lifetime_);
        std::vector<Report> answers = sessions;
        for (std::size_t i = 0; i < answers.size(); ++i) answers[i].version = uses[i].version;
        return [done, answers = std::move(answers)] { done(answers); };
      },
      [] {});
}

void SharedSessions::wait_until_idle() { threads_.wait_until_idle(); }

}  // namespace mcp::protocol
