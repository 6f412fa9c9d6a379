#include "transport/stdio/admission_control.hpp"

#include <unistd.h>

#include <future>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "pipes.hpp"
#include "platform/wake_up.hpp"
#include "transport/blocked_thread.hpp"
#include "transport/stdio/stream_output.hpp"

namespace mcp::transport {
namespace admission_control_test {

using testing_support::Pipe;

/// Something that a thread of its own does, and which waits at first.
class Waiting {
 public:
  template <class F>
  explicit Waiting(F what)
      : thread_([this, what] {
          id_.set_value(::gettid());
          what();
          done_.set_value();
        }) {
    wait_until_blocked(id_.get_future().get());
  }
  ~Waiting() { thread_.join(); }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

  [[nodiscard]] bool ends() {
    return done_.get_future().wait_for(std::chrono::seconds(20)) == std::future_status::ready;
  }

 private:
  std::promise<pid_t> id_;
  std::promise<void> done_;
  std::thread thread_;
};

TEST(AdmissionControl, lets_a_call_start_beside_one_that_takes_long_once_a_backlog_has_drained) {
  Pipe pipe;
  const WakeUp wake;
  StreamOutput output(pipe.write_end(), 1000, wake.descriptor());
  output.before_job();
  output.send(std::string(900, 'x'));
  output.after_job();
  output.flush();
  EXPECT_EQ(pipe.read_line().size(), 900U);
  output.before_job();  // the one that takes long: as big a result is expected of it
  output.send(std::string(1 << 20, 'x'));
  output.flush();
  Waiting call([&] { output.before_job(); });
  EXPECT_EQ(pipe.read_line().size(), std::size_t{1} << 20);
  EXPECT_TRUE(call.ends());
  output.after_job();
}

TEST(AdmissionControl, lets_the_second_of_two_that_waited_start_although_the_first_takes_long) {
  std::mutex mutex;
  AdmissionControl admission(1000);
  const auto start = [&] {
    std::unique_lock lock(mutex);
    admission.start(lock);
  };
  const auto locked = [&](auto what) {
    const std::lock_guard lock(mutex);
    what();
  };
  start();
  locked([&] {
    admission.produced(900, 901);
    admission.finished();
    admission.produced(2000, 2902);
  });
  Waiting first(start);
  Waiting second(start);
  locked([&] { admission.sent(0); });
  EXPECT_TRUE(first.ends());
  EXPECT_TRUE(second.ends());
  locked([&] { admission.abandon(); });
}

TEST(AdmissionControl, lets_everybody_start_when_nobody_reads_the_output_any_more) {
  std::mutex mutex;
  AdmissionControl admission(1000);
  admission.produced(2000, 2001);
  EXPECT_FALSE(admission.may_start());
  Waiting call([&] {
    std::unique_lock lock(mutex);
    admission.start(lock);
  });
  {
    const std::lock_guard lock(mutex);
    admission.abandon();
  }
  EXPECT_TRUE(call.ends());
  EXPECT_TRUE(admission.may_start());
}

}  // namespace admission_control_test
}  // namespace mcp::transport
