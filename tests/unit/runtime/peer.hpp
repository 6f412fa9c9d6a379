// What the tests of the protocol core and the transports share: the fixture server with a peer, and messages to send.
#pragma once

#include <mutex>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "base/log_sink.hpp"
#include "fixture_server.hpp"
#include "judged_peer.hpp"
#include "manual_scheduling.hpp"
#include "methods/dispatcher.hpp"

namespace testing_support {

/// Keeps what was logged. Thread-safe.
class KeptLog final : public mcp::protocol::LogSink {
 public:
  void write(std::string_view line) noexcept override {
    const std::lock_guard lock(mutex_);
    try {
      text_.append(line).append("\n");
    } catch (const std::bad_alloc&) {
      // A test that lets allocations fail.
    }
  }
  [[nodiscard]] std::string text() const {
    const std::lock_guard lock(mutex_);
    return text_;
  }

 private:
  mutable std::mutex mutex_;
  std::string text_;
};

/// The fixture server behind a dispatcher.
template <class Timers = mcp::protocol::ManualTimers>
struct Backend {
  explicit Backend(const mcp::Limits& limits = {}) : dispatcher(server, {.limits = limits}, log, timers) {}

  fixture::Stage stage;
  mcp::Server server = fixture::server(stage);
  KeptLog log;
  Timers timers;
  mcp::protocol::Dispatcher dispatcher;
};

/// One peer of it; Executor is InlineExecutor or ManualExecutor.
template <class Executor = mcp::protocol::InlineExecutor>
struct Peer : Backend<> {
  explicit Peer(const mcp::Limits& limits = {}, std::size_t max_message = 1 << 20)
      : Backend<>(limits), client(dispatcher, executor, max_message) {}

  /// Sends one message and returns the one answer; "" for none, all joined by newlines if there are more.
  std::string ask(std::string_view message) {
    std::string all;
    for (const std::string& answer : client.exchange(message)) all += (all.empty() ? "" : "\n") + answer;
    return all;
  }

  Executor executor;
  testing_support::JudgedPeer client;
};

inline std::string initialize(std::string_view revision) {
  return R"({"jsonrpc":"2.0","id":"init","method":"initialize","params":{"protocolVersion":")" + std::string(revision) +
         R"(","capabilities":{},"clientInfo":{"name":"tests","version":"1"}}})";
}

inline std::string request(std::string_view id, std::string_view method, std::string_view params = "{}") {
  return R"({"jsonrpc":"2.0","id":)" + std::string(id) + R"(,"method":")" + std::string(method) + R"(","params":)" +
         std::string(params) + "}";
}

inline std::string call(std::string_view id, std::string_view tool, std::string_view arguments = "{}") {
  return request(id, "tools/call",
                 R"({"name":")" + std::string(tool) + R"(","arguments":)" + std::string(arguments) + "}");
}

inline std::string cancel(std::string_view id) {
  return R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)" + std::string(id) + "}}";
}

inline constexpr std::string_view kModernMeta =
    R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}})";

inline std::string text_result(std::string_view id, std::string_view text) {
  return R"({"jsonrpc":"2.0","id":)" + std::string(id) + R"(,"result":{"content":[{"type":"text","text":")" +
         std::string(text) + R"("}]}})";
}

}  // namespace testing_support
