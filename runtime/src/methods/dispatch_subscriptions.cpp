// The methods by which clients ask to be told of changes.
#include "catalog/resource_page.hpp"
#include "jsonrpc/message.hpp"
#include "methods/dispatcher.hpp"
#include "methods/params.hpp"

namespace mcp::protocol {

namespace {

/// Bytes of the id of a request that opens a subscription.
constexpr std::size_t kLongestId = 256;

}  // namespace

/// Removes from `filter` what the server does not have.
void Dispatcher::restrict_to_supported(SubscriptionFilter& filter, Revision revision) const {
  filter.tools = filter.tools && response_templates_.has(Capability::Tools, revision);
  filter.prompts = filter.prompts && response_templates_.has(Capability::Prompts, revision);
  filter.resources = filter.resources && response_templates_.has(Capability::Resources, revision);
  if (!filter.uris) return;
  if (!response_templates_.has(Capability::Resources, revision)) return filter.uris.reset();
  std::erase_if(*filter.uris, [&](const std::string& uri) { return !catalog_.find_resource(uri); });
}

/// The subscription becomes that of the context; the answer, if there is one, comes when it ends.
void Dispatcher::listen(const Request& request, DispatchContext& context) const {
  if (request.id.size() > kLongestId) {
    return refuse(request, context, ErrorCode::InvalidRequest,
                  "Invalid request: every message of a subscription repeats its id, which must have " +
                      std::to_string(kLongestId) + " bytes at most");
  }
  SubscriptionFilter filter;
  if (const std::string problem = read_filter(request.params, filter); !problem.empty()) {
    return refuse(request, context, ErrorCode::InvalidParams, problem);
  }
  if (filter.names_tasks && response_templates_.has(Capability::Tasks, request.revision) && !knows_tasks(request)) {
    return refuse_without_tasks(request, context);
  }
  restrict_to_supported(filter, request.revision);
  std::string problem;
  context.opened = subscriptions_->open({.peer = std::string(context.peer),
                                         .id = std::string(request.id),
                                         .one_channel = context.one_channel,
                                         .server_info = response_templates_.server_info(request.revision)},
                                        filter, problem);
  if (context.opened == nullptr) refuse(request, context, ErrorCode::InternalError, problem);
}

/// A subscription to what a session is told without asking.
std::shared_ptr<Subscription> Dispatcher::open_session(const DispatchContext& context, Revision revision) const {
  SubscriptionFilter filter{.tools = true, .prompts = true, .resources = true};
  restrict_to_supported(filter, revision);
  return subscriptions_->open_session(context.peer, filter);
}

void Dispatcher::subscribe(const Request& request, DispatchContext& context) const {
  SubscribeParams params;
  if (!read(request, context, params)) return;
  const std::string& uri = params.uri;
  if (uri.size() > kLongestSubscribedUri) {
    return refuse(request, context, ErrorCode::InvalidParams,
                  "Invalid params: uri has " + std::to_string(uri.size()) + " bytes, more than the limit of " +
                      std::to_string(kLongestSubscribedUri));
  }
  if (!catalog_.find_resource(uri)) {
    return refuse(request, context, not_found(request.revision), "Resource not found: " + in_quotes(uri),
                  uri_data(uri));
  }
  std::string problem;
  if (!context.session->subscription->add(uri, holder_of(request.principal, request.peer), problem)) {
    return refuse(request, context, ErrorCode::InternalError, problem);
  }
  answer(request, context, {});
}

void Dispatcher::unsubscribe(const Request& request, DispatchContext& context) const {
  SubscribeParams params;
  if (!read(request, context, params)) return;
  context.session->subscription->remove(params.uri);
  answer(request, context, {});
}

}  // namespace mcp::protocol
