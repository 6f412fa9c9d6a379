#include "http/exchange_response.hpp"

#include <utility>

#include "base/rate_limit.hpp"

namespace mcp::protocol::http {

namespace {

/// Bytes of a text whose memory an exchange keeps.
constexpr std::size_t kKeptScratch = std::size_t{4} << 10;

}  // namespace

void ExchangeResponse::begin(const Request& request, bool is_json_rpc) {
  state_ = State::Opening;
  takes_json_ = accepts_json(request);
  takes_events_ = accepts_events(request);
  is_json_rpc_ = is_json_rpc;
  origin_fields_.clear();
}

std::string_view ExchangeResponse::with_origin(std::string_view fields) {
  if (origin_fields_.empty()) return fields;
  return fields_.assign(origin_fields_).append(fields);
}

void ExchangeResponse::log_error(ErrorCode code) {
  if (log_entry_ != nullptr) log_entry_->set_outcome(code, {}, false);
}

void ExchangeResponse::respond(unsigned status, std::string_view content_type, std::string_view body,
                               std::string_view fields) {
  writer_.respond({.status = status, .content_type = content_type, .body = body, .fields = with_origin(fields)});
  finish();
}

void ExchangeResponse::refuse(unsigned status, std::string_view text, std::string_view fields) {
  if (!is_json_rpc_) return respond(status, kPlainText, std::string(text) + "\n", fields);
  Writer& writer = loop_resources_.writer;
  writer.clear();
  write_refusal(writer, status, text);
  log_error(code_of_refusal(status));
  respond(status, kJson, writer.view(), fields);
}

void ExchangeResponse::refuse(const Refusal& refusal) {
  if (refusal.code != ErrorCode{}) return refuse_message(refusal.status, {}, refusal.code, refusal.text);
  refuse(refusal.status, refusal.text, refusal.fields);
}

void ExchangeResponse::refuse_message(unsigned status, std::string_view id, ErrorCode code, std::string_view text,
                                      std::string_view data) {
  Writer& writer = loop_resources_.writer;
  writer.clear();
  write_error(writer, id, code, text, data);
  log_error(code);
  respond(status, kJson, writer.view());
}

void ExchangeResponse::refuse_for_rate(std::chrono::milliseconds wait) {
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(wait).count();
  refuse(429, too_many_calls(wait), "Retry-After: " + std::to_string(seconds) + "\r\n");
}

void ExchangeResponse::refuse_verb(std::string_view allow) {
  refuse(405, "Method not allowed", "Allow: " + std::string(allow) + "\r\n");
}

void ExchangeResponse::complete(unsigned status, std::string_view message, std::string_view fields) {
  switch (state_) {
    case State::Idle:
    case State::Gone:
      return finish();
    case State::Streaming:
      if (!message.empty()) write_message(message);
      return end_stream();
    case State::Opening:
    case State::Waiting:
      break;
  }
  if (!message.empty()) return answer(status, message, fields);
  // Nothing was asked, or what was asked is cancelled.
  if (state_ == State::Opening) return accept();
  if (!takes_events_) return respond(204, {}, {});
  open_stream();
  end_stream();
}

void ExchangeResponse::answer(unsigned status, std::string_view message, std::string_view fields) {
  if (takes_json_ || !takes_events_ || status != 200) return respond(status, kJson, message, fields);
  open_stream(fields);
  write_message(message);
  end_stream();
}

void ExchangeResponse::open_stream(std::string_view fields) {
  writer_.open_stream(with_origin(fields));
  state_ = State::Streaming;
}

void ExchangeResponse::write(std::string_view events) { writer_.write(events); }

void ExchangeResponse::write_message(std::string_view message) {
  scratch_.assign("data: ").append(message).append("\n\n");
  writer_.write(scratch_);
}

void ExchangeResponse::end_stream(bool and_connection) {
  writer_.close_stream(and_connection);
  finish();
}

void ExchangeResponse::give_up_stream() {
  state_ = State::Gone;
  writer_.close_stream(true);
}

void ExchangeResponse::trim() noexcept {
  if (scratch_.capacity() > kKeptScratch) scratch_ = std::string();
}

bool ExchangeResponse::give_up() noexcept {
  if (state_ == State::Idle || state_ == State::Gone) return false;
  state_ = State::Gone;
  return true;
}

void ExchangeResponse::fail() {
  constexpr std::string_view kText = "The server failed; its log has the detail.\n";
  if (is_pending()) {
    writer_.respond({.status = 500, .content_type = kPlainText, .body = kText, .close = true});
  } else if (state_ == State::Streaming) {
    writer_.close_stream(true);
  }
}

void ExchangeResponse::finish() noexcept {
  trim();
  state_ = State::Idle;
  observer_.on_complete();
}

}  // namespace mcp::protocol::http
