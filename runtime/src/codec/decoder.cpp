#include <mcp/codec/decoder.hpp>

#include "codec/text.hpp"
#include "codec/trial.hpp"

namespace mcp {

bool Decoder::silent() const noexcept { return problems_ >= kMaxProblems || (trial_ != nullptr && !trial_->listens()); }

bool Decoder::done() const noexcept { return problems_ > kMaxProblems || (trial_ != nullptr && trial_->is_decided()); }

bool Decoder::expected(std::string_view what, Value got) {
  if (trial_ != nullptr) return trial_->refuse(what, {});
  add(silent() ? std::string() : "expected " + std::string(what) + ", got " + internal::shown(got));
  return false;
}

bool Decoder::fail(std::string_view message) {
  if (trial_ != nullptr) return trial_->refuse({}, message);
  add(message);
  return false;
}

void Decoder::add(std::string_view message) {
  ++problems_;
  if (problems_ > kMaxProblems + 1) return;
  if (!report_.empty()) report_ += '\n';
  if (problems_ == kMaxProblems + 1) {
    report_ += "… and more";
    return;
  }
  report_ += render_path(path);
  report_ += ": ";
  report_ += message;
}

bool Decoder::end(std::string_view message) {
  if (problems_ <= kMaxProblems) add(message);
  problems_ = kMaxProblems + 1;
  return false;
}

bool Decoder::refuse_bytes() {
  return end("needs more memory than the " + std::to_string(max_bytes) +
             " bytes that a decoded message may take; send it in parts");
}

bool Decoder::refuse_collisions() {
  return end("too many values before it have the same hash in the server's table; send fewer at once");
}

}  // namespace mcp
