// What the params of subscriptions/listen say.
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "jsonrpc/params.hpp"
#include "subscriptions/subscriptions.hpp"

namespace mcp::protocol {

namespace {

/// 2026-07-28, basic/patterns/subscriptions.
struct Notifications {
  bool tools = false;
  bool prompts = false;
  bool resources = false;
  std::optional<std::vector<std::string>> uris;
  std::optional<std::vector<std::string>> tasks;  ///< of the extension for tasks
};

struct ListenParams {
  Notifications notifications;
};

}  // namespace

}  // namespace mcp::protocol

namespace mcp {

template <>
struct codec<protocol::Notifications> : protocol::MessageCodec<protocol::Notifications> {
  static constexpr detail::Member kMembers[] = {
      MCP_OPTIONAL(tools, "toolsListChanged"), MCP_OPTIONAL(prompts, "promptsListChanged"),
      MCP_OPTIONAL(resources, "resourcesListChanged"), MCP_OPTIONAL(uris, "resourceSubscriptions"),
      MCP_OPTIONAL(tasks, "taskIds")};
};

template <>
struct codec<protocol::ListenParams> : protocol::MessageCodec<protocol::ListenParams> {
  static constexpr detail::Member kMembers[] = {MCP_REQUIRED(notifications, "notifications")};
};

}  // namespace mcp

namespace mcp::protocol {

std::string read_filter(const std::optional<Value>& params, SubscriptionFilter& to) {
  ListenParams listen;
  if (std::string problem = read_params(params, listen); !problem.empty()) return problem;
  Notifications& wanted = listen.notifications;
  to.tools = wanted.tools;
  to.prompts = wanted.prompts;
  to.resources = wanted.resources;
  // Nothing is sent of tasks, which the acknowledgment says by leaving them out.
  to.names_tasks = wanted.tasks.has_value();
  if (!wanted.uris) return {};
  to.uris.emplace();
  std::set<std::string_view> known;
  for (const std::string& uri : *wanted.uris) {
    if (uri.size() > kLongestSubscribedUri) {
      return "Invalid params: a URI in notifications.resourceSubscriptions has " + std::to_string(uri.size()) +
             " bytes, more than the limit of " + std::to_string(kLongestSubscribedUri);
    }
    if (known.insert(uri).second) to.uris->push_back(uri);
  }
  return {};
}

}  // namespace mcp::protocol
