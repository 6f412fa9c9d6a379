// Writing outputs: only what changed, so that a build system restarts nothing behind bytes that stayed the same.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mcpgen {

/// The whole file; throws std::runtime_error with a text for people.
[[nodiscard]] std::string read_file(const std::string& path);

/// Writes `text` unless the file holds it already. Throws std::runtime_error with a text for people.
void write_if_changed(const std::string& path, std::string_view text);

/// Sets the file's time to now, making it if need be.
void touch(const std::string& path);

/// Makefile syntax: `target` depends on `dependencies`, with spaces, `#` and `$` escaped.
[[nodiscard]] std::string depfile_text(const std::string& target, const std::vector<std::string>& dependencies);

}  // namespace mcpgen
