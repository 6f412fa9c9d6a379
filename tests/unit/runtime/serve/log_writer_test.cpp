#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "serve/log_writer.hpp"

namespace mcp::serve {
namespace log_writer_test {

using testing::HasSubstr;
using testing::StartsWith;

constexpr int kMany = 10'000;

/// What a log may lead to, with the end that a reader has.
class Channel {
 public:
  enum class Kind { Pipe, NonBlockingPipe, Socket, Terminal };

  explicit Channel(Kind kind) {
    std::signal(SIGPIPE, SIG_IGN);
    int ends[2] = {-1, -1};
    if (kind == Kind::Terminal) {
      ends[0] = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
      ::grantpt(ends[0]);
      ::unlockpt(ends[0]);
      ends[1] = ::open(::ptsname(ends[0]), O_RDWR | O_NOCTTY | O_CLOEXEC);
      termios settings = {};
      ::tcgetattr(ends[1], &settings);
      ::cfmakeraw(&settings);
      ::tcsetattr(ends[1], TCSANOW, &settings);
    } else if (kind == Kind::Socket) {
      EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
    } else {
      EXPECT_EQ(::pipe2(ends, O_CLOEXEC | (kind == Kind::NonBlockingPipe ? O_NONBLOCK : 0)), 0);
      ::fcntl(ends[0], F_SETFL, 0);  // the reader's side may wait
    }
    reader_ = ends[0];
    writer_ = ends[1];
  }
  ~Channel() {
    close_reader();
    if (writer_ >= 0) ::close(writer_);
  }
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  [[nodiscard]] int writer() const { return writer_; }
  /// A thread may still use the writer's end.
  void leave_writer() { writer_ = -1; }
  void close_reader() {
    if (reader_ >= 0) ::close(reader_);
    reader_ = -1;
  }

  /// Waits for the next line.
  std::string read_line() {
    std::size_t end = 0;
    while ((end = read_.find('\n')) == std::string::npos) {
      char chunk[4096];
      const ssize_t got = ::read(reader_, chunk, sizeof chunk);
      if (got <= 0) return "nothing is left of it";
      read_.append(chunk, static_cast<std::size_t>(got));
    }
    std::string line = read_.substr(0, end);
    read_.erase(0, end + 1);
    return line;
  }

 private:
  int reader_ = -1;
  int writer_ = -1;
  std::string read_;
};

std::string numbered(int number) { return "line " + std::to_string(number) + std::string(60, '.'); }

/// A file without a name.
class File {
 public:
  [[nodiscard]] int descriptor() const { return ::fileno(file_.get()); }
  [[nodiscard]] std::string text() const {
    std::string text(4096, '\0');
    text.resize(static_cast<std::size_t>(std::max<ssize_t>(::pread(descriptor(), text.data(), text.size(), 0), 0)));
    return text;
  }

 private:
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_{std::tmpfile(), &std::fclose};
};

class LogOverAnything : public testing::TestWithParam<Channel::Kind> {};

TEST_P(LogOverAnything, arrives_in_order_from_all_threads) {
  Channel channel(GetParam());
  LogWriter log(channel.writer());
  std::vector<std::thread> threads;
  for (const std::string name : {"a", "b"}) {
    threads.emplace_back([&log, name] {
      for (int i = 0; i < 200; ++i) log.write(name + numbered(i));
    });
  }
  int next_a = 0;
  int next_b = 0;
  for (int i = 0; i < 400; ++i) {
    const std::string line = channel.read_line();
    EXPECT_EQ(line, line.starts_with('a') ? "a" + numbered(next_a++) : "b" + numbered(next_b++));
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(log.finish());
}

TEST_P(LogOverAnything, waits_for_no_reader_and_counts_what_is_lost) {
  Channel channel(GetParam());
  LogWriter log(channel.writer());
  for (int i = 0; i < kMany; ++i) log.write(numbered(i));
  int next = 0;
  std::string line;
  while ((line = channel.read_line()).starts_with("line ")) EXPECT_EQ(line, numbered(next++));
  EXPECT_GT(next, 1000);
  EXPECT_EQ(line, std::to_string(kMany - next) + " lines of the log were lost");
  log.write("as before");
  EXPECT_EQ(channel.read_line(), "as before");
  EXPECT_TRUE(log.finish());
}

TEST_P(LogOverAnything, ends_although_nobody_reads_it) {
  Channel channel(GetParam());
  LogWriter log(channel.writer());
  for (int i = 0; i < kMany; ++i) log.write(numbered(i));
  EXPECT_FALSE(log.finish(std::chrono::milliseconds(1)));
  log.write("too late");
  EXPECT_FALSE(log.finish());
  channel.close_reader();  // which ends the thread
  channel.leave_writer();
}

TEST_P(LogOverAnything, ends_with_all_that_can_be_read) {
  Channel channel(GetParam());
  LogWriter log(channel.writer());
  for (int i = 0; i < 3000; ++i) log.write(numbered(i));
  std::thread reader([&channel] {
    for (int i = 0; i < 3000; ++i) EXPECT_EQ(channel.read_line(), numbered(i));
  });
  EXPECT_TRUE(log.finish(std::chrono::minutes(1)));
  reader.join();
}

TEST_P(LogOverAnything, leaves_the_flags_of_the_descriptor) {
  Channel channel(GetParam());
  const int flags = ::fcntl(channel.writer(), F_GETFL);
  LogWriter log(channel.writer());
  log.write("a line");
  EXPECT_EQ(channel.read_line(), "a line");
  EXPECT_EQ(::fcntl(channel.writer(), F_GETFL), flags);
}

TEST_P(LogOverAnything, outlives_its_reader) {
  Channel channel(GetParam());
  LogWriter log(channel.writer());
  channel.close_reader();
  for (int i = 0; i < kMany; ++i) log.write(numbered(i));
  EXPECT_TRUE(log.finish(std::chrono::minutes(1)));
}

std::string name_of(const testing::TestParamInfo<Channel::Kind>& kind) {
  constexpr const char* kNames[] = {"pipe", "non_blocking_pipe", "socket", "terminal"};
  return kNames[static_cast<int>(kind.param)];
}

INSTANTIATE_TEST_SUITE_P(Log, LogOverAnything,
                         testing::Values(Channel::Kind::Pipe, Channel::Kind::NonBlockingPipe, Channel::Kind::Socket,
                                         Channel::Kind::Terminal),
                         &name_of);

TEST(LogWriter, goes_on_when_a_full_disk_has_room_again) {
  const int descriptor = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
  ASSERT_GE(descriptor, 0);
  LogWriter log(descriptor);
  log.write("one");
  log.write("two");
  const File file;
  ASSERT_EQ(::dup2(file.descriptor(), descriptor), descriptor);
  log.write("three");
  log.write("four");
  EXPECT_EQ(file.text(), "2 lines of the log were lost\nthree\nfour\n");
  ::close(descriptor);
}

TEST(LogWriter, begins_a_new_line_behind_one_that_was_cut_off) {
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before = {};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const File file;
  LogWriter log(file.descriptor());
  const rlimit small = {.rlim_cur = 10, .rlim_max = before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  log.write("seven");
  log.write("and seventy");
  log.write("more");
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  log.write("there is room");
  EXPECT_EQ(file.text(), "seven\nand \n2 lines of the log were lost\nthere is room\n");
}

TEST(LogWriter, is_silent_without_a_descriptor) {
  LogWriter log(-1);
  log.write("lost");
  EXPECT_TRUE(log.finish());
}

TEST(LogWriter, writes_no_line_that_a_client_could_have_made) {
  const File file;
  LogWriter log(file.descriptor());
  log.write("said: \n{\"status\":200}\x1B[2J");
  EXPECT_EQ(file.text(), "said: \\n{\"status\":200}\\u001b[2J\n");
}

TEST(LogWriter, cuts_what_is_no_line_any_more) {
  Channel channel(Channel::Kind::Pipe);
  LogWriter log(channel.writer());
  for (const char* const text : {"ä", "."}) {
    std::string line;
    while (line.size() < 4'000'001) line += text;
    log.write("x" + line);
    const std::string shown = channel.read_line();
    EXPECT_THAT(shown, StartsWith("x" + std::string(text) + text));
    EXPECT_THAT(shown, HasSubstr(std::string(text) + "… (" + std::to_string(line.size() + 1) + " bytes in all)"));
    EXPECT_LT(shown.size(), 17'000U);
  }
}

}  // namespace log_writer_test
}  // namespace mcp::serve
