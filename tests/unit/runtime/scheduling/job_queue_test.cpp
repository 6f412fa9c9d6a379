#include "scheduling/job_queue.hpp"

#include <gtest/gtest.h>

namespace mcp::protocol {
namespace job_queue_test {

class NoJob final : public Job {
 public:
  void run(WorkerScratch&) noexcept override {}
};

TEST(JobQueue, gives_jobs_and_chains_of_jobs_in_the_order_of_their_arrival) {
  NoJob a;
  NoJob b;
  NoJob c;
  a.next = &b;
  JobQueue queue;
  EXPECT_TRUE(queue.empty());
  EXPECT_EQ(queue.push(a), 2U);
  EXPECT_EQ(queue.push(c), 1U);
  EXPECT_EQ(&queue.pop(), &a);
  EXPECT_EQ(a.next, nullptr);
  EXPECT_EQ(&queue.pop(), &b);
  EXPECT_EQ(&queue.pop(), &c);
  EXPECT_TRUE(queue.empty());
  EXPECT_EQ(queue.push(b), 1U);
  EXPECT_EQ(&queue.pop(), &b);
}

TEST(JobQueue, gives_all_jobs_as_one_chain) {
  NoJob a;
  NoJob b;
  JobQueue queue;
  EXPECT_EQ(queue.pop_all(), nullptr);
  queue.push(a);
  queue.push(b);
  EXPECT_EQ(queue.pop_all(), &a);
  EXPECT_EQ(a.next, &b);
  EXPECT_EQ(b.next, nullptr);
  EXPECT_TRUE(queue.empty());
}

}  // namespace job_queue_test
}  // namespace mcp::protocol
