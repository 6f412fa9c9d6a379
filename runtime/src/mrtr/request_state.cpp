#include "mrtr/request_state.hpp"

#include <cstdint>
#include <utility>

namespace mcp::protocol {

namespace {

constexpr std::uint64_t kStateVersion = 4;

std::int64_t milliseconds(std::chrono::system_clock::time_point time) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count();
}

/// Writes fields one behind the other: a number takes eight bytes, the lowest first; a text, which may have any bytes,
/// stands behind its length.
class FieldWriter {
 public:
  void number(std::uint64_t number) {
    for (int byte = 0; byte < 8; ++byte) text_ += static_cast<char>(number >> (8 * byte) & 0xFF);
  }
  void text(std::string_view text) {
    number(text.size());
    text_ += text;
  }
  void texts(const std::map<std::string, std::string, std::less<>>& texts) {
    number(texts.size());
    for (const auto& [key, value] : texts) {
      text(key);
      text(value);
    }
  }

  [[nodiscard]] std::string take() noexcept { return std::move(text_); }

 private:
  std::string text_;
};

/// Reads them. Behind the end there are zeros and empty texts, and is_good() is false.
class FieldReader {
 public:
  explicit FieldReader(std::string_view rest) noexcept : rest_(rest) {}

  std::uint64_t number() noexcept {
    const std::string_view bytes = take(8);
    std::uint64_t number = 0;
    for (std::size_t i = bytes.size(); i-- > 0;) number = number << 8 | static_cast<unsigned char>(bytes[i]);
    return number;
  }
  std::string_view text() noexcept { return take(number()); }
  /// How many items follow, each of which has a field.
  std::uint64_t count() noexcept {
    const std::uint64_t count = number();
    is_good_ = is_good_ && count <= rest_.size();
    return is_good_ ? count : 0;
  }
  void texts(std::map<std::string, std::string, std::less<>>& to) {
    for (std::uint64_t left = count(); left > 0 && is_good_; --left) {
      const std::string_view key = text();
      to[std::string(key)] = text();
    }
  }

  [[nodiscard]] bool is_good() const noexcept { return is_good_; }
  /// Whether everything was read, and nothing more.
  [[nodiscard]] bool is_at_end() const noexcept { return is_good_ && rest_.empty(); }

 private:
  std::string_view take(std::uint64_t size) noexcept {
    is_good_ = is_good_ && size <= rest_.size();
    if (!is_good_) return {};
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }

  std::string_view rest_;
  bool is_good_ = true;
};

/// Why a state is not for that subject, or not now; empty: it is. Reads what stands in front of the state.
std::string_view problem_of(FieldReader& from, const StateSubject& subject, std::chrono::system_clock::time_point now,
                            std::int64_t& expiry) noexcept {
  constexpr std::string_view kUnreadable = "is not readable";
  const std::uint64_t version = from.number();
  if (!from.is_good()) return kUnreadable;
  if (version != kStateVersion) return "is of another version of this server";
  const std::string_view process = from.text();
  expiry = static_cast<std::int64_t>(from.number());
  const std::string_view method = from.text(), name = from.text(), principal = from.text();
  const std::string_view arguments = from.text();
  const std::uint64_t contract = from.number();
  if (!from.is_good()) return kUnreadable;
  // First, as every process has a clock of its own for these.
  if (process != subject.process) {
    return "belongs to another process of this server, which is the only one to take it; start the request over, "
           "without it";
  }
  if (expiry < milliseconds(now)) return "has expired; start the request over, without it";
  if (method != subject.method || name != subject.name || principal != subject.principal) {
    return "belongs to another request";
  }
  if (arguments != subject.arguments) return "belongs to a request with other arguments";
  if (contract != subject.contract) {
    return "belongs to another version of what was asked for; start the request over, without it";
  }
  return expiry > milliseconds(std::chrono::system_clock::time_point::max()) ? kUnreadable : std::string_view();
}

}  // namespace

std::string write_state(const RequestState& state, const StateSubject& subject) {
  FieldWriter to;
  to.number(kStateVersion);
  to.text(subject.process);
  to.number(static_cast<std::uint64_t>(milliseconds(state.expiry)));
  for (const std::string_view text : {subject.method, subject.name, subject.principal, subject.arguments})
    to.text(text);
  to.number(subject.contract);
  to.text(state.nonce);
  to.number(state.round);
  to.number(state.answers.size());
  for (const auto& [key, answer] : state.answers) {
    for (const std::string_view text :
         {std::string_view(key), std::string_view(answer.digest), std::string_view(answer.json)}) {
      to.text(text);
    }
  }
  to.texts(state.values);
  to.texts(state.asked);
  to.number(state.attempts.size());
  for (const auto& [key, attempts] : state.attempts) {
    to.text(key);
    to.number(attempts);
  }
  return to.take();
}

std::optional<RequestState> read_state(const std::string& text, const StateSubject& subject,
                                       std::chrono::system_clock::time_point now, std::string_view& problem) {
  FieldReader from(text);
  std::int64_t expiry = 0;
  problem = problem_of(from, subject, now, expiry);
  if (!problem.empty()) return std::nullopt;
  RequestState state;
  state.expiry = std::chrono::system_clock::time_point(std::chrono::milliseconds(expiry));
  state.nonce = from.text();
  state.round = static_cast<unsigned>(from.number());
  for (std::uint64_t left = from.count(); left > 0 && from.is_good(); --left) {
    const std::string_view key = from.text(), digest = from.text(), answer = from.text();
    state.answers[std::string(key)] = {std::string(digest), std::string(answer)};
  }
  from.texts(state.values);
  from.texts(state.asked);
  for (std::uint64_t left = from.count(); left > 0 && from.is_good(); --left) {
    const std::string_view key = from.text();
    state.attempts[std::string(key)] = static_cast<unsigned>(from.number());
  }
  if (from.is_at_end()) return state;
  problem = "is not readable";
  return std::nullopt;
}

}  // namespace mcp::protocol
