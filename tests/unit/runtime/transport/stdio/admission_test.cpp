#include <gtest/gtest.h>

#include "transport/stdio/admission.hpp"

namespace mcp::transport {
namespace admission_test {

constexpr std::size_t kLimit = 16'000;

/// How many calls start at once while `unsent` bytes wait.
std::size_t admitted(Admission admission, std::size_t unsent) {
  std::size_t count = 0;
  for (; count < 64 && admission.may_start(unsent); ++count) admission.started();
  return count;
}

Admission after_results_of(std::size_t bytes) {
  Admission admission(kLimit);
  admission.started();
  admission.produced(bytes);
  admission.finished();
  return admission;
}

TEST(Admission, lets_all_workers_start_before_any_result_is_known) { EXPECT_EQ(admitted(Admission(kLimit), 0), 64U); }

TEST(Admission, lets_everybody_start_while_results_are_small) { EXPECT_EQ(admitted(after_results_of(200), 0), 64U); }

TEST(Admission, lets_calls_with_big_results_start_one_at_a_time_after_a_backlog) {
  const Admission admission = after_results_of(kLimit);
  EXPECT_EQ(admitted(admission, kLimit + 1), 0U);
  EXPECT_EQ(admitted(admission, kLimit), 1U);
  EXPECT_EQ(admitted(admission, 0), 1U);
}

TEST(Admission, keeps_unsent_output_and_expected_results_below_the_limit) {
  const Admission admission = after_results_of(1000);
  EXPECT_EQ(admitted(admission, 0), 16U);
  EXPECT_EQ(admitted(admission, 12'000), 4U);
  EXPECT_EQ(admitted(admission, kLimit), 1U);
}

TEST(Admission, expects_less_of_calls_that_take_long) {
  Admission admission = after_results_of(kLimit);
  admission.started();
  EXPECT_FALSE(admission.may_start(0));
  admission.relax();
  EXPECT_TRUE(admission.may_start(0));
  admission.started();
  EXPECT_FALSE(admission.may_start(0));
}

TEST(Admission, forgets_big_results_with_small_ones) {
  Admission admission = after_results_of(kLimit);
  std::size_t before = 1;
  for (int i = 0; i < 60; ++i) {
    admission.started();
    admission.produced(10);
    admission.finished();
    EXPECT_GE(admitted(admission, 0), before);
    before = admitted(admission, 0);
  }
  EXPECT_EQ(before, 64U);
}

TEST(Admission, learns_nothing_from_cancelled_calls) {
  Admission admission = after_results_of(kLimit);
  for (int i = 0; i < 60; ++i) {
    admission.started();
    admission.finished();
  }
  EXPECT_EQ(admitted(admission, 0), 1U);
}

}  // namespace admission_test
}  // namespace mcp::transport
