#include <string>

#include <gtest/gtest.h>

#include "scheduling/executor.hpp"

namespace mcp::protocol {
namespace executor_test {

TEST(Workbench, gives_the_memory_of_a_big_result_back_when_told_to) {
  Workbench bench;
  bench.writer().raw(std::string(std::size_t{2} << 20, 'x'));
  EXPECT_EQ(bench.written().size(), std::size_t{2} << 20);
  bench.trim();
  EXPECT_TRUE(bench.written().empty());
}

TEST(Workbench, keeps_the_memory_of_small_results) {
  Workbench bench;
  bench.writer().raw("first");
  const char* const memory = bench.written().data();
  bench.trim();
  bench.writer().raw("again");
  EXPECT_EQ(bench.written().data(), memory);
}

/// Leaves a big result on the bench, and looks at what others left there.
class BigJob final : public Job {
 public:
  void run(Workbench& bench) noexcept override {
    found = bench.written().size();
    bench.writer().raw(std::string(std::size_t{2} << 20, 'x'));
  }
  std::size_t found = 1;
};

TEST(Executors, trim_their_bench_after_each_job) {
  InlineExecutor executor;
  for (int i = 0; i < 2; ++i) {
    BigJob job;
    executor.submit(job);
    EXPECT_EQ(job.found, 0U);
  }
}

}  // namespace executor_test
}  // namespace mcp::protocol
