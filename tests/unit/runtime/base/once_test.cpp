#include "base/once.hpp"

#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace mcp::protocol {
namespace once_test {

TEST(Once, is_done_once_however_many_threads_need_it) {
  Once once;
  std::atomic<int> runs = 0;
  int value = 0;
  std::vector<std::jthread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      once.run([&] {
        ++runs;
        value = 7;
      });
      EXPECT_EQ(value, 7);
    });
  }
  threads.clear();
  EXPECT_EQ(runs, 1);
}

TEST(Once, is_tried_again_after_an_exception) {
  Once once;
  int runs = 0;
  EXPECT_THROW(once.run([&] {
    ++runs;
    throw std::runtime_error("not now");
  }),
               std::runtime_error);
  once.run([&] { ++runs; });
  once.run([&] { ++runs; });
  EXPECT_EQ(runs, 2);
}

}  // namespace once_test
}  // namespace mcp::protocol
