#include "mrtr/reporter.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <mcp/spec/revision_traits.hpp>

#include "jsonrpc/errors.hpp"
#include "jsonrpc/message_writer.hpp"
#include "registry/members.hpp"
#include "tasks/task_runner.hpp"

namespace mcp::protocol {

bool Throttle::take(std::chrono::steady_clock::time_point now) noexcept {
  const auto start = std::max(full_at_, now);
  if (start - now > interval_ * (burst_ - 1)) return false;
  full_at_ = start + interval_;
  return true;
}

void Reporter::open(MessageSink& client) {
  const std::lock_guard lock(mutex_);
  client_ = &client;
}

void Reporter::close() noexcept {
  const std::lock_guard lock(mutex_);
  client_ = nullptr;
}

void Reporter::clear() noexcept {
  const std::lock_guard lock(mutex_);
  client_ = nullptr;
  last_progress_.reset();
  progress_throttle_.refill();
  log_throttle_.refill();
  task_.clear();
}

void Reporter::become_task(std::string id) {
  const std::lock_guard lock(mutex_);
  task_ = std::move(id);
  client_ = nullptr;
}

void Reporter::notify(std::string_view method, const Writer& params) {
  if (params.failed()) return;
  Writer message;
  write_notification(message, method, params.view());
  client_->notify(message.view());
}

void Reporter::progress(double done, std::optional<double> total, std::string_view message) {
  const std::lock_guard lock(mutex_);
  if (!std::isfinite(done) || (total && !std::isfinite(*total)) || (last_progress_ && done <= *last_progress_)) return;
  const bool is_task = !task_.empty();
  if (!is_task && (client_ == nullptr || facts_.progress_token().empty())) return;
  if (!progress_throttle_.take(std::chrono::steady_clock::now())) return;
  last_progress_ = done;
  if (is_task) {
    if (!message.empty()) tasks_.report(task_, to_utf8(message));
    return;
  }
  Writer params;
  detail::write_object(params, [&](detail::Members& members) {
    members.add("progressToken", [&](Writer& token) { token.raw(facts_.progress_token()); });
    members.add("progress", [&](Writer& number) { number.real(done); });
    if (total) members.add("total", [&](Writer& number) { number.real(*total); });
    if (!message.empty() && spec::traits_of(facts_.revision()).progress_message) {
      members.text("message", to_utf8(message));
    }
  });
  notify("notifications/progress", params);
}

void Reporter::log(LogLevel level, std::string_view data, std::string_view logger) {
  if (!facts_.wants(level)) return;
  const std::lock_guard lock(mutex_);
  if (client_ == nullptr || !task_.empty() || !log_throttle_.take(std::chrono::steady_clock::now())) return;
  Writer params;
  detail::write_object(params, [&](detail::Members& members) {
    members.text("level", name_of(level));
    if (!logger.empty()) members.text("logger", to_utf8(logger));
    members.add("data", [&](Writer& json) { json.raw(data); });
  });
  notify("notifications/message", params);
}

}  // namespace mcp::protocol
