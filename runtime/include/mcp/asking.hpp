// Questions that a handler asks its client, and their answers. Context::elicit(), elicit_url(), sample() and roots()
// ask one question; Context::ask() asks several at once:
//
//   auto [form, roots] = ctx.ask(mcp::form<Delivery>("delivery", "Where to?"), mcp::list_roots("roots"));
//
// A question without an answer ends the current run of the handler. Once the client has answered, the handler is run
// again from its start, and the question returns the answer. Every question has a key, which identifies its answer in
// the next run: a literal that is unique within the handler, or `mcp::key("file", i)` in a loop. Put code that must not
// run twice after the last question, or into Context::once().
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <mcp/error.hpp>
#include <mcp/export.hpp>
#include <mcp/registry/type_tag.hpp>

namespace mcp {

struct SampleRequest;  // sampling.hpp
struct SampleResult;

/// What a user did with a form or an address. (2026-07-28, client/elicitation, "Response Actions")
enum class ElicitAction : unsigned char {
  Accept,   ///< submitted the form, or agreed to open the address (whatever happens there later)
  Decline,  ///< refused explicitly
  Cancel,   ///< closed the dialog without a choice
};

/// The answer to a form.
template <class T>
class Elicited {
 public:
  Elicited(ElicitAction done, T value) : action(done), value_(std::move(value)) {}

  ElicitAction action;

  [[nodiscard]] bool accepted() const noexcept { return action == ElicitAction::Accept; }
  explicit operator bool() const noexcept { return accepted(); }
  /// The values that the user filled in. Throws ToolError unless accepted().
  [[nodiscard]] const T& value() const {
    if (!accepted()) detail::throw_tool_error("The user did not fill in the form.");
    return value_;
  }
  const T* operator->() const { return &value(); }

 private:
  T value_;
};

/// A directory or file that the client allows the server to work on. (2026-07-28, client/roots)
struct Root {
  std::string uri;   // file://…
  std::string name;  // may be empty
};

/// Thrown by a question when the client has not declared the capability for it. If the handler does not catch it, a
/// client of 2026-07-28 gets error -32021, which names all missing capabilities, and an older client gets a failed
/// call.
class MCP_EXPORT MissingCapability : public ToolError {
 public:
  /// `required` is a ClientCapabilities object with the missing capabilities, as JSON text.
  MissingCapability(const std::string& text, std::string required) : ToolError(text), required_(std::move(required)) {}
  [[nodiscard]] const std::string& required() const noexcept { return required_; }

 private:
  std::string required_;
};

/// Thrown by a question that the client answered with an error or did not answer in time.
class MCP_EXPORT ClientError : public ToolError {
 public:
  ClientError(int code, const std::string& text) : ToolError(text), code_(code) {}
  /// The code of the client's JSON-RPC error; 0: the client did not answer.
  [[nodiscard]] int code() const noexcept { return code_; }

 private:
  int code_;
};

/// A key for a question in a loop: `key("file", 3)` is "file-3".
[[nodiscard]] inline std::string key(std::string_view name, std::size_t index) {
  return std::string(name) + '-' + std::to_string(index);
}

namespace detail {

/// A question of any kind. Its views point into the object that it was made from, which must outlive it.
struct Question {
  enum class Kind : unsigned char { Form, Url, Sample, Roots };

  Kind kind;
  std::string_view key;
  std::string_view message = {};          // of Form and Url
  std::string_view url = {};              // of Url
  const void* form = nullptr;             // of Form: &type_tag<T>
  const SampleRequest* sample = nullptr;  // of Sample
  void* (*make)() = nullptr;              // of Form: a new T, to check an answer
  void (*drop)(void*) = nullptr;
  std::string_view answer = {};  // the client's result as JSON; empty: not answered yet
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

/// Questions for Context::ask(). They own their texts; SampleQuestion refers to its request.
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
  operator detail::Question() const {
    return {.kind = detail::Question::Kind::Url, .key = key, .message = message, .url = url};
  }
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

/// Asks the user to fill in a form with the members of T: texts, numbers, bool, enums and lists of enums.
template <class T>
[[nodiscard]] FormQuestion<T> form(std::string key, std::string message) {
  return {std::move(key), std::move(message)};
}
/// Asks the user to open `url`, for data that the client must not see: passwords, payments, consent to a third party.
[[nodiscard]] inline UrlQuestion open_url(std::string key, std::string message, std::string url) {
  return {std::move(key), std::move(message), std::move(url)};
}
/// Asks the client's model. `request` must outlive the call of Context::ask().
[[nodiscard]] inline SampleQuestion sample(std::string key, const SampleRequest& request) {
  return {std::move(key), &request};
}
/// Asks for the roots of the client.
[[nodiscard]] inline RootsQuestion list_roots(std::string key) { return {std::move(key)}; }

}  // namespace mcp
