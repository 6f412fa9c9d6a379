// Writes outputs only if they change, so that a build system does not rebuild what depends on an unchanged file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mcpgen {

/// The content of a file. Throws std::runtime_error with an error text for the user.
[[nodiscard]] std::string read_file(const std::string& path);

/// Writes `text` unless the file has this content already. Throws std::runtime_error with an error text for the user.
void write_if_changed(const std::string& path, std::string_view text);

/// Sets the file's modification time to now; creates the file if it does not exist.
void touch(const std::string& path);

/// Makefile syntax: `target` depends on `dependencies`, with spaces, `#` and `$` escaped.
[[nodiscard]] std::string depfile_text(const std::string& target, const std::vector<std::string>& dependencies);

}  // namespace mcpgen
