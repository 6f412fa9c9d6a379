#include <mcp/protocol/batch.hpp>

#include <mcp/codec/writer.hpp>
#include <mcp/protocol/errors.hpp>

namespace mcp::protocol {

void Batch::expect_one() {
  const std::lock_guard lock(mutex_);
  ++owed_;
}

void Batch::send(std::string_view message) { settle(message, false); }

void Batch::send_now(std::string_view message, ErrorCode) { settle(message, true); }

void Batch::abandon() { settle({}, false); }

std::string Batch::refusal() const {
  Writer error;
  write_error(error, "null", ErrorCode::InvalidRequest,
              "Invalid request: the answers of the batch have more than " + std::to_string(max_bytes_) +
                  " bytes together; ask for less at once");
  return std::string(error.view());
}

void Batch::settle(std::string_view message, bool now) {
  {
    const std::lock_guard lock(mutex_);
    if (answers_.size() + message.size() > max_bytes_) {
      too_many_ = true;
      answers_ = std::string();
    }
    if (!message.empty() && !too_many_) answers_.append(1, answers_.empty() ? '[' : ',').append(message);
    if (--owed_ != 0) return;
  }
  if (too_many_) answers_ = refusal();
  // The last share: nobody else holds a reference.
  if (!answers_.empty()) {
    if (!too_many_) answers_ += ']';
    now ? to_.send_now(answers_, {}) : to_.send(answers_);
  } else {
    to_.abandon();
  }
  delete this;
}

}  // namespace mcp::protocol
