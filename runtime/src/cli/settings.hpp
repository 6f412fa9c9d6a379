// The options of a server that take a value, or switch something on: one table for parsing and for --help.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cli/options.hpp"

namespace mcp::cli {

struct Setting {
  std::string_view name;   // "--max-message"
  std::string_view value;  // what stands for its value in --help; empty: it has none
  std::string_view help;   // `{}` stands for the default
  std::string (*standard)(const Options& options);
  /// Puts the value in; what was expected instead, if it cannot.
  std::string_view (*set)(std::string_view value, Options& options);
  bool of_http = false;
};

/// In the order of --help.
[[nodiscard]] std::span<const Setting> settings();

/// The setting of that name, or null.
[[nodiscard]] const Setting* find_setting(std::string_view name);

}  // namespace mcp::cli
