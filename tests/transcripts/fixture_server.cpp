#include "fixture_server.hpp"

#include <array>
#include <cstdio>
#include <iostream>
#include <limits>
#include <optional>
#include <stdexcept>
#include <vector>

#include <mcp/context.hpp>
#include <mcp/error.hpp>
#include <mcp/generated_support.hpp>

namespace fixture {

std::string Stage::hold(std::stop_token stop) {
  std::unique_lock lock(mutex_);
  ++entered_;
  changed_.notify_all();
  const bool released = changed_.wait(lock, stop, [this] { return released_; });
  if (!released) ++stopped_;
  changed_.notify_all();
  return released ? "released" : "stopped";
}

std::string Stage::stuck() {
  std::unique_lock lock(mutex_);
  ++entered_;
  changed_.notify_all();
  changed_.wait(lock, [this] { return released_; });
  return "released";
}

int Stage::count() {
  const std::lock_guard lock(mutex_);
  return ++count_;
}

void Stage::wait_until_entered(std::size_t calls) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return entered_ >= calls; });
}

void Stage::wait_until_stopped(std::size_t calls) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return stopped_ >= calls; });
}

void Stage::release() {
  const std::lock_guard lock(mutex_);
  released_ = true;
  changed_.notify_all();
}

struct Point {
  double x;
  double y;
  std::optional<std::string> label;
};

/// More bytes than a call keeps inside, and stricter alignment than the heap's.
struct alignas(64) Matrix {
  std::array<double, 64> cells;
};

double add(double a, double b) { return a + b; }
std::string echo(std::string text) { return text; }
Point mirror(const Point& point) { return {-point.x, -point.y, point.label}; }
double trace(const Matrix& matrix) {
  double sum = 0;
  for (std::size_t i = 0; i < 8; ++i) sum += matrix.cells[i * 9];
  return sum;
}
std::string fail(std::string why) { throw mcp::ToolError(why); }
void crash() { throw std::runtime_error("the secret is 42"); }
void crash_oddly() { throw 42; }
std::vector<double> not_a_number() { return {1, std::numeric_limits<double>::quiet_NaN()}; }
std::string bad_text() { return "caf\xE9"; }
std::string fail_badly() { throw mcp::ToolError("caf\xE9"); }
std::string repeat(std::string text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}
bool cancelled(mcp::Context& context) { return context.cancelled(); }
void print(std::string text) {
  std::cout << text << std::endl;
  std::printf("%s\n", text.c_str());
}

}  // namespace fixture

namespace mcp {
template <>
struct codec<::fixture::Point> : detail::ObjectCodec<::fixture::Point> {
  static constexpr detail::Member kMembers[] = {
      detail::required<decltype(::fixture::Point::x)>("\"x\":", __builtin_offsetof(::fixture::Point, x)),
      detail::required<decltype(::fixture::Point::y)>("\"y\":", __builtin_offsetof(::fixture::Point, y)),
      detail::optional<decltype(::fixture::Point::label)>("\"label\":", __builtin_offsetof(::fixture::Point, label)),
  };
  static constexpr detail::Object kObject = {kMembers, 3};
};
template <>
struct codec<::fixture::Matrix> : detail::ObjectCodec<::fixture::Matrix> {
  static constexpr detail::Member kMembers[] = {
      detail::required<decltype(::fixture::Matrix::cells)>("\"cells\":", __builtin_offsetof(::fixture::Matrix, cells))};
  static constexpr detail::Object kObject = {kMembers, 1};
};
}  // namespace mcp

namespace mcp::generated {
namespace {

struct Nothing {
  struct McpArguments {};
  static constexpr detail::Object kMcpArguments = {nullptr, 0};
};

/// A tool of one argument, of two, of none: what a generated unit spells out for each tool.
template <auto function, const std::string_view& name, const std::string_view& key>
struct One {
  using Function = decltype(function);
  struct McpArguments {
    detail::argument_t<Function, 0> a{};
  };
  static constexpr detail::Member kMembers[] = {
      detail::required<decltype(McpArguments::a)>({name, key}, __builtin_offsetof(McpArguments, a))};
  static constexpr detail::Object kMcpArguments = {kMembers, 1};
  static void mcp_call(void* arguments, void*, detail::Invocation& call) {
    auto& args = *static_cast<McpArguments*>(arguments);
    detail::answer(
        call, [&]() -> decltype(auto) { return function(std::forward<detail::parameter_t<Function, 0>>(args.a)); });
  }
};

template <auto function, const std::string_view& name, const std::string_view& key, const std::string_view& name2,
          const std::string_view& key2>
struct Two {
  using Function = decltype(function);
  struct McpArguments {
    detail::argument_t<Function, 0> a{};
    detail::argument_t<Function, 1> b{};
  };
  static constexpr detail::Member kMembers[] = {
      detail::required<decltype(McpArguments::a)>({name, key}, __builtin_offsetof(McpArguments, a)),
      detail::required<decltype(McpArguments::b)>({name2, key2}, __builtin_offsetof(McpArguments, b))};
  static constexpr detail::Object kMcpArguments = {kMembers, 2};
  static void mcp_call(void* arguments, void*, detail::Invocation& call) {
    auto& args = *static_cast<McpArguments*>(arguments);
    detail::answer(call, [&]() -> decltype(auto) {
      return function(std::forward<detail::parameter_t<Function, 0>>(args.a),
                      std::forward<detail::parameter_t<Function, 1>>(args.b));
    });
  }
};

template <auto function>
struct Zero : Nothing {
  static void mcp_call(void*, void*, detail::Invocation& call) {
    detail::answer(call, [&]() -> decltype(auto) { return function(); });
  }
};

template <auto function>
struct OfStage : Nothing {
  static void mcp_call(void*, void* object, detail::Invocation& call) {
    auto& stage = *static_cast<::fixture::Stage*>(object);
    detail::answer(call, [&]() -> decltype(auto) { return (stage.*function)(); });
  }
};

struct Hold : Nothing {
  static void mcp_call(void*, void* object, detail::Invocation& call) {
    auto& stage = *static_cast<::fixture::Stage*>(object);
    detail::answer(call, [&]() -> decltype(auto) { return stage.hold(call.context().stop_token()); });
  }
};

struct Cancelled : Nothing {
  static void mcp_call(void*, void*, detail::Invocation& call) {
    detail::answer(call, [&]() -> decltype(auto) { return ::fixture::cancelled(call.context()); });
  }
};

constexpr std::string_view kA = "a", kAKey = "\"a\":", kB = "b", kBKey = "\"b\":";
constexpr std::string_view kText = "text", kTextKey = "\"text\":", kTimes = "times", kTimesKey = "\"times\":";
constexpr std::string_view kPoint = "point", kPointKey = "\"point\":", kMatrix = "matrix", kMatrixKey = "\"matrix\":";
constexpr std::string_view kWhy = "why", kWhyKey = "\"why\":";

constexpr detail::Owner kStage = detail::make_owner<::fixture::Stage>("fixture::Stage");

constexpr detail::Handler kTools[] = {
    detail::make_handler<Two<&::fixture::add, kA, kAKey, kB, kBKey>>("add", nullptr, false),
    detail::make_handler<Zero<&::fixture::bad_text>>("bad_text", nullptr, false),
    detail::make_handler<Cancelled>("cancelled", nullptr, true),
    detail::make_handler<OfStage<&::fixture::Stage::count>>("count", &kStage, false),
    detail::make_handler<Zero<&::fixture::crash>>("crash", nullptr, false),
    detail::make_handler<Zero<&::fixture::crash_oddly>>("crash_oddly", nullptr, false),
    detail::make_handler<One<&::fixture::echo, kText, kTextKey>>("echo", nullptr, false),
    detail::make_handler<One<&::fixture::fail, kWhy, kWhyKey>>("fail", nullptr, false),
    detail::make_handler<Zero<&::fixture::fail_badly>>("fail_badly", nullptr, false),
    detail::make_handler<Hold>("hold", &kStage, true),
    detail::make_handler<One<&::fixture::mirror, kPoint, kPointKey>>("mirror", nullptr, false),
    detail::make_handler<Zero<&::fixture::not_a_number>>("not_a_number", nullptr, false),
    detail::make_handler<One<&::fixture::print, kText, kTextKey>>("print", nullptr, false),
    detail::make_handler<Two<&::fixture::repeat, kText, kTextKey, kTimes, kTimesKey>>("repeat", nullptr, false),
    detail::make_handler<OfStage<&::fixture::Stage::stuck>>("stuck", &kStage, false),
    detail::make_handler<One<&::fixture::trace, kMatrix, kMatrixKey>>("trace", nullptr, false),
};
constexpr std::size_t kToolCount = std::size(kTools);

constexpr std::string_view kUsages[kToolCount] = {
    "a, b", "", "", "", "", "", "text", "why", "", "", "point", "", "text", "text, times", "", "matrix"};

constexpr detail::VersionedMembers kInfo[] = {{R"("name":"fixture","version":"1.2.3")"}};
constexpr detail::VersionedMembers kCapabilities[] = {{R"("tools":{})"}};
constexpr detail::VersionedMembers kAdd[] = {
    {R"("name":"add","description":"A tool of the tests.",)"
     R"("inputSchema":{"type":"object","properties":{"a":{"type":"number"},"b":{"type":"number"}},"required":["a","b"]})"},
    {R"("outputSchema":{"type":"object","properties":{"result":{"type":"number"}},"required":["result"]})",
     Revision::V2025_06_18}};

/// What mcpgen writes for a real server.
struct Described {
  std::array<detail::ListedTool, kToolCount> listed;
  std::array<std::string, kToolCount> texts;
  std::array<detail::VersionedMembers, kToolCount> entries;
  detail::ServerDescriptor descriptor;

  Described() {
    for (std::size_t i = 0; i < kToolCount; ++i) {
      const std::string_view name = kTools[i].name;
      texts[i] = R"("name":")" + std::string(name) +
                 R"(","description":"A tool of the tests.","inputSchema":{"type":"object"})";
      entries[i] = {texts[i]};
      listed[i] = {name, "A tool of the tests.", kUsages[i], &kTools[i], {&entries[i], 1}};
      if (name == "add") listed[i].entry = kAdd;
    }
    descriptor.name = "fixture";
    descriptor.version = "1.2.3";
    descriptor.instructions = "Add things up.";
    descriptor.page_size = kToolCount / 2;
    descriptor.info = kInfo;
    descriptor.capabilities = kCapabilities;
    descriptor.tools = listed;
  }
};

}  // namespace
}  // namespace mcp::generated

namespace fixture {

const mcp::detail::ServerDescriptor& descriptor() {
  static const mcp::generated::Described described;
  return described.descriptor;
}

mcp::Server server(Stage& stage) {
  mcp::Server server(descriptor());
  server.bind(stage);
  return server;
}

}  // namespace fixture
