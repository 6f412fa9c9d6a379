// A conversation that a fuzz target has with a server: what the server says is judged by the table of messages.
#pragma once

#include <string_view>

#include "judge.hpp"
#include "require.hpp"

namespace fuzz {

/// Not thread-safe.
class Spoken {
 public:
  void sent(std::string_view message) { judge_.sent(message); }
  /// Ends the process if the message is not one of its revision.
  void received(std::string_view message) {
    const std::string problems = judge_.received(message);
    require(problems.empty(), problems, message);
  }
  [[nodiscard]] messages::Judge& judge() noexcept { return judge_; }

 private:
  messages::Judge judge_;
};

}  // namespace fuzz
