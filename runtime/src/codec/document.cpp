#include "codec/document.hpp"

#include <simdjson.h>

#include <cstring>

#include <mcp/codec/writer.hpp>

#include "codec/exact_parse.hpp"

namespace mcp {

using internal::ExactTape;
using internal::kTooDeep;
using internal::parse_exactly;

namespace {

static_assert(kMaxJsonDepth == 1024, "kTooDeep states the limit");
static_assert(Writer::kMaxDepth == kMaxJsonDepth, "what is written can be read");

std::string_view describe(simdjson::error_code error) {
  switch (error) {
    case simdjson::DEPTH_ERROR:
      return kTooDeep;
    case simdjson::UTF8_ERROR:
      return "not UTF-8";
    case simdjson::EMPTY:
      return "empty";
    case simdjson::UNCLOSED_STRING:
      return "has a string without its closing quote";
    case simdjson::UNESCAPED_CHARS:
      return "has an unescaped control character in a string";
    case simdjson::STRING_ERROR:
      return "has a string with a bad escape";
    case simdjson::CAPACITY:
    case simdjson::MEMALLOC:
      return "too large";
    default:
      return "not JSON";
  }
}

}  // namespace

struct Document::Impl {
  simdjson::dom::parser parser;
  ExactTape exact;
  detail::Tape tape;  // of the last text that parsed
  std::unique_ptr<char[]> copy;
  std::size_t copy_size = 0;

  /// One message with an extraordinary number must not keep memory allocated for ever.
  void forget_large_exact_tape() {
    constexpr std::size_t kKeptWords = 1 << 13;
    if (exact.words.capacity() > kKeptWords) exact = {};
  }

  std::string_view parse_exact(std::string_view text, bool keep_all_digits) {
    const std::string_view problem = parse_exactly(text, keep_all_digits, exact);
    tape = {exact.words.data(), reinterpret_cast<const unsigned char*>(exact.strings.data())};
    return problem;
  }
};

Document::Document() : impl_(std::make_unique<Impl>()) {}
Document::~Document() = default;
Document::Document(Document&&) noexcept = default;
Document& Document::operator=(Document&&) noexcept = default;

std::string_view Document::parse(std::string_view text) {
  const simdjson::error_code error = impl_->parser.parse(text.data(), text.size(), false).error();
  if (error == simdjson::NUMBER_ERROR) return impl_->parse_exact(text, false);
  if (error != simdjson::SUCCESS) return describe(error);
  impl_->forget_large_exact_tape();
  impl_->tape = {impl_->parser.doc.tape.get(), impl_->parser.doc.string_buf.get()};
  return {};
}

std::string_view Document::parse_copy(std::string_view text) {
  if (impl_->copy_size < text.size() + kJsonPadding) {
    impl_->copy_size = text.size() + kJsonPadding;
    impl_->copy = std::make_unique<char[]>(impl_->copy_size);
  }
  std::memcpy(impl_->copy.get(), text.data(), text.size());
  return parse({impl_->copy.get(), text.size()});
}

std::string_view Document::parse_keeping_digits(std::string_view text) { return impl_->parse_exact(text, true); }

Value Document::root() const noexcept { return {impl_->tape, 1}; }

}  // namespace mcp
