#include "requests/client_line.hpp"

#include <utility>

#include "jsonrpc/message.hpp"

namespace mcp::protocol {

Round::Round(Sleeper& sleeper, std::vector<std::string> names) : sleeper_(&sleeper) {
  for (std::string& name : names) open_.insert(std::move(name));
}

void Round::wake_if_due(std::unique_lock<std::mutex>& lock) noexcept {
  if (!due_ || !armed_) return;
  Sleeper* const sleeper = std::exchange(sleeper_, nullptr);
  lock.unlock();
  if (sleeper != nullptr) sleeper->wake();
}

void Round::arm() {
  std::unique_lock lock(mutex_);
  armed_ = true;
  wake_if_due(lock);
}

bool Round::answer(std::string_view name, Reply reply) {
  std::unique_lock lock(mutex_);
  const auto found = open_.find(name);
  if (found == open_.end() || due_) return false;
  replies_.insert_or_assign(*found, std::move(reply));
  open_.erase(found);
  due_ = open_.empty();
  wake_if_due(lock);
  return true;
}

void Round::interrupt() noexcept {
  std::unique_lock lock(mutex_);
  due_ = true;
  wake_if_due(lock);
}

void Round::give_up(std::string_view why) {
  std::unique_lock lock(mutex_);
  if (due_) return;
  for (const std::string& name : open_) replies_.insert_or_assign(name, Reply{true, 0, std::string(why)});
  open_.clear();
  due_ = true;
  wake_if_due(lock);
}

bool Round::waits_for(std::string_view name) const {
  const std::lock_guard lock(mutex_);
  return !due_ && open_.find(name) != open_.end();
}

std::map<std::string, Reply, std::less<>> Round::take_replies() {
  const std::lock_guard lock(mutex_);
  return std::exchange(replies_, {});
}

ClientLine::ClientLine(const ClientLine& before) {
  const std::lock_guard lock(before.mutex_);
  next_ = before.next_;
}

std::int64_t ClientLine::expect(const std::shared_ptr<Round>& round, std::string_view name) {
  std::unique_lock lock(mutex_);
  const std::int64_t id = next_++;
  if (given_up_.empty()) {
    open_.emplace(std::to_string(id), Open{round, std::string(name)});
    return id;
  }
  const std::string why = given_up_;
  lock.unlock();
  if (round) round->give_up(why);
  return id;
}

bool ClientLine::is_given_up() const {
  const std::lock_guard lock(mutex_);
  return !given_up_.empty();
}

void ClientLine::answer(std::string_view id, Reply reply) {
  std::shared_ptr<Round> round;
  std::string name;
  {
    const std::lock_guard lock(mutex_);
    const auto found = open_.find(canonical_id(id));
    if (found == open_.end()) return;
    round = found->second.round.lock();
    name = std::move(found->second.name);
    open_.erase(found);
  }
  if (round) round->answer(name, std::move(reply));
}

void ClientLine::give_up(std::string_view why) {
  std::map<std::string, Open, std::less<>> open;
  {
    const std::lock_guard lock(mutex_);
    open.swap(open_);
    given_up_.assign(why);
  }
  for (const auto& [id, question] : open) {
    if (const std::shared_ptr<Round> round = question.round.lock()) round->give_up(why);
  }
}

bool ClientLine::forget(std::int64_t id) {
  const std::lock_guard lock(mutex_);
  return open_.erase(std::to_string(id)) != 0;
}

}  // namespace mcp::protocol
