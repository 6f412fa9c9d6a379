// Questions to the client while a handler runs, and what comes back. Context::elicit() and its siblings ask one;
// Context::ask() asks several at once:
//
//   auto [form, roots] = ctx.ask(mcp::form<Delivery>("delivery", "Where to?"), mcp::list_roots("roots"));
//
// A handler that asks is run again, from its start, once the client has answered; then the question returns. Every
// question has a key, by which its answer is found again: a literal, unique within the handler; in loops
// `mcp::key("file", i)`. What must not happen twice stands behind the last question, or in Context::once().
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <mcp/error.hpp>
#include <mcp/registry/type_tag.hpp>

namespace mcp {

struct SampleRequest;  // sampling.hpp
struct SampleResult;

/// What a user did with a form or an address. (2026-07-28, client/elicitation, "Response Actions")
enum class ElicitAction : unsigned char {
  Accept,   ///< sent the form; of an address: will open it, which says nothing of what happens there
  Decline,  ///< said no
  Cancel,   ///< closed it, without a choice
};

/// A form that came back.
template <class T>
class Elicited {
 public:
  Elicited(ElicitAction done, T value) : action(done), value_(std::move(value)) {}

  ElicitAction action;

  [[nodiscard]] bool accepted() const noexcept { return action == ElicitAction::Accept; }
  explicit operator bool() const noexcept { return accepted(); }
  /// What the user filled in. Throws ToolError unless accepted.
  [[nodiscard]] const T& value() const {
    if (!accepted()) throw ToolError("The user did not fill in the form.");
    return value_;
  }
  const T* operator->() const { return &value(); }

 private:
  T value_;
};

/// A directory or file that the client lets the server work on. (2026-07-28, client/roots)
struct Root {
  std::string uri;   // file://…
  std::string name;  // may be empty
};

/// Thrown by a question when the client lacks the capability for it, in either era. Uncaught it is error -32021 for a
/// modern client, which names all that is missing, and a failed call for others.
class MissingCapability : public ToolError {
 public:
  /// `required` is a ClientCapabilities object that has what is missing, as JSON.
  MissingCapability(const std::string& text, std::string required) : ToolError(text), required_(std::move(required)) {}
  [[nodiscard]] const std::string& required() const noexcept { return required_; }

 private:
  std::string required_;
};

/// Thrown by a question that the client answered with an error, or not in time.
class ClientError : public ToolError {
 public:
  ClientError(int code, const std::string& text) : ToolError(text), code_(code) {}
  /// Of JSON-RPC; 0: there was no answer.
  [[nodiscard]] int code() const noexcept { return code_; }

 private:
  int code_;
};

/// A key for a question in a loop: `key("file", 3)` is "file-3".
[[nodiscard]] inline std::string key(std::string_view name, std::size_t index) {
  return std::string(name) + '-' + std::to_string(index);
}

namespace detail {

/// A question, whatever it is about. The views are those of the question that made it.
struct Question {
  enum class Kind : unsigned char { Form, Url, Sample, Roots };

  Kind kind;
  std::string_view key;
  std::string_view message = {};          // of Form and Url
  std::string_view url = {};              // of Url
  const void* form = nullptr;             // of Form: &type_tag<T>
  const SampleRequest* sample = nullptr;  // of Sample
  void* (*make)() = nullptr;              // of Form: a T to try an answer on
  void (*drop)(void*) = nullptr;
  std::string_view answer = {};           // once it is there: the client's result, as JSON
};

}  // namespace detail

namespace detail {

template <class T>
[[nodiscard]] Question form_question(std::string_view key, std::string_view message) {
  return {.kind = Question::Kind::Form,
          .key = key,
          .message = message,
          .form = &type_tag<T>,
          .make = []() -> void* { return ::new T(); },
          .drop = [](void* value) { ::delete static_cast<T*>(value); }};
}

}  // namespace detail

/// Questions for Context::ask().
template <class T>
struct FormQuestion {
  using Answer = Elicited<T>;
  std::string key;
  std::string message;
  operator detail::Question() const { return detail::form_question<T>(key, message); }
};
struct UrlQuestion {
  using Answer = ElicitAction;
  std::string key;
  std::string message;
  std::string url;
  operator detail::Question() const { return {.kind = detail::Question::Kind::Url, .key = key, .message = message, .url = url}; }
};
struct SampleQuestion {
  using Answer = SampleResult;
  std::string key;
  const SampleRequest* request;
  operator detail::Question() const { return {.kind = detail::Question::Kind::Sample, .key = key, .sample = request}; }
};
struct RootsQuestion {
  using Answer = std::vector<Root>;
  std::string key;
  operator detail::Question() const { return {.kind = detail::Question::Kind::Roots, .key = key}; }
};

/// A form with the members of T, flat ones: text, numbers, bool, enums, lists of enums.
template <class T>
[[nodiscard]] FormQuestion<T> form(std::string key, std::string message) {
  return {std::move(key), std::move(message)};
}
/// That the user open `url`, for what no client may see: passwords, payments, consent to a third party.
[[nodiscard]] inline UrlQuestion open_url(std::string key, std::string message, std::string url) {
  return {std::move(key), std::move(message), std::move(url)};
}
/// That the client's model answer; `request` must live until the answer is there.
[[nodiscard]] inline SampleQuestion sample(std::string key, const SampleRequest& request) {
  return {std::move(key), &request};
}
[[nodiscard]] inline RootsQuestion list_roots(std::string key) { return {std::move(key)}; }

}  // namespace mcp
