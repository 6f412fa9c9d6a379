// A server whose handlers ask, keep, report and run as tasks: a test's own functions, in the shape of generated code.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <mcp/dynamic.hpp>
#include <mcp/generated_support.hpp>
#include <mcp/json.hpp>
#include <mcp/offers.hpp>
#include <mcp/task.hpp>
#include <mcp/test/client.hpp>

#include "offered.hpp"

namespace testing_support {

/// A form.
struct Delivery {
  std::string city;
  std::int64_t floor = 0;

  bool operator==(const Delivery&) const = default;
};
/// A form that 2025-06-18 has no words for.
struct Toppings {
  std::vector<std::string> names;
};
/// What no source declared.
struct Unseen {
  std::string text;
};

/// The arguments of Written handlers.
struct Arguments {
  std::string text;
  std::int64_t count = 3;
};

}  // namespace testing_support

namespace mcp {
template <>
struct codec<testing_support::Delivery> : detail::ObjectCodec<testing_support::Delivery> {
  static constexpr detail::Member kMembers[] = {
      detail::member<std::string>("city", "\"city\":", __builtin_offsetof(testing_support::Delivery, city), true),
      detail::member<std::int64_t>("floor", "\"floor\":", __builtin_offsetof(testing_support::Delivery, floor), false)};
  static constexpr detail::Object kObject{kMembers, 2};
};
template <>
struct codec<testing_support::Toppings> : detail::ObjectCodec<testing_support::Toppings> {
  static constexpr detail::Member kMembers[] = {detail::member<std::vector<std::string>>(
      "names", "\"names\":", __builtin_offsetof(testing_support::Toppings, names), true)};
  static constexpr detail::Object kObject{kMembers, 1};
};
}  // namespace mcp

namespace testing_support {

inline constexpr mcp::detail::AskedType kAsked[] = {
    {&mcp::detail::type_tag<Delivery>, &mcp::detail::ops_of<Delivery>, "Delivery",
     R"({"type":"object","properties":{"city":{"type":"string"},"floor":{"type":"integer","default":0}},"required":["city"]})",
     R"({"type":"object","properties":{"city":{"type":"string"},"floor":{"type":"integer"}},"required":["city"]})"},
    {&mcp::detail::type_tag<Toppings>, &mcp::detail::ops_of<Toppings>, "Toppings",
     R"({"type":"object","properties":{"names":{"type":"array","items":{"type":"string","enum":["ham"]}}}})"},
    {&mcp::detail::type_tag<std::int64_t>, &mcp::detail::ops_of<std::int64_t>, "std::int64_t"},
    {&mcp::detail::type_tag<std::string>, &mcp::detail::ops_of<std::string>, "std::string"}};
inline constexpr std::span<const mcp::detail::AskedType> kAllAsked[] = {kAsked};

/// What generated code says of `R function(const Arguments&, Context&)`, a coroutine maybe.
template <auto function>
struct Written {
  using McpArguments = Arguments;
  using McpFunction = decltype(+function);
  static constexpr bool kMcpHasContext = true;
  static constexpr mcp::detail::Member kMembers[] = {
      mcp::detail::member<std::string>("text", "\"text\":", __builtin_offsetof(Arguments, text), false),
      mcp::detail::member<std::int64_t>("count", "\"count\":", __builtin_offsetof(Arguments, count), false)};
  static constexpr mcp::detail::Object kMcpArguments{kMembers, 2};
  static constexpr mcp::detail::TextArgument kMcpTexts[] = {{"text", mcp::detail::TextArgument::Kind::Text},
                                                            {"count", mcp::detail::TextArgument::Kind::Number}};
  static void mcp_call(void* storage, void*, mcp::detail::Invocation& call) {
    const auto& arguments = *static_cast<const Arguments*>(storage);
    const auto run = [&]() -> decltype(auto) { return function(arguments, call.context()); };
    if constexpr (requires { typename mcp::detail::TaskResult<decltype(run())>::Type; }) {
      mcp::detail::answer_task(call, run);
    } else {
      mcp::detail::answer(call, run);
    }
  }
};

/// What a tool has beside its function.
struct ToolTraits {
  mcp::detail::TaskSupport task = mcp::detail::TaskSupport::None;
  bool starts_task = false;
  std::uint32_t timeout_ms = 0;
  std::uint64_t contract = 1;
};

template <auto function>
mcp::detail::Handler written_tool(std::string_view name, const ToolTraits& traits = {}) {
  mcp::detail::Handler made = mcp::detail::make_handler<Written<function>>(name, nullptr, true);
  made.task = traits.task;
  made.starts_task = traits.starts_task;
  made.timeout_ms = traits.timeout_ms;
  made.contract = traits.contract;
  return made;
}

/// Such a server.
struct AskingServer {
  explicit AskingServer(std::vector<mcp::detail::Handler> handlers = {})
      : tools(std::move(handlers)), server(completed()) {}
  AskingServer(const AskingServer&) = delete;
  AskingServer& operator=(const AskingServer&) = delete;

  /// A tool of any arguments, which may capture what a test looks at.
  void add(std::string name, std::function<mcp::ToolResult(const mcp::json&, mcp::Context&)> call) const {
    server.tools().add({.name = std::move(name), .call = std::move(call)});
  }

  std::vector<mcp::detail::Handler> tools;
  std::vector<mcp::detail::ListedTool> listed;
  mcp::detail::ServerDescriptor descriptor = bare();
  mcp::Server server;

 private:
  const mcp::detail::ServerDescriptor& completed() {
    std::ranges::sort(tools, {}, &mcp::detail::Handler::name);
    for (const mcp::detail::Handler& tool : tools) listed.push_back({tool.name, "", "", &tool});
    descriptor.tools = listed;
    descriptor.asked = kAllAsked;
    for (std::size_t i = 0; i < mcp::kRevisionCount; ++i) {
      descriptor.views[i].capabilities =
          mcp::is_modern(static_cast<mcp::Revision>(i))
              ? R"({"tools":{},"logging":{},"extensions":{"io.modelcontextprotocol/tasks":{}}})"
              : R"({"tools":{},"logging":{}})";
    }
    return descriptor;
  }
};

/// The two eras, as their newest revisions.
inline constexpr mcp::Revision kEras[] = {mcp::Revision::V2025_11_25, mcp::Revision::V2026_07_28};

}  // namespace testing_support
