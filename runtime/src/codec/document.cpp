#include <mcp/codec/document.hpp>

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstring>
#include <utility>

#include "codec/tape.hpp"

namespace mcp {

using codec_internal::ExactDocument;
using codec_internal::ExactNode;
using codec_internal::kExact;

namespace {

constexpr std::string_view kTooDeep = "nested deeper than 1024 levels";
static_assert(kMaxJsonDepth == 1024, "kTooDeep states the limit");

/// nlohmann's parser with long double reals: what overflows a double (1e400) still arrives, with its text.
using ExactJson =
    nlohmann::basic_json<std::map, std::vector, std::string, bool, std::int64_t, std::uint64_t, long double>;

/// Builds an ExactDocument from SAX events. The names are nlohmann's.
class ExactBuilder final : public nlohmann::json_sax<ExactJson> {
 public:
  ExactBuilder(ExactDocument& document, bool keep_all_digits)
      : document_(document), keep_all_digits_(keep_all_digits) {}

  bool null() override { return leaf(JsonKind::Null) != nullptr; }
  bool boolean(bool value) override {
    leaf(JsonKind::Boolean)->boolean = value;
    return true;
  }
  bool number_integer(number_integer_t value) override {
    if (keep_all_digits_) {
      leaf(JsonKind::BigNumber)->text = std::to_string(value);
    } else {
      leaf(JsonKind::Integer)->integer = value;
    }
    return true;
  }
  bool number_unsigned(number_unsigned_t value) override {
    if (keep_all_digits_) {
      leaf(JsonKind::BigNumber)->text = std::to_string(value);
    } else if (value <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
      leaf(JsonKind::Integer)->integer = static_cast<std::int64_t>(value);
    } else {
      leaf(JsonKind::Unsigned)->unsigned_integer = value;
    }
    return true;
  }
  bool number_float(number_float_t value, const string_t& text) override {
    const bool written_as_integer = text.find_first_of(".eE") == string_t::npos;
    const auto real = static_cast<double>(value);
    if (keep_all_digits_ || written_as_integer || !std::isfinite(real)) {
      leaf(JsonKind::BigNumber)->text = text;
    } else {
      leaf(JsonKind::Real)->real = std::strtod(text.c_str(), nullptr);  // rounded once, not by way of long double
    }
    return true;
  }
  bool string(string_t& value) override {
    leaf(JsonKind::String)->text = std::move(value);
    return true;
  }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(JsonKind::Object); }
  bool key(string_t& name) override {
    ExactNode& node = document_.nodes.emplace_back();
    node.kind = JsonKind::String;
    node.text = std::move(name);
    node.end = document_.nodes.size();
    return true;
  }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(JsonKind::Array); }
  bool end_array() override { return close(); }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& error) override {
    problem_ = error.id == 406 ? "has a number that no double can hold" : "not JSON";
    return false;
  }

  [[nodiscard]] std::string_view problem() const { return problem_; }

 private:
  ExactNode* leaf(JsonKind kind) {
    if (!open_.empty()) ++document_.nodes[open_.back()].count;
    ExactNode& node = document_.nodes.emplace_back();
    node.kind = kind;
    node.end = document_.nodes.size();
    return &node;
  }
  bool open(JsonKind kind) {
    if (open_.size() == kMaxJsonDepth) {
      problem_ = kTooDeep;
      return false;
    }
    leaf(kind);
    open_.push_back(document_.nodes.size() - 1);
    return true;
  }
  bool close() {
    document_.nodes[open_.back()].end = document_.nodes.size();
    open_.pop_back();
    return true;
  }

  ExactDocument& document_;
  bool keep_all_digits_;
  std::vector<std::size_t> open_;
  std::string_view problem_ = "not JSON";
};

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
  ExactDocument exact;
  std::unique_ptr<char[]> copy;
  std::size_t copy_size = 0;
  bool is_exact = false;

  std::string_view parse_exact(std::string_view text, bool keep_all_digits) {
    exact.nodes.clear();
    ExactBuilder builder(exact, keep_all_digits);
    if (!ExactJson::sax_parse(text.begin(), text.end(), &builder)) return builder.problem();
    is_exact = true;
    return {};
  }
};

Document::Document() : impl_(std::make_unique<Impl>()) {}
Document::~Document() = default;
Document::Document(Document&&) noexcept = default;
Document& Document::operator=(Document&&) noexcept = default;

std::string_view Document::parse(std::string_view text) {
  impl_->is_exact = false;
  const simdjson::error_code error = impl_->parser.parse(text.data(), text.size(), false).error();
  if (error == simdjson::SUCCESS) return {};
  if (error == simdjson::NUMBER_ERROR) return impl_->parse_exact(text, false);
  return describe(error);
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

Value Document::root() const noexcept {
  if (impl_->is_exact) return Value(&impl_->exact, kExact);
  return Value(&impl_->parser.doc, 1);
}

}  // namespace mcp
