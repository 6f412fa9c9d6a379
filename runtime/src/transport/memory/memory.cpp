#include "transport/memory/memory.hpp"

#include <algorithm>
#include <utility>

#include "transport/lines/line_delivery.hpp"

namespace mcp::transport {

void MemorySink::send(std::string_view message) {
  const std::lock_guard lock(mutex_);
  messages_.emplace_back(message);
  arrived_.notify_all();
}

void MemorySink::interrupt() {
  const std::lock_guard lock(mutex_);
  interrupted_ = true;
  arrived_.notify_all();
}

std::vector<std::string> MemorySink::take_all() {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> all(std::make_move_iterator(messages_.begin()), std::make_move_iterator(messages_.end()));
  messages_.clear();
  return all;
}

std::string MemorySink::take_one() {
  std::unique_lock lock(mutex_);
  arrived_.wait(lock, [this] { return !messages_.empty(); });
  std::string message = std::move(messages_.front());
  messages_.pop_front();
  return message;
}

std::optional<std::string> MemorySink::take_one_until(std::chrono::steady_clock::time_point deadline) {
  std::unique_lock lock(mutex_);
  arrived_.wait_until(lock, deadline, [this] { return interrupted_ || !messages_.empty(); });
  interrupted_ = false;
  if (messages_.empty()) return std::nullopt;
  std::string message = std::move(messages_.front());
  messages_.pop_front();
  return message;
}

MemoryPeer::MemoryPeer(const protocol::Dispatcher& dispatcher, protocol::Executor& executor, std::size_t max_message)
    : connection_(dispatcher, outbox_, executor), lines_(max_message), max_message_(max_message) {}

void MemoryPeer::send_bytes(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto room = lines_.room();
    const std::size_t size = std::min(room.size(), bytes.size());
    std::copy_n(bytes.data(), size, room.data());
    lines_.filled(size);
    deliver_lines(lines_, connection_, max_message_);
    bytes.remove_prefix(size);
  }
}

void MemoryPeer::send(std::string_view message) { send_bytes(std::string(message) + '\n'); }

void MemoryPeer::close() {
  lines_.finish();
  deliver_lines(lines_, connection_, max_message_);
  connection_.stop();
}

std::vector<std::string> MemoryPeer::exchange(std::string_view message) {
  send(message);
  return outbox_.take_all();
}

}  // namespace mcp::transport
