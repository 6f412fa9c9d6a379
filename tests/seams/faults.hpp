// What can be wrong with a store over a network.
#pragma once

#include <atomic>
#include <chrono>
#include <thread>

#include <mcp/json.hpp>

#include "remote_call.hpp"

namespace seams {

/// The faults of a store process, which its clients set. Each number is of requests that are still to be hit. Requests
/// that set faults are not hit.
class Faults {
 public:
  /// Applies the faults to a function: a request waits, is refused before it was carried out, or is carried out without
  /// an answer.
  [[nodiscard]] RemoteFunctions::Function wrap(RemoteFunctions::Function function) {
    return [this, function = std::move(function)](const mcp::json& arguments) -> mcp::json {
      if (const auto delay = delay_us_.load(); delay > 0) {
        std::this_thread::sleep_for(std::chrono::microseconds(delay));  // the store is far away
      }
      if (take_one(refused_)) throw std::runtime_error("the store is out of order");
      mcp::json result = function(arguments);
      if (take_one(unanswered_)) throw LostAnswer();
      return result;
    };
  }

  /// The function "faults.set" of a store process.
  mcp::json set(const mcp::json& arguments) {
    delay_us_ = arguments.value("delay_us", 0);
    refused_ = arguments.value("refused", 0);
    unanswered_ = arguments.value("unanswered", 0);
    return nullptr;
  }

 private:
  static bool take_one(std::atomic<int>& left) noexcept {
    int value = left.load();
    while (value > 0 && !left.compare_exchange_weak(value, value - 1)) {
    }
    return value > 0;
  }

  std::atomic<int> delay_us_{0};
  std::atomic<int> refused_{0};
  std::atomic<int> unanswered_{0};
};

}  // namespace seams
