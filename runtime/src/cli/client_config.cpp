#include <ostream>
#include <string>

#include <nlohmann/json.hpp>

#include "cli/commands.hpp"

namespace mcp::cli {

namespace {

/// Quotes `text` as one word for a POSIX shell.
std::string shell_word(std::string_view text) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string_view::npos) return std::string(text);
  std::string word = "'";
  for (const char c : text) {
    if (c == '\'') {
      word += "'\\''";
    } else {
      word += c;
    }
  }
  return word + "'";
}

}  // namespace

int client_config(const detail::ServerDescriptor& descriptor, std::string_view client, std::string_view program,
                  std::ostream& out, std::ostream& err) {
  const std::string name(descriptor.name);
  const auto print = [&](const char* members, nlohmann::ordered_json entry) {
    const nlohmann::ordered_json config = {{members, {{name, std::move(entry)}}}};
    out << config.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n';
  };
  const nlohmann::ordered_json command = {{"command", program}, {"args", nlohmann::ordered_json::array()}};

  if (client == "claude-desktop") {
    err << "Put this into claude_desktop_config.json (Settings, Developer, Edit Config) and start Claude again:\n";
    print("mcpServers", command);
  } else if (client == "cursor") {
    err << "Put this into .cursor/mcp.json of a project, or ~/.cursor/mcp.json for all:\n";
    print("mcpServers", command);
  } else if (client == "vscode") {
    err << "Put this into .vscode/mcp.json of a workspace:\n";
    nlohmann::ordered_json entry = {{"type", "stdio"}};
    entry.update(command);
    print("servers", std::move(entry));
  } else if (client == "claude-code") {
    err << "Run this in the project that shall use the server:\n";
    out << "claude mcp add --transport stdio " << shell_word(name) << " -- " << shell_word(program) << '\n';
  } else {
    err << "unknown client \"" << client << "\"; known are claude-desktop, claude-code, vscode and cursor\n";
    return 2;
  }
  return 0;
}

}  // namespace mcp::cli
