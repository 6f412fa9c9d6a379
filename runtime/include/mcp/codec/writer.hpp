// Writes JSON into one growing buffer.
//
// A value that JSON cannot express (a NaN, text that is not UTF-8) marks the writer as failed, with a text that names
// the path. The caller must then discard the output by truncate() or clear(). Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include <mcp/codec/path.hpp>
#include <mcp/export.hpp>

namespace mcp {

class MCP_EXPORT Writer {
 public:
  Writer() = default;
  ~Writer() { std::free(bytes_); }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  /// Appends bytes that are JSON already.
  void raw(std::string_view text) {
    if (text.empty()) return;
    std::memcpy(room(text.size()), text.data(), text.size());
    size_ += text.size();
  }
  void raw(char c) {
    *room(1) = c;
    ++size_;
  }

  void null() { raw(std::string_view("null")); }
  void boolean(bool value) { raw(value ? std::string_view("true") : std::string_view("false")); }
  void integer(std::int64_t value);
  void unsigned_integer(std::uint64_t value);
  /// Writes a short text that reads back as the same double; whole numbers have no exponent. Fails for NaN and
  /// infinities.
  void real(double value);
  /// The same for a float: 0.1f is written 0.1.
  void real(float value);
  /// Writes `text` as a JSON string. Fails if it is not UTF-8.
  void string(std::string_view text);
  /// Appends `json` escaped, without quotes, for the text copy of structured content. `json` must not point into this
  /// writer.
  void escaped(std::string_view json);

  [[nodiscard]] std::string_view view() const noexcept { return {bytes_, size_}; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  /// Discards everything after the first `size` bytes.
  void truncate(std::size_t size) noexcept { size_ = size; }
  /// Discards the content and resets a failure; keeps the memory.
  void clear() noexcept {
    size_ = 0;
    depth = 0;
    failure_.clear();
  }

  /// Marks the writer as failed; the first failure is kept. `what` reads like "is not a finite number".
  void fail(std::string_view what);
  /// Marks the writer as failed with the complete text of another writer's failure.
  void fail_as(std::string_view failure) { failure_ = failure; }
  [[nodiscard]] bool failed() const noexcept { return !failure_.empty(); }
  /// The text of the failure, for example "$.readings[3] is not a finite number"; empty if there is none.
  [[nodiscard]] const std::string& failure() const noexcept { return failure_; }

  /// The path of the value that is being written, for failure texts; see path.hpp.
  const PathStep* path = nullptr;

  /// The nesting depth of structs. A limit on it makes a cycle of shared pointers a failure instead of a stack
  /// overflow.
  static constexpr std::size_t kMaxDepth = 1024;
  std::size_t depth = 0;

 private:
  /// Returns at least `size` writable bytes behind the content.
  char* room(std::size_t size) {
    if (capacity_ - size_ < size) grow(size);
    return bytes_ + size_;
  }
  void grow(std::size_t size);

  char* bytes_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
  std::string failure_;
};

}  // namespace mcp
