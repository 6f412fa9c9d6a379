// Reads the JSON-RPC envelope of a message: its kind, its id as it was sent, its method and params.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include <mcp/codec/value.hpp>

#include "codec/document.hpp"

namespace mcp::protocol {

enum class MessageKind : unsigned char { Request, Notification, Response, Invalid };

/// One message. `id` points into the MessageReader, all other views into its Document. They are valid until the next
/// message is read.
struct Message {
  MessageKind kind = MessageKind::Invalid;
  std::string_view problem;  // of an Invalid message: a static error text
  std::string_view id;       // JSON as the client sent it; empty: none, or an invalid one
  std::string_view method;
  std::optional<Value> params;  // of any kind
  std::optional<Value> result;  // of a Response
  std::optional<Value> error;   // of a Response that failed
};

/// Reads envelopes. It reuses its memory for the next message. Not thread-safe.
class MessageReader {
 public:
  /// The index of a message that is not in a batch.
  static constexpr std::size_t kAlone = std::numeric_limits<std::size_t>::max();

  /// Sets the text whose messages are read next. It must be padded (see Document::parse) and outlive the reads.
  void begin(std::string_view text) noexcept {
    text_ = text;
    digits_parsed_ = false;
  }

  /// Reads `message`, the root of the text or its element `index`.
  [[nodiscard]] Message read(Value message, std::size_t index = kAlone);

  /// The `requestId` in the params of a notification, as JSON that can be compared with Message::id; empty if it is
  /// missing or invalid.
  [[nodiscard]] std::string_view read_request_id(Value params, std::size_t index = kAlone);

 private:
  enum class Place : unsigned char { Id, RequestId };  // `id`, or `params.requestId`

  bool read_id(Value id, Place place, std::size_t index, std::string& to);
  bool read_digits(Place place, std::size_t index, std::string& to);

  std::string_view text_;
  Document digits_;  // the same text, parsed so that numbers keep their digits
  bool digits_parsed_ = false;
  std::string id_;
  std::string request_id_;
};

/// Looks up a member: how often the object has it, and its first value. A value that is not an object has no members.
struct MemberLookup {
  Value value;
  std::size_t count = 0;
};
[[nodiscard]] MemberLookup find_member(Value object, std::string_view name) noexcept;
/// The same for two members, in one pass.
void find_members(Value object, std::string_view name, MemberLookup& found, std::string_view name2,
                  MemberLookup& found2) noexcept;

/// Whether an optional member is missing or null, which some clients send for a missing one.
[[nodiscard]] inline bool is_absent(const MemberLookup& found) noexcept {
  return found.count == 0 || (found.count == 1 && found.value.kind() == JsonKind::Null);
}
[[nodiscard]] inline bool is_string(const MemberLookup& found) noexcept {
  return found.count == 1 && found.value.kind() == JsonKind::String;
}

/// The text of a member that occurs once and is a string; else empty.
[[nodiscard]] std::string_view text_member(Value object, std::string_view name) noexcept;

/// The members of a modern request that come from an earlier round of it (2026-07-28, basic/patterns/mrtr).
struct Retry {
  MemberLookup responses;  // inputResponses
  MemberLookup state;      // requestState

  /// Whether the request continues an earlier round.
  [[nodiscard]] bool is_one() const noexcept { return responses.count != 0 || state.count != 0; }
  /// An error text if the params are malformed; else empty.
  [[nodiscard]] std::string_view problem() const noexcept;
};
[[nodiscard]] Retry read_retry(const std::optional<Value>& params) noexcept;

/// The normal form of an id, as JSON, which all numbers of the same value share: `7` for `7.0` and `70e-1`. Very long
/// numbers stay as they are.
[[nodiscard]] std::string canonical_id(std::string_view id);
/// Whether two ids are the same string, or numbers of the same value.
[[nodiscard]] bool is_same_id(std::string_view a, std::string_view b);

/// True if a JSON number, as text, has no fraction: `10`, `1.0`, `1e2`, `2.50e1`.
[[nodiscard]] bool is_integral(std::string_view number) noexcept;

}  // namespace mcp::protocol
