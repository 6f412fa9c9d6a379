#include "transport/messages/message_server.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace mcp::transport {

namespace {

using Clock = std::chrono::steady_clock;

/// For handlers that were asked to stop.
constexpr std::chrono::milliseconds kLastMoment{500};
/// Between looks at handlers that do not stop.
constexpr std::chrono::milliseconds kStopInterval{50};
/// Fewer closed peers than that are not looked for.
constexpr std::size_t kFewPeers = 64;

}  // namespace

MessageServer::MessageServer(const protocol::Dispatcher& dispatcher, const ConnectionOptions& options)
    : dispatcher_(dispatcher), options_(options) {}

MessageServer::~MessageServer() {
  while (true) {
    // Handlers may have asked something since the last time.
    for (const auto& peer : peers_) peer->stop();
    std::erase_if(peers_, [](const auto& peer) { return peer->try_dissolve(); });
    if (peers_.empty()) break;
    (void)pool_->drain(Clock::now() + kStopInterval);
  }
  dispatcher_.wait_for_notifiers();
}

std::shared_ptr<MessagePeer> MessageServer::connect(std::shared_ptr<ConnectionSink> sink, ConnectionPeer who) {
  const std::lock_guard lock(mutex_);
  if (stopped_) throw std::runtime_error("the endpoint was stopped");
  if (peers_.size() >= std::min(next_cleaning_, options_.max_connections)) forget_closed();
  if (peers_.size() >= options_.max_connections) {
    throw std::runtime_error("there are " + std::to_string(peers_.size()) +
                             " connections, as many as may be (connections.max_connections)");
  }
  if (!pool_) pool_.emplace(options_.max_workers);
  peers_.push_back(std::make_shared<MessagePeer>(dispatcher_, *pool_, options_, std::move(sink), std::move(who)));
  return peers_.back();
}

/// A closed peer whose handlers still run counts as a connection.
void MessageServer::forget_closed() {
  std::erase_if(peers_, [](const auto& peer) { return peer->is_closed() && peer->try_dissolve(); });
  next_cleaning_ = std::max(kFewPeers, 2 * peers_.size());
}

MessageServer::Peers MessageServer::peers() const {
  const std::lock_guard lock(mutex_);
  return peers_;
}

std::size_t MessageServer::connections() const {
  const Peers all = peers();
  return static_cast<std::size_t>(std::ranges::count_if(all, [](const auto& peer) { return !peer->is_closed(); }));
}

bool MessageServer::stop(std::chrono::milliseconds grace) {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  // Nobody makes the pool any more.
  const Peers all = peers();
  for (const auto& peer : all) peer->leave();
  if (!pool_ || pool_->drain(Clock::now() + grace)) return true;
  for (const auto& peer : all) peer->stop();
  return pool_->drain(Clock::now() + kLastMoment);
}

}  // namespace mcp::transport
