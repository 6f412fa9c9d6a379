// What a test's client answers to the questions of a server.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <mcp/test/client.hpp>

namespace mcp::test {

/// Answers to questions of one kind: those that were queued, then a function.
template <class Answer>
struct ResponseTemplates {
  std::function<Answer(const json&)> function;
  std::deque<Answer> queue;
  bool used = false;  // there was something

  void add(Answer answer) {
    queue.push_back(std::move(answer));
    used = true;
  }
  void set(std::function<Answer(const json&)> answer) {
    function = std::move(answer);
    used = true;
  }
  /// Nothing: the script has none.
  std::optional<Answer> next(const json& params) {
    if (!queue.empty()) {
      Answer answer = std::move(queue.front());
      queue.pop_front();
      return answer;
    }
    if (function) return function(params);
    return std::nullopt;
  }
};

struct Script {
  ResponseTemplates<ElicitAnswer> forms;
  ResponseTemplates<ElicitAnswer> urls;
  ResponseTemplates<SampleResult> samples;
  std::optional<std::vector<Root>> roots;

  /// What it can answer, as a ClientCapabilities object.
  [[nodiscard]] json capabilities(Revision revision) const;
  /// The result of a request from the server. Throws UnexpectedQuestion, and what a function throws.
  [[nodiscard]] json answer(std::string_view method, const json& params, Revision revision);
};

/// A SampleResult as CreateMessageResult.
[[nodiscard]] json sample_json(const SampleResult& result, Revision revision);

}  // namespace mcp::test
