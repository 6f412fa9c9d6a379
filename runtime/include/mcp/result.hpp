// What a handler returns that may fail and does not throw: a value, or a text for the model.
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include <mcp/error.hpp>

namespace mcp {

/// Why a call failed, and what to do about it: `return mcp::Failure{"no such city; try its English name"};`
struct Failure {
  std::string text;
};

/// Like std::expected<T, Failure>: holds a T, or the text of a failure. As the result of a tool, a failure is a result
/// with `isError: true`, and a value is what it would be by itself.
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

  /// The value; throws ToolError with the failure's text if there is none.
  [[nodiscard]] T& value() & { return check(), *value_; }
  [[nodiscard]] const T& value() const& { return check(), *value_; }
  [[nodiscard]] T&& value() && { return check(), std::move(*value_); }

  /// There must be a value.
  [[nodiscard]] T& operator*() & noexcept { return *value_; }
  [[nodiscard]] const T& operator*() const& noexcept { return *value_; }
  [[nodiscard]] T&& operator*() && noexcept { return std::move(*value_); }
  [[nodiscard]] T* operator->() noexcept { return &*value_; }
  [[nodiscard]] const T* operator->() const noexcept { return &*value_; }

  /// The text of the failure; empty with a value.
  [[nodiscard]] const std::string& error() const noexcept { return error_; }

 private:
  void check() const {
    if (!value_) throw ToolError(error_);
  }

  std::optional<T> value_;
  std::string error_;
};

/// Success, or the text of a failure. Success is `return {};`.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Failure failure) : failure_(std::move(failure)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] bool has_value() const noexcept { return !failure_; }
  explicit operator bool() const noexcept { return has_value(); }

  /// Throws ToolError with the text of a failure.
  void value() const {
    if (failure_) throw ToolError(failure_->text);
  }
  /// There must be a failure.
  [[nodiscard]] const std::string& error() const noexcept { return failure_->text; }

 private:
  std::optional<Failure> failure_;
};

namespace detail {

class Invocation;
template <class R>
struct ResultWriter;

void write_nothing(Invocation& call);

template <class T>
struct ResultWriter<Result<T>> {
  static void write(Invocation& call, const Result<T>& result) {
    ResultWriter<T>::write(call, result.value());  // a failure leaves as the ToolError that it is
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
