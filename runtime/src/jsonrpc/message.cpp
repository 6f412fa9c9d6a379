#include "jsonrpc/message.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>

#include <mcp/codec/writer.hpp>

namespace mcp::protocol {

namespace {

/// The maximum length of a number whose value is computed digit by digit.
constexpr std::int64_t kMostIdDigits = 400;
/// The maximum length of an id that is compared by value. Longer ids are compared as texts.
constexpr std::size_t kMostIdBytes = 64;

template <class Integer>
void assign_digits(Integer value, std::string& to) {
  std::array<char, 24> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  to.assign(digits.data(), end);
}

/// Compares with a literal inline, since the size is known.
template <std::size_t N>
bool is(std::string_view name, const char (&literal)[N]) {
  return name.size() == N - 1 && std::memcmp(name.data(), literal, N - 1) == 0;
}

/// The members of an envelope; if a name is repeated, the first one.
struct Members {
  enum Bit : unsigned { kJsonrpc = 1, kId = 2, kMethod = 4, kParams = 8, kResult = 16, kError = 32 };

  Value jsonrpc, id, method, params, result, error;
  unsigned seen = 0;
  unsigned repeated = 0;

  void set(Bit bit, Value& member, Value value) {
    if ((seen & bit) != 0) {
      repeated |= bit;
    } else {
      member = value;
    }
    seen |= bit;
  }
  [[nodiscard]] bool has(Bit bit) const { return (seen & bit) != 0; }
};

Members read_members(Value object) {
  Members members;
  ObjectCursor cursor(object);
  std::string_view name;
  Value value;
  while (cursor.next(name, value)) {
    if (is(name, "jsonrpc")) {
      members.set(Members::kJsonrpc, members.jsonrpc, value);
    } else if (is(name, "id")) {
      members.set(Members::kId, members.id, value);
    } else if (is(name, "method")) {
      members.set(Members::kMethod, members.method, value);
    } else if (is(name, "params")) {
      members.set(Members::kParams, members.params, value);
    } else if (is(name, "result")) {
      members.set(Members::kResult, members.result, value);
    } else if (is(name, "error")) {
      members.set(Members::kError, members.error, value);
    }
  }
  return members;
}

}  // namespace

Message MessageReader::read(Value value, std::size_t index) {
  Message message;
  if (value.kind() != JsonKind::Object) {
    message.problem = "Invalid request: a message is a JSON object";
    return message;
  }
  const Members members = read_members(value);
  if (!members.has(Members::kMethod) && (members.has(Members::kResult) || members.has(Members::kError))) {
    message.kind = MessageKind::Response;
    if (members.has(Members::kId) && read_id(members.id, Place::Id, index, id_)) message.id = id_;
    if (members.has(Members::kResult)) message.result = members.result;
    if (members.has(Members::kError)) message.error = members.error;
    return message;
  }
  const bool has_id = members.has(Members::kId);
  if (has_id && (members.repeated & Members::kId) == 0 && read_id(members.id, Place::Id, index, id_)) message.id = id_;

  // Some clients send null instead of omitting a member; so too for `arguments`, `cursor` and `_meta`.
  if (members.has(Members::kParams) && members.params.kind() != JsonKind::Null) message.params = members.params;

  if (members.repeated != 0) {
    message.problem = "Invalid request: a member of the message is there twice";
  } else if (has_id && message.id.empty()) {
    message.problem = "Invalid request: the id must be a string or an integer";
  } else if (!members.has(Members::kJsonrpc) || members.jsonrpc.kind() != JsonKind::String ||
             !is(members.jsonrpc.string(), "2.0")) {
    message.problem = "Invalid request: \"jsonrpc\" must be \"2.0\"";
  } else if (!members.has(Members::kMethod)) {
    message.problem = "Invalid request: \"method\" is missing";
  } else if (members.method.kind() != JsonKind::String) {
    message.problem = "Invalid request: \"method\" must be a string";
  } else {
    message.kind = has_id ? MessageKind::Request : MessageKind::Notification;
    message.method = members.method.string();
  }
  return message;
}

std::string_view MessageReader::read_request_id(Value params, std::size_t index) {
  const MemberLookup found = find_member(params, "requestId");
  if (found.count != 1 || !read_id(found.value, Place::RequestId, index, request_id_)) return {};
  return request_id_;
}

bool MessageReader::read_id(Value id, Place place, std::size_t index, std::string& to) {
  switch (id.kind()) {
    case JsonKind::Integer:
      assign_digits(id.integer(), to);
      return true;
    case JsonKind::Unsigned:
      assign_digits(id.unsigned_integer(), to);
      return true;
    case JsonKind::BigNumber:
      to.assign(id.number_text());
      return is_integral(to);
    case JsonKind::Real:
      return read_digits(place, index, to) && is_integral(to);
    case JsonKind::String: {
      const std::string_view text = id.string();
      const bool plain = std::none_of(text.begin(), text.end(), [](char c) {
        return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\';
      });
      to.assign(1, '"');
      if (plain) {
        to.append(text);
      } else {
        Writer escaped;
        escaped.escaped(text);
        to.append(escaped.view());
      }
      to.append(1, '"');
      return true;
    }
    default:
      return false;
  }
}

bool MessageReader::read_digits(Place place, std::size_t index, std::string& to) {
  if (!digits_parsed_ && !digits_.parse_keeping_digits(text_).empty()) return false;
  digits_parsed_ = true;
  Value value = digits_.root();
  if (index != kAlone) {
    ArrayCursor cursor(value);
    for (std::size_t i = 0; i <= index; ++i) {
      if (!cursor.next(value)) return false;
    }
  }
  value = place == Place::Id ? find_member(value, "id").value
                             : find_member(find_member(value, "params").value, "requestId").value;
  if (value.kind() != JsonKind::BigNumber) return false;
  to.assign(value.number_text());
  return true;
}

MemberLookup find_member(Value object, std::string_view wanted) noexcept {
  MemberLookup found;
  if (object.kind() != JsonKind::Object) return found;
  ObjectCursor cursor(object);
  std::string_view name;
  Value value;
  while (cursor.next(name, value)) {
    if (name == wanted && found.count++ == 0) found.value = value;
  }
  return found;
}

void find_members(Value object, std::string_view name, MemberLookup& found, std::string_view name2,
                  MemberLookup& found2) noexcept {
  if (object.kind() != JsonKind::Object) return;
  ObjectCursor cursor(object);
  std::string_view member;
  Value value;
  while (cursor.next(member, value)) {
    if (member == name && found.count++ == 0) found.value = value;
    if (member == name2 && found2.count++ == 0) found2.value = value;
  }
}

std::string_view text_member(Value object, std::string_view name) noexcept {
  const MemberLookup found = find_member(object, name);
  return found.count == 1 && found.value.kind() == JsonKind::String ? found.value.string() : std::string_view();
}

std::string_view Retry::problem() const noexcept {
  if (responses.count > 1 || (responses.count == 1 && responses.value.kind() != JsonKind::Object)) {
    return "Invalid params: inputResponses must be one object";
  }
  if (state.count > 1 || (state.count == 1 && state.value.kind() != JsonKind::String)) {
    return "Invalid params: requestState must be one string";
  }
  return {};
}

Retry read_retry(const std::optional<Value>& params) noexcept {
  Retry retry;
  if (params) find_members(*params, "inputResponses", retry.responses, "requestState", retry.state);
  return retry;
}

std::string canonical_id(std::string_view id) {
  if (id.starts_with('"') || id.size() > kMostIdBytes || id.find_first_of(".eE") == std::string_view::npos) {
    return std::string(id);
  }
  const std::size_t exponent_at = std::min(id.find_first_of("eE"), id.size());
  const std::string_view mantissa = id.substr(0, exponent_at);
  const bool negative = mantissa.starts_with('-');
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  std::string digits(mantissa.substr(negative, point - negative));
  if (point < mantissa.size()) digits.append(mantissa.substr(point + 1));
  if (digits.find_first_not_of('0') == std::string::npos) return "0";
  std::int64_t exponent = 0;
  if (exponent_at < id.size()) {
    std::string_view text = id.substr(exponent_at + 1);
    if (text.starts_with('+')) text.remove_prefix(1);
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), exponent);
    if (parsed.ec != std::errc() || exponent > kMostIdDigits || exponent < -kMostIdDigits) return std::string(id);
  }
  // The position of the decimal point in `digits`. An integral number has only zeros behind it.
  const std::int64_t at = static_cast<std::int64_t>(point - negative) + exponent;
  if (at <= 0 || at > kMostIdDigits) return std::string(id);
  digits.resize(static_cast<std::size_t>(at), '0');
  digits.erase(0, digits.find_first_not_of('0'));
  return negative ? '-' + digits : digits;
}

bool is_same_id(std::string_view a, std::string_view b) {
  if (a == b) return true;
  const auto may_differ = [](std::string_view id) {
    return id.size() <= kMostIdBytes && !id.starts_with('"') && id.find_first_of(".eE") != std::string_view::npos;
  };
  return (may_differ(a) || may_differ(b)) && canonical_id(a) == canonical_id(b);
}

bool is_integral(std::string_view number) noexcept {
  const std::size_t exponent_at = std::min(number.find_first_of("eE"), number.size());
  std::int64_t exponent = 0;
  if (exponent_at < number.size()) {
    std::string_view digits = number.substr(exponent_at + 1);
    const bool negative = digits.starts_with('-');
    if (digits.starts_with('+') || negative) digits.remove_prefix(1);
    const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    if (parsed.ec != std::errc())
      exponent = std::numeric_limits<std::int64_t>::max();  // larger than the length of any mantissa
    if (negative) exponent = -exponent;
  }
  const std::string_view mantissa = number.substr(0, exponent_at);
  const std::size_t last = mantissa.find_last_of("123456789");
  if (last == std::string_view::npos) return true;  // zero
  // The position of the last digit that is not zero: 0 for ones, negative behind the decimal point.
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  const std::int64_t place = last < point ? static_cast<std::int64_t>(point - last) - 1
                                          : static_cast<std::int64_t>(point) - static_cast<std::int64_t>(last);
  return exponent >= -place;
}

}  // namespace mcp::protocol
