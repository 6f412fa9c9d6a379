// The transports that are there, as check_transport() wants them.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include <mcp/server.hpp>
#include <mcp/test/checks.hpp>

namespace seams {

/// serve_stdio() between two pipes. One client.
[[nodiscard]] std::unique_ptr<mcp::test::TransportServer> serve_by_stdio(mcp::Server& server);

/// serve_http() on a free port; clients have a session of Streamable HTTP each, with its GET stream.
[[nodiscard]] std::unique_ptr<mcp::test::TransportServer> serve_by_http(mcp::Server& server);

/// MemoryPeer, which tests and `--call` use. One client.
[[nodiscard]] std::unique_ptr<mcp::test::TransportServer> serve_in_memory(mcp::Server& server);

/// mcp::MessageEndpoint with queues of messages.
[[nodiscard]] std::unique_ptr<mcp::test::TransportServer> serve_by_messages(mcp::Server& server);

/// The same with bytes, which arrive in small pieces.
[[nodiscard]] std::unique_ptr<mcp::test::TransportServer> serve_by_bytes(mcp::Server& server);

/// What may be wrong with a transport.
enum class TransportDefect : unsigned char {
  CutsAtLineEnds,      ///< a message that has "\n" as text is taken for two
  DropsLargeMessages,  ///< what is larger than 64 KiB is lost
  IsNotUtf8,           ///< characters beyond ASCII become question marks
  Reorders,            ///< every second message from the server overtakes the one before it
  WaitsForAnswers,     ///< the next message is read when the last one was answered
  MixesClients,        ///< what is said to the second client goes to the first
  IgnoresClosing,      ///< a client that goes is not noticed
  SaysThingsTwice,     ///< each tenth message comes again
  LosesTheEnd,         ///< nothing is sent any more while the server ends
};

/// serve_by_messages() with a defect.
[[nodiscard]] std::function<std::unique_ptr<mcp::test::TransportServer>(mcp::Server&)> serve_with(
    TransportDefect defect);

}  // namespace seams
