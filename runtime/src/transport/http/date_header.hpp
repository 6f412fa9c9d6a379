// The header that says when a response was sent, made once a second.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace mcp::transport::http {

/// Not thread-safe. Views are valid until refresh().
class DateHeader {
 public:
  /// Makes the texts anew if they are a second old.
  void refresh(std::chrono::steady_clock::time_point now);

  /// "Date: …" with CRLF.
  [[nodiscard]] std::string_view line() const noexcept { return line_; }
  /// The head of a response of 200 and JSON, up to the number of its bytes.
  [[nodiscard]] std::string_view json_head() const noexcept { return json_head_; }

 private:
  std::chrono::steady_clock::time_point valid_until_{};
  std::string line_;
  std::string json_head_;
};

/// The time of day, in UTC, as RFC 3339 has it.
[[nodiscard]] std::string time_text();

}  // namespace mcp::transport::http
