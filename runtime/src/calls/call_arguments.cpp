#include "calls/call_arguments.hpp"

#include <new>

#include <mcp/codec/decoder.hpp>
#include <mcp/codec/object.hpp>
#include <mcp/json.hpp>

#include "base/digest.hpp"
#include "calls/text_argument.hpp"
#include "codec/document.hpp"
#include "codec/value_text.hpp"

namespace mcp::protocol {

namespace {

/// Bytes of arguments as they came whose memory a slot keeps.
constexpr std::size_t kKeptRaw = 1024;

/// Whether the members of the arguments are not known.
bool has_own_decoder(const detail::Handler& handler) {
  return handler.decode != nullptr || handler.decode_for != nullptr;
}

bool decode_into(void* storage, const BoundHandler& target, Value arguments, Decoder& problems) {
  const detail::Handler& handler = *target.handler;
  if (handler.decode_for != nullptr) return handler.decode_for(arguments, storage, target.object, problems);
  if (handler.decode != nullptr) return handler.decode(arguments, storage, problems);
  return detail::decode_object(arguments, storage, *handler.arguments, problems);
}

}  // namespace

void* ArgumentStorage::provide(std::size_t size, std::size_t alignment) {
  if (size <= kInside && alignment <= alignof(std::max_align_t)) return inside_;
  if (size > heap_size_ || alignment > heap_alignment_) {
    release();
    heap_ = ::operator new(size, std::align_val_t(alignment));
    heap_size_ = size;
    heap_alignment_ = alignment;
  }
  return heap_;
}

void ArgumentStorage::release() noexcept {
  if (heap_ != nullptr) ::operator delete(heap_, std::align_val_t(heap_alignment_));
  heap_ = nullptr;
  heap_size_ = 0;
  heap_alignment_ = 0;
}

bool CallArguments::decode(const BoundHandler& target, Value arguments, Decoder& problems) {
  if (value_ != nullptr) drop();
  const detail::Handler& handler = *target.handler;
  handler_ = &handler;
  digest_.clear();
  void* const storage = storage_.provide(handler.size, handler.alignment);
  handler.construct(storage);
  value_ = storage;
  bool good = false;
  try {
    good = decode_into(storage, target, arguments, problems);
  } catch (...) {
    drop();
    throw;
  }
  if (!good) {
    drop();
    return false;
  }
  if (raw_.capacity() > kKeptRaw) raw_ = std::string();
  raw_.clear();
  if (handler.has_context && has_own_decoder(handler)) {
    Writer text;
    write_value(arguments, text);
    raw_.assign(text.view());
  }
  return true;
}

bool CallArguments::decode_texts(const BoundHandler& target, std::span<const TextValue> arguments, Decoder& problems) {
  Writer text;
  text.raw('{');
  for (const TextValue& argument : arguments) {
    if (text.size() > 1) text.raw(',');
    text.string(argument.name);
    text.raw(':');
    write_text_argument(*target.handler, argument, text);
  }
  text.raw('}');
  Document document;
  if (text.failed()) return problems.fail("an argument is not UTF-8");
  if (const std::string_view problem = document.parse_copy(text.view()); !problem.empty())
    return problems.fail(problem);
  return decode(target, document.root(), problems);
}

void CallArguments::drop() noexcept {
  if (value_ != nullptr) handler_->destroy(value_);
  value_ = nullptr;
}

const std::string& CallArguments::digest() {
  if (value_ == nullptr) digest_.clear();
  if (!digest_.empty() || value_ == nullptr) return digest_;
  if (has_own_decoder(*handler_)) {
    digest_ = digest_of(json::parse(raw_).dump());  // sorted by name
    return digest_;
  }
  Writer text;
  detail::encode_object(value_, *handler_->arguments, text);
  digest_ = digest_of(text.view());
  return digest_;
}

}  // namespace mcp::protocol
