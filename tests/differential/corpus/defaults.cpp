// Defaults within defaults: an object that is given starts from the defaults of its own type, whatever the default of
// the member that holds it says. Every tool answers with all it got, what was left out too.
#include <mcp/annotations.hpp>

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace defaults {

constexpr std::string_view kRegion = "eu-west";
constexpr std::optional<int> kLimit = 4;

struct Retry {
  int times = 3;
  int wait = 1;
  std::optional<std::string> reason;
};

struct Job {
  std::string name = "job";
  Retry retry = {.times = 5};
  Retry own;
  Retry empty = {};
};

/// A default two levels down.
struct Plan {
  Job job = {.name = "plan", .retry = {.times = 7, .wait = 8}};
  Job plain;
};

struct Base {
  int low = 1;
  Retry retry = {.wait = 4};
};

struct Derived : Base {
  int high = 9;
};

/// Holds a struct with a base.
struct Holder {
  Derived derived = {{.low = 5, .retry = {.times = 6}}, 7};
};

/// What holds objects in place.
struct InPlace {
  std::array<Retry, 2> pair_of = {{{.times = 5}, {.times = 6, .wait = 6}}};
  std::pair<int, Retry> pair = {1, {.wait = 7}};
  std::tuple<Retry, std::array<Job, 1>> tuple = {Retry{.times = 8}, {{{.name = "inner"}}}};
  Retry row[2] = {{.times = 5}, {.wait = 6}};
};

/// What makes objects anew.
struct Elsewhere {
  std::optional<Retry> maybe = Retry{.times = 5};
  std::vector<Retry> list = {{.times = 5}, {.wait = 6}};
  std::map<std::string, Retry> named = {{"a", {.times = 5}}};
  std::variant<int, Retry> either = Retry{.times = 5};
  std::unique_ptr<Retry> pointer;
};

/// A constructor gives what no initialiser says.
struct Made {
  Made() {
    retry.times = 50;
    at[0].wait = 60;
  }
  Retry retry;
  std::array<Retry, 1> at;
};

struct Arguments {
  Retry retry;
  Job job;
  std::array<Retry, 2> both;
  std::string region;
  std::optional<int> limit = kLimit;
  Retry given;
};

}  // namespace defaults

/// A default that is not that of its type.
MCP_TOOL()
defaults::Job default_job(defaults::Job value) { return value; }

/// The same, deeper.
MCP_TOOL()
defaults::Plan default_plan(defaults::Plan value) { return value; }

/// A base within.
MCP_TOOL()
defaults::Holder default_holder(defaults::Holder value) { return value; }

/// Arrays, pairs and tuples.
MCP_TOOL()
defaults::InPlace default_in_place(const defaults::InPlace& value) { return value; }

/// Optionals, containers, variants and pointers.
MCP_TOOL()
defaults::Elsewhere default_elsewhere(defaults::Elsewhere&& value) { return std::move(value); }

/// A class with a constructor.
MCP_TOOL()
defaults::Made default_made(defaults::Made value) { return value; }

/// Arguments.
MCP_TOOL()
defaults::Arguments default_arguments(defaults::Retry retry = {.times = 5}, defaults::Job job = {.name = "argument"},
                                      const std::array<defaults::Retry, 2>& both = {{{.times = 5}, {.wait = 6}}},
                                      std::string_view region = defaults::kRegion,
                                      std::optional<int> limit = defaults::kLimit, defaults::Retry given = {}) {
  return {retry, job, both, std::string(region), limit, given};
}
