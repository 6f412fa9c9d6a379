// The two eras as a peer meets them: the session that `initialize` opens, and the request that reaches a method.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

#include <mcp/codec/value.hpp>
#include <mcp/revision.hpp>

#include "jsonrpc/message.hpp"
#include "jsonrpc/message_sink.hpp"
#include "requests/client.hpp"

namespace mcp::protocol {

inline constexpr std::string_view kVersionKey = "io.modelcontextprotocol/protocolVersion";
inline constexpr std::string_view kCapabilitiesKey = "io.modelcontextprotocol/clientCapabilities";
inline constexpr std::string_view kClientInfoKey = "io.modelcontextprotocol/clientInfo";
inline constexpr std::string_view kLogLevelKey = "io.modelcontextprotocol/logLevel";
inline constexpr std::string_view kServerInfoKey = "io.modelcontextprotocol/serverInfo";

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
  std::optional<Value> params;  // an object
  std::optional<Value> meta;    // params._meta, an object
  MessageSink* reply;
  std::size_t bytes = 0;            // of the message, about
  const void* scope = nullptr;      // what the id is unique in: a connection or session, by its address
  std::string_view principal = {};  // who was authenticated; empty: nobody
  const std::shared_ptr<LegacyClient>* client = nullptr;  // of a legacy session
  std::string_view peer = {};                             // the address of the peer; empty: there is but one
};

/// Which revision a message declares.
struct DeclaredRevision {
  enum class Kind : unsigned char {
    Legacy,       ///< says nothing: the session decides
    Modern,       ///< complete metadata of a revision we speak per request
    Unsupported,  ///< metadata of a revision we do not speak per request
    Malformed,    ///< metadata that breaks its own rules
  };
  Kind kind = Kind::Legacy;
  std::string_view problem;    // of Malformed: a static text
  std::string_view requested;  // the revision that the metadata names; empty: none, or no string
  std::optional<Value> meta;
};

/// Reads the declared revision out of a message's params; null or no object means Legacy.
[[nodiscard]] DeclaredRevision read_declared_revision(const std::optional<Value>& params);

/// The id of an error about a message whose own id cannot be known: `null` until 2025-06-18 and before the revision is
/// known, left out later.
[[nodiscard]] constexpr std::string_view unknown_id(std::optional<Revision> revision) {
  return revision && *revision >= Revision::V2025_11_25 ? std::string_view() : std::string_view("null");
}

}  // namespace mcp::protocol
