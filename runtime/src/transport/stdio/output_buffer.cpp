#include "transport/stdio/output_buffer.hpp"

#include <algorithm>
#include <utility>

namespace mcp::transport {

namespace {

/// Bytes of one block, unless a single message has more; also what is kept for the next burst.
constexpr std::size_t kBlock = std::size_t{1} << 20;

}  // namespace

void OutputBuffer::append(std::string_view message) {
  if (!newest_.empty() && newest_.size() + message.size() >= kBlock) {
    full_.push_back(std::move(newest_));
    full_bytes_ += full_.back().size();
    newest_ = std::string();
  }
  // A message is there with its end or not at all, also where there is no memory.
  const std::size_t size = newest_.size();
  if (size + message.size() + 1 > newest_.capacity()) newest_.reserve(std::max(size + message.size() + 1, 2 * size));
  newest_.append(message);
  newest_.push_back('\n');
}

std::string_view OutputBuffer::front() {
  if (written_ == oldest_.size()) {
    written_ = 0;
    if (full_.empty()) {
      oldest_.clear();
      if (oldest_.capacity() > 2 * kBlock) oldest_ = std::string();
      oldest_.swap(newest_);
    } else {
      full_bytes_ -= full_.front().size();
      oldest_ = std::move(full_.front());
      full_.pop_front();
    }
  }
  return std::string_view(oldest_).substr(written_);
}

void OutputBuffer::clear() noexcept {
  newest_ = std::string();
  oldest_ = std::string();
  written_ = 0;
  full_.clear();
  full_bytes_ = 0;
}

}  // namespace mcp::transport
