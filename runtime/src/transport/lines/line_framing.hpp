// Cuts a byte stream into lines, one message each, in place: bytes are read into one buffer and parsed where they lie.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

namespace mcp::transport {

/// Not thread-safe. Memory is bounded by the longest allowed line plus one chunk.
class LineFraming {
 public:
  /// Bytes asked for at a time.
  static constexpr std::size_t kChunk = std::size_t{64} << 10;

  /// Lines of more than `max_line` bytes (without their end) are dropped.
  explicit LineFraming(std::size_t max_line) : max_line_(max_line) {}

  /// Room to read into; invalidates lines handed out before.
  [[nodiscard]] std::span<char> room();
  /// `size` bytes of the room were filled.
  void filled(std::size_t size) noexcept { end_ += size; }
  /// No more bytes will come: what is left counts as a line.
  void finish() noexcept { finished_ = true; }

  enum class Event : unsigned char { NeedBytes, Line, TooLong };
  /// The next event. A Line is never blank, has no line end, and is followed by kJsonPadding readable bytes; it stays
  /// valid until room() is called. TooLong comes once for each dropped line, as soon as it is too long.
  [[nodiscard]] Event next(std::string_view& line);

 private:
  void make_room();

  std::size_t max_line_;
  std::unique_ptr<char[]> bytes_;
  std::size_t capacity_ = 0;
  std::size_t begin_ = 0;    // of the line being collected
  std::size_t scanned_ = 0;  // no line end before this
  std::size_t end_ = 0;      // of the bytes read
  bool dropping_ = false;    // the rest of a line that was too long
  bool finished_ = false;
};

}  // namespace mcp::transport
