#include "scheduling/program_executor.hpp"

#include <algorithm>
#include <cstdint>
#include <exception>
#include <functional>
#include <list>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace mcp::protocol {

using Clock = std::chrono::steady_clock;

/// The jobs that are not over, oldest first, and the timer that looks for those that take long. Every member but the
/// references is guarded by the mutex.
struct ProgramExecutor::State final : Timer {
  struct Entry {
    std::uint64_t number;
    Job* job;
    std::string text;
    Clock::time_point since;  // it was posted, or it started
    bool runs = false;
    bool is_reported = false;
  };
  using Entries = std::list<Entry>;

  State(const ExecutorBinding& from, Executor& own, Timers& with, LogSink& to, std::chrono::milliseconds after)
      : name(from.text), servers_own(own), timers(with), log(to), report_after(after) {}

  [[nodiscard]] Entries::iterator find_waiting(std::uint64_t number) noexcept {
    return std::ranges::find_if(entries, [&](const Entry& each) { return each.number == number && !each.runs; });
  }

  void run(std::uint64_t number) noexcept;
  void drop(std::uint64_t number) noexcept;
  void submit_not_run(const Entries& taken, NotRun why) noexcept;

  void start_watch(std::chrono::nanoseconds delay) noexcept;
  void expired() noexcept override;
  [[nodiscard]] std::vector<std::string> take_reports(Clock::time_point now);

  const std::string name;
  Executor& servers_own;
  Timers& timers;
  LogSink& log;
  const std::chrono::milliseconds report_after;

  mutable std::mutex mutex;
  Entries entries;
  std::uint64_t last_number = 0;
  bool closed = false;
  bool watches = false;  // the timer is started
};

/// What the program gets, shared by the copies of a function: if the last of them goes before one was called, the job
/// is dropped.
class ProgramExecutor::Posted {
 public:
  Posted(std::shared_ptr<State> state, std::uint64_t number) noexcept : state_(std::move(state)), number_(number) {}
  ~Posted() { state_->drop(number_); }
  Posted(const Posted&) = delete;
  Posted& operator=(const Posted&) = delete;

  void run() const noexcept { state_->run(number_); }

 private:
  const std::shared_ptr<State> state_;
  const std::uint64_t number_;
};

void ProgramExecutor::State::run(std::uint64_t number) noexcept {
  Entries::iterator entry;
  {
    const std::lock_guard lock(mutex);
    entry = find_waiting(number);
    if (entry == entries.end()) return;  // it was taken back, or a copy of the function ran it
    entry->runs = true;
    entry->is_reported = false;
    entry->since = Clock::now();
    start_watch(report_after);
  }
  {
    WorkerScratch scratch;
    entry->job->run(scratch);
  }
  Executor& holder = servers_own;
  {
    const std::lock_guard lock(mutex);
    entries.erase(entry);
  }
  holder.release();
}

void ProgramExecutor::State::drop(std::uint64_t number) noexcept {
  Entries taken;
  {
    const std::lock_guard lock(mutex);
    const auto entry = find_waiting(number);
    if (entry == entries.end()) return;
    taken.splice(taken.end(), entries, entry);
  }
  try {
    log.write(taken.front().text + " was not run: " + name + " dropped it");
  } catch (const std::exception&) {
    log.write("an executor dropped a job");
  }
  submit_not_run(taken, NotRun::Dropped);
}

/// Without the mutex, as the server's executor may run the jobs at once.
void ProgramExecutor::State::submit_not_run(const Entries& taken, NotRun why) noexcept {
  for (const Entry& entry : taken) {
    entry.job->on_not_run(why);
    servers_own.submit_held(*entry.job);
  }
}

/// Under the mutex.
void ProgramExecutor::State::start_watch(std::chrono::nanoseconds delay) noexcept {
  if (watches || report_after.count() == 0) return;
  try {
    timers.start(*this, delay);
    watches = true;
  } catch (const std::exception&) {
    return;  // without memory or a thread nothing is reported
  }
}

void ProgramExecutor::State::expired() noexcept {
  std::vector<std::string> lines;
  {
    const std::lock_guard lock(mutex);
    watches = false;
    const Clock::time_point now = Clock::now();
    try {
      lines = take_reports(now);
    } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch)
      // No memory for the texts: the log has less.
    }
    std::optional<Clock::time_point> next;
    for (const Entry& entry : entries) {
      if (!entry.is_reported && (!next || entry.since < *next)) next = entry.since;
    }
    if (next) start_watch(std::max<Clock::duration>(*next + report_after - now, std::chrono::milliseconds(1)));
  }
  for (const std::string& line : lines) log.write(line);
}

/// A line for each job that runs too long, and one for all that wait too long: a client that goes on calling cannot
/// fill the log.
std::vector<std::string> ProgramExecutor::State::take_reports(Clock::time_point now) {
  const std::string time = "for more than " + std::to_string(report_after.count()) + " ms: ";
  std::vector<std::string> lines;
  std::size_t waiting = 0;
  std::size_t late = 0;
  const Entry* oldest = nullptr;
  for (Entry& entry : entries) {
    if (!entry.runs) ++waiting;
    if (entry.is_reported || now - entry.since < report_after) continue;
    entry.is_reported = true;
    if (entry.runs) {
      lines.push_back(entry.text + " has run on " + name + ' ' + time + "what waits for that thread goes on waiting");
    } else if (++late == 1) {
      oldest = &entry;
    }
  }
  if (oldest == nullptr) return lines;
  lines.push_back(oldest->text + " has waited for " + name + ' ' + time +
                  "its thread does other work, or does not poll; " + std::to_string(waiting) +
                  (waiting == 1 ? " call waits" : " calls wait"));
  return lines;
}

ProgramExecutor::ProgramExecutor(const ExecutorBinding& binding, Executor& servers_own, Timers& timers, LogSink& log,
                                 std::chrono::milliseconds report_after)
    : binding_(binding),
      scheduling_{*this, timers},
      state_(std::make_shared<State>(binding, servers_own, timers, log, report_after)) {}

ProgramExecutor::~ProgramExecutor() { state_->timers.cancel(*state_); }

void ProgramExecutor::submit(Job& first) {
  for (Job* job = &first; job != nullptr;) {
    Job* const next = std::exchange(job->next, nullptr);
    post(*job);
    job = next;
  }
}

void ProgramExecutor::post(Job& job) noexcept {
  // Once the job is posted, it may be over, and this object gone.
  const std::shared_ptr<State> kept = state_;
  const ExecutorBinding& binding = binding_;
  State& state = *kept;
  Executor& own = state.servers_own;
  own.hold();
  bool is_known = false;
  NotRun why = NotRun::Dropped;
  try {
    std::shared_ptr<Posted> posted;
    {
      const std::lock_guard lock(state.mutex);
      if (state.closed) why = NotRun::Closed;
      // Whoever makes it unwanted calls take_back() afterwards, and waits for the mutex there.
      if (!state.closed && job.is_wanted()) {
        posted = std::make_shared<Posted>(kept, ++state.last_number);
        state.entries.push_back({state.last_number, &job, job.text(), Clock::now()});
        is_known = true;
        state.start_watch(state.report_after);
      }
    }
    if (is_known) return binding.executor->post([posted = std::move(posted)] { posted->run(); });
  } catch (const std::exception& error) {
    // The function is gone by now, and the job with it, if it was known.
    try {
      state.log.write(binding.text + " refused a job: " + error.what());
    } catch (const std::exception&) {
      state.log.write("an executor refused a job");
    }
  } catch (...) {
    state.log.write(binding.text + " refused a job, by an exception that is no std::exception");
  }
  if (is_known) return;
  job.on_not_run(why);
  own.submit_held(job);
}

void ProgramExecutor::hold() noexcept { state_->servers_own.hold(); }

void ProgramExecutor::release() noexcept {
  Executor& own = state_->servers_own;  // this may be gone as soon as nothing is held
  own.release();
}

void ProgramExecutor::take_back(const Job& job) noexcept {
  State::Entries taken;
  {
    const std::lock_guard lock(state_->mutex);
    const auto entry =
        std::ranges::find_if(state_->entries, [&](const State::Entry& each) { return each.job == &job && !each.runs; });
    if (entry == state_->entries.end()) return;
    taken.splice(taken.end(), state_->entries, entry);
  }
  state_->submit_not_run(taken, NotRun::Closed);
}

bool ProgramExecutor::close() noexcept {
  State::Entries taken;
  {
    const std::lock_guard lock(state_->mutex);
    state_->closed = true;
    for (auto entry = state_->entries.begin(); entry != state_->entries.end();) {
      const auto here = entry++;
      if (!here->runs) taken.splice(taken.end(), state_->entries, here);
    }
  }
  const bool some_waited = !taken.empty();
  state_->submit_not_run(taken, NotRun::Closed);
  return some_waited;
}

std::size_t ProgramExecutor::waiting() const noexcept {
  const std::lock_guard lock(state_->mutex);
  return static_cast<std::size_t>(
      std::ranges::count_if(state_->entries, [](const State::Entry& each) { return !each.runs; }));
}

}  // namespace mcp::protocol
