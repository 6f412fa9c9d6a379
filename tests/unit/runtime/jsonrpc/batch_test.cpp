#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "jsonrpc/batch.hpp"
#include "transport/memory/memory.hpp"

namespace mcp::protocol {
namespace batch_test {

using Messages = std::vector<std::string>;

TEST(Batch, sends_one_array_when_every_share_is_paid) {
  transport::MemorySink outbox;
  ByteBudget held(100);
  Batch& batch = Batch::open(outbox, 1000, held);
  batch.expect_one();
  batch.expect_one();
  batch.send("1");
  batch.abandon();
  EXPECT_EQ(outbox.take_all(), Messages{});
  batch.send("2");
  EXPECT_EQ(outbox.take_all(), Messages{"[1,2]"});
}

TEST(Batch, sends_nothing_when_there_is_no_answer) {
  transport::MemorySink outbox;
  ByteBudget held(100);
  Batch& batch = Batch::open(outbox, 1000, held);
  batch.expect_one();
  batch.abandon();
  batch.abandon();
  EXPECT_EQ(outbox.take_all(), Messages{});
}

TEST(Batch, collects_answers_of_many_threads) {
  transport::MemorySink outbox;
  ByteBudget held(100);
  Batch& batch = Batch::open(outbox, 1000, held);
  constexpr int kThreads = 8;
  for (int i = 0; i < kThreads; ++i) batch.expect_one();
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) threads.emplace_back([&batch] { batch.send("7"); });
  batch.abandon();
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(outbox.take_one(), "[7,7,7,7,7,7,7,7]");
}

TEST(Batch, sends_one_error_for_answers_that_are_too_many_bytes) {
  transport::MemorySink outbox;
  ByteBudget held(100);
  Batch& batch = Batch::open(outbox, 10, held);
  batch.expect_one();
  batch.expect_one();
  batch.abandon();
  batch.send("{\"a\":1}");
  batch.send("{\"b\":2}");
  EXPECT_EQ(outbox.take_one(),
            R"({"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request: the answers of the batch )"
            R"(have more than 10 bytes together; ask for less at once"}})");
}

TEST(Batch, counts_what_it_collects_and_is_refused_where_all_collect_too_much) {
  transport::MemorySink outbox;
  ByteBudget held(10);
  for (const bool fits : {true, false, true}) {
    Batch& batch = Batch::open(outbox, 1000, held);
    batch.expect_one();
    batch.expect_one();
    batch.send("12345");
    EXPECT_EQ(held.used(), 5U);
    batch.send(fits ? "67890" : "678901");
    EXPECT_EQ(held.used(), fits ? 10U : 0U);
    batch.abandon();
    EXPECT_EQ(outbox.take_one(),
              fits ? "[12345,67890]"
                   : R"({"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"The server has no room for the )"
                     R"(answers of the batch now; try again later"}})");
    EXPECT_EQ(held.used(), 0U);
  }
}

}  // namespace batch_test
}  // namespace mcp::protocol
