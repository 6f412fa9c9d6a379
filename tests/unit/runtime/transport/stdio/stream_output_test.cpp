#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <pthread.h>

#include "pipes.hpp"
#include "transport/stdio/stdio.hpp"
#include "transport/stdio/stream_output.hpp"

namespace mcp::transport {
namespace stream_output_test {

using testing_support::Pipe;
using Clock = std::chrono::steady_clock;

Clock::time_point soon() { return Clock::now() + std::chrono::minutes(1); }

bool readable(int descriptor) {
  pollfd entry{descriptor, POLLIN, 0};
  return ::poll(&entry, 1, 0) > 0;
}

TEST(StreamOutput, holds_messages_until_flushed_and_sends_them_as_lines) {
  Pipe pipe;
  const WakeUp wake;
  StreamOutput output(pipe.write_end(), 1000, wake.descriptor());
  output.send("one");
  output.send("two");
  EXPECT_FALSE(readable(pipe.read_end()));
  output.flush();
  EXPECT_EQ(pipe.read_line(), "one");
  EXPECT_EQ(pipe.read_line(), "two");
}

TEST(StreamOutput, never_blocks_the_caller_when_the_pipe_is_full) {
  Pipe pipe;
  const WakeUp wake;
  StreamOutput output(pipe.write_end(), 1000, wake.descriptor());
  const std::string big(1 << 20, 'x');
  output.send(big);
  output.flush();
  output.send("small");
  output.flush();
  EXPECT_FALSE(output.finish(Clock::now()));
  EXPECT_EQ(pipe.read_line(), big);
  EXPECT_EQ(pipe.read_line(), "small");
  EXPECT_TRUE(output.finish(soon()));
}

TEST(StreamOutput, writes_to_descriptors_that_do_not_block) {
  Pipe pipe;
  ::fcntl(pipe.write_end(), F_SETFL, O_NONBLOCK);
  const WakeUp wake;
  StreamOutput output(pipe.write_end(), 1 << 30, wake.descriptor());
  const std::string big(1 << 20, 'x');
  for (int i = 0; i < 3; ++i) output.send(big);
  output.flush();
  for (int i = 0; i < 3; ++i) EXPECT_EQ(pipe.read_line(), big);
  EXPECT_TRUE(output.finish(soon()));
}

TEST(StreamOutput, asks_for_a_pause_while_too_much_waits_and_signals_its_end) {
  Pipe pipe;
  const WakeUp wake;
  StreamOutput output(pipe.write_end(), 1000, wake.descriptor());
  EXPECT_FALSE(output.must_pause());
  const std::string big(1 << 20, 'x');
  output.send(big);
  EXPECT_TRUE(output.must_pause());
  EXPECT_FALSE(readable(wake.descriptor()));
  std::thread worker([&] { output.before_job(); });
  EXPECT_EQ(pipe.read_line(), big);
  worker.join();
  pollfd entry{wake.descriptor(), POLLIN, 0};
  EXPECT_EQ(::poll(&entry, 1, -1), 1);
  EXPECT_FALSE(output.must_pause());
}

TEST(StreamOutput, is_congested_long_before_it_asks_for_a_pause_and_signals_the_end_of_it) {
  Pipe pipe;
  const WakeUp wake;
  StreamOutput output(pipe.write_end(), 1 << 30, wake.descriptor());
  output.send("small");
  EXPECT_FALSE(output.congested());
  const std::string big(1 << 20, 'x');
  output.send(big);
  EXPECT_TRUE(output.congested());
  EXPECT_FALSE(output.must_pause());
  output.flush();
  EXPECT_FALSE(readable(wake.descriptor()));
  EXPECT_EQ(pipe.read_line(), "small");
  EXPECT_EQ(pipe.read_line(), big);
  pollfd entry{wake.descriptor(), POLLIN, 0};
  EXPECT_EQ(::poll(&entry, 1, -1), 1);
  EXPECT_FALSE(output.congested());
}

TEST(StreamOutput, sends_big_and_small_messages_in_the_order_in_which_they_came) {
  Pipe pipe;
  const WakeUp wake;
  StreamOutput output(pipe.write_end(), 1 << 30, wake.descriptor());
  const auto message = [](std::size_t i) {
    return std::string(i % 3 == 0 ? (std::size_t{1} << 20) + i : 300'000 * (i % 5) + 1, static_cast<char>('a' + i));
  };
  for (std::size_t i = 0; i < 20; ++i) {
    output.send(message(i));
    if (i == 7) output.flush();
  }
  output.flush();
  for (std::size_t i = 0; i < 20; ++i) ASSERT_EQ(pipe.read_line(), message(i)) << i;
  EXPECT_TRUE(output.finish(soon()));
}

TEST(StreamOutput, lets_a_call_start_beside_one_that_takes_long) {
  Pipe pipe;
  const WakeUp wake;
  StreamOutput output(pipe.write_end(), 1000, wake.descriptor());
  output.before_job();
  output.send(std::string(900, 'x'));
  output.after_job();
  output.flush();
  for (int i = 0; i < 10; ++i) output.before_job();  // none of them ends
}

TEST(StreamOutput, writes_on_the_calling_thread_if_it_gets_none_of_its_own) {
  pthread_attr_t usual;
  ASSERT_EQ(::pthread_getattr_default_np(&usual), 0);
  pthread_attr_t impossible;
  ::pthread_attr_init(&impossible);
  ASSERT_EQ(::pthread_attr_setstacksize(&impossible, std::size_t{1} << 47), 0);
  Pipe pipe;
  const WakeUp wake;
  StreamOutput output(pipe.write_end(), 1000, wake.descriptor());
  const std::string big(1 << 20, 'x');
  std::string got;
  std::thread reader([&] { got = pipe.read_line(); });
  ASSERT_EQ(::pthread_setattr_default_np(&impossible), 0);
  output.send(big);
  output.flush();
  EXPECT_EQ(::pthread_setattr_default_np(&usual), 0);
  EXPECT_TRUE(output.finish(Clock::now()));  // written already
  pipe.close_write();
  reader.join();
  EXPECT_EQ(got, big);
}

TEST(StreamOutput, breaks_when_the_reader_is_gone_and_lets_everybody_go) {
  Pipe pipe;
  const WakeUp wake;
  StreamOutput output(pipe.write_end(), 1000, wake.descriptor());
  output.send(std::string(1 << 20, 'x'));
  output.flush();
  std::thread worker([&] { output.before_job(); });
  pipe.close_read();
  worker.join();
  EXPECT_TRUE(output.broken());
  EXPECT_TRUE(readable(wake.descriptor()));
  output.send("dropped");
  EXPECT_TRUE(output.finish(Clock::now()));
}

TEST(StreamOutput, keeps_lines_of_many_threads_whole) {
  Pipe pipe;
  const WakeUp wake;
  StreamOutput output(pipe.write_end(), 1 << 30, wake.descriptor());
  constexpr int kThreads = 4;
  constexpr int kLines = 2000;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&output, t] {
      for (int i = 0; i < kLines; ++i) {
        output.send(std::string(static_cast<std::size_t>(i % 100 + 1), static_cast<char>('a' + t)));
        if (i % 3 == 0) output.flush();
      }
      output.flush();
    });
  }
  for (int i = 0; i < kThreads * kLines; ++i) {
    const std::string line = pipe.read_line();
    ASSERT_FALSE(line.empty());
    ASSERT_EQ(line.find_first_not_of(line[0]), std::string::npos);
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(output.finish(soon()));
}

}  // namespace stream_output_test
}  // namespace mcp::transport
