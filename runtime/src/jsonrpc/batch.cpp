#include "jsonrpc/batch.hpp"

#include <new>
#include <utility>

#include <mcp/codec/writer.hpp>

#include "jsonrpc/errors.hpp"

namespace mcp::protocol {

namespace {

constexpr std::string_view kTooLong = "too long";
constexpr std::string_view kNoRoom = "The server has no room for the answers of the batch now; try again later";

}  // namespace

void Batch::expect_one() {
  const std::lock_guard lock(mutex_);
  ++owed_;
}

void Batch::send(std::string_view message) { complete_one(message, false); }

void Batch::respond_now(std::string_view message, ErrorCode) { complete_one(message, true); }

void Batch::abandon() { complete_one({}, false); }

std::string Batch::refusal() const {
  Writer error;
  const bool is_long = dropped_ == kTooLong;
  write_error(error, "null", is_long ? ErrorCode::InvalidRequest : ErrorCode::InternalError,
              is_long ? "Invalid request: the answers of the batch have more than " + std::to_string(max_bytes_) +
                            " bytes together; ask for less at once"
                      : std::string(dropped_));
  return std::string(error.view());
}

/// Requires mutex_.
void Batch::drop(std::string_view why) {
  dropped_ = why;
  answers_ = std::string();
  held_.give_back(std::exchange(taken_, 0));
}

void Batch::collect(std::string_view message) {
  try {
    answers_.append(1, answers_.empty() ? '[' : ',').append(message);
  } catch (const std::bad_alloc&) {
    drop(kNoRoom);
  }
}

void Batch::complete_one(std::string_view message, bool now) {
  {
    const std::lock_guard lock(mutex_);
    if (!message.empty() && dropped_.empty()) {
      if (answers_.size() + message.size() > max_bytes_) {
        drop(kTooLong);
      } else if (!held_.take(message.size())) {
        drop(kNoRoom);
      } else {
        taken_ += message.size();
        collect(message);
      }
    }
    if (--owed_ != 0) return;
  }
  // That was the last expected answer, so no other reference exists.
  const std::unique_ptr<Batch, void (*)(Batch*)> ending(this, [](Batch* batch) {
    batch->held_.give_back(batch->taken_);
    delete batch;
  });
  try {
    if (!dropped_.empty()) {
      answers_ = refusal();
    } else if (!answers_.empty()) {
      answers_ += ']';
    }
    if (!answers_.empty()) return now ? to_.respond_now(answers_, {}) : to_.send(answers_);
  } catch (const std::bad_alloc&) {
    // Without memory, no error can be sent either.
  }
  to_.abandon();
}

}  // namespace mcp::protocol
