#include "command_line.hpp"

#include <charconv>
#include <functional>
#include <map>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "diagnostics/slugs.hpp"
#include "emit/version.hpp"
#include "output.hpp"

namespace mcpgen {

namespace {

constexpr std::string_view kHelp =
    R"(mcpgen: generates an MCP server from annotated C++ (mcp_add_server() in CMake calls it)

mcpgen scan --source FILE --unit ID [options] [-- FLAG...]
  Scans one annotated source or header; writes its model and its generated code.
  --source FILE        the file to scan
  --unit ID            namespace of the generated code, a C identifier, unique in the server
  --named FILE         a file named in SOURCES or HEADERS, whose annotations count; repeatable
  --flags-file FILE    compiler flags, one per line; flags after `--` follow them
  --model FILE         output: the model (JSON); `-` prints it
  --code FILE          output: the generated code
  --depfile FILE       output: the dependencies of the stamp, in Makefile syntax
  --stamp FILE         touched on success
  -W…                  see below

mcpgen link --target ID --name NAME [--version VERSION] --model FILE... [options]
  Joins the models of a server's sources; writes the server unit and the manifest.
  --target ID          namespace of the server unit, a C identifier
  --name NAME          the server's name, unless MCP_SERVER sets one
  --version VERSION    the server's version, unless MCP_SERVER sets one; without either it is 0.0.0
  --model FILE         a model that `mcpgen scan` wrote; repeatable
  --prefix TEXT        prefix of the tools' names of every later --model, up to the next --prefix
  --code FILE          output: the server unit
  --manifest FILE      output: the manifest (JSON)
  --stamp FILE         touched on success
  --no-main            generate no `main`
  --page-size N        entries per page of a list, 1 to 100000 (default 100)
  -W…                  see below

mcpgen diff OLD NEW
  Prints the changes from manifest OLD to manifest NEW and their effect on clients, one per line, the worst first.
  Exit code: 0 identical, 10 wording only, 11 compatible, 12 breaking, 2 a file is not a manifest.

Warnings of scan and link; a later flag overrides an earlier one:
  -Wno-mcp-NAME, -Wno-mcp              silence a warning, all warnings; -Wmcp-NAME and -Wmcp show them again
  -Werror=mcp-NAME, -Werror=mcp        make a warning, all warnings errors; -Wno-error=mcp-NAME and -Wno-error=mcp undo it

mcpgen --list-diagnostics   every diagnostic, with its slug
mcpgen --version
mcpgen --help

Outputs are written only if they change, and none after an error. Exit code: 0 success, 1 errors in the scanned code,
2 a wrong command line, or files that cannot be read or written.
)";

using Setter = std::function<void(const std::string&)>;
/// Option name → function that takes its value.
using Options = std::map<std::string, Setter, std::less<>>;

Setter into(std::string& target) {
  return [&target](const std::string& value) { target = value; };
}
Setter append_to(std::vector<std::string>& target) {
  return [&target](const std::string& value) { target.push_back(value); };
}

/// Reads `--option VALUE` pairs from `arguments`, beginning at `next`. `switches` take no value; warning flags go to
/// `warnings`. Returns an error text; empty on success.
std::string read_options(const std::vector<std::string>& arguments, std::size_t next, const Options& options,
                         const std::map<std::string, std::function<void()>, std::less<>>& switches,
                         WarningOptions& warnings) {
  for (; next < arguments.size(); ++next) {
    const std::string& argument = arguments[next];
    if (WarningOptions::is_flag(argument)) {
      if (std::string problem = warnings.add(argument); !problem.empty()) return problem;
      continue;
    }
    if (const auto found = switches.find(argument); found != switches.end()) {
      found->second();
      continue;
    }
    const auto found = options.find(argument);
    if (found == options.end()) return "unknown option `" + argument + '`';
    if (next + 1 == arguments.size()) return '`' + argument + "` must be followed by a value";
    found->second(arguments[++next]);
  }
  return {};
}

bool is_identifier(const std::string& text) {
  if (text.empty() || (text[0] >= '0' && text[0] <= '9')) return false;
  return text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == std::string::npos;
}

/// Whether a name cannot be a namespace inside mcp::generated.
bool is_reserved(const std::string& name) {
  static constexpr std::string_view kReserved =
      " alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class "
      "compl "
      "concept const consteval constexpr constinit const_cast continue co_await co_return co_yield decltype default "
      "delete "
      "detail do double dynamic_cast else enum explicit export extern false float for friend goto if inline int long "
      "mutable "
      "namespace new noexcept not not_eq nullptr operator or or_eq private protected public register reinterpret_cast "
      "requires return short signed sizeof static static_assert static_cast struct switch template this thread_local "
      "throw "
      "true try typedef typeid typename union unsigned using virtual void volatile wchar_t while xor xor_eq ";
  return kReserved.find(' ' + name + ' ') != std::string_view::npos;
}

Command parse_scan(const std::vector<std::string>& arguments) {
  ScanStep step;
  std::vector<std::string> own = arguments;
  std::vector<std::string> trailing_flags;
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (own[i] != "--") continue;
    trailing_flags.assign(own.begin() + static_cast<std::ptrdiff_t>(i) + 1, own.end());
    own.resize(i);
    break;
  }
  std::string flags_file;
  const Options options = {
      {"--source", into(step.request.source)},
      {"--unit", into(step.unit)},
      {"--named", append_to(step.request.named)},
      {"--flags-file", into(flags_file)},
      {"--model", into(step.model)},
      {"--code", into(step.code)},
      {"--depfile", into(step.depfile)},
      {"--stamp", into(step.stamp)},
  };
  if (std::string error = read_options(own, 1, options, {}, step.warnings); !error.empty())
    return UsageError{std::move(error)};
  if (step.request.source.empty()) return UsageError{"`mcpgen scan` needs --source FILE"};
  if (!is_identifier(step.unit)) return UsageError{"`mcpgen scan` needs --unit ID, a C identifier"};
  if (!step.depfile.empty() && step.stamp.empty()) return UsageError{"--depfile needs --stamp FILE, its target"};
  if (!flags_file.empty()) {
    std::istringstream lines(read_file(flags_file));
    for (std::string line; std::getline(lines, line);) {
      if (!line.empty()) step.request.flags.push_back(line);
    }
  }
  step.request.flags.insert(step.request.flags.end(), trailing_flags.begin(), trailing_flags.end());
  step.request.named.push_back(step.request.source);
  return step;
}

Command parse_link(const std::vector<std::string>& arguments) {
  LinkStep step;
  std::string page_size;
  std::string prefix;
  const Options options = {
      {"--target", into(step.request.target)},
      {"--name", into(step.request.name)},
      {"--version", into(step.request.version)},
      {"--model", [&](const std::string& path) { step.models.push_back({path, prefix}); }},
      {"--prefix", into(prefix)},
      {"--code", into(step.code)},
      {"--manifest", into(step.manifest)},
      {"--stamp", into(step.stamp)},
      {"--page-size", into(page_size)},
  };
  const std::map<std::string, std::function<void()>, std::less<>> switches = {
      {"--no-main", [&step] { step.options.with_main = false; }},
  };
  if (std::string error = read_options(arguments, 1, options, switches, step.warnings); !error.empty())
    return UsageError{std::move(error)};
  if (!is_identifier(step.request.target)) return UsageError{"`mcpgen link` needs --target ID, a C identifier"};
  if (is_reserved(step.request.target)) {
    return UsageError{"the target must not be called `" + step.request.target +
                      "`: generated code makes it a namespace"};
  }
  if (step.request.name.empty()) return UsageError{"`mcpgen link` needs --name NAME"};
  if (!page_size.empty()) {
    constexpr std::size_t kMost = 100000;
    const auto [end, error] =
        std::from_chars(page_size.data(), page_size.data() + page_size.size(), step.options.page_size);
    if (error != std::errc() || end != page_size.data() + page_size.size() || step.options.page_size == 0 ||
        step.options.page_size > kMost) {
      return UsageError{"--page-size must be a whole number from 1 to 100000, not `" + page_size + '`'};
    }
  }
  return step;
}

Command parse_diff(const std::vector<std::string>& arguments) {
  constexpr std::size_t kCount = 3;
  for (const std::string& argument : arguments) {
    if (argument.starts_with("--")) return UsageError{"unknown option `" + argument + '`'};
  }
  if (arguments.size() != kCount) return UsageError{"`mcpgen diff` needs two manifests: OLD NEW"};
  return DiffStep{arguments[1], arguments[2]};
}

std::string diagnostics_table() {
  std::string text;
  for (std::size_t i = 0; i < slug_count(); ++i) {
    const Slug& slug = slug_at(i);
    text += slug.severity == Severity::Error ? "error    " : "warning  ";
    text += std::string(slug.name) + ": " + std::string(slug.summary) + '\n';
  }
  return text;
}

}  // namespace

Command parse_command_line(const std::vector<std::string>& arguments) {
  if (arguments.empty()) return UsageError{"no command"};
  const std::string& command = arguments.front();
  if (command == "--help" || command == "-h") return PrintText{std::string(kHelp)};
  if (command == "--version") return PrintText{"mcpgen " + std::string(kGeneratorVersion) + '\n'};
  if (command == "--list-diagnostics") return PrintText{diagnostics_table()};
  if (command == "scan") return parse_scan(arguments);
  if (command == "link") return parse_link(arguments);
  if (command == "diff") return parse_diff(arguments);
  return UsageError{"unknown command `" + command + '`'};
}

}  // namespace mcpgen
