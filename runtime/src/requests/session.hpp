// The two eras as a peer meets them: the session that `initialize` opens, and the request that reaches a method.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

#include <mcp/codec/value.hpp>
#include <mcp/revision.hpp>
#include <mcp/spec/revision_traits.hpp>

#include "jsonrpc/message.hpp"
#include "jsonrpc/message_sink.hpp"
#include "requests/client.hpp"
#include "requests/declared_revision.hpp"
#include "requests/request_meta.hpp"

namespace mcp::protocol {

class Subscription;

/// A legacy session; one per connection on stdio.
struct Session {
  /// What `initialize` agreed on; nothing before.
  std::optional<Revision> revision;
  /// What it said of the client; null before.
  std::shared_ptr<LegacyClient> client;
  /// What it is told of changes, from `notifications/initialized` on; null before `initialize`.
  std::shared_ptr<Subscription> subscription;
  /// True once the client sent `notifications/initialized`.
  std::atomic<bool> initialized = false;
};

/// A request whose era is known. Views live as long as the received message is being dispatched.
struct Request {
  Revision revision;
  std::string_view id;  // JSON
  std::string_view method;
  std::optional<Value> params;      // an object
  std::optional<RequestMeta> meta;  // of params, where it is an object
  MessageSink* reply;
  std::size_t bytes = 0;            // of the message, about
  const void* scope = nullptr;      // what the id is unique in: a connection or session, by its address
  std::string_view principal = {};  // who was authenticated; empty: nobody
  const std::shared_ptr<LegacyClient>* client = nullptr;  // of a legacy session
  std::string_view peer = {};                             // the address of the peer; empty: there is but one
};

/// The id of an error about a message whose own id cannot be known: `null` before the revision is known and in those
/// that know no error without an id.
[[nodiscard]] inline std::string_view unknown_id(std::optional<Revision> revision) {
  return revision && spec::traits_of(*revision).no_null_id ? std::string_view() : std::string_view("null");
}

}  // namespace mcp::protocol
