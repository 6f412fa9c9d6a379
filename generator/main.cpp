#include <cstdio>
#include <exception>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "command_line.hpp"
#include "pipeline.hpp"

namespace {

constexpr int kDone = 0;
constexpr int kErrors = 1;
constexpr int kUsage = 2;

int carry_out(const mcpgen::Command& command) {
  return std::visit(
      [](const auto& what) {
        using Kind = std::remove_cvref_t<decltype(what)>;
        if constexpr (std::is_same_v<Kind, mcpgen::PrintText>) {
          std::fputs(what.text.c_str(), stdout);
          return kDone;
        } else if constexpr (std::is_same_v<Kind, mcpgen::UsageError>) {
          std::fprintf(stderr, "mcpgen: %s; see `mcpgen --help`\n", what.text.c_str());
          return kUsage;
        } else if constexpr (std::is_same_v<Kind, mcpgen::DiffStep>) {
          const mcpgen::ManifestDifference difference = mcpgen::run(what);
          std::fputs(difference.text.c_str(), stdout);
          return static_cast<int>(difference.worst);
        } else {
          std::string report;
          const bool good = mcpgen::run(what, report);
          std::fputs(report.c_str(), stderr);
          return good ? kDone : kErrors;
        }
      },
      command);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return carry_out(mcpgen::parse_command_line({argv + 1, argv + argc}));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "mcpgen: error: %s\n", error.what());
    return kUsage;
  }
}
