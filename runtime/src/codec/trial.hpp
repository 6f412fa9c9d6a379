// Tentative decoding of an alternative of a variant: errors are recorded here instead of being reported.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <mcp/codec/decoder.hpp>

namespace mcp::detail {

/// Records the errors of `decoder` for the lifetime of the object. Trials nest.
class Trial {
 public:
  /// `wants_demand`: whether the caller will use demand().
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

  /// Counts nested trials, whose number grows exponentially with the depth of a value if several alternatives are
  /// similar. Returns false if there were so many that the decode must end.
  [[nodiscard]] static bool affordable(Decoder& decoder) noexcept {
    if (decoder.trial_ != nullptr) ++decoder.nested_trials_;
    return decoder.nested_trials_ <= kMostNested;
  }

  /// Whether the whole decode has ended, not only this trial.
  [[nodiscard]] static bool over(const Decoder& decoder) noexcept { return decoder.problems_ > Decoder::kMaxProblems; }

  /// Subtracts the memory of the value that this trial decoded, which is discarded.
  void give_back() noexcept { decoder_.bytes_ = bytes_; }

  /// Whether the text of the next error is used.
  [[nodiscard]] bool listens() const noexcept { return wants_demand_ && !has_text() && decoder_.path == root_; }
  /// Whether no further error can change the outcome.
  [[nodiscard]] bool is_decided() const noexcept { return deeper_ && (!wants_demand_ || has_text()); }
  bool refuse(std::string_view demand, std::string_view complaint) {
    if (decoder_.path != root_) deeper_ = true;
    if (listens()) {
      demand_ = demand;
      complaint_ = complaint;
    }
    return false;
  }

  /// Whether an error was found inside the value, not with the value as a whole.
  [[nodiscard]] bool deeper() const noexcept { return deeper_; }
  /// What was expected of the value as a whole, for "expected …"; empty if it failed for another reason.
  [[nodiscard]] const std::string& demand() const noexcept { return demand_; }
  /// The first error text about the value as a whole, if that is not of the form "expected …".
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
