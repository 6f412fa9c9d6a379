#include "transport/lines/line_framing.hpp"

#include <algorithm>
#include <cstring>

#include "codec/document.hpp"

namespace mcp::transport {

namespace {

/// Bytes of buffer that are kept when a long line is over.
constexpr std::size_t kKeptInput = std::size_t{1} << 20;

bool blank(std::string_view line) { return line.find_first_not_of(" \t\r") == std::string_view::npos; }

}  // namespace

std::span<char> LineFraming::room() {
  make_room();
  return {bytes_.get() + end_, capacity_ - kJsonPadding - end_};
}

void LineFraming::make_room() {
  if (dropping_) begin_ = scanned_ = end_ = 0;  // nothing of the line is wanted
  const std::size_t held = end_ - begin_;
  if (held == 0) {
    begin_ = scanned_ = end_ = 0;
    if (capacity_ > kKeptInput + kChunk + kJsonPadding) {
      bytes_.reset();
      capacity_ = 0;
    }
  }
  if (capacity_ >= end_ + kChunk / 2 + kJsonPadding) return;
  // Move what is held to the front, into a bigger buffer if it fills more than half of this one.
  std::size_t capacity = std::max(capacity_, kChunk + kJsonPadding);
  while (capacity < 2 * held + kJsonPadding || capacity < held + kChunk / 2 + kJsonPadding) capacity *= 2;
  capacity = std::min(capacity, std::max(capacity_, max_line_ + 2 * kChunk + kJsonPadding));
  if (capacity != capacity_) {
    auto bytes = std::make_unique<char[]>(capacity);
    if (held != 0) std::memcpy(bytes.get(), bytes_.get() + begin_, held);
    bytes_ = std::move(bytes);
    capacity_ = capacity;
  } else if (held != 0) {
    std::memmove(bytes_.get(), bytes_.get() + begin_, held);
  }
  scanned_ -= begin_;
  begin_ = 0;
  end_ = held;
}

LineFraming::Event LineFraming::next(std::string_view& line) {
  while (true) {
    const char* const base = bytes_.get();
    const void* const found = end_ > scanned_ ? std::memchr(base + scanned_, '\n', end_ - scanned_) : nullptr;
    const bool ended = found != nullptr;
    if (!ended && !(finished_ && end_ > begin_)) {
      scanned_ = end_;
      if (dropping_ || end_ - begin_ <= max_line_ + 1) return Event::NeedBytes;  // one more: a carriage return
      dropping_ = true;
      return Event::TooLong;
    }
    const std::size_t at = ended ? static_cast<std::size_t>(static_cast<const char*>(found) - base) : end_;
    line = {base + begin_, at - begin_};
    begin_ = scanned_ = ended ? at + 1 : end_;
    if (dropping_) {
      dropping_ = false;
      continue;
    }
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.size() > max_line_) return Event::TooLong;
    if (!blank(line)) return Event::Line;
  }
}

}  // namespace mcp::transport
