// The options of a server that have a value or are switches: one table for parsing and for --help.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cli/options.hpp"

namespace mcp::cli {

struct Setting {
  std::string_view name;   // "--max-message"
  std::string_view value;  // placeholder of the value in --help; empty: a switch
  std::string_view help;   // `{}` stands for the default
  std::string (*standard)(const Options& options);
  /// Parses and stores the value. Returns the expected form if the value is invalid.
  std::string_view (*set)(std::string_view value, Options& options);
  bool of_http = false;
};

/// All settings, in the order of --help.
[[nodiscard]] std::span<const Setting> settings();

/// The setting of that name, or null.
[[nodiscard]] const Setting* find_setting(std::string_view name);

}  // namespace mcp::cli
