#include "serve/log_writer.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "platform/pipe_signal.hpp"
#include "serve/log_text.hpp"

namespace mcp::serve {

namespace {

/// The maximum length of a line in bytes, before escaping. A longer line is cut.
constexpr std::size_t kMaxLine = std::size_t{16} << 10;
static_assert(kMaxLine * 6 + 64 < kMaxWaitingLog, "each line fits, even if all of it is escaped");

/// The result of a write: how many bytes were written, and whether the rest failed for good (`failed`) or would block.
struct Written {
  std::size_t bytes = 0;
  bool failed = false;
};

std::string one_line(std::string_view line) {
  const std::size_t size = line.size();
  std::string_view shown = line.substr(0, kMaxLine);
  if (size > kMaxLine) {
    while (!shown.empty() && (static_cast<unsigned char>(line[shown.size()]) & 0xC0U) == 0x80) shown.remove_suffix(1);
  }
  std::string text;
  text.reserve(shown.size() + 48);
  append_escaped(text, shown);
  if (shown.size() < size) text += "… (" + std::to_string(size) + " bytes in all)";
  text += '\n';
  return text;
}

/// Writes and waits for the reader. It writes whole lines in one system call where a pipe keeps them together, so that
/// lines of other processes do not interleave.
Written write_waiting(int descriptor, std::string_view text) {
  Written done;
  while (done.bytes < text.size()) {
    std::string_view part = text.substr(done.bytes);
    if (const std::size_t end = part.substr(0, PIPE_BUF).rfind('\n'); end != part.npos) part = part.substr(0, end + 1);
    const ssize_t written = transport::write_without_signal(descriptor, part);
    if (written > 0) {
      done.bytes += static_cast<std::size_t>(written);
    } else if (written < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
      pollfd room = {descriptor, POLLOUT, 0};
      (void)::poll(&room, 1, -1);
    } else if (written == 0 || errno != EINTR) {
      done.failed = true;
      return done;
    }
  }
  return done;
}

/// Writes to a pipe without waiting. Kernels before 6.4 do not support that for every pipe.
ssize_t write_to_pipe([[maybe_unused]] int descriptor, [[maybe_unused]] std::string_view text) {
#if defined(RWF_NOWAIT)
  const iovec part = {const_cast<char*>(text.data()), text.size()};
  transport::PipeSignalGuard guard;
  const ssize_t written = ::pwritev2(descriptor, &part, 1, -1, RWF_NOWAIT);
  if (written < 0 && errno == EPIPE) guard.broke();
  return written;
#else
  errno = EOPNOTSUPP;
  return -1;
#endif
}

/// Writes as much as possible without waiting for a reader. Polling first would not suffice: another process may fill
/// the pipe in between, and a terminal may have room for a byte but not for a line.
Written write_at_once(int descriptor, std::string_view text) {
  struct stat kind = {};
  if (::fstat(descriptor, &kind) != 0) return {0, true};
  constexpr unsigned kMemoryDevices = 1;  // /dev/null, /dev/full
  if (S_ISREG(kind.st_mode) || (S_ISCHR(kind.st_mode) && major(kind.st_rdev) == kMemoryDevices)) {
    return write_waiting(descriptor, text);
  }
  if (!S_ISFIFO(kind.st_mode) && !S_ISSOCK(kind.st_mode)) return {};
  ssize_t written = 0;
  do {
    written = S_ISFIFO(kind.st_mode) ? write_to_pipe(descriptor, text)
                                     : ::send(descriptor, text.data(), text.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  } while (written < 0 && errno == EINTR);
  if (written >= 0) return {static_cast<std::size_t>(written), false};
  return {0, errno == EPIPE || errno == ECONNRESET};  // the thread handles other errors
}

}  // namespace

struct LogWriter::State {
  explicit State(int to) : descriptor(to) {}

  /// The text before the next line: the end of a line that was cut off, and the number of lost lines.
  [[nodiscard]] std::string head() const {
    std::string text(broken_line ? "\n" : "");
    if (lost == 0) return text;
    return text + std::to_string(lost) + (lost == 1 ? " line" : " lines") + " of the log " +
           (lost == 1 ? "was" : "were") + " lost\n";
  }

  /// Updates the state after an attempt to write `text`, which began with `head_size` bytes of head().
  void note(std::string_view text, std::size_t head_size, Written done) {
    if (done.bytes >= head_size) lost = 0;
    // The rest behind the head is written later, unless the write failed. The head is built anew then.
    const bool cut = done.failed || done.bytes < head_size;
    if (done.bytes > 0) broken_line = cut && text[done.bytes - 1] != '\n';
    if (!done.failed) return;
    const std::string_view unwritten = text.substr(std::max(done.bytes, head_size));
    lost += static_cast<std::size_t>(std::count(unwritten.begin(), unwritten.end(), '\n'));
  }

  [[nodiscard]] bool idle() const { return waiting.empty() && writing == 0 && overflowed == 0; }

  /// Leaves the rest of a line to the thread.
  void write_now(std::string& line) {
    if (lost == 0 && !broken_line) {
      const Written done = write_at_once(descriptor, line);
      note(line, 0, done);
      line.erase(0, done.failed ? line.size() : done.bytes);
      return;
    }
    const std::string before = head();
    std::string text = before + line;
    const Written done = write_at_once(descriptor, text);
    note(text, before.size(), done);
    if (done.failed) {
      line.clear();
    } else if (done.bytes >= before.size()) {
      line = text.substr(done.bytes);
    }
  }

  void enqueue(std::string_view line) {
    if (overflowed > 0 || waiting.size() + writing + line.size() > kMaxWaitingLog) {
      ++overflowed;  // later lines are dropped too until the waiting ones are written, to keep the order
      return;
    }
    waiting += line;
  }

  /// Moves the waiting lines into `text`, behind head(). Returns false if memory is exhausted.
  bool take(std::string& text, std::size_t& head_size) noexcept {
    try {
      text = head();
      head_size = text.size();
      text += waiting;
      waiting.clear();
      return true;
    } catch (...) {
      lost += static_cast<std::size_t>(std::count(waiting.begin(), waiting.end(), '\n'));
      waiting.clear();
      return false;
    }
  }

  void run();

  const int descriptor;
  std::mutex mutex;
  std::condition_variable changed;
  std::string waiting;         // lines for the thread
  std::size_t writing = 0;     // bytes that the thread is writing
  std::size_t lost = 0;        // lost lines that are older than `waiting`
  std::size_t overflowed = 0;  // lost lines that are newer than `waiting`
  bool broken_line = false;    // the last line was written only in part
  bool finished = false;       // no more lines are accepted
  bool abandoned = false;      // no more lines are written
  std::thread thread;
};

void LogWriter::State::run() {
  std::unique_lock lock(mutex);
  while (true) {
    changed.wait(lock, [this] { return finished || !waiting.empty() || overflowed > 0; });
    if (abandoned || idle()) return;
    if (waiting.empty()) lost += std::exchange(overflowed, 0);
    std::string text;
    std::size_t head_size = 0;
    if (!take(text, head_size)) continue;
    writing = text.size();
    lock.unlock();
    const Written done = write_waiting(descriptor, text);
    lock.lock();
    writing = 0;
    note(text, head_size, done);
    changed.notify_all();
  }
}

LogWriter::LogWriter(int descriptor) : state_(std::make_shared<State>(descriptor)) {}

LogWriter::~LogWriter() { finish(); }

void LogWriter::write(std::string_view line) noexcept {
  State& state = *state_;
  try {
    std::string text = one_line(line);
    const std::lock_guard lock(state.mutex);
    if (state.finished) return;
    if (state.idle()) state.write_now(text);
    if (text.empty()) return;
    state.enqueue(text);
    if (!state.thread.joinable()) state.thread = std::thread([shared = state_] { shared->run(); });
    state.changed.notify_all();
  } catch (...) {
    // Without memory or thread, the waiting lines are tried again with the next line.
    const std::lock_guard lock(state.mutex);
    ++state.overflowed;
  }
}

bool LogWriter::finish(std::chrono::milliseconds time) noexcept {
  State& state = *state_;
  std::unique_lock lock(state.mutex);
  state.finished = true;
  state.changed.notify_all();
  if (!state.thread.joinable()) return !state.abandoned;
  state.abandoned = !state.changed.wait_for(lock, time, [&] { return state.idle(); });
  const bool idle = !state.abandoned;
  std::thread thread = std::move(state.thread);
  lock.unlock();
  idle ? thread.join() : thread.detach();
  return idle;
}

}  // namespace mcp::serve
