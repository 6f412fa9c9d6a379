#include "cli/options.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include <mcp/spec/nearest_name.hpp>

#include "cli/settings.hpp"
#include "codec/document.hpp"

namespace mcp::cli {

namespace {

UsageError usage(std::string text) { return {std::move(text) + "\nTry --help."}; }

constexpr std::string_view kCommands[] = {"--list", "--manifest", "--call", "--client-config", "--version", "--help"};

/// The option that an unknown one probably stands for; empty if none is similar.
std::string_view nearest_option(std::string_view option) {
  std::vector<std::string_view> known(std::begin(kCommands), std::end(kCommands));
  for (const Setting& setting : settings()) known.push_back(setting.name);
  return spec::nearest_name(option, known);
}

/// An error text about options that contradict each other; empty if none do.
std::string conflict(const Options& options, bool http, bool http_options, std::string_view chosen) {
  if (http && !chosen.empty()) return "--http and " + std::string(chosen) + " exclude each other";
  if (http_options && !http && chosen.empty()) return "these options are for HTTP: add --http [HOST:]PORT";
  if (!options.keys.empty() && !options.key_file.empty()) {
    return "--state-key and --state-key-file exclude each other";
  }
  if (options.http.tls_certificate.empty() != options.http.tls_key.empty()) {
    return "--tls-cert and --tls-key need each other";
  }
  const EndpointOptions& endpoint = options.http.endpoint;
  if (endpoint.path == "/healthz" || endpoint.path == endpoint.sse_path || endpoint.path == endpoint.message_path) {
    return "--path: " + endpoint.path + " is another resource of the server";
  }
  return {};
}

}  // namespace

std::variant<Options, UsageError> parse_options(std::span<const std::string_view> arguments) {
  Options options;
  std::string_view chosen;    // the option that chose the command
  bool http = false;          // --http was given
  bool http_options = false;  // an option that is only for HTTP was given
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::string_view option = arguments[i];
    std::optional<std::string_view> value;
    if (const std::size_t equals = option.find('='); option.starts_with("--") && equals != std::string_view::npos) {
      value = option.substr(equals + 1);
      option = option.substr(0, equals);
    }
    const auto next = [&]() -> std::optional<std::string_view> {
      if (value) return value;
      if (i + 1 < arguments.size()) return arguments[++i];
      return std::nullopt;
    };
    const auto choose = [&](Command command) {
      const bool first = chosen.empty();
      chosen = option;
      options.command = command;
      return first;
    };

    if (const Setting* const setting = find_setting(option)) {
      http = http || setting->name == "--http";
      http_options = http_options || setting->of_http;
      if (setting->value.empty()) {
        if (value) return usage(std::string(option) + " takes no value");
        setting->set({}, options);
        continue;
      }
      const auto given = next();
      if (!given) return usage(std::string(option) + " needs a value");
      if (const std::string_view expected = setting->set(*given, options); !expected.empty()) {
        return usage(std::string(option) + ": expected " + std::string(expected) + ", got \"" + std::string(*given) +
                     "\"");
      }
      continue;
    }

    const std::string_view before = chosen;
    bool first = true;
    if (option == "--help" || option == "-h") {
      options.command = Command::Help;
      return options;
    }
    if (option == "--list") {
      first = choose(Command::List);
    } else if (option == "--manifest") {
      first = choose(Command::Manifest);
    } else if (option == "--version") {
      first = choose(Command::Version);
    } else if (option == "--client-config") {
      first = choose(Command::ClientConfig);
      const auto client = next();
      if (!client) return usage("--client-config needs claude-desktop, claude-code, vscode or cursor");
      options.client = *client;
    } else if (option == "--call") {
      first = choose(Command::Call);
      const auto tool = next();
      if (!tool) return usage("--call needs the name of a tool and its arguments as JSON");
      options.tool = *tool;
      options.arguments = "{}";
      if (i + 1 < arguments.size() && !arguments[i + 1].starts_with("--")) options.arguments = arguments[++i];
    } else {
      std::string text = "unknown option \"" + std::string(arguments[i]) + "\"";
      if (const std::string_view known = nearest_option(option); !known.empty()) {
        text += "; did you mean " + std::string(known) + "?";
      }
      return usage(text);
    }
    if (!first) return usage(std::string(before) + " and " + std::string(option) + " exclude each other");
  }
  if (const std::string problem = conflict(options, http, http_options, chosen); !problem.empty())
    return usage(problem);
  return options;
}

std::string help_text(std::string_view server_name) {
  const Options standard;
  const std::string name(server_name);
  std::string text = name + ", a Model Context Protocol server\n\n";
  const auto command = [&](std::string_view use, std::string_view help) {
    std::string line = "  " + name + ' ' + std::string(use);
    line.resize(std::max<std::size_t>(line.size() + 1, name.size() + 27), ' ');
    text += line.append(help) + '\n';
  };
  command("", "serve one client on stdin and stdout");
  command("--http [HOST:]PORT", "serve any number of clients over HTTP");
  command("--list", "show the tools");
  command("--manifest", "print the server's tools, prompts and resources as JSON");
  command("--call NAME [JSON]", "call one tool and print its result; exit status 1 if it fails");
  command("--client-config CLIENT",
          "print the configuration for a client: claude-desktop, claude-code, vscode or cursor");
  command("--version", "print the version");
  command("--help", "print this text");

  const auto list = [&](bool of_http) {
    for (const Setting& setting : settings()) {
      if (setting.of_http != of_http) continue;
      std::string line = "  " + std::string(setting.name) + ' ' + std::string(setting.value);
      line.resize(std::max<std::size_t>(line.size() + 1, 29), ' ');
      line += setting.help;
      if (const std::size_t at = line.find("{}"); at != std::string::npos)
        line.replace(at, 2, setting.standard(standard));
      text += line + '\n';
    }
  };
  text += "\nLimits (sizes in bytes or with K, M or G; times in ms, s or min; defaults in parentheses):\n";
  list(false);
  text += "\nHTTP:\n";
  list(true);
  const auto mebibytes = [](std::size_t bytes) { return std::to_string(bytes >> 20) + "M"; };
  const Limits& limits = standard.limits;
  text += "\nFixed:\n  JSON nested deeper than " + std::to_string(kMaxJsonDepth) +
          " levels is refused.\n  A batch of more than " + std::to_string(limits.max_batch) +
          " messages, or with more than " + mebibytes(limits.max_batch_answer) +
          " of answers, is refused.\n  On stdio, reading pauses while " + mebibytes(standard.stdio.max_backlog) +
          " of output wait.\n  The messages of calls waiting or running have " + mebibytes(limits.max_in_flight_bytes) +
          "; further calls are refused as busy.\n  The events kept for all sessions have " +
          mebibytes(standard.http.endpoint.sessions.max_replay_total) + ".\n";
  return text;
}

}  // namespace mcp::cli
