#include <mcp/protocol/batch.hpp>

namespace mcp::protocol {

void Batch::expect_one() {
  const std::lock_guard lock(mutex_);
  ++owed_;
}

void Batch::send(std::string_view message) { settle(message, false); }

void Batch::send_now(std::string_view message) { settle(message, true); }

void Batch::abandon() { settle({}, false); }

void Batch::settle(std::string_view message, bool now) {
  {
    const std::lock_guard lock(mutex_);
    if (!message.empty()) answers_.append(1, answers_.empty() ? '[' : ',').append(message);
    if (--owed_ != 0) return;
  }
  // The last share: nobody else holds a reference.
  if (!answers_.empty()) {
    answers_ += ']';
    now ? to_.send_now(answers_) : to_.send(answers_);
  } else {
    to_.abandon();
  }
  delete this;
}

}  // namespace mcp::protocol
