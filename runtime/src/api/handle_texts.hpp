// The ids of handles, and what is said of them to the model.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

namespace mcp::detail {

/// What a handle stands for, and how long it does.
struct HandleTexts {
  /// Throws std::invalid_argument if the arguments are out of range; `owner` is the class in that text, "mcp::Handles".
  HandleTexts(std::string_view owner, std::string noun, std::string made_by, std::chrono::seconds lifetime,
              std::size_t max);

  /// "basket_" and 24 characters that cannot be guessed.
  [[nodiscard]] std::string make_id() const;
  /// Whether make_id() may have made that id.
  [[nodiscard]] bool is_id(std::string_view id) const noexcept;
  /// "Each basket expires after 15 minutes without use."
  [[nodiscard]] std::string describe_lifetime() const;
  /// "No such basket, or it has expired. …": the whole text of a ToolError.
  [[nodiscard]] std::string missing() const;
  /// " Make another one with create_basket."
  [[nodiscard]] std::string make_another() const;

  std::string noun;
  std::string made_by;
  std::chrono::seconds lifetime;

 private:
  std::string prefix_;  // of ids
};

}  // namespace mcp::detail
