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
struct codec<protocol::Notifications> : detail::ObjectCodec<protocol::Notifications> {
  using T = protocol::Notifications;
  static constexpr detail::Member kMembers[] = {
      MCP_OPTIONAL(T, tools, "toolsListChanged"), MCP_OPTIONAL(T, prompts, "promptsListChanged"),
      MCP_OPTIONAL(T, resources, "resourcesListChanged"), MCP_OPTIONAL(T, uris, "resourceSubscriptions"),
      MCP_OPTIONAL(T, tasks, "taskIds")};
  static constexpr detail::Object kObject = protocol::message_object(kMembers);
};

template <>
struct codec<protocol::ListenParams> : detail::ObjectCodec<protocol::ListenParams> {
  using T = protocol::ListenParams;
  static constexpr detail::Member kMembers[] = {MCP_REQUIRED(T, notifications, "notifications")};
  static constexpr detail::Object kObject = protocol::message_object(kMembers);
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
