// The return type of a handler that reports failures without exceptions: a value, or a text for the model.
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include <mcp/error.hpp>
#include <mcp/export.hpp>

namespace mcp {

/// A failure. The text says why the call failed and what to do about it: `return mcp::Failure{"no such city; try its
/// English name"};`
struct Failure {
  std::string text;
};

/// Like std::expected<T, Failure>: holds a T, or the text of a failure. Returned by a tool, a failure becomes a result
/// with `isError: true`, and a value becomes the same result as a plain T.
template <class T>
class [[nodiscard]] Result {
 public:
  // NOLINTBEGIN(google-explicit-constructor): returned from handlers
  Result(Failure failure) : error_(std::move(failure.text)) {}
  template <class U = T>
    requires(std::constructible_from<T, U &&> && !std::same_as<std::remove_cvref_t<U>, Result> &&
             !std::same_as<std::remove_cvref_t<U>, Failure>)
  explicit(!std::convertible_to<U&&, T>) Result(U&& value) : value_(std::in_place, std::forward<U>(value)) {}
  // NOLINTEND(google-explicit-constructor)

  [[nodiscard]] bool has_value() const noexcept { return value_.has_value(); }
  explicit operator bool() const noexcept { return has_value(); }

  /// The value. Throws ToolError with the failure's text if there is no value.
  [[nodiscard]] T& value() & { return check(), *value_; }
  [[nodiscard]] const T& value() const& { return check(), *value_; }
  [[nodiscard]] T&& value() && { return check(), std::move(*value_); }

  /// The value. Precondition: has_value().
  [[nodiscard]] T& operator*() & noexcept { return *value_; }
  [[nodiscard]] const T& operator*() const& noexcept { return *value_; }
  [[nodiscard]] T&& operator*() && noexcept { return std::move(*value_); }
  [[nodiscard]] T* operator->() noexcept { return &*value_; }
  [[nodiscard]] const T* operator->() const noexcept { return &*value_; }

  /// The text of the failure; empty if there is a value.
  [[nodiscard]] const std::string& error() const noexcept { return error_; }

 private:
  void check() const {
    if (!value_) detail::throw_tool_error(error_);
  }

  std::optional<T> value_;
  std::string error_;
};

/// Success, or the text of a failure. A handler returns success by `return {};`.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Failure failure) : failure_(std::move(failure)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] bool has_value() const noexcept { return !failure_; }
  explicit operator bool() const noexcept { return has_value(); }

  /// Throws ToolError with the failure's text if there is one.
  void value() const {
    if (failure_) detail::throw_tool_error(failure_->text);
  }
  /// The text of the failure. Precondition: !has_value().
  [[nodiscard]] const std::string& error() const noexcept { return failure_->text; }

 private:
  std::optional<Failure> failure_;
};

namespace detail {

class Invocation;
template <class R>
struct ResultWriter;

MCP_EXPORT void write_nothing(Invocation& call);

template <class T>
struct ResultWriter<Result<T>> {
  static void write(Invocation& call, const Result<T>& result) {
    ResultWriter<T>::write(call, result.value());  // throws a failure as ToolError
  }
};

template <>
struct ResultWriter<Result<void>> {
  static void write(Invocation& call, const Result<void>& result) {
    result.value();
    write_nothing(call);
  }
};

}  // namespace detail
}  // namespace mcp
