// Who wants to hear of what changes, and what of it they were not told yet.
//
// A subscription keeps what changed since its client was last told, each thing once, and tells its observer that there
// is something; the observer pulls whole messages when it can send them. So a flood of changes costs a client no more
// than one message for each thing it asked for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include <mcp/codec/value.hpp>
#include <mcp/limits.hpp>

#include "base/shares.hpp"
#include "catalog/catalog.hpp"

namespace mcp::protocol {

/// Bytes of a URI that can be subscribed to; resources with longer ones can be read all the same.
inline constexpr std::size_t kLongestSubscribedUri = 4096;

/// What a client asks to be told of (2026-07-28, basic/patterns/subscriptions, "Notification Filter").
struct SubscriptionFilter {
  bool tools = false;
  bool prompts = false;
  bool resources = false;
  /// Resources, each once; nothing: none was asked for.
  std::optional<std::vector<std::string>> uris = {};
  /// Whether tasks were asked for, of the extension io.modelcontextprotocol/tasks.
  bool names_tasks = false;
};

/// Reads the params of subscriptions/listen. Returns what is wrong with them; empty: `to` is filled in.
[[nodiscard]] std::string read_filter(const std::optional<Value>& params, SubscriptionFilter& to);

/// Who shows a subscription to a client.
class SubscriptionObserver {
 public:
  /// There is something to pull. From any thread, without locks; again only once there was nothing more.
  virtual void on_available() = 0;

 protected:
  ~SubscriptionObserver() = default;
};

class Subscriptions;

/// Thread-safe. One that nobody holds is gone.
class Subscription final : public std::enable_shared_from_this<Subscription> {
 public:
  /// What a subscription was opened with: nothing of it changes.
  struct Origin {
    std::string peer;                   ///< whose subscriptions are counted together
    std::string id = {};                ///< JSON, of the request; empty: it belongs to a session
    bool one_channel = false;           ///< others share the way to the client: a message must tell it which one ends
    std::string_view server_info = {};  ///< what its result carries: JSON, outlives the subscription
  };

  ~Subscription();
  Subscription(const Subscription&) = delete;
  Subscription& operator=(const Subscription&) = delete;

  /// From now on `observer` is told; it pulls what is there already without being told.
  void attach(std::weak_ptr<SubscriptionObserver> observer);

  enum class Next : unsigned char {
    Message,  ///< one more; ask again
    Nothing,  ///< for now: the observer is told when there is
    Over,     ///< for good
  };
  /// The next message for the client, a whole JSON-RPC message. For one thread at a time.
  [[nodiscard]] Next next(std::string& message);

  /// The server ends it: the client is told what is left, and that it is over.
  void end();
  /// The client ended it, or is gone: nothing is sent any more.
  void close();

  // Of legacy sessions.

  /// The client is ready for notifications.
  void start();
  /// False if it may not have another; then `problem` says why. `holder` is whose URIs are counted together
  /// (holder_of()), beside those of the session.
  [[nodiscard]] bool add(std::string_view uri, std::string_view holder, std::string& problem);
  void remove(std::string_view uri);

 private:
  friend class Subscriptions;

  enum class Phase : unsigned char {
    Waiting,  // a session that is not ready
    Acknowledging,
    Open,
    Answering,  // the end was announced; the result is left
    Over,
  };

  Subscription(Subscriptions& hub, Origin origin) : hub_(hub), origin_(std::move(origin)) {}

  void mark(List list);
  void mark(std::string_view uri);
  /// Whom to tell; null: nobody, or somebody who knows. The lock is held.
  [[nodiscard]] std::shared_ptr<SubscriptionObserver> to_tell();
  [[nodiscard]] bool write_change(std::string& message);
  void write(std::string& message, std::string_view method, std::string_view member, std::string_view value) const;

  Subscriptions& hub_;
  const Origin origin_;

  mutable std::mutex mutex_;
  std::weak_ptr<SubscriptionObserver> observer_;
  bool notified_ = true;  // the observer knows, or pulls
  bool ending_ = false;
  Phase phase_ = Phase::Acknowledging;
  std::string honoured_;  // for the acknowledgement, until that is pulled: JSON
  unsigned changed_lists_ = 0;
  /// A resource that is subscribed to.
  struct Watched {
    bool changed = false;
    std::string spelling;  // as the client wrote its URI, who is told by that; empty: in the normal way
  };
  std::map<std::string_view, Watched> uris_;    // by normal URI, which lives in the hub
  std::vector<std::string_view> changed_uris_;  // in their order
  std::size_t told_uris_ = 0;                   // how many of them were pulled

  // Guarded by the hub:
  bool counted_ = false;   // the hub knows it
  std::string holder_;     // of the bytes
  std::size_t bytes_ = 0;  // of its URIs
};

/// All subscriptions to a server. Thread-safe. It outlives them, so that one that is destroyed can leave.
class Subscriptions final : public ChangeListener {
 public:
  /// Bytes that following a URI takes beside its text: they count in what all may have.
  static constexpr std::size_t kUriCost = 200;

  explicit Subscriptions(const Limits& limits) : limits_(limits), bytes_(limits.max_all_subscribed_bytes) {}
  Subscriptions(const Subscriptions&) = delete;
  Subscriptions& operator=(const Subscriptions&) = delete;

  /// A subscription by subscriptions/listen to what `filter` names, all of it honoured. Null if the peer has as many as
  /// it may have, or as many resources, or as many bytes of their URIs; then `problem` says so.
  [[nodiscard]] std::shared_ptr<Subscription> open(Subscription::Origin origin, const SubscriptionFilter& filter,
                                                   std::string& problem);
  /// That of a legacy session, to what it was told may change; it hears nothing before Subscription::start().
  [[nodiscard]] std::shared_ptr<Subscription> open_session(std::string_view peer, const SubscriptionFilter& filter);

  void list_changed(List list) override;
  void resource_updated(std::string_view uri) override;

  /// Waits until those are told who were being told: observers that were closed before may go then, and what they use.
  void wait_for_notifiers();

  /// How many there are.
  [[nodiscard]] std::size_t size() const;

 private:
  friend class Subscription;

  using Set = std::unordered_set<Subscription*>;
  struct Count {
    std::size_t subscriptions = 0;
    std::size_t uris = 0;
    std::size_t bytes = 0;  // of those
  };
  /// In order, as strangers choose the texts: they find such as have the same hash.
  template <class T>
  using ByText = std::map<std::string, T, std::less<>>;

  /// By normal URI, how the client spells it where that is another way.
  using Spellings = std::map<std::string, std::string>;

  [[nodiscard]] static Spellings spellings_of(const SubscriptionFilter& filter);
  void enter(Subscription& subscription, const SubscriptionFilter& filter, Spellings uris);
  void leave(Subscription& subscription) noexcept;
  /// Why a peer may not subscribe to so many more resources, and bytes of their URIs; empty: it may, and they are
  /// counted. The lock is held.
  [[nodiscard]] std::string admit(Subscription& subscription, std::size_t uris, std::size_t bytes);
  /// The name as it is kept while somebody subscribes to it; the lock is held.
  [[nodiscard]] std::string_view follow(Subscription& subscription, std::string_view uri);
  /// `bytes` is what was admitted for it.
  void unfollow(Subscription& subscription, std::string_view uri, std::size_t bytes) noexcept;
  [[nodiscard]] static std::vector<std::shared_ptr<Subscription>> held(const Set& set);

  const Limits limits_;

  std::shared_mutex telling_;  // shared while observers are told

  mutable std::mutex mutex_;
  std::array<Set, kListCount> by_list_;
  ByText<Set> by_uri_;
  ByText<Count> by_peer_;
  Shares bytes_;  // of all URIs
  std::size_t size_ = 0;
};

}  // namespace mcp::protocol
