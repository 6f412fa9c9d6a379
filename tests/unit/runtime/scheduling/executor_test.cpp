#include <string>

#include <gtest/gtest.h>

#include "scheduling/executor.hpp"

namespace mcp::protocol {
namespace executor_test {

TEST(WorkerScratch, gives_the_memory_of_a_big_result_back_when_told_to) {
  WorkerScratch scratch;
  scratch.writer().raw(std::string(std::size_t{2} << 20, 'x'));
  EXPECT_EQ(scratch.written().size(), std::size_t{2} << 20);
  scratch.trim();
  EXPECT_TRUE(scratch.written().empty());
}

TEST(WorkerScratch, keeps_the_memory_of_small_results) {
  WorkerScratch scratch;
  scratch.writer().raw("first");
  const char* const memory = scratch.written().data();
  scratch.trim();
  scratch.writer().raw("again");
  EXPECT_EQ(scratch.written().data(), memory);
}

/// Leaves a big result in the scratch memory, and looks at what others left there.
class BigJob final : public Job {
 public:
  void run(WorkerScratch& scratch) noexcept override {
    found = scratch.written().size();
    scratch.writer().raw(std::string(std::size_t{2} << 20, 'x'));
  }
  std::size_t found = 1;
};

TEST(Executors, trim_their_scratch_memory_after_each_job) {
  InlineExecutor executor;
  for (int i = 0; i < 2; ++i) {
    BigJob job;
    executor.submit(job);
    EXPECT_EQ(job.found, 0U);
  }
}

}  // namespace executor_test
}  // namespace mcp::protocol
