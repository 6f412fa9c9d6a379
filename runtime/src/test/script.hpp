// The script of a test client: its answers to questions of the server.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <mcp/test/client.hpp>

namespace mcp::test {

/// The answers to questions of one kind: first the queued ones, then a function.
template <class Answer>
struct ResponseTemplates {
  std::function<Answer(const json&)> function;
  std::deque<Answer> queue;
  bool used = false;  // an answer was ever set

  void add(Answer answer) {
    queue.push_back(std::move(answer));
    used = true;
  }
  void set(std::function<Answer(const json&)> answer) {
    function = std::move(answer);
    used = true;
  }
  /// nullopt: the script has no answer.
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

  /// The capabilities that the script can answer, as a ClientCapabilities object.
  [[nodiscard]] json capabilities(Revision revision) const;
  /// The result of a request from the server. Throws UnexpectedQuestion, and whatever a function of the script throws.
  [[nodiscard]] json answer(std::string_view method, const json& params, Revision revision);
};

/// A SampleResult as the JSON of a CreateMessageResult.
[[nodiscard]] json sample_json(const SampleResult& result, Revision revision);

}  // namespace mcp::test
