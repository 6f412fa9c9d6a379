// The results that a test::Client returns, with accessors for tests, and the errors that it throws.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <mcp/export.hpp>
#include <mcp/json.hpp>

namespace mcp::test {

/// Thrown for a request that was answered with a JSON-RPC error.
class MCP_EXPORT RpcError : public std::runtime_error {
 public:
  RpcError(int code, const std::string& message, json data)
      : std::runtime_error(message), code_(code), data_(std::move(data)) {}

  [[nodiscard]] int code() const noexcept { return code_; }
  /// The error's `data`; null if there is none.
  [[nodiscard]] const json& data() const noexcept { return data_; }

 private:
  int code_;
  json data_;
};

/// Thrown when the server asks a question that the script has no answer to. The text names the question. Where the
/// protocol allows it, the server gets an error as the answer.
class MCP_EXPORT UnexpectedQuestion : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// Thrown when an awaited message does not arrive within ClientOptions::timeout.
class MCP_EXPORT TimedOut : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Thrown by CallResult::structured() for a result without structured content. The exception's text contains the text
/// of the result.
class MCP_EXPORT NoStructuredContent : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// All results can be printed to a std::ostream as JSON. GoogleTest does so when an assertion fails.

/// The result of tools/call.
class MCP_EXPORT CallResult {
 public:
  explicit CallResult(json raw) : raw_(std::move(raw)) {}

  /// The texts of all text blocks, joined by newlines.
  [[nodiscard]] std::string text() const;
  [[nodiscard]] bool is_error() const { return raw_.value("isError", false); }
  /// The structured content, converted to T by nlohmann's json. Throws NoStructuredContent if there is none, and
  /// json::exception if the conversion fails.
  template <class T = json>
  [[nodiscard]] T structured() const {
    return structure().get<T>();
  }
  /// The array of content blocks.
  [[nodiscard]] const json& content() const { return raw_.at("content"); }
  /// The unchanged result object.
  [[nodiscard]] const json& raw() const noexcept { return raw_; }

 private:
  [[nodiscard]] const json& structure() const;

  json raw_;
};
MCP_EXPORT std::ostream& operator<<(std::ostream& to, const CallResult& result);

/// The result of resources/read.
class MCP_EXPORT ReadResult {
 public:
  explicit ReadResult(json raw) : raw_(std::move(raw)) {}

  /// The text of the first contents. Throws json::exception if they are not text.
  [[nodiscard]] std::string text() const { return contents().at(0).at("text").get<std::string>(); }
  /// The bytes of the first contents. Throws json::exception if they are not a blob.
  [[nodiscard]] std::string bytes() const;
  [[nodiscard]] const json& contents() const { return raw_.at("contents"); }
  [[nodiscard]] const json& raw() const noexcept { return raw_; }

 private:
  json raw_;
};
MCP_EXPORT std::ostream& operator<<(std::ostream& to, const ReadResult& result);

/// The result of prompts/get.
class MCP_EXPORT PromptMessages {
 public:
  explicit PromptMessages(json raw) : raw_(std::move(raw)) {}

  /// The texts of all messages, joined by newlines.
  [[nodiscard]] std::string text() const;
  [[nodiscard]] const json& messages() const { return raw_.at("messages"); }
  [[nodiscard]] const json& raw() const noexcept { return raw_; }

 private:
  json raw_;
};
MCP_EXPORT std::ostream& operator<<(std::ostream& to, const PromptMessages& messages);

/// The result of completion/complete.
struct CompletionResult {
  std::vector<std::string> values;
  std::size_t total = 0;  // the server's `total`; without it, the number of values
  bool has_more = false;
};
MCP_EXPORT std::ostream& operator<<(std::ostream& to, const CompletionResult& result);

}  // namespace mcp::test
