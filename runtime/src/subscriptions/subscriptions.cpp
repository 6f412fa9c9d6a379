#include "subscriptions/subscriptions.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include <mcp/codec/writer.hpp>

#include "base/percent.hpp"
#include "jsonrpc/message_writer.hpp"

namespace mcp::protocol {

namespace {

constexpr std::string_view kSubscriptionKey = R"("_meta":{"io.modelcontextprotocol/subscriptionId":)";

constexpr List kNotified[] = {List::Tools, List::Prompts, List::Resources};

unsigned bit(List list) { return 1U << static_cast<unsigned>(list); }

std::string_view method_of(List list) {
  switch (list) {
    case List::Tools:
      return "notifications/tools/list_changed";
    case List::Prompts:
      return "notifications/prompts/list_changed";
    default:
      return "notifications/resources/list_changed";
  }
}

bool wants(const SubscriptionFilter& filter, List list) {
  switch (list) {
    case List::Tools:
      return filter.tools;
    case List::Prompts:
      return filter.prompts;
    default:
      return filter.resources;
  }
}

std::string json_string(std::string_view text) {
  Writer writer;
  writer.string(text);
  return std::string(writer.view());
}

/// A SubscriptionFilter object.
std::string json_of(const SubscriptionFilter& filter) {
  Writer to;
  char separator = '{';
  const auto name = [&](std::string_view member) {
    to.raw(separator);
    to.string(member);
    to.raw(':');
    separator = ',';
  };
  const auto flag = [&](std::string_view member, bool set) {
    if (!set) return;
    name(member);
    to.boolean(true);
  };
  flag("toolsListChanged", filter.tools);
  flag("promptsListChanged", filter.prompts);
  flag("resourcesListChanged", filter.resources);
  if (filter.uris) {
    name("resourceSubscriptions");
    to.raw('[');
    bool first = true;
    for (const std::string& uri : *filter.uris) {
      if (!std::exchange(first, false)) to.raw(',');
      to.string(uri);
    }
    to.raw(']');
  }
  if (separator == '{') to.raw('{');
  to.raw('}');
  return std::string(to.view());
}

}  // namespace

// --- One subscription.

Subscription::~Subscription() { hub_.remove_subscription(*this); }

void Subscription::attach(std::weak_ptr<SubscriptionObserver> observer) {
  const std::lock_guard lock(mutex_);
  observer_ = std::move(observer);
  notified_ = true;
}

std::shared_ptr<SubscriptionObserver> Subscription::observer_to_notify() {
  if (notified_ || phase_ == Phase::Waiting || phase_ == Phase::Over) return nullptr;
  auto observer = observer_.lock();
  notified_ = observer != nullptr;
  return observer;
}

void Subscription::mark(List list) {
  std::shared_ptr<SubscriptionObserver> observer;
  {
    const std::lock_guard lock(mutex_);
    if (phase_ == Phase::Waiting) return;
    changed_lists_ |= bit(list);
    observer = observer_to_notify();
  }
  if (observer) observer->on_available();
}

void Subscription::mark(std::string_view uri) {
  std::shared_ptr<SubscriptionObserver> observer;
  {
    const std::lock_guard lock(mutex_);
    const auto found = uris_.find(uri);
    if (found == uris_.end() || std::exchange(found->second.changed, true)) return;
    changed_uris_.push_back(found->first);
    observer = observer_to_notify();
  }
  if (observer) observer->on_available();
}

void Subscription::write(std::string& message, std::string_view method, std::string_view member,
                         std::string_view value) const {
  message.assign(kMessageHead).append(R"("method":")").append(method).append("\"");
  if (!origin_.id.empty() || !member.empty()) {
    message += R"(,"params":{)";
    if (!origin_.id.empty()) message.append(kSubscriptionKey).append(origin_.id).append("}");
    if (!member.empty()) {
      if (!origin_.id.empty()) message += ',';
      message.append("\"").append(member).append("\":").append(value);
    }
    message += '}';
  }
  message += '}';
}

bool Subscription::write_change(std::string& message) {
  for (const List list : kNotified) {
    if ((changed_lists_ & bit(list)) == 0) continue;
    changed_lists_ &= ~bit(list);
    write(message, method_of(list), {}, {});
    return true;
  }
  if (changed_uris_.empty()) return false;
  const std::string_view uri = changed_uris_[notified_uris_++];
  if (notified_uris_ == changed_uris_.size()) {
    changed_uris_.clear();
    notified_uris_ = 0;
  }
  Watched& watched = uris_[uri];
  watched.changed = false;
  write(message, "notifications/resources/updated", "uri",
        json_string(watched.spelling.empty() ? uri : std::string_view(watched.spelling)));
  return true;
}

Subscription::Next Subscription::next(std::string& message) {
  const std::lock_guard lock(mutex_);
  switch (phase_) {
    case Phase::Acknowledging:
      phase_ = Phase::Open;
      write(message, "notifications/subscriptions/acknowledged", "notifications", acknowledgement_);
      acknowledgement_ = std::string();
      return Next::Message;
    case Phase::Waiting:
    case Phase::Open:
      if (phase_ == Phase::Open && write_change(message)) return Next::Message;
      if (!ending_) {
        notified_ = false;
        return Next::Nothing;
      }
      if (origin_.id.empty()) break;
      if (origin_.one_channel) {
        phase_ = Phase::Answering;
        write(message, "notifications/cancelled", "requestId", origin_.id);
        return Next::Message;
      }
      [[fallthrough]];
    case Phase::Answering:
      message.assign(kResponseHead).append(origin_.id).append(R"(,"result":{"resultType":"complete",)");
      message.append(kSubscriptionKey).append(origin_.id);
      message.append(R"(,"io.modelcontextprotocol/serverInfo":)").append(origin_.server_info).append("}}}");
      phase_ = Phase::Over;
      return Next::Message;
    case Phase::Over:
      break;
  }
  phase_ = Phase::Over;
  return Next::Over;
}

void Subscription::end() {
  std::shared_ptr<SubscriptionObserver> observer;
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    observer = observer_to_notify();
  }
  if (observer) observer->on_available();
}

void Subscription::close() {
  const std::lock_guard lock(mutex_);
  phase_ = Phase::Over;
  observer_.reset();
  acknowledgement_ = std::string();
}

void Subscription::start() {
  std::shared_ptr<SubscriptionObserver> observer;
  {
    const std::lock_guard lock(mutex_);
    if (phase_ != Phase::Waiting) return;
    phase_ = Phase::Open;
    if (!changed_uris_.empty()) observer = observer_to_notify();
  }
  if (observer) observer->on_available();
}

bool Subscription::add(std::string_view spelled, std::string_view holder, std::string& problem) {
  const std::string uri = normal_uri(spelled);
  std::string spelling = uri != spelled ? std::string(spelled) : std::string();
  const std::lock_guard order(hub_.mutex_);
  const std::lock_guard lock(mutex_);
  if (uris_.contains(uri)) return true;
  if (bytes_ == 0) holder_ = holder;
  problem = hub_.admit(*this, 1, uri.size() + spelling.size());
  if (!problem.empty()) return false;
  uris_.emplace(hub_.follow(*this, uri), Watched{false, std::move(spelling)});
  return true;
}

void Subscription::remove(std::string_view spelled) {
  const std::string uri = normal_uri(spelled);
  const std::lock_guard order(hub_.mutex_);
  const std::lock_guard lock(mutex_);
  const auto found = uris_.find(uri);
  if (found == uris_.end()) return;
  if (found->second.changed) {
    const auto pending = changed_uris_.begin() + static_cast<std::ptrdiff_t>(notified_uris_);
    changed_uris_.erase(std::find(pending, changed_uris_.end(), found->first));
    if (notified_uris_ == changed_uris_.size()) {
      changed_uris_.clear();
      notified_uris_ = 0;
    }
  }
  const std::size_t bytes = uri.size() + found->second.spelling.size();
  uris_.erase(found);
  hub_.unfollow(*this, uri, bytes);
}

std::vector<std::string> Subscription::uris() const {
  std::vector<std::string> all;
  {
    const std::lock_guard order(hub_.mutex_);
    const std::lock_guard lock(mutex_);
    all.reserve(uris_.size());
    for (const auto& [uri, watched] : uris_)
      all.push_back(watched.spelling.empty() ? std::string(uri) : watched.spelling);
  }
  std::ranges::sort(all);
  return all;
}

// --- All of them.

std::shared_ptr<Subscription> Subscriptions::open(Subscription::Origin origin, const SubscriptionFilter& filter,
                                                  std::string& problem) {
  std::shared_ptr<Subscription> opened(new Subscription(*this, std::move(origin)));
  const std::string& peer = opened->origin_.peer;
  opened->acknowledgement_ = json_of(filter);
  opened->holder_ = peer;
  Spellings uris = spellings_of(filter);
  std::size_t bytes = 0;
  for (const auto& [uri, spelling] : uris) bytes += uri.size() + spelling.size();
  const std::lock_guard lock(mutex_);
  const auto known = by_peer_.find(peer);
  const std::size_t subscriptions = known != by_peer_.end() ? known->second.subscriptions : 0;
  if (subscriptions >= limits_.max_subscriptions) {
    problem = "There are " + std::to_string(subscriptions) +
              " subscriptions open already, as many as may be; cancel one, or ask for more with one of them";
    return nullptr;
  }
  problem = admit(*opened, uris.size(), bytes);
  if (!problem.empty()) return nullptr;
  add_subscription(*opened, filter, std::move(uris));
  return opened;
}

Subscriptions::Spellings Subscriptions::spellings_of(const SubscriptionFilter& filter) {
  Spellings uris;
  if (!filter.uris) return uris;
  for (const std::string& spelled : *filter.uris) {
    std::string uri = normal_uri(spelled);
    std::string spelling = uri != spelled ? spelled : std::string();
    uris.emplace(std::move(uri), std::move(spelling));
  }
  return uris;
}

std::string Subscriptions::admit(Subscription& subscription, std::size_t uris, std::size_t bytes) {
  const auto known = by_peer_.find(subscription.origin_.peer);
  const Count count = known != by_peer_.end() ? known->second : Count{};
  const auto text = [](std::string_view what, std::size_t now, std::size_t more, std::size_t most) {
    return std::string(what) + std::to_string(now) + " already and " + std::to_string(more) + " more, of " +
           std::to_string(most) + " that may be";
  };
  if (count.uris + uris > limits_.max_subscribed) {
    return text("Too many resources are subscribed to: ", count.uris, uris, limits_.max_subscribed);
  }
  if (count.bytes + bytes > limits_.max_subscribed_bytes) {
    return text("The URIs that are subscribed to have too many bytes: ", count.bytes, bytes,
                limits_.max_subscribed_bytes);
  }
  if (bytes_.take(subscription.holder_, bytes + uris * kUriCost) != Shares::Taken::Yes) {
    return "The server has no room for more resources that are subscribed to; try again later";
  }
  subscription.bytes_ += bytes;
  by_peer_[subscription.origin_.peer].bytes += bytes;
  return {};
}

std::shared_ptr<Subscription> Subscriptions::open_session(std::string_view peer, const SubscriptionFilter& filter) {
  std::shared_ptr<Subscription> opened(new Subscription(*this, {std::string(peer)}));
  opened->phase_ = Subscription::Phase::Waiting;
  const std::lock_guard lock(mutex_);
  add_subscription(*opened, filter, {});
  return opened;
}

void Subscriptions::add_subscription(Subscription& subscription, const SubscriptionFilter& filter, Spellings uris) {
  ++size_;
  subscription.counted_ = true;
  ++by_peer_[subscription.origin_.peer].subscriptions;
  for (const List list : kNotified) {
    if (wants(filter, list)) by_list_[static_cast<std::size_t>(list)].insert(&subscription);
  }
  for (auto& [uri, spelling] : uris) {
    subscription.uris_.emplace(follow(subscription, uri), Subscription::Watched{false, std::move(spelling)});
  }
}

void Subscriptions::remove_subscription(Subscription& subscription) noexcept {
  const std::lock_guard lock(mutex_);
  if (!std::exchange(subscription.counted_, false)) return;  // the subscription was refused
  for (const auto& [uri, watched] : subscription.uris_) {
    unfollow(subscription, uri, uri.size() + watched.spelling.size());
  }
  for (Set& set : by_list_) set.erase(&subscription);
  const auto count = by_peer_.find(subscription.origin_.peer);
  if (count == by_peer_.end()) return;
  // These bytes are not 0 only if an allocation failed between admit() and follow().
  bytes_.give_back(subscription.holder_, subscription.bytes_);
  count->second.bytes -= subscription.bytes_;
  if (--count->second.subscriptions == 0) by_peer_.erase(count);
  --size_;
}

std::string_view Subscriptions::follow(Subscription& subscription, std::string_view uri) {
  auto found = by_uri_.find(uri);
  if (found == by_uri_.end()) found = by_uri_.emplace(uri, Set{}).first;
  found->second.insert(&subscription);
  ++by_peer_[subscription.origin_.peer].uris;
  return found->first;
}

void Subscriptions::unfollow(Subscription& subscription, std::string_view uri, std::size_t bytes) noexcept {
  const auto found = by_uri_.find(uri);
  if (found == by_uri_.end() || found->second.erase(&subscription) == 0) return;
  if (found->second.empty()) by_uri_.erase(found);
  bytes_.give_back(subscription.holder_, bytes + kUriCost);
  subscription.bytes_ -= bytes;
  const auto count = by_peer_.find(subscription.origin_.peer);
  if (count == by_peer_.end()) return;
  --count->second.uris;
  count->second.bytes -= bytes;
}

std::vector<std::shared_ptr<Subscription>> Subscriptions::held(const Set& set) {
  std::vector<std::shared_ptr<Subscription>> all;
  all.reserve(set.size());
  for (Subscription* const one : set) {
    if (auto subscription = one->weak_from_this().lock()) all.push_back(std::move(subscription));
  }
  return all;
}

void Subscriptions::list_changed(List list) {
  const std::shared_lock notifying(notifying_);
  std::vector<std::shared_ptr<Subscription>> concerned;
  {
    const std::lock_guard lock(mutex_);
    concerned = held(by_list_[static_cast<std::size_t>(list)]);
  }
  for (const auto& subscription : concerned) subscription->mark(list);
}

void Subscriptions::resource_updated(std::string_view changed) {
  const std::string uri = normal_uri(changed);
  const std::shared_lock notifying(notifying_);
  std::vector<std::shared_ptr<Subscription>> concerned;
  {
    const std::lock_guard lock(mutex_);
    const auto found = by_uri_.find(uri);
    if (found == by_uri_.end()) return;
    concerned = held(found->second);
  }
  for (const auto& subscription : concerned) subscription->mark(uri);
}

void Subscriptions::all_changed() {
  for (const List list : kNotified) list_changed(list);
  std::vector<std::string> uris;
  {
    const std::lock_guard lock(mutex_);
    uris.reserve(by_uri_.size());
    for (const auto& [uri, set] : by_uri_) uris.push_back(uri);
  }
  for (const std::string& uri : uris) resource_updated(uri);
}

void Subscriptions::wait_for_notifiers() { const std::unique_lock notifying(notifying_); }

std::size_t Subscriptions::size() const {
  const std::lock_guard lock(mutex_);
  return size_;
}

}  // namespace mcp::protocol
