#include "http_listen.hpp"

#include <sys/epoll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

namespace {

constexpr std::string_view kMeta =
    R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}})";

std::string post(const Endpoint& endpoint, std::string_view method, std::string_view name, const std::string& params) {
  const std::string body = R"({"jsonrpc":"2.0","id":1,"method":")" + std::string(method) + R"(","params":{)" + params +
                           "," + std::string(kMeta) + "}}";
  std::string text = "POST " + endpoint.path + " HTTP/1.1\r\nHost: " + endpoint.host + ":" +
                     std::to_string(endpoint.port) +
                     "\r\nAccept: application/json, text/event-stream\r\nContent-Type: application/json\r\n"
                     "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: " +
                     std::string(method) + "\r\n";
  if (!name.empty()) text += "Mcp-Name: " + std::string(name) + "\r\n";
  return text + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

/// Reads until the text has come.
void expect(const Socket& socket, std::string_view text) {
  std::string received;
  std::array<char, 4096> chunk;
  while (received.find(text) == std::string::npos) {
    const ssize_t got = recv(socket.fd(), chunk.data(), chunk.size(), 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) fail("a stream did not open: " + received);
    received.append(chunk.data(), static_cast<std::size_t>(got));
  }
}

class Listeners {
 public:
  Listeners(const Endpoint& endpoint, std::size_t count) : epoll_(epoll_create1(EPOLL_CLOEXEC)) {
    const std::string request =
        post(endpoint, "subscriptions/listen", {}, R"("notifications":{"toolsListChanged":true})");
    for (std::size_t i = 0; i < count; ++i) {
      Socket socket = connect_to(endpoint, true);
      if (!socket.open() || !send_all(socket.fd(), request)) fail("cannot open stream " + std::to_string(i));
      expect(socket, "subscriptions/acknowledged");
      epoll_event event{.events = EPOLLIN, .data = {.u64 = i}};
      epoll_ctl(epoll_.fd(), EPOLL_CTL_ADD, socket.fd(), &event);
      streams_.push_back(std::move(socket));
    }
  }

  /// Waits until each was told once; when the first and the last were.
  void wait(Clock::time_point& first, Clock::time_point& last) {
    std::vector<bool> told(streams_.size());
    std::array<epoll_event, 256> events;
    std::array<char, 4096> chunk;
    for (std::size_t missing = streams_.size(); missing != 0;) {
      const int count =
          epoll_wait(epoll_.fd(), events.data(), events.size(), std::chrono::milliseconds(kPatience).count());
      if (count == 0) fail(std::to_string(missing) + " streams were not told in time");
      for (int i = 0; i < count; ++i) {
        const std::size_t stream = events[static_cast<std::size_t>(i)].data.u64;
        const ssize_t got = recv(streams_[stream].fd(), chunk.data(), chunk.size(), MSG_DONTWAIT);
        if (got == 0 || (got < 0 && errno != EAGAIN)) fail("a stream ended");
        const std::string_view text(chunk.data(), got < 0 ? 0 : static_cast<std::size_t>(got));
        if (text.find("tools/list_changed") == text.npos || told[stream]) continue;
        told[stream] = true;
        last = Clock::now();
        if (missing-- == streams_.size()) first = last;
      }
    }
  }

  void close() { close_politely(streams_); }

 private:
  Socket epoll_;
  std::vector<Socket> streams_;
};

/// Makes the change and has its answer.
void change(BlockingClient& client, const Endpoint& endpoint, bool offered) {
  const std::string request =
      post(endpoint, "tools/call", "change",
           R"("name":"change","arguments":{"offered":)" + std::string(offered ? "true" : "false") + "}");
  Answer answer;
  if (const char* const problem = client.exchange(request, answer)) fail(std::string("the change: ") + problem);
  if (answer.status != 200) fail("the change was refused");
}

double middle(std::vector<double> all) {
  std::ranges::sort(all);
  return all[all.size() / 2];
}

}  // namespace

ListenResult run_listen(const ListenOptions& options) {
  ListenResult result;
  if (options.pid != 0) result.before = state_of(options.pid);
  BlockingClient changer(options.endpoint);
  change(changer, options.endpoint, true);
  Listeners listeners(options.endpoint, options.streams);
  if (options.pid != 0) result.held = state_of(options.pid);

  std::vector<double> firsts, lasts;
  for (std::size_t i = 0; i < options.changes; ++i) {
    const Clock::time_point start = Clock::now();
    change(changer, options.endpoint, i % 2 != 0);
    Clock::time_point first, last;
    listeners.wait(first, last);
    using Milliseconds = std::chrono::duration<double, std::milli>;
    firsts.push_back(Milliseconds(first - start).count());
    lasts.push_back(Milliseconds(last - start).count());
  }
  result.first_ms = middle(firsts);
  result.last_ms = middle(lasts);
  result.worst_ms = *std::ranges::max_element(lasts);
  listeners.close();
  Socket done = changer.take();
  close_politely({&done, 1});
  if (options.pid != 0) result.after = state_of(options.pid);
  return result;
}

}  // namespace bench
