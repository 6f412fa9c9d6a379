// HTTP/1.1 as a load generator needs it: sockets to one server, and a strict reader of its answers.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace bench {

using Clock = std::chrono::steady_clock;

/// How long a server may say nothing before it counts as stuck.
inline constexpr std::chrono::seconds kPatience{10};

/// Prints `why` to standard error and ends the program with status 2.
[[noreturn]] void fail(const std::string& why);

/// The server that is measured.
struct Endpoint {
  std::string host = "127.0.0.1";  ///< an IPv4 address
  std::uint16_t port = 0;
  std::string path = "/mcp";
};

/// A socket, closed by the destructor.
class Socket {
 public:
  Socket() = default;
  explicit Socket(int fd) noexcept : fd_(fd) {}
  Socket(Socket&& other) noexcept;
  Socket& operator=(Socket&& other) noexcept;
  ~Socket();

  [[nodiscard]] int fd() const noexcept { return fd_; }
  [[nodiscard]] bool open() const noexcept { return fd_ >= 0; }
  void close() noexcept;

 private:
  int fd_ = -1;
};

/// A connection to the server, without Nagle's delay; not open if the server refuses. A non-blocking one may still be
/// on its way: it becomes writable when it is there or has failed.
[[nodiscard]] Socket connect_to(const Endpoint& endpoint, bool blocking);

/// Sends everything, waiting where the socket is full; false if the connection failed.
[[nodiscard]] bool send_all(int fd, std::string_view bytes);

/// Ends connections and waits until the server has closed them too, so that its state can be compared with an earlier
/// one; gives up after two seconds. The number of those that brought bytes nobody asked for.
std::size_t close_politely(std::span<Socket> sockets);

/// One answer. The views live until the reader reads again or its bytes go.
struct Answer {
  int status = 0;
  bool closes = false;        ///< the server closes the connection behind it
  bool event_stream = false;  ///< `text/event-stream` rather than JSON
  std::string_view session;   ///< the `Mcp-Session-Id`
  std::string_view body;      ///< what the body says, chunks joined
};

/// Reads answers. One reader serves many connections, for it keeps nothing of an answer: a partial one is read again
/// from its start when more has come.
class AnswerReader {
 public:
  enum class State : std::uint8_t { Partial, Complete, Malformed };

  /// Reads the answer that `bytes` starts with. `ended` says that the server closed the connection.
  State read(std::string_view bytes, bool ended, Answer& answer);

  /// The bytes of the answer just completed.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  /// What is wrong with the malformed answer.
  [[nodiscard]] const char* problem() const noexcept { return problem_; }

  /// Reads no more than the header of the answer, for one whose body goes on for ever.
  State read_head(std::string_view bytes, Answer& answer);

 private:
  enum class Framing : std::uint8_t { Length, Chunked, UntilClose };
  struct Head {
    int status = 0;
    Framing framing = Framing::UntilClose;
    std::size_t length = 0;
    bool closes = false;
    bool event_stream = false;
    std::string session;
  };

  State malformed(const char* problem) noexcept;
  const char* parse_head(std::string_view head);
  const char* parse_field(std::string_view name, std::string_view value, bool& has_length);
  State read_chunks(std::string_view bytes, Answer& answer);

  std::string head_text_;  // of the last answer: a server repeats itself, and an equal header needs no reading
  Head head_;
  std::string joined_;
  std::size_t size_ = 0;
  const char* problem_ = nullptr;
};

/// The data of the only message of a finished event stream; empty unless there is exactly one.
/// Comments and events without data count for nothing.
[[nodiscard]] std::string_view only_event(std::string_view stream);

/// A connection that waits for each answer.
class BlockingClient {
 public:
  explicit BlockingClient(const Endpoint& endpoint);

  /// Sends the request and reads its answer; null, or what went wrong.
  const char* exchange(std::string_view request, Answer& answer);
  /// Sends the request and reads the header of its answer, which then goes on.
  const char* open_stream(std::string_view request, Answer& answer);

  /// The connection, for whoever goes on with it.
  [[nodiscard]] Socket take() noexcept { return static_cast<Socket&&>(socket_); }

 private:
  const char* converse(std::string_view request, Answer& answer, bool head_only);

  Socket socket_;
  AnswerReader reader_;
  std::string received_;
};

}  // namespace bench
