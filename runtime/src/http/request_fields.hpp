// Sorts the target and the header fields of a request.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "http/request.hpp"

namespace mcp::protocol::http {

/// The verb of that name, which is case-sensitive.
[[nodiscard]] Verb verb_of(std::string_view method) noexcept;

/// Views of what it was given, but for an Accept that came in several fields.
class RequestFields {
 public:
  /// `credentials` are the names of the fields that an Authorizer reads.
  explicit RequestFields(std::span<const std::string> credentials) : credential_names_(credentials) {}
  RequestFields(const RequestFields&) = delete;
  RequestFields& operator=(const RequestFields&) = delete;

  /// In origin form or absolute form.
  void set_target(std::string_view target) noexcept;
  /// A field, its value without white space around it. Any order; those of no interest are ignored.
  void add(std::string_view name, std::string_view value);
  /// All fields were added.
  void finish();
  /// What was at `from` is at `to` now.
  void move(std::string_view from, const char* to) noexcept;

  Request request;
  std::vector<ParamField> params;  // of `request.mirrored`, once the body is there

 private:
  void set(std::string_view& to, std::string_view name, std::string_view value);
  void set_credential(std::string_view name, std::string_view value);
  void add_accept(std::string_view value);
  void add_mcp(std::string_view rest, std::string_view value);

  const std::span<const std::string> credential_names_;
  std::vector<std::string_view> credentials_;  // empty, or one for each name
  std::string accept_;                         // where it came in several fields
  std::string_view authority_;                 // of a target in absolute form
};

}  // namespace mcp::protocol::http
