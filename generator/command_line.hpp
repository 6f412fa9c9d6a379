// The command line of mcpgen.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "pipeline.hpp"

namespace mcpgen {

/// A text to print on standard output instead of running a step: help, the version, the table of diagnostics.
struct PrintText {
  std::string text;
};

/// The error text for a wrong command line.
struct UsageError {
  std::string text;
};

using Command = std::variant<PrintText, UsageError, ScanStep, LinkStep, DiffStep>;

/// `arguments` without the program's name. Reads the file of --flags-file.
[[nodiscard]] Command parse_command_line(const std::vector<std::string>& arguments);

}  // namespace mcpgen
