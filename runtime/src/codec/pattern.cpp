// The only source that includes RE2.
#include <mcp/codec/pattern.hpp>

#include <re2/re2.h>

#include <memory>

#include "base/compiled_values.hpp"

namespace mcp::detail {

namespace {

const RE2& compiled(const Pattern& pattern) {
  const void* known = pattern.compiled.load(std::memory_order_acquire);
  if (known == nullptr) {
    RE2::Options options;
    options.set_log_errors(false);  // RE2 would log to stderr
    auto made = std::make_unique<RE2>(pattern.source, options);
    if (pattern.compiled.compare_exchange_strong(known, made.get(), std::memory_order_acq_rel)) {
      known = made.release();
      internal::keep_compiled(known, [](const void* value) { delete static_cast<const RE2*>(value); });
    }
  }
  return *static_cast<const RE2*>(known);
}

}  // namespace

Match match_pattern(const Pattern& pattern, std::string_view text) {
  const RE2& expression = compiled(pattern);
  if (!expression.ok()) return Match::BrokenPattern;
  const re2::StringPiece subject(text.data(), text.size());
  const bool found = expression.Match(subject, 0, text.size(), RE2::UNANCHORED, nullptr, 0);
  return found ? Match::Yes : Match::No;
}

}  // namespace mcp::detail
