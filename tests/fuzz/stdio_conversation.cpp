// A whole conversation over standard input, a message a line: every answer is judged, and when the stream has ended
// nothing waits any more. `everything` of the examples is the server.
#include <chrono>
#include <string>

#include "fuzz_stdio_conversation.mcp.hpp"
#include "input.hpp"
#include "manual_scheduling.hpp"
#include "methods/dispatcher.hpp"
#include "spoken.hpp"
#include "transport/memory/memory.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const mcp::Server server = mcp::generated::fuzz_stdio_conversation::server();
  mcp::protocol::NoLog log;
  mcp::protocol::ManualTimers timers;
  const mcp::protocol::Dispatcher dispatcher(server, {}, log, timers);
  mcp::protocol::ManualExecutor executor;
  mcp::transport::MemoryPeer peer(dispatcher, executor, 4096);
  fuzz::Spoken spoken;
  const auto run = [&](std::chrono::milliseconds time) {
    timers.advance(time);
    while (executor.run_one()) {
    }
    for (const std::string& message : peer.outbox().take_all()) spoken.received(message);
  };
  for (std::string_view rest = fuzz::text_of(bytes, size); !rest.empty();) {
    const std::string line(fuzz::take_until(rest, "\n"));
    spoken.sent(line);
    peer.send_bytes(line + "\n");
    run(std::chrono::milliseconds(60));
  }
  peer.close();
  for (int i = 0; i < 20; ++i) run(std::chrono::seconds(60));
  fuzz::require(executor.queued() == 0, "Nothing is queued when a conversation is over.");
  return 0;
}
