#include "http/shared_sessions.hpp"

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

#include "base/shares.hpp"
#include "jsonrpc/errors.hpp"

namespace mcp::protocol::http {

namespace {

/// Threads that ask: a slow store serves that many at a time.
constexpr std::size_t kWorkers = 4;
/// How much may wait for one of them.
constexpr std::size_t kMostWaiting = 1000;
/// Bytes of requests that may wait.
constexpr std::size_t kMostBytes = std::size_t{64} << 20;
/// The shortest time between two lines of the log that say that the store fails.
constexpr std::chrono::minutes kFailureLogInterval{1};

}  // namespace

/// Says that a store fails, not too often. Thread-safe.
class SharedSessions::FailureLog {
 public:
  explicit FailureLog(LogSink& log) : log_(log) {}

  void failed(std::string_view problem) noexcept {
    try {
      const std::lock_guard lock(mutex_);
      is_failing_ = true;
      const auto now = std::chrono::steady_clock::now();
      if (said_at_ && now - *said_at_ < kFailureLogInterval) return;
      said_at_ = now;
      log_.write("the store of sessions failed: " + to_utf8(problem));
    } catch (...) {
      log_.write("the store of sessions failed");
    }
  }
  void answered() {
    const std::lock_guard lock(mutex_);
    if (std::exchange(is_failing_, false)) log_.write("the store of sessions answers again");
  }

 private:
  LogSink& log_;
  std::mutex mutex_;
  bool is_failing_ = false;
  std::optional<std::chrono::steady_clock::time_point> said_at_;
};

/// A thread with what it is to ask, first come first served.
class SharedSessions::Worker {
 public:
  struct Job {
    Ask ask;
    std::function<void()> give_up;
  };

  Worker(std::shared_ptr<SessionStore> store, std::shared_ptr<FailureLog> log)
      : store_(std::move(store)), log_(std::move(log)) {
    thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
  }

  /// False if too much waits already.
  [[nodiscard]] bool add(const Job& job) {
    {
      const std::lock_guard lock(mutex_);
      if (jobs_.size() >= kMostWaiting) return false;
      jobs_.push_back(job);
    }
    changed_.notify_all();
    return true;
  }

  void wait_until_idle() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return jobs_.empty() && !is_asking_; });
  }

 private:
  /// What was added before the end is still asked for: the end of a session, for one.
  void run(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, stop, [&] { return !jobs_.empty(); });
      if (jobs_.empty()) return;
      const Job job = std::move(jobs_.front());
      jobs_.pop_front();
      is_asking_ = true;
      lock.unlock();
      ask(job);
      lock.lock();
      is_asking_ = false;
      changed_.notify_all();
    }
  }

  void ask(const Job& job) noexcept {
    std::function<void()> next;
    try {
      try {
        next = job.ask(*store_);
        log_->answered();
      } catch (const std::exception& error) {
        log_->failed(error.what());
        next = job.give_up;
      } catch (...) {
        log_->failed("unknown exception");
        next = job.give_up;
      }
      next();
    } catch (...) {  // NOLINT(bugprone-empty-catch)
      // There is no memory: who waits is told by its own time-out.
    }
  }

  const std::shared_ptr<SessionStore> store_;
  const std::shared_ptr<FailureLog> log_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<Job> jobs_;
  bool is_asking_ = false;
  std::jthread thread_;
};

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

SharedSessions::SharedSessions(const std::shared_ptr<SessionStore>& store, std::chrono::milliseconds lifetime,
                               LogSink& log)
    : lifetime_(lifetime), room_(std::make_shared<Room>()) {
  const auto failures = std::make_shared<FailureLog>(log);
  for (std::size_t i = 0; i < kWorkers; ++i) workers_.push_back(std::make_unique<Worker>(store, failures));
}

SharedSessions::~SharedSessions() = default;

void SharedSessions::submit(std::string_view id, Ask ask, std::function<void()> give_up) {
  Worker& worker = *workers_[std::hash<std::string_view>()(id) % workers_.size()];
  const Worker::Job job{std::move(ask), std::move(give_up)};
  if (!worker.add(job)) job.give_up();
}

void SharedSessions::find(const std::string& id, const Found& done) {
  submit(
      id,
      [id, done](SessionStore& store) -> std::function<void()> {
        return [done, session = store.find(id)] { done(session, false); };
      },
      [done] { done(std::nullopt, true); });
}

void SharedSessions::create(const std::string& id, StoredSession session, const Stored& done) {
  submit(
      id,
      [this, id, session = std::move(session), done](SessionStore& store) -> std::function<void()> {
        return [done, version = store.create(id, session, lifetime_)] { done(version); };
      },
      [done] { done(std::nullopt); });
}

void SharedSessions::change(const std::string& id, StoredSession session, const Stored& done) {
  submit(
      id,
      [id, session = std::move(session), done](SessionStore& store) -> std::function<void()> {
        return [done, version = store.change(id, session)] { done(version); };
      },
      [done] { done(std::nullopt); });
}

void SharedSessions::remove(const std::string& id) {
  submit(
      id,
      [id](SessionStore& store) -> std::function<void()> {
        store.remove(id);
        return [] {};
      },
      [] {});
}

void SharedSessions::report(std::vector<Report> sessions,
                            const std::function<void(const std::vector<Report>& sessions)>& done) {
  if (sessions.empty()) return;
  const std::string key = sessions.front().id;
  submit(
      key,
      [this, sessions = std::move(sessions), done](SessionStore& store) -> std::function<void()> {
        std::vector<SessionUse> uses;
        for (const Report& each : sessions) uses.push_back({.id = each.id, .was_used = each.was_used});
        store.report(uses, lifetime_);
        std::vector<Report> answers = sessions;
        for (std::size_t i = 0; i < answers.size(); ++i) answers[i].version = uses[i].version;
        return [done, answers = std::move(answers)] { done(answers); };
      },
      [] {});
}

void SharedSessions::wait_until_idle() {
  for (const auto& worker : workers_) worker->wait_until_idle();
}

}  // namespace mcp::protocol::http
