#include "cli/options.hpp"

#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include <mcp/codec/document.hpp>

#include "codec/nearest_name.hpp"

namespace mcp::cli {

namespace {

/// "4M" as bytes; suffixes K, M and G are powers of 1024.
std::optional<std::size_t> parse_size(std::string_view text) {
  std::uint64_t number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number == 0) return std::nullopt;
  const std::string_view suffix(rest, static_cast<std::size_t>(text.data() + text.size() - rest));
  unsigned shift = 0;
  if (suffix == "K" || suffix == "k") {
    shift = 10;
  } else if (suffix == "M" || suffix == "m") {
    shift = 20;
  } else if (suffix == "G" || suffix == "g") {
    shift = 30;
  } else if (!suffix.empty()) {
    return std::nullopt;
  }
  constexpr std::uint64_t kMost = std::uint64_t{1} << 40;  // a terabyte is no limit any more
  if (number > (kMost >> shift)) return std::nullopt;
  return static_cast<std::size_t>(number << shift);
}

std::optional<std::size_t> parse_count(std::string_view text, std::size_t most) {
  std::size_t number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || rest != text.data() + text.size() || number == 0 || number > most) return std::nullopt;
  return number;
}

/// "2s" or "500ms".
std::optional<std::chrono::milliseconds> parse_duration(std::string_view text) {
  std::int64_t number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  constexpr std::int64_t kMost = 86'400'000;  // a day
  if (error != std::errc() || number < 0 || number > kMost) return std::nullopt;
  const std::string_view unit(rest, static_cast<std::size_t>(text.data() + text.size() - rest));
  if (unit == "ms") return std::chrono::milliseconds(number);
  if (unit == "s" && number <= kMost / 1000) return std::chrono::seconds(number);
  return std::nullopt;
}

constexpr std::size_t kMostCalls = 1'000'000;
constexpr std::size_t kMostWorkers = 10'000;

UsageError usage(std::string text) { return {std::move(text) + "\nTry --help."}; }

/// Sets the limit that `option` names; true if it names one and `problem` is empty.
bool set_limit(std::string_view option, std::string_view value, Options& options, std::string& problem) {
  const auto set = [&](auto parsed, auto& target, std::string_view expected) {
    if (parsed) {
      target = *parsed;
    } else {
      problem = std::string(option) + ": expected " + std::string(expected) + ", got \"" + std::string(value) + "\"";
    }
    return true;
  };
  constexpr std::string_view kSize = "a number of bytes, like 4194304, 512K or 4M";
  if (option == "--max-message") return set(parse_size(value), options.stdio.max_message, kSize);
  if (option == "--max-result") return set(parse_size(value), options.limits.max_result, kSize);
  if (option == "--max-in-flight") {
    return set(parse_count(value, kMostCalls), options.limits.max_in_flight, "a number from 1 to 1000000");
  }
  if (option == "--max-workers") {
    return set(parse_count(value, kMostWorkers), options.stdio.max_workers, "a number from 1 to 10000");
  }
  if (option == "--grace") return set(parse_duration(value), options.stdio.grace, "a time like 2s or 500ms");
  return false;
}

bool is_limit(std::string_view option) {
  return option == "--max-message" || option == "--max-result" || option == "--max-in-flight" ||
         option == "--max-workers" || option == "--grace";
}

constexpr std::string_view kOptions[] = {"--list",          "--manifest",    "--call",        "--client-config",
                                         "--version",       "--help",        "--max-message", "--max-result",
                                         "--max-in-flight", "--max-workers", "--grace"};

}  // namespace

std::variant<Options, UsageError> parse_options(std::span<const std::string_view> arguments) {
  Options options;
  std::string_view chosen;  // the option that chose the command
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

    if (is_limit(option)) {
      const auto given = next();
      if (!given) return usage(std::string(option) + " needs a value");
      std::string problem;
      set_limit(option, *given, options, problem);
      if (!problem.empty()) return usage(problem);
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
      if (const std::string_view known = codec_internal::nearest_name(option, kOptions); !known.empty()) {
        text += "; did you mean " + std::string(known) + "?";
      }
      return usage(text);
    }
    if (!first) return usage(std::string(before) + " and " + std::string(option) + " exclude each other");
  }
  return options;
}

std::string help_text(std::string_view server_name) {
  const protocol::Limits limits;
  const transport::StdioOptions stdio;
  const auto mebibytes = [](std::size_t bytes) { return std::to_string(bytes >> 20) + "M"; };
  const std::string name(server_name);
  return name +
         ", a Model Context Protocol server\n\n"
         "  " +
         name +
         "                        serve one client on stdin and stdout\n"
         "  " +
         name +
         " --list                 show the tools\n"
         "  " +
         name +
         " --manifest             print all that the server offers, as JSON\n"
         "  " +
         name +
         " --call NAME [JSON]     call one tool and print its result; exit status 1 if it fails\n"
         "  " +
         name +
         " --client-config CLIENT print what to tell a client; CLIENT is claude-desktop, claude-code,\n"
         "  " +
         std::string(name.size(), ' ') +
         "                        vscode or cursor\n"
         "  " +
         name +
         " --version\n"
         "  " +
         name +
         " --help\n\n"
         "Limits (sizes in bytes, or with K, M or G; times in s or ms):\n"
         "  --max-message SIZE   longest message from the client; a longer one is refused (" +
         mebibytes(stdio.max_message) +
         ")\n"
         "  --max-result SIZE    largest result of a tool; a larger one becomes an error (" +
         mebibytes(limits.max_result) +
         ")\n"
         "  --max-in-flight N    tool calls waiting or running; one more is told to try again (" +
         std::to_string(limits.max_in_flight) +
         ")\n"
         "  --max-workers N      threads for tools (" +
         std::to_string(stdio.max_workers) +
         ")\n"
         "  --grace TIME         for running tools, once the client is gone (" +
         std::to_string(stdio.grace.count()) +
         "ms)\n"
         "Fixed: JSON nested deeper than " +
         std::to_string(kMaxJsonDepth) + " levels is refused, and so is a batch of more than " +
         std::to_string(limits.max_batch) + " messages;\nreading and new calls pause while " +
         mebibytes(stdio.max_backlog) + " of output wait; the messages of calls waiting or running\nhave " +
         mebibytes(limits.max_in_flight_bytes) + " together; one more call is told to try again.\n";
}

}  // namespace mcp::cli
