// Which URIs a template stands for.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mcp::protocol {

/// A template of a resource, ready to be matched.
class TemplatePattern {
 public:
  explicit TemplatePattern(std::string_view text);

  /// Its variables, in their order.
  [[nodiscard]] const std::vector<std::string>& names() const noexcept { return names_; }
  /// Whether `uri` is one of its; then `values` has one for each name, decoded.
  [[nodiscard]] bool match(std::string_view uri, std::vector<std::optional<std::string>>& values) const;

 private:
  std::vector<std::string> names_;
  std::vector<std::string> between_;  // the texts around the variables
};

}  // namespace mcp::protocol
