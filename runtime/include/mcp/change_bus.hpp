// How servers that share what they offer tell each other of changes: a client that listens at one of them hears of a
// change that was made at another. Without a bus, clients hear of changes of their own server.
// mcp::test::check_change_bus() tests an implementation.
#pragma once

#include <string>

#include <mcp/export.hpp>

namespace mcp {

/// What has changed.
struct Change {
  enum class Kind : unsigned char { Tools, Prompts, Resources, Resource };

  Kind kind = Kind::Tools;  ///< one of the lists, or the contents of a resource
  std::string uri{};        ///< of Resource: as Server::resource_updated() was given it

  bool operator==(const Change&) const = default;
};

/// A server that hears of the changes of others.
class MCP_EXPORT ChangeSubscriber {
 public:
  /// Something has changed. On a thread of the bus, one call at a time; returns soon.
  virtual void on_change(const Change& change) noexcept = 0;
  /// Changes may have been lost: anything may have changed since the last call. On the same thread.
  virtual void on_gap() noexcept = 0;

 protected:
  ~ChangeSubscriber() = default;
};

/// An interface for the bus.
///
/// Threads: any number of threads may call at the same time, but not from within a ChangeSubscriber. Delivery: a
/// subscriber hears of every change that another one published after subscribe() had returned, at least once, those of
/// one publisher in their order; of its own changes it does not hear. An implementation that may have lost changes,
/// since its connection broke for example, calls on_gap() once it can hear again.
class MCP_EXPORT ChangeBus {
 public:
  virtual ~ChangeBus() = default;

  /// Tells all subscribers but `publisher`. On the thread that made the change, after the clients of its own server
  /// were told; it may block. Errors: if it throws, other servers do not hear of the change, and the log has a line.
  virtual void publish(const Change& change, const ChangeSubscriber& publisher) = 0;
  /// From now on the subscriber hears of changes. It must unsubscribe before it is destroyed.
  virtual void subscribe(ChangeSubscriber& subscriber) = 0;
  /// When this returns, the subscriber is in no call, and gets none any more.
  virtual void unsubscribe(ChangeSubscriber& subscriber) noexcept = 0;

 protected:
  ChangeBus() = default;
  ChangeBus(const ChangeBus&) = default;
  ChangeBus& operator=(const ChangeBus&) = default;
};

}  // namespace mcp
