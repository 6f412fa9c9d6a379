#include <mcp/codec/writer.hpp>

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <new>

namespace mcp {

namespace {

/// The escape of a byte in a JSON string: 0 for the byte itself, 'u' for \u00XX, any other character for a backslash
/// and that character.
constexpr std::array<char, 256> kEscapes = [] {
  std::array<char, 256> table{};
  for (std::size_t c = 0; c < 0x20; ++c) table[c] = 'u';
  table['\b'] = 'b';
  table['\f'] = 'f';
  table['\n'] = 'n';
  table['\r'] = 'r';
  table['\t'] = 't';
  table['"'] = '"';
  table['\\'] = '\\';
  return table;
}();

constexpr std::uint64_t kOnes = 0x0101010101010101;
constexpr std::uint64_t kHighs = 0x8080808080808080;

/// Sets the high bit of each byte of `word` that must be escaped. False positives are possible only after the first
/// true one.
std::uint64_t to_escape(std::uint64_t word) {
  const std::uint64_t quote = word ^ (kOnes * '"');
  const std::uint64_t backslash = word ^ (kOnes * '\\');
  const std::uint64_t control = (word - kOnes * 0x20) & ~word;
  return (control | ((quote - kOnes) & ~quote) | ((backslash - kOnes) & ~backslash)) & kHighs;
}

/// Writes one byte that must be escaped; returns the end.
char* escape_byte(unsigned char c, char* out) {
  const char escape = kEscapes[c];
  *out++ = '\\';
  *out++ = escape;
  if (escape == 'u') {
    constexpr char kHex[] = "0123456789abcdef";
    *out++ = '0';
    *out++ = '0';
    *out++ = kHex[c >> 4];
    *out++ = kHex[c & 15];
  }
  return out;
}

/// Copies `text` escaped to `out`, which has room for six times its size. Returns the end; `seen` collects all bytes.
char* escape(const char* text, std::size_t size, char* out, std::uint64_t& seen) {
  std::size_t i = 0;
  while (i + 8 <= size) {
    std::uint64_t word;
    std::memcpy(&word, text + i, 8);
    seen |= word;
    std::memcpy(out, &word, 8);  // bytes behind the first one to escape are overwritten later
    const std::uint64_t found = to_escape(word);
    if (found == 0) {
      i += 8;
      out += 8;
      continue;
    }
    const auto plain = static_cast<std::size_t>(std::countr_zero(found)) / 8;
    out = escape_byte(static_cast<unsigned char>(text[i + plain]), out + plain);
    i += plain + 1;
  }
  for (; i < size; ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    seen |= c;
    if (kEscapes[c] != 0) {
      out = escape_byte(c, out);
    } else {
      *out++ = static_cast<char>(c);
    }
  }
  return out;
}

/// Longest text of a number: a double's shortest form has 24 characters, a 64-bit integer 20.
constexpr std::size_t kNumberRoom = 32;

}  // namespace

void Writer::grow(std::size_t size) {
  std::size_t capacity = std::max<std::size_t>(capacity_ * 2, 512);
  while (capacity - size_ < size) capacity *= 2;
  void* bytes = std::realloc(bytes_, capacity);
  if (bytes == nullptr) throw std::bad_alloc();
  bytes_ = static_cast<char*>(bytes);
  capacity_ = capacity;
}

void Writer::integer(std::int64_t value) {
  char* begin = room(kNumberRoom);
  size_ += static_cast<std::size_t>(std::to_chars(begin, begin + kNumberRoom, value).ptr - begin);
}

void Writer::unsigned_integer(std::uint64_t value) {
  char* begin = room(kNumberRoom);
  size_ += static_cast<std::size_t>(std::to_chars(begin, begin + kNumberRoom, value).ptr - begin);
}

namespace {

/// Up to here every whole number is a double. Written as an integer it is more readable and faster: 100000, not 1e+05.
constexpr double kLargestWhole = 9007199254740992.0;

template <class Real>
char* to_text(Real value, char* begin) {
  const auto whole = static_cast<double>(value);
  if (std::fabs(whole) <= kLargestWhole && std::trunc(whole) == whole && !(whole == 0 && std::signbit(whole))) {
    return std::to_chars(begin, begin + kNumberRoom, static_cast<std::int64_t>(whole)).ptr;
  }
  return std::to_chars(begin, begin + kNumberRoom, value).ptr;
}

}  // namespace

void Writer::real(double value) {
  if (!std::isfinite(value)) return fail("is not a finite number");
  if (value == 0 && std::signbit(value)) return raw("-0.0");  // -0 would be read as an integer, which has no sign
  char* begin = room(kNumberRoom);
  size_ += static_cast<std::size_t>(to_text(value, begin) - begin);
}

void Writer::real(float value) {
  if (!std::isfinite(value)) return fail("is not a finite number");
  if (value == 0 && std::signbit(value)) return raw("-0.0");  // -0 would be read as an integer, which has no sign
  char* begin = room(kNumberRoom);
  size_ += static_cast<std::size_t>(to_text(value, begin) - begin);
}

void Writer::string(std::string_view text) {
  raw('"');
  std::uint64_t seen = 0;
  char* begin = room(text.size() * 6);
  size_ += static_cast<std::size_t>(escape(text.data(), text.size(), begin, seen) - begin);
  raw('"');
  if ((seen & kHighs) != 0 && !simdjson::validate_utf8(text.data(), text.size())) fail("is not valid UTF-8");
}

void Writer::escaped(std::string_view text) {
  std::uint64_t seen = 0;
  char* begin = room(text.size() * 6);
  size_ += static_cast<std::size_t>(escape(text.data(), text.size(), begin, seen) - begin);
}

void Writer::fail(std::string_view what) {
  if (!failure_.empty()) return;
  failure_ = render_path(path);
  failure_ += ' ';
  failure_ += what;
}

}  // namespace mcp
