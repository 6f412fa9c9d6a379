// The flags -W…mcp…, which decide which warnings are shown and which are errors.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "diagnostics/diagnostic.hpp"

namespace mcpgen {

/// The effect of the flags on warnings. A later flag overrides an earlier one.
///
///   -Wno-mcp, -Wmcp                          silences, shows every warning
///   -Wno-mcp-<slug>, -Wmcp-<slug>            the same for one
///   -Werror=mcp, -Wno-error=mcp              every warning that is shown is an error, is none
///   -Werror=mcp-<slug>, -Wno-error=mcp-<slug>  the same for one, which -Werror=mcp-<slug> also shows
class WarningOptions {
 public:
  WarningOptions();

  /// Whether an argument of the command line is a flag for add().
  [[nodiscard]] static bool is_flag(std::string_view argument) { return argument.starts_with("-W"); }

  /// Applies a flag. Returns an error text for the user; empty on success.
  [[nodiscard]] std::string add(std::string_view flag);

  /// The diagnostics to show: without silenced warnings, and with promoted warnings as errors.
  [[nodiscard]] Sink apply(const Sink& sink) const;

 private:
  struct Treatment {
    bool shown = true;
    bool is_error = false;
  };
  std::map<std::string, Treatment, std::less<>> treatments_;  // of each slug that is a warning
};

}  // namespace mcpgen
