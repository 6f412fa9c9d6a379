// Lines that wait to be written, in blocks that are freed one by one.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>

namespace mcp::transport {

/// Not thread-safe. The bytes of front() stay where they are while another thread appends, so that they can be written
/// without a lock.
class OutputBuffer {
 public:
  /// Adds `message` and a line feed.
  void append(std::string_view message);

  /// The oldest bytes, as many as stand in one block; empty if nothing waits. Valid until consume() or clear().
  [[nodiscard]] std::string_view front();
  /// The first `size` bytes of front() are written.
  void consume(std::size_t size) noexcept { written_ += size; }
  /// Drops everything and gives the memory back.
  void clear() noexcept;

  /// Bytes that wait.
  [[nodiscard]] std::size_t size() const noexcept { return full_bytes_ + newest_.size() + oldest_.size() - written_; }

 private:
  std::string oldest_;            // the block of front()
  std::size_t written_ = 0;       // of it
  std::deque<std::string> full_;  // the blocks behind it
  std::size_t full_bytes_ = 0;
  std::string newest_;  // the block that append() fills
};

}  // namespace mcp::transport
