// A server with tools of a test's own, on the lists of the fixture server.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <mcp/generated_support.hpp>
#include <mcp/task.hpp>

#include "judged_peer.hpp"
#include "peer.hpp"

namespace testing_support {

/// Tools, and the server that has them.
struct OwnServer {
  explicit OwnServer(std::vector<mcp::detail::Handler> all) : tools(std::move(all)), descriptor(fixture::descriptor()) {
    std::ranges::sort(tools, {}, &mcp::detail::Handler::name);
    for (const mcp::detail::Handler& tool : tools) listed.push_back({tool.name, "", "", &tool});
    descriptor.tools = listed;
  }

  /// With `stage` bound where a tool needs it.
  mcp::Server server(fixture::Stage& stage) {
    mcp::Server server(descriptor);
    if (!server.unbound().empty()) server.bind(stage);
    return server;
  }

  std::vector<mcp::detail::Handler> tools;
  std::vector<mcp::detail::ListedTool> listed;
  mcp::detail::ServerDescriptor descriptor;
};

/// Such a server with one peer. Executor and Timers are those of the protocol core's tests, or real ones.
template <class Executor, class Timers>
struct OwnPeer {
  template <class... ExecutorArguments>
  explicit OwnPeer(std::vector<mcp::detail::Handler> tools, ExecutorArguments... arguments)
      : own(std::move(tools)), client(dispatcher, executor), executor(arguments...) {
    client.send(initialize("2025-11-25"));
    (void)client.outbox().take_all();
  }

  /// Sends one message and returns what was answered meanwhile, joined by newlines.
  std::string ask(std::string_view message) {
    client.send(message);
    return answers();
  }
  /// What was answered since the last time, joined by newlines.
  std::string answers() {
    std::string all;
    for (const std::string& answer : client.outbox().take_all()) all += (all.empty() ? "" : "\n") + answer;
    return all;
  }

  OwnServer own;
  fixture::Stage stage;
  mcp::Server server = own.server(stage);
  KeptLog log;
  Timers timers;
  mcp::protocol::Dispatcher dispatcher{server, {}, log, timers};
  testing_support::JudgedPeer client;
  Executor executor;  // last: its threads use all of the above
};

/// A tool of the fixture server.
inline mcp::detail::Handler fixture_tool(std::string_view name) {
  const auto tools = fixture::descriptor().tools;
  return *std::ranges::find(tools, name, &mcp::detail::ListedTool::name)->handler;
}

/// What generated code spells out for a coroutine that takes a text by reference, and the Context.
template <auto function>
struct TextTool {
  struct McpArguments {
    std::string text;
  };
  static constexpr mcp::detail::Member kMembers[] = {
      mcp::detail::optional<decltype(McpArguments::text)>("\"text\":", __builtin_offsetof(McpArguments, text))};
  static constexpr mcp::detail::Object kMcpArguments{kMembers, 1};
  static void mcp_call(void* storage, void*, mcp::detail::Invocation& call) {
    auto& arguments = *static_cast<McpArguments*>(storage);
    mcp::detail::answer_task(call, [&]() -> decltype(auto) { return function(arguments.text, call.context()); });
  }
};

template <auto function>
mcp::detail::Handler task_tool(std::string_view name, std::uint32_t timeout_ms = 0) {
  mcp::detail::Handler made = mcp::detail::make_handler<TextTool<function>>(name, nullptr, true);
  made.timeout_ms = timeout_ms;
  return made;
}

}  // namespace testing_support
