// What a test::Client gets back: results with the access that tests want, and errors.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <mcp/json.hpp>

namespace mcp::test {

/// Thrown for a request that was answered with a JSON-RPC error.
class RpcError : public std::runtime_error {
 public:
  RpcError(int code, const std::string& message, json data)
      : std::runtime_error(message), code_(code), data_(std::move(data)) {}

  [[nodiscard]] int code() const noexcept { return code_; }
  /// Its `data`; null: none.
  [[nodiscard]] const json& data() const noexcept { return data_; }

 private:
  int code_;
  json data_;
};

/// Thrown when the server asks what the script has no answer to; the text names the question. The server was told that
/// the client cannot answer, where that is possible.
class UnexpectedQuestion : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// Thrown when something did not come in time.
class TimedOut : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Thrown by CallResult::structured() for a result without structured content. The text has that of the tool: why the
/// call failed, if it did.
class NoStructuredContent : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// All results can be printed to a std::ostream, as JSON, which GoogleTest does where an assertion fails.

/// Of tools/call.
class CallResult {
 public:
  explicit CallResult(json raw) : raw_(std::move(raw)) {}

  /// All text blocks, on lines of their own.
  [[nodiscard]] std::string text() const;
  [[nodiscard]] bool is_error() const { return raw_.value("isError", false); }
  /// The structured content as a T that nlohmann's json converts to. Throws NoStructuredContent if there is none, and
  /// json::exception if it is no T.
  template <class T = json>
  [[nodiscard]] T structured() const {
    return structure().get<T>();
  }
  /// The blocks of content.
  [[nodiscard]] const json& content() const { return raw_.at("content"); }
  /// The result as it came.
  [[nodiscard]] const json& raw() const noexcept { return raw_; }
  friend std::ostream& operator<<(std::ostream& to, const CallResult& result);

 private:
  [[nodiscard]] const json& structure() const;

  json raw_;
};

/// Of resources/read.
class ReadResult {
 public:
  explicit ReadResult(json raw) : raw_(std::move(raw)) {}

  /// The text of the first contents. Throws json::exception if that is not text.
  [[nodiscard]] std::string text() const { return contents().at(0).at("text").get<std::string>(); }
  /// The bytes of the first contents. Throws json::exception if they are no blob.
  [[nodiscard]] std::string bytes() const;
  [[nodiscard]] const json& contents() const { return raw_.at("contents"); }
  [[nodiscard]] const json& raw() const noexcept { return raw_; }
  friend std::ostream& operator<<(std::ostream& to, const ReadResult& result);

 private:
  json raw_;
};

/// Of prompts/get.
class PromptMessages {
 public:
  explicit PromptMessages(json raw) : raw_(std::move(raw)) {}

  /// The texts of all messages, on lines of their own.
  [[nodiscard]] std::string text() const;
  [[nodiscard]] const json& messages() const { return raw_.at("messages"); }
  [[nodiscard]] const json& raw() const noexcept { return raw_; }
  friend std::ostream& operator<<(std::ostream& to, const PromptMessages& messages);

 private:
  json raw_;
};

/// Of completion/complete.
struct CompletionResult {
  std::vector<std::string> values;
  std::size_t total = 0;  // as the server says; without that, what it sent
  bool has_more = false;

  friend std::ostream& operator<<(std::ostream& to, const CompletionResult& result);
};

}  // namespace mcp::test
