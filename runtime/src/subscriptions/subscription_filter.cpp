// What the params of subscriptions/listen say.
#include <set>

#include "jsonrpc/message.hpp"
#include "subscriptions/subscriptions.hpp"

namespace mcp::protocol {

namespace {

std::string read_flag(Value notifications, std::string_view name, bool& to) {
  const MemberLookup found = find_member(notifications, name);
  if (found.count == 0) return {};
  if (found.count > 1 || found.value.kind() != JsonKind::Boolean) {
    return "Invalid params: notifications." + std::string(name) + " must be true or false";
  }
  to = found.value.boolean();
  return {};
}

std::string read_uris(Value notifications, SubscriptionFilter& to) {
  constexpr std::string_view kProblem =
      "Invalid params: notifications.resourceSubscriptions must be one array of strings";
  const MemberLookup found = find_member(notifications, "resourceSubscriptions");
  if (found.count == 0) return {};
  if (found.count > 1 || found.value.kind() != JsonKind::Array) return std::string(kProblem);
  to.uris.emplace();
  std::set<std::string_view> known;
  ArrayCursor cursor(found.value);
  Value uri;
  while (cursor.next(uri)) {
    if (uri.kind() != JsonKind::String) return std::string(kProblem);
    if (uri.string().size() > kLongestSubscribedUri) {
      return "Invalid params: a URI in notifications.resourceSubscriptions has " + std::to_string(uri.string().size()) +
             " bytes, more than the limit of " + std::to_string(kLongestSubscribedUri);
    }
    if (known.insert(uri.string()).second) to.uris->emplace_back(uri.string());
  }
  return {};
}

}  // namespace

std::string read_filter(const std::optional<Value>& params, SubscriptionFilter& to) {
  const MemberLookup found = params ? find_member(*params, "notifications") : MemberLookup{};
  if (found.count != 1 || found.value.kind() != JsonKind::Object) {
    return "Invalid params: notifications must be one object; it says what to listen to";
  }
  std::string problem = read_flag(found.value, "toolsListChanged", to.tools);
  if (problem.empty()) problem = read_flag(found.value, "promptsListChanged", to.prompts);
  if (problem.empty()) problem = read_flag(found.value, "resourcesListChanged", to.resources);
  if (problem.empty()) problem = read_uris(found.value, to);
  // Of the extension for tasks. Nothing is sent for them, which the acknowledgment says by leaving them out.
  to.names_tasks = !is_absent(find_member(found.value, "taskIds"));
  return problem;
}

}  // namespace mcp::protocol
