// A JSON-RPC batch (revision 2025-03-26) whose answers are being collected.
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

/// Collects the answers to one batch and sends them as one array after the last one; sends nothing if there are none. A
/// batch lives on the heap and deletes itself: each request of the batch, and its reader, must call send(),
/// respond_now() or abandon() exactly once. Thread-safe.
class Batch final : public MessageSink {
 public:
  /// The returned batch expects one call from its reader. If the answers together exceed `max_bytes`, or `held` has no
  /// room for them, they are dropped and one error is sent instead. `held` must outlive the batch.
  [[nodiscard]] static Batch& open(MessageSink& to, std::size_t max_bytes, ByteBudget& held) {
    return *new Batch(to, max_bytes, held);
  }

  /// Expects one more answer. The reader calls it before its own abandon().
  void expect_one();

  void send(std::string_view message) override;
  void respond_now(std::string_view message, ErrorCode code) override;
  /// Sends the message at once, since it is not an answer.
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
  void complete_one(std::string_view message, bool now);
  [[nodiscard]] std::string refusal() const;

  MessageSink& to_;
  const std::size_t max_bytes_;
  ByteBudget& held_;
  std::mutex mutex_;
  std::size_t owed_ = 1;
  std::string answers_;
  std::size_t taken_ = 0;     // bytes counted in held_
  std::string_view dropped_;  // why the answers are dropped; empty: they are not
};

}  // namespace mcp::protocol
