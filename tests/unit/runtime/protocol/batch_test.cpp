#include <mcp/protocol/batch.hpp>

#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <mcp/transport/memory.hpp>

namespace mcp::protocol {
namespace batch_test {

using Messages = std::vector<std::string>;

TEST(Batch, sends_one_array_when_every_share_is_paid) {
  transport::MemoryOutbox outbox;
  Batch& batch = Batch::open(outbox, 1000);
  batch.expect_one();
  batch.expect_one();
  batch.send("1");
  batch.abandon();
  EXPECT_EQ(outbox.take_all(), Messages{});
  batch.send("2");
  EXPECT_EQ(outbox.take_all(), Messages{"[1,2]"});
}

TEST(Batch, sends_nothing_when_there_is_no_answer) {
  transport::MemoryOutbox outbox;
  Batch& batch = Batch::open(outbox, 1000);
  batch.expect_one();
  batch.abandon();
  batch.abandon();
  EXPECT_EQ(outbox.take_all(), Messages{});
}

TEST(Batch, collects_answers_of_many_threads) {
  transport::MemoryOutbox outbox;
  Batch& batch = Batch::open(outbox, 1000);
  constexpr int kThreads = 8;
  for (int i = 0; i < kThreads; ++i) batch.expect_one();
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) threads.emplace_back([&batch] { batch.send("7"); });
  batch.abandon();
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(outbox.take_one(), "[7,7,7,7,7,7,7,7]");
}

TEST(Batch, sends_one_error_for_answers_that_are_too_many_bytes) {
  transport::MemoryOutbox outbox;
  Batch& batch = Batch::open(outbox, 10);
  batch.expect_one();
  batch.expect_one();
  batch.abandon();
  batch.send("{\"a\":1}");
  batch.send("{\"b\":2}");
  EXPECT_EQ(outbox.take_one(),
            R"({"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request: the answers of the batch )"
            R"(have more than 10 bytes together; ask for less at once"}})");
}

}  // namespace batch_test
}  // namespace mcp::protocol
