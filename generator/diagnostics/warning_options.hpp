// The flags -W…mcp… : which warnings are shown, and which of them are errors.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "diagnostics/diagnostic.hpp"

namespace mcpgen {

/// What flags say about warnings; of two that contradict each other the later wins.
///
///   -Wno-mcp, -Wmcp                          silences, shows every warning
///   -Wno-mcp-<slug>, -Wmcp-<slug>            the same for one
///   -Werror=mcp, -Wno-error=mcp              every warning that is shown is an error, is none
///   -Werror=mcp-<slug>, -Wno-error=mcp-<slug>  the same for one, which -Werror=mcp-<slug> also shows
class WarningOptions {
 public:
  WarningOptions();

  /// Whether an argument of the command line looks like one for add().
  [[nodiscard]] static bool is_flag(std::string_view argument) { return argument.starts_with("-W"); }

  /// Returns what is wrong with the flag, for people; empty when nothing is.
  [[nodiscard]] std::string add(std::string_view flag);

  /// The diagnostics as they are to be shown: without the silenced warnings, with promoted ones as errors.
  [[nodiscard]] Sink apply(const Sink& sink) const;

 private:
  struct Treatment {
    bool shown = true;
    bool is_error = false;
  };
  std::map<std::string, Treatment, std::less<>> treatments_;  // of each slug that is a warning
};

}  // namespace mcpgen
