#include "http_client.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <utility>

namespace bench {

namespace {

constexpr std::size_t kMostHead = std::size_t{1} << 16;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool equal_ignoring_case(std::string_view a, std::string_view b) { return std::ranges::equal(a, b, {}, lower, lower); }

std::string_view trimmed(std::string_view text) {
  const std::size_t start = text.find_first_not_of(" \t");
  if (start == std::string_view::npos) return {};
  return text.substr(start, text.find_last_not_of(" \t") - start + 1);
}

/// `find` by the C library's search, which is much the faster one.
std::size_t find_in(std::string_view text, std::string_view what) {
  const void* const at = memmem(text.data(), text.size(), what.data(), what.size());
  return at == nullptr ? std::string_view::npos : static_cast<std::size_t>(static_cast<const char*>(at) - text.data());
}

std::optional<std::size_t> whole_number(std::string_view text, int base) {
  std::size_t number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (error != std::errc() || rest != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

void fail(const std::string& why) {
  std::fprintf(stderr, "bench_http_driver: %s\n", why.c_str());
  std::exit(2);
}

Socket::Socket(Socket&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

Socket& Socket::operator=(Socket&& other) noexcept {
  if (this != &other) {
    close();
    fd_ = std::exchange(other.fd_, -1);
  }
  return *this;
}

Socket::~Socket() { close(); }

void Socket::close() noexcept {
  if (fd_ >= 0) ::close(std::exchange(fd_, -1));
}

Socket connect_to(const Endpoint& endpoint, bool blocking) {
  Socket made(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | (blocking ? 0 : SOCK_NONBLOCK), 0));
  if (!made.open()) fail(std::string("no socket: ") + std::strerror(errno));
  const int on = 1;
  setsockopt(made.fd(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  if (blocking) {
    const timeval patience{.tv_sec = kPatience.count(), .tv_usec = 0};
    setsockopt(made.fd(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  }
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(endpoint.port);
  if (inet_pton(AF_INET, endpoint.host.c_str(), &address.sin_addr) != 1) {
    fail("--host must be an IPv4 address: " + endpoint.host);
  }
  if (connect(made.fd(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 && errno != EINPROGRESS) {
    made.close();
  }
  return made;
}

bool send_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(sent));
      continue;
    }
    if (errno == EINTR) continue;
    if (errno != EAGAIN) return false;
    pollfd writable{.fd = fd, .events = POLLOUT, .revents = 0};
    constexpr auto kWait = std::chrono::milliseconds(kPatience).count();
    if (poll(&writable, 1, static_cast<int>(kWait)) <= 0) return false;
  }
  return true;
}

std::size_t close_politely(std::span<Socket> sockets) {
  const Clock::time_point deadline = Clock::now() + std::chrono::seconds(2);
  std::size_t surplus = 0;
  for (const Socket& socket : sockets) {
    if (socket.open()) shutdown(socket.fd(), SHUT_WR);
  }
  for (Socket& socket : sockets) {
    if (!socket.open()) continue;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd closed{.fd = socket.fd(), .events = POLLIN, .revents = 0};
    char byte = 0;
    if (poll(&closed, 1, static_cast<int>(std::max<std::int64_t>(left, 0))) > 0 && recv(socket.fd(), &byte, 1, 0) > 0) {
      ++surplus;
    }
    socket.close();
  }
  return surplus;
}

AnswerReader::State AnswerReader::malformed(const char* problem) noexcept {
  problem_ = problem;
  return State::Malformed;
}

const char* AnswerReader::parse_field(std::string_view name, std::string_view value, bool& has_length) {
  if (equal_ignoring_case(name, "content-length")) {
    const auto length = whole_number(value, 10);
    if (!length || has_length) return "a Content-Length that is none, or a second one";
    has_length = true;
    head_.length = *length;
    if (head_.framing == Framing::UntilClose) head_.framing = Framing::Length;
  } else if (equal_ignoring_case(name, "transfer-encoding")) {
    if (!equal_ignoring_case(value, "chunked")) return "a Transfer-Encoding other than chunked";
    head_.framing = Framing::Chunked;
  } else if (equal_ignoring_case(name, "connection")) {
    head_.closes = equal_ignoring_case(value, "close");
  } else if (equal_ignoring_case(name, "content-type")) {
    head_.event_stream = equal_ignoring_case(trimmed(value.substr(0, value.find(';'))), "text/event-stream");
  } else if (equal_ignoring_case(name, "mcp-session-id")) {
    head_.session = value;
  }
  return nullptr;
}

const char* AnswerReader::parse_head(std::string_view head) {
  head_ = {};
  constexpr std::string_view kVersion = "HTTP/1.1 ";
  const std::size_t line_end = head.find("\r\n");
  const std::string_view status_line = head.substr(0, line_end);
  const auto status = whole_number(status_line.substr(std::min(kVersion.size(), status_line.size()), 3), 10);
  if (!status_line.starts_with(kVersion) || !status || *status < 200 || *status > 599 ||
      (status_line.size() > kVersion.size() + 3 && status_line[kVersion.size() + 3] != ' ')) {
    return "a status line that is none";
  }
  head_.status = static_cast<int>(*status);
  bool has_length = false;
  for (std::size_t at = line_end + 2; at < head.size();) {
    const std::size_t end = head.find("\r\n", at);
    const std::string_view line = head.substr(at, end - at);
    const std::size_t colon = line.find(':');
    if (colon == 0 || colon == std::string_view::npos || line.find_first_of(" \t\r\n") < colon) {
      return "a header field that is none";
    }
    if (const char* problem = parse_field(line.substr(0, colon), trimmed(line.substr(colon + 1)), has_length)) {
      return problem;
    }
    at = end + 2;
  }
  if (has_length && head_.framing == Framing::Chunked) return "both Content-Length and Transfer-Encoding";
  if (head_.status == 204 || head_.status == 304) {
    head_.framing = Framing::Length;
    head_.length = 0;
  }
  if (head_.framing == Framing::UntilClose) head_.closes = true;
  return nullptr;
}

AnswerReader::State AnswerReader::read_head(std::string_view bytes, Answer& answer) {
  if (head_text_.empty() || !bytes.starts_with(head_text_)) {
    head_text_.clear();
    const std::size_t end = find_in(bytes, "\r\n\r\n");
    if (end == std::string_view::npos) {
      return bytes.size() > kMostHead ? malformed("a header without end") : State::Partial;
    }
    if (const char* problem = parse_head(bytes.substr(0, end + 2))) return malformed(problem);
    head_text_ = bytes.substr(0, end + 4);
  }
  answer = {.status = head_.status,
            .closes = head_.closes,
            .event_stream = head_.event_stream,
            .session = head_.session,
            .body = {}};
  size_ = head_text_.size();
  return State::Complete;
}

AnswerReader::State AnswerReader::read_chunks(std::string_view bytes, Answer& answer) {
  joined_.clear();
  std::size_t at = head_text_.size();
  const auto line = [&]() -> std::optional<std::string_view> {
    const std::size_t end = bytes.find("\r\n", at);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view text = bytes.substr(at, end - at);
    at = end + 2;
    return text;
  };
  for (;;) {
    const auto size_line = line();
    if (!size_line) return State::Partial;
    const auto size = whole_number(size_line->substr(0, size_line->find(';')), 16);
    if (!size) return malformed("a chunk without a size");
    if (*size == 0) break;
    if (bytes.size() - at < 2 || bytes.size() - at - 2 < *size) return State::Partial;
    if (bytes.substr(at + *size, 2) != "\r\n") return malformed("a chunk longer than its size");
    joined_ += bytes.substr(at, *size);
    at += *size + 2;
  }
  for (;;) {  // trailers
    const auto trailer = line();
    if (!trailer) return State::Partial;
    if (trailer->empty()) break;
  }
  answer.body = joined_;
  size_ = at;
  return State::Complete;
}

AnswerReader::State AnswerReader::read(std::string_view bytes, bool ended, Answer& answer) {
  State state = read_head(bytes, answer);
  if (state == State::Complete) {
    switch (head_.framing) {
      case Framing::Length:
        if (bytes.size() - size_ < head_.length) {
          state = State::Partial;
        } else {
          answer.body = bytes.substr(size_, head_.length);
          size_ += head_.length;
        }
        break;
      case Framing::Chunked:
        state = read_chunks(bytes, answer);
        break;
      case Framing::UntilClose:
        answer.body = bytes.substr(size_);
        size_ = bytes.size();
        if (!ended) state = State::Partial;
        break;
    }
  }
  if (state == State::Partial && ended) {
    return malformed(bytes.empty() ? "closed instead of answered" : "closed in the middle of an answer");
  }
  if (state == State::Complete && size_ != bytes.size()) return malformed("bytes behind the answer");
  return state;
}

std::string_view only_event(std::string_view stream) {
  std::string_view message;
  std::string_view pending;  // the data of the event that has no end yet
  for (std::size_t end = 0; (end = stream.find('\n')) != std::string_view::npos; stream.remove_prefix(end + 1)) {
    std::string_view line = stream.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.starts_with("data:")) {
      line.remove_prefix(line.starts_with("data: ") ? 6 : 5);
      if (line.empty()) continue;
      if (!pending.empty()) return {};
      pending = line;
    } else if (line.empty() && !pending.empty()) {
      if (!message.empty()) return {};
      message = std::exchange(pending, {});
    }
  }
  return pending.empty() && stream.empty() ? message : std::string_view();
}

BlockingClient::BlockingClient(const Endpoint& endpoint) : socket_(connect_to(endpoint, true)) {}

const char* BlockingClient::exchange(std::string_view request, Answer& answer) {
  return converse(request, answer, false);
}

const char* BlockingClient::open_stream(std::string_view request, Answer& answer) {
  return converse(request, answer, true);
}

const char* BlockingClient::converse(std::string_view request, Answer& answer, bool head_only) {
  if (!socket_.open()) return "connection refused";
  if (!send_all(socket_.fd(), request)) return "cannot send";
  received_.clear();
  std::array<char, 1 << 14> chunk;
  for (;;) {
    const ssize_t got = recv(socket_.fd(), chunk.data(), chunk.size(), 0);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return errno == EAGAIN ? "no answer in time" : "connection reset";
    received_.append(chunk.data(), static_cast<std::size_t>(got));
    const auto state = head_only ? reader_.read_head(received_, answer) : reader_.read(received_, got == 0, answer);
    if (state == AnswerReader::State::Malformed) return reader_.problem();
    if (state == AnswerReader::State::Complete) return nullptr;
    if (got == 0) return "closed instead of answered";
  }
}

}  // namespace bench
