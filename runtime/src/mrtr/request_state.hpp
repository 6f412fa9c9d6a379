// What a modern request's handler knows from its earlier rounds, sealed for the client to carry (2026-07-28,
// basic/patterns/mrtr, "Server Requirements").
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace mcp::protocol {

/// What a state belongs to: one that comes back with anything else is refused.
struct StateSubject {
  std::string_view method;
  std::string_view name;       // of the tool, prompt or resource
  std::string_view arguments;  // digest of them as they were decoded
  std::uint64_t contract = 0;  // of the handler
  std::string_view principal;
  /// Of one that only the process that made it may take (ProcessBinding::id()); empty: any that has the key.
  std::string_view process = {};
};

/// Its content.
struct RequestState {
  struct Answer {
    std::string digest;  // of the question
    std::string json;
  };

  std::string nonce;  // no two states have the same
  std::chrono::system_clock::time_point expiry{};
  unsigned round = 0;
  std::map<std::string, Answer, std::less<>> answers;
  std::map<std::string, std::string, std::less<>> values;  // of Context::once()
  std::map<std::string, std::string, std::less<>> asked;   // digests of the questions that are open
  std::map<std::string, unsigned, std::less<>> attempts;   // answers to them that could not be used
};

[[nodiscard]] std::string write_state(const RequestState& state, const StateSubject& subject);

/// Nothing if `text` was not written for `subject`, or has expired; `problem` says which.
[[nodiscard]] std::optional<RequestState> read_state(const std::string& text, const StateSubject& subject,
                                                     std::chrono::system_clock::time_point now,
                                                     std::string_view& problem);

}  // namespace mcp::protocol
