// Pipes for tests of byte streams: what a client holds of a server's stdin and stdout.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include <mcp/serve_options.hpp>

namespace testing_support {

/// Both ends of a pipe; each is closed at most once.
class Pipe {
 public:
  Pipe() {
    int ends[2];
    EXPECT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    std::signal(SIGPIPE, SIG_IGN);
    read_end_ = ends[0];
    write_end_ = ends[1];
  }
  ~Pipe() {
    close_read();
    close_write();
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  [[nodiscard]] int read_end() const { return read_end_; }
  [[nodiscard]] int write_end() const { return write_end_; }
  void close_read() { close(read_end_); }
  void close_write() { close(write_end_); }

  /// Blocks until everything is written or nobody is there to read it.
  void write(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t written = ::write(write_end_, bytes.data(), bytes.size());
      if (written < 0 && errno == EPIPE) return;
      ASSERT_GT(written, 0);
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
  }

  /// Blocks until the stream ends; returns what is left of it.
  std::string read_all() {
    char chunk[4096];
    for (ssize_t got = 0; (got = ::read(read_end_, chunk, sizeof chunk)) > 0;) {
      read_.append(chunk, static_cast<std::size_t>(got));
    }
    return std::exchange(read_, {});
  }

  /// Blocks until there is a line; returns it without its end. "" at the end of the stream.
  std::string read_line() {
    std::size_t at = 0;
    while ((at = read_.find('\n')) == std::string::npos) {
      char chunk[4096];
      const ssize_t got = ::read(read_end_, chunk, sizeof chunk);
      if (got <= 0) return std::exchange(read_, {});
      read_.append(chunk, static_cast<std::size_t>(got));
    }
    std::string line = read_.substr(0, at);
    read_.erase(0, at + 1);
    return line;
  }

 private:
  static void close(int& end) {
    if (end >= 0) ::close(end);
    end = -1;
  }

  int read_end_ = -1;
  int write_end_ = -1;
  std::string read_;
};

/// A server between these descriptors.
inline mcp::StdioOptions between(mcp::StdioOptions options, int in, int out) {
  options.in = in;
  options.out = out;
  return options;
}

}  // namespace testing_support
