// Defaults: constants of every kind, and those that only the function itself can compute.
#include <mcp/annotations.hpp>

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

/// How fast to work.
enum class Mode { slow, fast MCP_VALUE(.name = "quick") };

constexpr int kAnswer = 6 * 7;

int compute() { return 5; }

/// How to work.
struct Options {
  int depth = kAnswer;
  double scale = 0.1;
  float ratio = 0.1F;
  bool strict = true;
  Mode mode = Mode::fast;
  std::string label = "a \"b\"\n";
  std::optional<int> limit;
  std::optional<int> most = 3;
  std::vector<std::string> tags = {};
  std::int64_t big = std::numeric_limits<std::int64_t>::min();
  std::uint64_t bigger = 9007199254740993U;
  int computed = compute();
};

/// Constants of every kind.
/// @param a An integer
/// @param b A large number
/// @param c A small one
/// @param d A flag
/// @param e An enumerator
/// @param f A text
/// @param g Nothing
/// @param h Something
/// @param i A list
/// @param j A wide integer
MCP_TOOL()
std::string constants(int a = kAnswer, double b = 1e300, float c = 0.1F, bool d = false, Mode e = Mode::fast,
                      const std::string& f = "f\\", std::optional<double> g = std::nullopt, std::optional<int> h = 7,
                      const std::vector<int>& i = {}, std::int64_t j = -9007199254740993) {
  return f + std::to_string(a) + std::to_string(b) + std::to_string(c) + (d ? "d" : "") + (e == Mode::fast ? "e" : "") +
         (g ? "g" : "") + (h ? "h" : "") + std::to_string(i.size()) + std::to_string(j);
}

/// From the first computed default on, arguments are left out by position.
/// @param first  Thousands
/// @param second Hundreds
/// @param third  Tens
/// @param fourth Ones
MCP_TOOL()
int computed(int first, int second = compute(), int third = 3, int fourth = compute() + 1) {
  return first * 1000 + second * 100 + third * 10 + fourth;
}

/// Members have defaults too.
MCP_TOOL()
Options members(const Options& options = {}) { return options; }

/// How often to try.
struct Retry {
  int times = 3;
  int wait = 1;
};

/// What to try.
struct Job {
  Retry retry = {.times = 5};
  Retry own = {};
};

constexpr std::string_view kRegion = "eu-west";

/// Objects that are given start from the defaults of their own type.
/// @param job    What to try
/// @param retry  How often
/// @param region Where
/// @param later  Comes behind a view
MCP_TOOL()
Job nested(const Job& job = {}, Retry retry = {.times = 7}, std::string_view region = kRegion, int later = 3) {
  return {{retry.times, job.retry.wait + static_cast<int>(region.size()) + later}, job.own};
}

}  // namespace
