// A peer of the tests whose every message from the server is judged by the table of messages (tests/messages).
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "judge.hpp"
#include "scarce_memory.hpp"
#include "transport/memory/memory.hpp"

namespace testing_support {

/// Judges both directions of a conversation; what is wrong with a message is a failure of the test. Thread-safe.
class TestJudge {
 public:
  /// What it judges: one conversation, or several over HTTP, where an answer may be of any session and come again.
  enum class Of : unsigned char { OneConversation, AnySession };

  explicit TestJudge(Of what = Of::OneConversation) {
    if (what == Of::OneConversation) return;
    judge_.expect_sessions();
    judge_.expect_replays();
  }

  void sent(std::string_view message) {
    const PlentyOfMemory plenty;
    const std::lock_guard lock(mutex_);
    judge_.sent(message);
  }
  void received(std::string_view message) {
    const PlentyOfMemory plenty;
    const std::lock_guard lock(mutex_);
    const std::string problems = judge_.received(message);
    if (!problems.empty()) ADD_FAILURE() << problems << "in " << message;
  }

 private:
  std::mutex mutex_;
  messages::Judge judge_;
};

/// What a server has sent, as transport::MemorySink has it, judged as it is taken.
class JudgedOutbox {
 public:
  JudgedOutbox(mcp::transport::MemorySink& sink, TestJudge& judge) : sink_(sink), judge_(judge) {}

  [[nodiscard]] std::vector<std::string> take_all() {
    std::vector<std::string> all = sink_.take_all();
    for (const std::string& message : all) judge_.received(message);
    return all;
  }
  [[nodiscard]] std::string take_one() {
    std::string message = sink_.take_one();
    judge_.received(message);
    return message;
  }
  [[nodiscard]] std::optional<std::string> take_one_until(std::chrono::steady_clock::time_point deadline) {
    std::optional<std::string> message = sink_.take_one_until(deadline);
    if (message) judge_.received(*message);
    return message;
  }
  /// For requests that come another way than through the peer, which must be told to judge().
  [[nodiscard]] mcp::transport::MemorySink& sink() noexcept { return sink_; }

 private:
  mcp::transport::MemorySink& sink_;
  TestJudge& judge_;
};

/// transport::MemoryPeer with a judge.
class JudgedPeer {
 public:
  JudgedPeer(const mcp::protocol::Dispatcher& dispatcher, mcp::protocol::Executor& executor,
             std::size_t max_message = 1 << 20)
      : peer_(dispatcher, executor, max_message) {}

  /// Bytes of a line stream; a message that comes in pieces is judged as one.
  void send_bytes(std::string_view bytes) {
    {
      const PlentyOfMemory plenty;
      line_.append(bytes);
      for (std::size_t end = line_.find('\n'); end != std::string::npos; end = line_.find('\n')) {
        judge_.sent(line_.substr(0, end));
        line_.erase(0, end + 1);
      }
    }
    peer_.send_bytes(bytes);
  }
  void send(std::string_view message) {
    judge_.sent(message);
    peer_.send(message);
  }
  void close() {
    if (!line_.empty()) judge_.sent(line_);
    peer_.close();
  }
  std::vector<std::string> exchange(std::string_view message) {
    judge_.sent(message);
    std::vector<std::string> all = peer_.exchange(message);
    for (const std::string& each : all) judge_.received(each);
    return all;
  }

  void close_executors() noexcept { peer_.close_executors(); }

  [[nodiscard]] JudgedOutbox& outbox() noexcept { return outbox_; }
  [[nodiscard]] TestJudge& judge() noexcept { return judge_; }

 private:
  TestJudge judge_;
  std::string line_;  // what came of a line that has not ended
  mcp::transport::MemoryPeer peer_;
  JudgedOutbox outbox_{peer_.outbox(), judge_};
};

}  // namespace testing_support
