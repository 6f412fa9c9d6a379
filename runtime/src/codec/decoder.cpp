#include <mcp/codec/decoder.hpp>

#include "codec/text.hpp"
#include "codec/trial.hpp"

namespace mcp {

bool Decoder::quiet() const noexcept { return trial_ != nullptr && !trial_->listens(); }

bool Decoder::expected(std::string_view what, Value got) {
  if (trial_ != nullptr) return trial_->refuse(what, {});
  add("expected " + std::string(what) + ", got " + codec_internal::shown(got));
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

}  // namespace mcp
