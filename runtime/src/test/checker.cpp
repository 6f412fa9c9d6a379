#include "test/checker.hpp"

#include <latch>
#include <thread>
#include <utility>

namespace mcp::test {

std::string CheckReport::text() const {
  std::string lines;
  for (const std::string& problem : problems_) lines.append(problem).append("\n");
  return lines;
}

bool Checker::expect(bool holds, std::string_view expectation) {
  {
    const std::lock_guard lock(mutex_);
    ++expectations_;
  }
  if (!holds) add_problem("it does not hold that " + std::string(expectation));
  return holds;
}

void Checker::add_problem(std::string_view text) {
  const std::lock_guard lock(mutex_);
  problems_.push_back(name_ + ": " + std::string(text));
}

void on_threads(std::size_t count, const std::function<void(std::size_t)>& work) {
  std::latch begin(static_cast<std::ptrdiff_t>(count));
  std::mutex mutex;
  std::exception_ptr failure;
  std::vector<std::jthread> threads;
  threads.reserve(count);
  for (std::size_t index = 0; index < count; ++index) {
    threads.emplace_back([&, index] {
      begin.arrive_and_wait();
      try {
        work(index);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!failure) failure = std::current_exception();
      }
    });
  }
  threads.clear();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace mcp::test
