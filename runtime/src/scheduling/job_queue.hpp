// Jobs in the order of their arrival.
#pragma once

#include <cstddef>

#include "scheduling/job.hpp"

namespace mcp::protocol {

/// A queue that the jobs form by their `next`, so that it allocates nothing. The jobs stay whose they are. Not
/// thread-safe.
class JobQueue {
 public:
  [[nodiscard]] bool empty() const noexcept { return first_ == nullptr; }

  /// Adds the chain of jobs that starts with `first`; returns how many they are.
  std::size_t push(Job& first) noexcept {
    (last_ != nullptr ? last_->next : first_) = &first;
    std::size_t count = 1;
    for (last_ = &first; last_->next != nullptr; last_ = last_->next) ++count;
    return count;
  }

  /// Removes the oldest job, which is in no chain then. There must be one.
  [[nodiscard]] Job& pop() noexcept {
    Job& job = *first_;
    first_ = job.next;
    if (first_ == nullptr) last_ = nullptr;
    job.next = nullptr;
    return job;
  }

  /// Removes all jobs, as one chain; null if there is none.
  [[nodiscard]] Job* pop_all() noexcept {
    Job* const all = first_;
    first_ = last_ = nullptr;
    return all;
  }

 private:
  Job* first_ = nullptr;
  Job* last_ = nullptr;
};

}  // namespace mcp::protocol
