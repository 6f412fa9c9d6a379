#include "http/reply_sink.hpp"

#include <new>
#include <string>

#include "requests/outgoing_requests.hpp"

namespace mcp::protocol::http {

namespace {

/// Bytes of notifications that may be on their way to the event loop; more are left out.
constexpr std::size_t kMostNotices = std::size_t{4} << 20;

constexpr std::string_view kUnseen = "The client went away before it answered, or it has no stream to be asked on.";

}  // namespace

void ReplySink::expect_answer() {
  answer_.store(Answer::Awaited, std::memory_order_relaxed);
  kept_ = owner_.lock();
}

bool ReplySink::is_answered() const noexcept { return answer_.load(std::memory_order_acquire) != Answer::Awaited; }

bool ReplySink::take_lost() noexcept {
  Answer lost = Answer::Lost;
  return answer_.compare_exchange_strong(lost, Answer::Given, std::memory_order_acquire, std::memory_order_relaxed);
}

void ReplySink::respond(std::string_view message, ErrorCode code) {
  answer_.store(Answer::Given, std::memory_order_release);
  if (try_run_here()) return receiver_.on_answer(code, message);
  post_answer(code, message);
}

/// The handler may go on, so that its thread must not enter the event loop.
void ReplySink::respond_now(std::string_view message, ErrorCode code) {
  answer_.store(Answer::Given, std::memory_order_release);
  post_answer(code, message);
}

void ReplySink::post_answer(ErrorCode code, std::string_view message) {
  if (held_.take(message.size())) {
    try {
      return loop_.post([this, code, text = std::string(message)] {
        held_.give_back(text.size());
        receiver_.on_answer(code, text);
      });
    } catch (const std::bad_alloc&) {
      held_.give_back(message.size());
    }
  }
  // The client learns at least that much, when the event loop calls take_lost().
  answer_.store(Answer::Lost, std::memory_order_release);
}

bool ReplySink::try_run_here() noexcept {
  return notices_.load(std::memory_order_acquire) == 0 && loop_.try_run_here();
}

void ReplySink::count_notice(std::size_t bytes) noexcept {
  notices_.fetch_add(1, std::memory_order_relaxed);
  notice_bytes_.fetch_add(bytes, std::memory_order_relaxed);
}

void ReplySink::discount_notice(std::size_t bytes) noexcept {
  notice_bytes_.fetch_sub(bytes, std::memory_order_relaxed);
  notices_.fetch_sub(1, std::memory_order_release);
}

/// A notice is always posted: a handler that entered the event loop would keep it until the handler ends. `pending`
/// waits for the response to a request, and is null for a notification: a request that the client cannot see must not
/// be waited for.
void ReplySink::post_notice(std::string_view message, std::shared_ptr<PendingReplies> pending) {
  // A tool that reports much while the event loop is busy must not fill the memory.
  if (pending == nullptr && notice_bytes_.load(std::memory_order_relaxed) > kMostNotices) return;
  count_notice(message.size());
  try {
    loop_.post([this, owner = owner_.lock(), text = std::string(message), pending] {
      bool shown = false;
      try {
        shown = receiver_.on_notice(text, pending != nullptr);
      } catch (const std::bad_alloc&) {
        // A notification may get lost.
      }
      discount_notice(text.size());
      if (!shown && pending) pending->fail_pending(kUnseen);
    });
  } catch (const std::bad_alloc&) {
    discount_notice(message.size());
    if (pending) pending->fail_pending(kUnseen);
  }
}

}  // namespace mcp::protocol::http
