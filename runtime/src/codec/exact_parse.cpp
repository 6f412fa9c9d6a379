#include "codec/exact_parse.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include <nlohmann/json.hpp>

#include <mcp/codec/tape.hpp>

#include "codec/document.hpp"

namespace mcp::internal {

namespace {

using detail::Tape;

/// nlohmann's parser with long double reals, so that a number that overflows a double (1e400) is still reported with
/// its text.
using ExactJson =
    nlohmann::basic_json<std::map, std::vector, std::string, bool, std::int64_t, std::uint64_t, long double>;

/// Writes the tape from SAX events. The names are nlohmann's.
class TapeBuilder final : public nlohmann::json_sax<ExactJson> {
 public:
  TapeBuilder(ExactTape& to, bool keep_all_digits) : to_(to), keep_all_digits_(keep_all_digits) {}

  bool null() override { return word('n'); }
  bool boolean(bool value) override { return word(value ? 't' : 'f'); }
  bool number_integer(number_integer_t value) override {
    return keep_all_digits_ ? digits(std::to_string(value)) : number('l', value);
  }
  bool number_unsigned(number_unsigned_t value) override {
    if (keep_all_digits_) return digits(std::to_string(value));
    const bool fits = value <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    return number(fits ? 'l' : 'u', value);
  }
  bool number_float(number_float_t value, const string_t& text) override {
    const bool written_as_integer = text.find_first_of(".eE") == string_t::npos;
    if (keep_all_digits_ || written_as_integer || !std::isfinite(static_cast<double>(value))) return digits(text);
    return number('d', std::strtod(text.c_str(), nullptr));  // rounded once, not via long double
  }
  bool string(string_t& value) override { return text('"', value); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open('{'); }
  bool key(string_t& name) override {
    put('"', store(name));
    return true;
  }
  bool end_object() override { return close('}'); }
  bool start_array(std::size_t) override { return open('['); }
  bool end_array() override { return close(']'); }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& error) override {
    problem_ = error.id == 406 ? "has a number that no double can hold" : "not JSON";
    return false;
  }

  [[nodiscard]] std::string_view problem() const { return problem_; }

 private:
  struct Scope {
    std::size_t position;
    std::size_t count = 0;
  };

  void put(char type, std::uint64_t payload) {
    to_.words.push_back(static_cast<std::uint64_t>(static_cast<unsigned char>(type)) << 56 | payload);
  }
  /// Counts a value in the innermost scope.
  void count() {
    if (!open_.empty()) ++open_.back().count;
  }
  bool word(char type) {
    count();
    put(type, 0);
    return true;
  }
  template <class Number>
  bool number(char type, Number value) {
    word(type);
    std::memcpy(&to_.words.emplace_back(), &value, sizeof value);
    return true;
  }
  bool text(char type, const std::string& value) {
    count();
    put(type, store(value));
    return true;
  }
  bool digits(const std::string& value) { return text('#', value); }
  std::uint64_t store(const std::string& value) {
    const std::uint64_t offset = to_.strings.size();
    const auto size = static_cast<std::uint32_t>(value.size());
    to_.strings.append(reinterpret_cast<const char*>(&size), sizeof size).append(value);
    return offset;
  }
  bool open(char type) {
    if (open_.size() == kMaxJsonDepth) {
      problem_ = kTooDeep;
      return false;
    }
    word(type);
    open_.push_back({to_.words.size() - 1});
    return true;
  }
  bool close(char type) {
    const Scope scope = open_.back();
    open_.pop_back();
    put(type, scope.position);
    to_.words[scope.position] |= to_.words.size() | std::min<std::uint64_t>(scope.count, Tape::kSaturated) << 32;
    return true;
  }

  ExactTape& to_;
  bool keep_all_digits_;
  std::vector<Scope> open_;
  std::string_view problem_ = "not JSON";
};

}  // namespace

std::string_view parse_exactly(std::string_view text, bool keep_all_digits, ExactTape& to) {
  to.words.assign(1, 0);  // the root's word, which nothing reads
  to.strings.clear();
  if (text.find('\0') != text.npos) return "not JSON";  // nlohmann treats it as the end of the text
  TapeBuilder builder(to, keep_all_digits);
  if (!ExactJson::sax_parse(text.begin(), text.end(), &builder)) return builder.problem();
  return {};
}

}  // namespace mcp::internal
