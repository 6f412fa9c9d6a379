// A JSON-RPC batch of revision 2025-03-26 while its answers come in.
#pragma once

#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>

#include <mcp/protocol/outbox.hpp>

namespace mcp::protocol {

/// Collects the answers of one batch and sends them as one array when the last is there; sends nothing if there is
/// none. Lives on the heap and deletes itself: each request of the batch and its reader owe it exactly one send() or
/// abandon(). Thread-safe.
class Batch final : public Outbox {
 public:
  /// The reader holds the first share.
  [[nodiscard]] static Batch& open(Outbox& to) { return *new Batch(to); }

  /// One more answer is owed. For the reader, before its abandon().
  void expect_one();

  void send(std::string_view message) override;
  void send_now(std::string_view message) override;
  void abandon() override;

 private:
  explicit Batch(Outbox& to) : to_(to) {}
  ~Batch() = default;
  void settle(std::string_view message, bool now);

  Outbox& to_;
  std::mutex mutex_;
  std::size_t owed_ = 1;
  std::string answers_;
};

}  // namespace mcp::protocol
