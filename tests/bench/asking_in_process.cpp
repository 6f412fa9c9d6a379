// What a question to the client costs the server in either era, from the request to its result, the client's part left
// out; and what a flood of progress costs.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "base/log_sink.hpp"
#include "bench_in_process.mcp.hpp"
#include "codec/document.hpp"
#include "methods/dispatcher.hpp"
#include "session/connection.hpp"
#include "transport/threads/timer_thread.hpp"

namespace {

/// Counts messages and keeps the last.
class Counter final : public mcp::protocol::MessageSink {
 public:
  void send(std::string_view message) override { last.assign(message); }
  void notify(std::string_view message) override {
    last.assign(message);
    ++notices;
  }

  std::string last;
  std::size_t notices = 0;
};

struct Peer {
  void send(std::string_view message) {
    padded.resize(message.size() + mcp::kJsonPadding);
    std::memcpy(padded.data(), message.data(), message.size());
    connection.receive({padded.data(), message.size()});
    connection.submit_queued();
  }
  void expect(std::string_view part) const {
    if (out.last.find(part) != std::string::npos) return;
    std::fprintf(stderr, "wrong message: %s\n", out.last.c_str());
    std::exit(1);
  }
  /// The text of a member of the last message.
  [[nodiscard]] std::string text_behind(std::string_view key) const {
    const std::size_t start = out.last.find(key) + key.size();
    return out.last.substr(start, out.last.find_first_of("\",}", start) - start);
  }

  const mcp::Server server = mcp::generated::bench_in_process::server();
  mcp::protocol::NoLog log;
  mcp::transport::TimerThread timers;
  const mcp::protocol::Dispatcher dispatcher{server, {}, log, timers};
  Counter out;
  mcp::protocol::InlineExecutor executor;
  mcp::protocol::Connection connection{dispatcher, out, executor};
  std::vector<char> padded;
};

std::string modern_call(std::string_view more) {
  return R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ask_user","arguments":{"amount":5},)" +
         std::string(more) +
         R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}}})";
}

void question_modern(benchmark::State& state) {
  Peer peer;
  const std::string first = modern_call("");
  for (auto _ : state) {
    peer.send(first);
    const std::string sealed = peer.text_behind(R"("requestState":")");
    peer.send(modern_call(R"("requestState":")" + sealed +
                          R"(","inputResponses":{"consent":{"action":"accept","content":{"agreed":true}}},)"));
  }
  peer.expect(R"("structuredContent":{"result":true})");
}

void question_with_session(benchmark::State& state) {
  Peer peer;
  peer.send(
      R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"elicitation":{}},"clientInfo":{"name":"bench","version":"1"}}})");
  peer.send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
  for (auto _ : state) {
    peer.send(
        R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ask_user","arguments":{"amount":5}}})");
    const std::string id = peer.text_behind(R"("id":)");
    peer.send(R"({"jsonrpc":"2.0","id":)" + id + R"(,"result":{"action":"accept","content":{"agreed":true}}})");
  }
  peer.expect(R"("structuredContent":{"result":true})");
}

/// A million reports; how many of them leave is in the counter.
void progress_flood(benchmark::State& state) {
  Peer peer;
  std::size_t calls = 0;
  for (auto _ : state) {
    ++calls;
    peer.send(
        R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"report","arguments":{"steps":1000000},"_meta":{"progressToken":"t","io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}})");
  }
  peer.expect(R"("structuredContent":{"result":1000000})");
  state.counters["sent"] = static_cast<double>(peer.out.notices) / static_cast<double>(calls);
}

BENCHMARK(question_modern);
BENCHMARK(question_with_session);
BENCHMARK(progress_flood);

}  // namespace
