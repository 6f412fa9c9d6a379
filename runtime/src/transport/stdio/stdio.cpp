#include "transport/stdio/stdio.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <system_error>

#include "transport/lines/line_delivery.hpp"
#include "transport/lines/line_framing.hpp"

namespace mcp::transport {

namespace {

constexpr std::chrono::milliseconds kLastMoment{500};

}  // namespace

StdioServer::StdioServer(const protocol::Dispatcher& dispatcher, const StdioOptions& options, protocol::LogSink& log)
    : options_(options),
      log_(log),
      grace_(options.grace),
      output_(options.out, options.max_backlog, wake_.descriptor()),
      connection_(dispatcher, output_, pool_, options.calls),
      pool_(options.max_workers, &output_) {}

bool StdioServer::serve(const WakeUp& stop) {
  read_until_end(stop);
  const auto deadline = std::chrono::steady_clock::now() + grace_.load();
  connection_.stop();
  bool drained = pool_.drain(deadline);
  // What an executor of the program has not started is answered with an error, which takes a moment.
  if (connection_.close_executors()) drained = pool_.drain(std::chrono::steady_clock::now() + kLastMoment);
  // Answers that are computed go out even if the grace time is over: a client that reads takes them at once.
  const auto last = std::max(deadline, std::chrono::steady_clock::now() + std::chrono::milliseconds(100));
  const bool written = output_.finish(last);
  return drained && written;
}

void StdioServer::read_until_end(const WakeUp& stop) {
  LineFraming lines(options_.max_message);
  enum : std::size_t { kIn, kOut, kWake, kStop, kCount };
  while (!output_.broken()) {
    const bool paused = output_.must_pause();
    const int wait = pause_timeout(paused);
    if (wait == 0) {
      log_.write("the client closed its end and does not read the answers: what it still asked for is dropped");
      return;
    }
    // No events are asked of the output, since poll() reports its end regardless. A negative descriptor is skipped: an
    // input that hung up would end each wait at once.
    pollfd entries[kCount] = {
        {paused && hung_up_ ? -1 : options_.in, static_cast<short>(paused ? POLLRDHUP : POLLIN), 0},
        {options_.out, 0, 0},
        {wake_.descriptor(), POLLIN, 0},
        {stop.descriptor(), POLLIN, 0}};
    if (::poll(entries, kCount, wait) < 0) {
      if (errno == EINTR) continue;
      log_.write("cannot wait for messages: " + std::generic_category().message(errno));
      return;
    }
    if (entries[kStop].revents != 0 || (entries[kOut].revents & (POLLERR | POLLHUP | POLLNVAL)) != 0) return;
    if (entries[kWake].revents != 0) {
      wake_.reset();
      connection_.flush();
    }
    if ((entries[kIn].revents & (POLLHUP | POLLRDHUP | POLLERR | POLLNVAL)) != 0) hung_up_ = true;
    if (entries[kIn].revents == 0 || paused) continue;

    const auto room = lines.room();
    const ssize_t got = ::read(options_.in, room.data(), room.size());
    if (got < 0) {
      if (errno == EINTR || errno == EAGAIN) continue;
      log_.write("cannot read messages: " + std::generic_category().message(errno));
    }
    if (got > 0) {
      lines.filled(static_cast<std::size_t>(got));
    } else {
      lines.finish();
    }
    deliver_lines(lines, connection_, options_.max_message);
    output_.flush();
    if (got <= 0) return;
  }
}

int StdioServer::pause_timeout(bool paused) {
  using std::chrono::milliseconds;
  if (!paused || !hung_up_) {
    pause_ends_.reset();
    return -1;
  }
  const auto now = std::chrono::steady_clock::now();
  if (!pause_ends_) pause_ends_ = now + grace_.load();
  return static_cast<int>(std::max(std::chrono::ceil<milliseconds>(*pause_ends_ - now), milliseconds(0)).count());
}

}  // namespace mcp::transport
