// A server with tools of a test's own, on the lists of the fixture server.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <mcp/transport/memory.hpp>

#include "peer.hpp"

namespace testing_support {

/// Tools, and the server that has them.
struct OwnServer {
  explicit OwnServer(std::vector<mcp::detail::Tool> all) : tools(std::move(all)), descriptor(fixture::descriptor()) {
    std::ranges::sort(tools, {}, &mcp::detail::Tool::name);
    for (const mcp::detail::Tool& tool : tools) listed.push_back({tool.name, "", "", &tool});
    descriptor.tools = listed;
  }

  /// With `stage` bound where a tool needs it.
  mcp::Server server(fixture::Stage& stage) {
    mcp::Server server(descriptor);
    if (!server.unbound().empty()) server.bind(stage);
    return server;
  }

  std::vector<mcp::detail::Tool> tools;
  std::vector<mcp::detail::ListedTool> listed;
  mcp::detail::ServerDescriptor descriptor;
};

/// Such a server with one peer. Executor and Timers are those of the protocol core's tests, or real ones.
template <class Executor, class Timers>
struct OwnPeer {
  template <class... ExecutorArguments>
  explicit OwnPeer(std::vector<mcp::detail::Tool> tools, ExecutorArguments... arguments)
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
  mcp::transport::MemoryPeer client;
  Executor executor;  // last: its threads use all of the above
};

/// A tool of the fixture server.
inline mcp::detail::Tool fixture_tool(std::string_view name) {
  const auto tools = fixture::descriptor().tools;
  return *std::ranges::find(tools, name, &mcp::detail::ListedTool::name)->tool;
}

}  // namespace testing_support
