// Collects what is wrong with a JSON value while codecs decode it, as text a language model can act on.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <mcp/codec/path.hpp>
#include <mcp/codec/value.hpp>

namespace mcp {

namespace detail {
struct Constraints;
class Trial;
}  // namespace detail

/// The state of one decode. Codecs return false after reporting; decoding goes on with siblings, so that one answer
/// names all problems (up to kMaxProblems). Not thread-safe.
class Decoder {
 public:
  static constexpr std::size_t kMaxProblems = 8;

  /// Reports "PATH: expected WHAT, got VALUE" (the value trimmed) and returns false.
  bool expected(std::string_view what, Value got);
  /// Reports "PATH: MESSAGE" and returns false.
  bool fail(std::string_view message);

  [[nodiscard]] bool failed() const noexcept { return problems_ != 0; }
  /// All problems, one a line.
  [[nodiscard]] const std::string& report() const noexcept { return report_; }

  /// Whether nobody will read the next text: an alternative of a variant is being tried. expected() and fail() may then
  /// be called with any text, so that none need be built.
  [[nodiscard]] bool quiet() const noexcept;

  /// Where in the value we are.
  const PathStep* path = nullptr;
  /// What the annotation of the member being decoded demands, for the texts of expected(); null: nothing.
  const detail::Constraints* constraints = nullptr;

 private:
  friend class detail::Trial;

  void add(std::string_view message);

  std::string report_;
  std::size_t problems_ = 0;
  detail::Trial* trial_ = nullptr;
  std::size_t nested_trials_ = 0;
};

}  // namespace mcp
