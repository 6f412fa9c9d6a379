// Subscriptions of clients to changes, and the changes that each client was not notified of yet.
//
// A subscription records each list or resource that changed since its client was last notified, and tells its observer
// that messages are available. The observer pulls whole messages when it can send them. So any number of changes costs
// at most one message for each list or resource that the client subscribed to.
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

/// The maximum length of a URI that can be subscribed to, in bytes. Resources with longer URIs can still be read.
inline constexpr std::size_t kLongestSubscribedUri = 4096;

/// The notifications that a client asks for (2026-07-28, basic/patterns/subscriptions, "Notification Filter").
struct SubscriptionFilter {
  bool tools = false;
  bool prompts = false;
  bool resources = false;
  /// URIs of resources, without duplicates; nullopt: the client did not ask for resources.
  std::optional<std::vector<std::string>> uris = {};
  /// Whether the client asked for tasks of the extension io.modelcontextprotocol/tasks.
  bool names_tasks = false;
};

/// Reads the params of subscriptions/listen into `to`. Returns an error text; empty on success.
[[nodiscard]] std::string read_filter(const std::optional<Value>& params, SubscriptionFilter& to);

/// Sends the messages of a subscription to its client.
class SubscriptionObserver {
 public:
  /// Messages are available. Called on any thread, without locks held, and not again before next() has returned
  /// Nothing.
  virtual void on_available() = 0;

 protected:
  ~SubscriptionObserver() = default;
};

class Subscriptions;

/// One subscription. Thread-safe. It ends when its last shared_ptr is released.
class Subscription final : public std::enable_shared_from_this<Subscription> {
 public:
  /// The constant facts of a subscription.
  struct Origin {
    std::string peer;          ///< the peer whose subscriptions are counted together
    std::string id = {};       ///< id of the request, as JSON; empty: it belongs to a session
    bool one_channel = false;  ///< other subscriptions use the same channel, so a message must say which one ends
    std::string_view server_info = {};  ///< `serverInfo` of its result, as JSON; outlives the subscription
  };

  ~Subscription();
  Subscription(const Subscription&) = delete;
  Subscription& operator=(const Subscription&) = delete;

  /// Sets the observer. It must pull the messages that are already available without being notified of them.
  void attach(std::weak_ptr<SubscriptionObserver> observer);

  enum class Next : unsigned char {
    Message,  ///< one message; call next() again
    Nothing,  ///< no message now; the observer is notified of the next one
    Over,     ///< the subscription has ended
  };
  /// Takes the next message for the client, a whole JSON-RPC message. Only one thread at a time may call it.
  [[nodiscard]] Next next(std::string& message);

  /// Ends the subscription on behalf of the server. The client still gets the remaining messages and the result.
  void end();
  /// Ends the subscription because the client cancelled it or disconnected. Nothing more is sent.
  void close();

  // For subscriptions of legacy sessions.

  /// Starts notifications, once the client has sent notifications/initialized.
  void start();
  /// Subscribes to a resource. If a limit is reached, returns false and sets `problem` to an error text. `holder` is
  /// the holder whose URIs are counted together (holder_of()), in addition to the session's own limits.
  [[nodiscard]] bool add(std::string_view uri, std::string_view holder, std::string& problem);
  void remove(std::string_view uri);
  /// The resources that it is subscribed to, as they were spelled; sorted.
  [[nodiscard]] std::vector<std::string> uris() const;

 private:
  friend class Subscriptions;

  enum class Phase : unsigned char {
    Waiting,  // for notifications/initialized of its session
    Acknowledging,
    Open,
    Answering,  // the end was announced; the result is still to be sent
    Over,
  };

  Subscription(Subscriptions& hub, Origin origin) : hub_(hub), origin_(std::move(origin)) {}

  void mark(List list);
  void mark(std::string_view uri);
  /// The observer to notify; null if there is none or it was notified already. Requires mutex_.
  [[nodiscard]] std::shared_ptr<SubscriptionObserver> observer_to_notify();
  [[nodiscard]] bool write_change(std::string& message);
  void write(std::string& message, std::string_view method, std::string_view member, std::string_view value) const;

  Subscriptions& hub_;
  const Origin origin_;

  mutable std::mutex mutex_;
  std::weak_ptr<SubscriptionObserver> observer_;
  bool notified_ = true;  // the observer was notified and has not drained the messages yet
  bool ending_ = false;
  Phase phase_ = Phase::Acknowledging;
  std::string acknowledgement_;  // the accepted filter as JSON, until the acknowledgement is sent
  unsigned changed_lists_ = 0;
  /// A resource that is subscribed to.
  struct Watched {
    bool changed = false;
    std::string spelling;  // the URI as the client wrote it; empty: equal to the normal form
  };
  std::map<std::string_view, Watched> uris_;    // by normalised URI, which the hub owns
  std::vector<std::string_view> changed_uris_;  // in the order of their changes
  std::size_t notified_uris_ = 0;               // number of those already sent

  // Guarded by the mutex of the hub:
  bool counted_ = false;   // the hub has registered it
  std::string holder_;     // whose bytes they are
  std::size_t bytes_ = 0;  // of its URIs
};

/// All subscriptions to a server. Thread-safe. It must outlive every subscription, which unregisters itself when it is
/// destroyed.
class Subscriptions final : public ChangeListener {
 public:
  /// Bytes that a subscribed URI is counted with in addition to its text.
  static constexpr std::size_t kUriCost = 200;

  explicit Subscriptions(const Limits& limits) : limits_(limits), bytes_(limits.max_all_subscribed_bytes) {}
  Subscriptions(const Subscriptions&) = delete;
  Subscriptions& operator=(const Subscriptions&) = delete;

  /// Opens a subscription for subscriptions/listen to everything that `filter` names. If the peer has reached its limit
  /// of subscriptions, resources or bytes of URIs, returns null and sets `problem` to an error text.
  [[nodiscard]] std::shared_ptr<Subscription> open(Subscription::Origin origin, const SubscriptionFilter& filter,
                                                   std::string& problem);
  /// Opens the subscription of a legacy session to the lists that the server declared may change. It notifies of
  /// nothing before Subscription::start().
  [[nodiscard]] std::shared_ptr<Subscription> open_session(std::string_view peer, const SubscriptionFilter& filter);

  void list_changed(List list) override;
  void resource_updated(std::string_view uri) override;
  /// Anything may have changed: every subscription hears of all that it is for.
  void all_changed();

  /// Waits until the notifications in progress have returned. Afterwards, observers whose subscriptions were closed
  /// before may be destroyed.
  void wait_for_notifiers();

  /// The number of subscriptions.
  [[nodiscard]] std::size_t size() const;

 private:
  friend class Subscription;

  using Set = std::unordered_set<Subscription*>;
  struct Count {
    std::size_t subscriptions = 0;
    std::size_t uris = 0;
    std::size_t bytes = 0;  // of those
  };
  /// An ordered map, because clients choose the texts and could choose ones with equal hashes.
  template <class T>
  using ByText = std::map<std::string, T, std::less<>>;

  /// The client's spelling of each URI, by normalised URI; empty if they are equal.
  using Spellings = std::map<std::string, std::string>;

  [[nodiscard]] static Spellings spellings_of(const SubscriptionFilter& filter);
  void add_subscription(Subscription& subscription, const SubscriptionFilter& filter, Spellings uris);
  void remove_subscription(Subscription& subscription) noexcept;
  /// Counts more resources, and the bytes of their URIs, for a peer. Returns an error text and counts nothing if a
  /// limit would be exceeded. Requires mutex_.
  [[nodiscard]] std::string admit(Subscription& subscription, std::size_t uris, std::size_t bytes);
  /// Registers the subscription for a URI and returns the hub's copy of the URI, which lives as long as a subscription
  /// to it. Requires mutex_.
  [[nodiscard]] std::string_view follow(Subscription& subscription, std::string_view uri);
  /// `bytes` are those that admit() counted for the URI.
  void unfollow(Subscription& subscription, std::string_view uri, std::size_t bytes) noexcept;
  [[nodiscard]] static std::vector<std::shared_ptr<Subscription>> held(const Set& set);

  const Limits limits_;

  std::shared_mutex notifying_;  // held shared while observers are notified

  mutable std::mutex mutex_;
  std::array<Set, kListCount> by_list_;
  ByText<Set> by_uri_;
  ByText<Count> by_peer_;
  Shares bytes_;  // of all URIs
  std::size_t size_ = 0;
};

}  // namespace mcp::protocol
