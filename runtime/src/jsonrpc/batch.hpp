// A JSON-RPC batch of revision 2025-03-26 while its answers come in.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "base/byte_budget.hpp"
#include "jsonrpc/message_sink.hpp"

namespace mcp::protocol {

/// Collects the answers of one batch and sends them as one array when the last is there; sends nothing if there is
/// none. Lives on the heap and deletes itself: each request of the batch and its reader owe it exactly one send() or
/// abandon(). Thread-safe.
class Batch final : public MessageSink {
 public:
  /// The reader holds the first share. Answers that have more than `max_bytes` together are dropped, and one error that
  /// says so is sent in their place.
  /// What is collected is counted by `held`, which outlives the batch; where nothing is left there, it is the same.
  [[nodiscard]] static Batch& open(MessageSink& to, std::size_t max_bytes, ByteBudget& held) {
    return *new Batch(to, max_bytes, held);
  }

  /// One more answer is owed. For the reader, before its abandon().
  void expect_one();

  void send(std::string_view message) override;
  void respond_now(std::string_view message, ErrorCode code) override;
  /// Goes past the batch: it is no answer.
  void notify(std::string_view message) override { to_.notify(message); }
  void ask(std::string_view message, std::shared_ptr<PendingReplies> pending) override {
    to_.ask(message, std::move(pending));
  }
  [[nodiscard]] bool can_notify() const noexcept override { return to_.can_notify(); }
  void abandon() override;

 private:
  Batch(MessageSink& to, std::size_t max_bytes, ByteBudget& held) : to_(to), max_bytes_(max_bytes), held_(held) {}
  ~Batch() = default;
  void drop(std::string_view why);
  void collect(std::string_view message);
  void settle(std::string_view message, bool now);
  [[nodiscard]] std::string refusal() const;

  MessageSink& to_;
  const std::size_t max_bytes_;
  ByteBudget& held_;
  std::mutex mutex_;
  std::size_t owed_ = 1;
  std::string answers_;
  std::size_t taken_ = 0;     // of held_
  std::string_view dropped_;  // why; empty: nothing is
};

}  // namespace mcp::protocol
