// The methods by which clients ask to be told of changes.
#include "catalog/resource_page.hpp"
#include "jsonrpc/message.hpp"
#include "methods/dispatcher.hpp"

namespace mcp::protocol {

namespace {

/// The URI that a request of legacy sessions is about; nothing if it names none.
std::optional<std::string_view> uri_of(const Request& request) {
  const Found uri = request.params ? find_member(*request.params, "uri") : Found{};
  if (uri.times != 1 || uri.value.kind() != JsonKind::String) return std::nullopt;
  return uri.value.string();
}

/// Of a subscription.
constexpr std::size_t kLongestId = 256;

constexpr std::string_view kUriNeeded = "Invalid params: uri must be the URI of a resource";

}  // namespace

/// Leaves of `filter` what the server has.
void Dispatcher::honour(SubscriptionFilter& filter, Revision revision) const {
  filter.tools = filter.tools && answers_.has(Capability::Tools, revision);
  filter.prompts = filter.prompts && answers_.has(Capability::Prompts, revision);
  filter.resources = filter.resources && answers_.has(Capability::Resources, revision);
  if (!filter.uris) return;
  if (!answers_.has(Capability::Resources, revision)) return filter.uris.reset();
  std::erase_if(*filter.uris, [&](const std::string& uri) { return !catalog_.find_resource(uri); });
}

/// It becomes the desk's: the answer, if there is one, comes when it ends.
void Dispatcher::listen(const Request& request, Desk& desk) const {
  if (request.id.size() > kLongestId) {
    return refuse(request, desk, ErrorCode::InvalidRequest,
                  "Invalid request: every message of a subscription repeats its id, which must have " +
                      std::to_string(kLongestId) + " bytes at most");
  }
  SubscriptionFilter filter;
  if (const std::string problem = read_filter(request.params, filter); !problem.empty()) {
    return refuse(request, desk, ErrorCode::InvalidParams, problem);
  }
  if (filter.names_tasks && answers_.has(Capability::Tasks, request.revision) && !knows_tasks(request)) {
    return refuse_without_tasks(request, desk);
  }
  honour(filter, request.revision);
  std::string problem;
  desk.opened = subscriptions_->open(desk.peer, request.id, desk.one_channel, filter, problem);
  if (desk.opened == nullptr) refuse(request, desk, ErrorCode::InternalError, problem);
}

/// What a session hears of without asking.
std::shared_ptr<Subscription> Dispatcher::open_session(const Desk& desk, Revision revision) const {
  SubscriptionFilter filter{.tools = true, .prompts = true, .resources = true};
  honour(filter, revision);
  return subscriptions_->open_session(desk.peer, filter);
}

void Dispatcher::subscribe(const Request& request, Desk& desk) const {
  const auto uri = uri_of(request);
  if (!uri) return refuse(request, desk, ErrorCode::InvalidParams, kUriNeeded);
  if (uri->size() > kLongestSubscribedUri) {
    return refuse(request, desk, ErrorCode::InvalidParams,
                  "Invalid params: uri has " + std::to_string(uri->size()) + " bytes, more than the limit of " +
                      std::to_string(kLongestSubscribedUri));
  }
  if (!catalog_.find_resource(*uri)) {
    return refuse(request, desk, not_found(request.revision), "Resource not found: " + in_quotes(*uri), uri_data(*uri));
  }
  std::string problem;
  if (!desk.session->news->add(*uri, holder_of(request.principal, request.peer), problem)) {
    return refuse(request, desk, ErrorCode::InternalError, problem);
  }
  answer(request, desk, {});
}

void Dispatcher::unsubscribe(const Request& request, Desk& desk) const {
  const auto uri = uri_of(request);
  if (!uri) return refuse(request, desk, ErrorCode::InvalidParams, kUriNeeded);
  desk.session->news->remove(*uri);
  answer(request, desk, {});
}

}  // namespace mcp::protocol
