#include "requests/outgoing_requests.hpp"

#include <utility>

#include "jsonrpc/message.hpp"

namespace mcp::protocol {

PendingReplies::PendingReplies(Waiter& waiter, std::vector<std::string> names) : waiter_(&waiter) {
  for (std::string& name : names) open_.insert(std::move(name));
}

void PendingReplies::wake_if_due(std::unique_lock<std::mutex>& lock) noexcept {
  if (!due_ || !armed_) return;
  Waiter* const waiter = std::exchange(waiter_, nullptr);
  lock.unlock();
  if (waiter != nullptr) waiter->wake();
}

void PendingReplies::activate() {
  std::unique_lock lock(mutex_);
  armed_ = true;
  wake_if_due(lock);
}

bool PendingReplies::answer(std::string_view name, ClientReply reply) {
  std::unique_lock lock(mutex_);
  const auto found = open_.find(name);
  if (found == open_.end() || due_) return false;
  replies_.insert_or_assign(*found, std::move(reply));
  open_.erase(found);
  due_ = open_.empty();
  wake_if_due(lock);
  return true;
}

void PendingReplies::cancel_pending() noexcept {
  std::unique_lock lock(mutex_);
  due_ = true;
  wake_if_due(lock);
}

void PendingReplies::fail_pending(std::string_view why) {
  std::unique_lock lock(mutex_);
  if (due_) return;
  for (const std::string& name : open_) replies_.insert_or_assign(name, ClientReply{true, 0, std::string(why)});
  open_.clear();
  due_ = true;
  wake_if_due(lock);
}

bool PendingReplies::waits_for(std::string_view name) const {
  const std::lock_guard lock(mutex_);
  return !due_ && open_.find(name) != open_.end();
}

std::map<std::string, ClientReply, std::less<>> PendingReplies::take_replies() {
  const std::lock_guard lock(mutex_);
  return std::exchange(replies_, {});
}

OutgoingRequests::OutgoingRequests(const OutgoingRequests& before) {
  const std::lock_guard lock(before.mutex_);
  next_ = before.next_;
}

void OutgoingRequests::start_at(std::int64_t first) {
  const std::lock_guard lock(mutex_);
  next_ = first;
}

std::int64_t OutgoingRequests::expect(const std::shared_ptr<PendingReplies>& pending, std::string_view name) {
  std::unique_lock lock(mutex_);
  const std::int64_t id = next_++;
  if (given_up_.empty()) {
    open_.emplace(std::to_string(id), Open{pending, std::string(name)});
    return id;
  }
  const std::string why = given_up_;
  lock.unlock();
  if (pending) pending->fail_pending(why);
  return id;
}

bool OutgoingRequests::is_given_up() const {
  const std::lock_guard lock(mutex_);
  return !given_up_.empty();
}

void OutgoingRequests::answer(std::string_view id, ClientReply reply) {
  std::shared_ptr<PendingReplies> pending;
  std::string name;
  {
    const std::lock_guard lock(mutex_);
    const auto found = open_.find(canonical_id(id));
    if (found == open_.end()) return;
    pending = found->second.pending.lock();
    name = std::move(found->second.name);
    open_.erase(found);
  }
  if (pending) pending->answer(name, std::move(reply));
}

void OutgoingRequests::fail_pending(std::string_view why) {
  std::map<std::string, Open, std::less<>> open;
  {
    const std::lock_guard lock(mutex_);
    open.swap(open_);
    given_up_.assign(why);
  }
  for (const auto& [id, question] : open) {
    if (const std::shared_ptr<PendingReplies> pending = question.pending.lock()) pending->fail_pending(why);
  }
}

bool OutgoingRequests::forget(std::int64_t id) {
  const std::lock_guard lock(mutex_);
  return open_.erase(std::to_string(id)) != 0;
}

}  // namespace mcp::protocol
