// A server in a plug-in: what the program that loads it calls.
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include <mcp/http/endpoint.hpp>
#include <mcp/serve.hpp>

#include "hosts_plugin.mcp.hpp"

namespace {

/// Keeps the body of a response.
class Kept final : public mcp::http::ResponseSink {
 public:
  void begin(const mcp::http::ResponseHead&) override {}
  void write(std::string_view bytes) override { body_ += bytes; }
  void end(bool) override {
    const std::lock_guard lock(mutex_);
    is_complete_ = true;
    changed_.notify_all();
  }
  [[nodiscard]] const std::string& wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return is_complete_; });
    return body_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string body_;
  bool is_complete_ = false;
};

/// A server that is served twice, by itself and behind somebody else's HTTP server.
struct Plugin {
  mcp::Server server = mcp::generated::hosts_plugin::server();
  mcp::Serving serving = mcp::serve_http(server);
  mcp::http::Endpoint endpoint{server};
};
std::optional<Plugin> plugin;

}  // namespace

extern "C" {

unsigned short start() { return plugin.emplace().serving.port(); }

/// Whether the endpoint answers a ping, on the thread of the caller as far as it can.
bool ping() {
  const mcp::http::Field fields[] = {
      {"Host", "localhost"}, {"Content-Type", "application/json"}, {"Accept", "application/json, text/event-stream"}};
  const auto sink = std::make_shared<Kept>();
  plugin->endpoint.handle(
      {.method = "POST",
       .target = "/mcp",
       .fields = fields,
       .body = R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",)"
               R"("capabilities":{},"clientInfo":{"name":"host","version":"1"}}})"},
      sink);
  return sink->wait().find(R"("protocolVersion":"2025-11-25")") != std::string::npos;
}

bool stop() {
  const bool ended = plugin->serving.stop() && plugin->endpoint.stop();
  plugin.reset();
  return ended;
}
}
