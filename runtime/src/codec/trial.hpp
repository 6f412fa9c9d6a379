// Decoding on trial: problems are noted and not reported.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <mcp/codec/decoder.hpp>

namespace mcp::detail {

/// For the life of a scope, what `decoder` is told goes nowhere but here. Trials nest.
class Trial {
 public:
  /// `wants_demand`: demand() is going to be asked for.
  explicit Trial(Decoder& decoder, bool wants_demand = false) noexcept
      : decoder_(decoder),
        outer_(decoder.trial_),
        root_(decoder.path),
        bytes_(decoder.bytes_),
        wants_demand_(wants_demand) {
    decoder.trial_ = this;
  }
  ~Trial() { decoder_.trial_ = outer_; }
  Trial(const Trial&) = delete;
  Trial& operator=(const Trial&) = delete;

  /// Counts attempts inside of attempts, which grow exponentially with the depth of a value when several alternatives
  /// look alike. False when there were so many that the decode must end.
  [[nodiscard]] static bool affordable(Decoder& decoder) noexcept {
    if (decoder.trial_ != nullptr) ++decoder.nested_trials_;
    return decoder.nested_trials_ <= kMostNested;
  }

  /// Whether the decode ended, and not just this trial.
  [[nodiscard]] static bool over(const Decoder& decoder) noexcept { return decoder.problems_ > Decoder::kMaxProblems; }

  /// The value that was decoded on trial is not kept, nor is its memory.
  void give_back() noexcept { decoder_.bytes_ = bytes_; }

  /// True if a text for the next problem is wanted.
  [[nodiscard]] bool listens() const noexcept { return wants_demand_ && !has_text() && decoder_.path == root_; }
  /// True if no further problem would change what is known.
  [[nodiscard]] bool settled() const noexcept { return deeper_ && (!wants_demand_ || has_text()); }
  bool refuse(std::string_view demand, std::string_view complaint) {
    if (decoder_.path != root_) deeper_ = true;
    if (listens()) {
      demand_ = demand;
      complaint_ = complaint;
    }
    return false;
  }

  /// Whether a problem was found inside the value, not with the value as a whole.
  [[nodiscard]] bool deeper() const noexcept { return deeper_; }
  /// What was expected of the value as a whole; empty if it failed otherwise.
  [[nodiscard]] const std::string& demand() const noexcept { return demand_; }
  /// The text of the first problem with the value as a whole, if that is not what was expected of it.
  [[nodiscard]] const std::string& complaint() const noexcept { return complaint_; }

 private:
  static constexpr std::size_t kMostNested = std::size_t{1} << 20;

  [[nodiscard]] bool has_text() const noexcept { return !demand_.empty() || !complaint_.empty(); }

  Decoder& decoder_;
  Trial* outer_;
  const PathStep* root_;
  std::uint64_t bytes_;
  std::string demand_;
  std::string complaint_;
  bool wants_demand_;
  bool deeper_ = false;
};

}  // namespace mcp::detail
