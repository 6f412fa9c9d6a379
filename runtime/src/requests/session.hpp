// The legacy session that `initialize` opens, and a request whose revision is known.
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

/// A legacy session; over stdio one per connection.
struct Session {
  /// The revision that `initialize` agreed on; nullopt before.
  std::optional<Revision> revision;
  /// The client that `initialize` declared; null before.
  std::shared_ptr<LegacyClient> client;
  /// The subscription for its notifications; null before `initialize`. It starts with `notifications/initialized`.
  std::shared_ptr<Subscription> subscription;
  /// Whether the client has sent `notifications/initialized`.
  std::atomic<bool> initialized = false;
};

/// A request whose revision is known. Its views are valid while the received message is being dispatched.
struct Request {
  Revision revision;
  std::string_view id;  // JSON
  std::string_view method;
  std::optional<Value> params;  // an object
  const RequestMeta* meta;      // of params; null: missing or not an object
  MessageSink* reply;
  std::size_t bytes = 0;            // approximate size of the message
  const void* scope = nullptr;      // address of the connection or session in which the id is unique
  std::string_view principal = {};  // empty: not authenticated
  const std::shared_ptr<LegacyClient>* client = nullptr;  // of a legacy session
  std::string_view peer = {};                             // address of the peer; empty: there is only one
};

/// The id of an error response to a message with an unknown id: `null` before the revision is known and in revisions in
/// which every error has an id; else empty.
[[nodiscard]] inline std::string_view unknown_id(std::optional<Revision> revision) {
  return revision && spec::traits_of(*revision).no_null_id ? std::string_view() : std::string_view("null");
}

}  // namespace mcp::protocol
