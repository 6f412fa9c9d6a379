// Collects what a check of an implementation finds.
#pragma once

#include <concepts>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <mcp/test/checks.hpp>

namespace mcp::test {

/// Thread-safe but for run() and report().
class Checker {
 public:
  /// Runs one part of the check. An exception that leaves it is a problem, and the other parts still run.
  template <std::invocable<> Part>
  void run(std::string_view name, Part&& part) {
    name_ = name;
    try {
      part();
    } catch (const std::exception& error) {
      add_problem(std::string("it throws: ") + error.what());
    } catch (...) {
      add_problem("it throws what is no std::exception");
    }
  }

  /// `expectation` is a sentence about the implementation: "the second use of a state is refused".
  bool expect(bool holds, std::string_view expectation);

  [[nodiscard]] CheckReport report() const { return {expectations_, problems_}; }

 private:
  void add_problem(std::string_view text);

  std::string name_;
  std::mutex mutex_;
  std::size_t expectations_ = 0;
  std::vector<std::string> problems_;
};

/// Calls `work(index)` on that many threads at the same time, and waits for them. Rethrows the first exception.
void on_threads(std::size_t count, const std::function<void(std::size_t)>& work);

}  // namespace mcp::test
