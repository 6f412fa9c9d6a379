#include "http_load.hpp"

#include <sys/epoll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

namespace bench {

namespace {

double seconds_between(Clock::time_point start, Clock::time_point end) {
  return std::chrono::duration<double>(end - start).count();
}

/// Durations, of which the middle ones and the longest are asked.
class Latencies {
 public:
  explicit Latencies(std::size_t expected) { all_.reserve(expected); }
  void add(Clock::duration duration) {
    const auto nanoseconds = std::chrono::duration_cast<std::chrono::nanoseconds>(duration).count();
    all_.push_back(static_cast<std::uint32_t>(std::min<std::int64_t>(nanoseconds, UINT32_MAX)));
  }
  /// The microseconds that `part` of all stay under.
  double quantile_us(double part) {
    if (all_.empty()) return 0;
    const auto rank = static_cast<std::size_t>(part * static_cast<double>(all_.size() - 1));
    const auto at = all_.begin() + static_cast<std::ptrdiff_t>(rank);
    std::nth_element(all_.begin(), at, all_.end());
    return *at / 1000.0;
  }

 private:
  std::vector<std::uint32_t> all_;
};

struct Connection {
  explicit Connection(Request made) : request(std::move(made)) {}

  Socket socket;
  Request request;
  std::string partial;  // the start of an answer whose rest has not come
  std::uint64_t n = 0;  // which request is in flight
  Clock::time_point sent;
  bool connected = false;
  bool in_flight = false;
};

class Load {
 public:
  explicit Load(const LoadOptions& options)
      : options_(options),
        epoll_(epoll_create1(EPOLL_CLOEXEC)),
        check_(options.kind, options.expected_bytes),
        latencies_(options.requests),
        received_(kReceived) {}

  LoadResult run() {
    result_.requests = options_.requests;
    if (options_.pid != 0) result_.before = state_of(options_.pid);
    open_all();
    const ProcessState warm = options_.pid != 0 ? state_of(options_.pid) : ProcessState();
    const Clock::time_point start = Clock::now();
    for (const auto& connection : connections_) start_next(*connection, start);
    serve_events();
    result_.seconds = seconds_between(start, Clock::now());
    const ProcessState done = options_.pid != 0 ? state_of(options_.pid) : ProcessState();
    close_all();
    if (options_.pid != 0) result_.after = state_of(options_.pid);
    result_.server_cpu_us = (done.cpu_seconds - warm.cpu_seconds) * 1e6 / static_cast<double>(options_.requests);
    result_.p50_us = latencies_.quantile_us(0.5);
    result_.p99_us = latencies_.quantile_us(0.99);
    result_.max_us = latencies_.quantile_us(1);
    result_.body_bytes = check_.bytes();
    return std::move(result_);
  }

 private:
  static constexpr std::size_t kReceived = std::size_t{1} << 18;

  void open_all() {
    for (std::size_t i = 0; i < options_.connections; ++i) {
      if (options_.kind == Kind::Legacy) {
        BlockingClient client(options_.endpoint);
        sessions_.push_back(open_session(client, options_.endpoint));
      }
      connections_.push_back(std::make_unique<Connection>(
          Request(options_.kind, options_.endpoint, sessions_.empty() ? std::string_view() : sessions_.back())));
      open(*connections_.back());
    }
  }

  void open(Connection& connection) {
    connection.connected = false;
    connection.partial.clear();
    connection.socket = connect_to(options_.endpoint, false);
    if (!connection.socket.open()) return;
    epoll_event event{};
    event.events = EPOLLIN | EPOLLOUT;
    event.data.ptr = &connection;
    epoll_ctl(epoll_.fd(), EPOLL_CTL_ADD, connection.socket.fd(), &event);
  }

  void start_next(Connection& connection, Clock::time_point now) {
    while (started_ < options_.requests) {
      connection.n = started_++;
      connection.sent = now;
      connection.in_flight = true;
      if (!connection.socket.open()) {
        open(connection);
        if (!connection.socket.open()) {
          count_failure(connection, "connection refused");
          continue;
        }
      }
      if (connection.connected) send(connection);
      return;
    }
  }

  static void send(Connection& connection) {
    // A failure shows as an event of the connection.
    if (!send_all(connection.socket.fd(), connection.request.numbered(connection.n))) {
      shutdown(connection.socket.fd(), SHUT_RDWR);
    }
  }

  void count_failure(Connection& connection, const char* problem) {
    connection.in_flight = false;
    ++finished_;
    if (result_.failed++ == 0) result_.first_failure = problem;
  }

  /// After a failure nothing that the connection still brings could be trusted.
  void give_up(Connection& connection, const char* problem) {
    count_failure(connection, problem);
    connection.socket.close();
    start_next(connection, Clock::now());
  }

  void serve_events() {
    std::array<epoll_event, 256> events;
    constexpr auto kWait = std::chrono::milliseconds(kPatience).count();
    while (finished_ < options_.requests) {
      const int count =
          epoll_wait(epoll_.fd(), events.data(), static_cast<int>(events.size()), static_cast<int>(kWait));
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) {
        if (result_.failed == 0) result_.first_failure = "no answer in time";
        result_.failed += options_.requests - finished_;
        return;
      }
      for (int i = 0; i < count; ++i) {
        const epoll_event& event = events[static_cast<std::size_t>(i)];
        serve(*static_cast<Connection*>(event.data.ptr), event.events);
      }
    }
  }

  void serve(Connection& connection, std::uint32_t events) {
    if (!connection.connected) {
      if ((events & (EPOLLERR | EPOLLHUP)) != 0) {
        connection.socket.close();
        if (connection.in_flight) give_up(connection, "connection refused");
        return;
      }
      connection.connected = true;
      epoll_event event{};
      event.events = EPOLLIN;
      event.data.ptr = &connection;
      epoll_ctl(epoll_.fd(), EPOLL_CTL_MOD, connection.socket.fd(), &event);
      if (connection.in_flight) send(connection);
      return;
    }
    const ssize_t got = recv(connection.socket.fd(), received_.data(), received_.size(), 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (!connection.in_flight) {
      connection.socket.close();
      count_surplus(got > 0 ? 1 : 0);
      return;
    }
    if (got < 0) {
      give_up(connection, "connection reset");
      return;
    }
    std::string_view bytes(received_.data(), static_cast<std::size_t>(got));
    if (!connection.partial.empty()) bytes = connection.partial.append(bytes);
    Answer answer;
    switch (reader_.read(bytes, got == 0, answer)) {
      case AnswerReader::State::Partial:
        if (connection.partial.empty()) connection.partial = bytes;
        break;
      case AnswerReader::State::Malformed:
        give_up(connection, reader_.problem());
        break;
      case AnswerReader::State::Complete:
        finish(connection, answer);
        break;
    }
  }

  void finish(Connection& connection, const Answer& answer) {
    const Clock::time_point now = Clock::now();
    if (const char* const problem = check_.problem(answer, connection.n)) {
      give_up(connection, problem);
      return;
    }
    latencies_.add(now - connection.sent);
    ++finished_;
    connection.in_flight = false;
    connection.partial.clear();
    if (answer.closes) {
      connection.socket.close();
      ++result_.reopened;
    }
    start_next(connection, now);
  }

  /// Bytes that nobody asked for make a failure too, of no request.
  void count_surplus(std::size_t connections) {
    if (connections != 0 && result_.failed == 0) result_.first_failure = "bytes without a request";
    result_.failed += connections;
  }

  void close_all() {
    close_sessions(options_.endpoint, sessions_);
    std::vector<Socket> sockets;
    for (const auto& connection : connections_) sockets.push_back(std::move(connection->socket));
    count_surplus(close_politely(sockets));
  }

  const LoadOptions& options_;
  Socket epoll_;
  AnswerCheck check_;
  AnswerReader reader_;
  Latencies latencies_;
  std::vector<char> received_;
  std::vector<std::unique_ptr<Connection>> connections_;
  std::vector<std::string> sessions_;
  std::uint64_t started_ = 0;
  std::uint64_t finished_ = 0;
  LoadResult result_;
};

/// Whether the peer has closed the connection, or said something on one that should be silent.
bool is_lost(const Socket& socket, bool silent) {
  std::array<char, 4096> bytes;
  for (;;) {
    const ssize_t got = recv(socket.fd(), bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (got < 0) return errno != EAGAIN;
    if (got == 0 || silent) return true;
  }
}

}  // namespace

LoadResult run_load(const LoadOptions& options) { return Load(options).run(); }

IdleResult run_idle(const IdleOptions& options) {
  IdleResult result;
  if (options.pid != 0) result.before = state_of(options.pid);
  Request request(Kind::Modern, options.endpoint);
  AnswerCheck check(Kind::Modern, 0);
  std::uint64_t n = 0;
  const auto call = [&](BlockingClient& client) {
    Answer answer;
    const char* const problem = client.exchange(request.numbered(n), answer);
    return problem != nullptr ? problem : check.problem(answer, n++);
  };

  std::vector<Socket> idle;
  for (std::size_t i = 0; i < options.connections; ++i) {
    BlockingClient client(options.endpoint);
    if (const char* const problem = call(client)) fail(std::string("an idle connection: ") + problem);
    idle.push_back(client.take());
  }
  std::vector<Socket> streams;
  std::vector<std::string> sessions;
  for (std::size_t i = 0; i < options.streams; ++i) {
    BlockingClient client(options.endpoint);
    sessions.push_back(open_session(client, options.endpoint));
    open_session_stream(client, options.endpoint, sessions.back());
    streams.push_back(client.take());
  }
  if (options.pid != 0) result.held = state_of(options.pid);

  Latencies latencies(options.calls);
  for (std::size_t i = 0; i < options.calls; ++i) {
    const Clock::time_point start = Clock::now();
    BlockingClient client(options.endpoint);
    if (const char* const problem = call(client)) {
      if (result.failed++ == 0) result.first_failure = problem;
    } else {
      latencies.add(Clock::now() - start);
    }
    Socket done = client.take();
    close_politely({&done, 1});
  }
  for (const Socket& socket : idle) result.lost += is_lost(socket, true) ? 1 : 0;
  for (const Socket& socket : streams) result.lost += is_lost(socket, false) ? 1 : 0;
  streams.clear();
  close_sessions(options.endpoint, sessions);
  close_politely(idle);
  if (options.pid != 0) result.after = state_of(options.pid);
  result.p50_us = latencies.quantile_us(0.5);
  result.p99_us = latencies.quantile_us(0.99);
  result.max_us = latencies.quantile_us(1);
  return result;
}

}  // namespace bench
