#include <mcp/codec/containers.hpp>

#include <algorithm>
#include <charconv>

#include "codec/text.hpp"

namespace mcp {

namespace detail {

namespace {

/// The integer that `key` denotes in its only accepted form.
template <class T>
bool canonical(std::string_view key, T& to) {
  const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), to);
  return error == std::errc() && end == key.data() + key.size() && std::to_string(to) == key;
}

template <class T>
bool wrong_key(std::string_view key, T minimum, T maximum, Decoder& problems) {
  if (problems.silent()) return problems.fail({});
  return problems.fail("expected each key to be an integer between " + std::to_string(minimum) + " and " +
                       std::to_string(maximum) + " without leading zeros or a plus, got " + internal::in_quotes(key));
}

}  // namespace

bool report_repeated(Decoder& problems) { return problems.fail("equals an earlier element; send each once"); }

bool decode_integer_key(std::string_view key, std::int64_t& to, std::int64_t minimum, std::int64_t maximum,
                        Decoder& problems) {
  if (canonical(key, to) && to >= minimum && to <= maximum) return true;
  return wrong_key(key, minimum, maximum, problems);
}

bool decode_integer_key(std::string_view key, std::uint64_t& to, std::uint64_t maximum, Decoder& problems) {
  if (canonical(key, to) && to <= maximum) return true;
  return wrong_key(key, std::uint64_t{0}, maximum, problems);
}

void write_sorted(std::vector<std::string>& elements, Writer& to) {
  std::sort(elements.begin(), elements.end());
  char separator = '[';
  for (const std::string& element : elements) {
    to.raw(separator);
    to.raw(element);
    separator = ',';
  }
  if (separator == '[') to.raw('[');
  to.raw(']');
}

}  // namespace detail

bool codec<detail::BoolRow>::decode(Value from, detail::BoolRow& to, Decoder& problems) {
  if (!detail::expect_array(from, static_cast<std::size_t>(-1), problems)) return false;
  if (!problems.reserve(from.size(), sizeof(bool))) return false;
  to.size = from.size();
  to.values = std::make_unique<bool[]>(to.size);
  return detail::decode_elements(from, problems, [&](Value element, std::size_t i) {
    return codec<bool>::decode(element, to.values[i], problems);
  });
}

void codec<detail::BoolRow>::encode(const detail::BoolRow& from, Writer& to) {
  detail::encode_elements<bool>(std::span<const bool>(from.values.get(), from.size), to);
}

template struct codec<std::unordered_map<std::string, std::string>>;
template struct codec<std::set<std::string>>;

}  // namespace mcp
