// What the tests of HTTP exchanges share: a server behind an endpoint, clients that write down what they are answered,
// and messages to send.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "codec/document.hpp"
#include "http/exchange.hpp"
#include "peer.hpp"

namespace mcp::protocol::http {

using std::chrono::milliseconds;
using namespace testing_support;

/// The JSON texts of a body or of events, each alone.
inline std::vector<std::string_view> messages_in(std::string_view text, bool is_stream) {
  if (!is_stream) return {text};
  std::vector<std::string_view> all;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.starts_with("data: {") || line.starts_with("data: [")) all.push_back(line.substr(6));
  }
  return all;
}

/// Writes down what happens to a response: "200 application/json\nfield lines\nbody", "[stream]…[end]".
class Paper final : public ResponseWriter {
 public:
  void respond(const Response& response) override {
    if (broken) throw std::bad_alloc();
    text.append(std::to_string(response.status)).append(" ").append(response.content_type).append("\n");
    text.append(response.fields).append("\n").append(response.body).append(response.close ? "[close]" : "");
    if (response.content_type == kJson) receive(response.body, false);
  }
  void open_stream(std::string_view fields) override { text.append("[stream]").append(fields); }
  void write(std::string_view events) override {
    text.append(events);
    receive(events, true);
    full = full || fills;
  }
  [[nodiscard]] bool ready() const override { return !full; }
  [[nodiscard]] bool congested() override { return is_congested; }
  void close_stream(bool and_connection) override { text.append(and_connection ? "[end, close]" : "[end]"); }

  std::string take() { return std::exchange(text, {}); }

  std::string text;
  bool broken = false;
  bool is_congested = false;
  bool full = false;   // the client has not taken what was written
  bool fills = false;  // it never does at once
  /// Of all clients of a world, since a session has several; null: nothing is judged.
  TestJudge* judge = nullptr;

 private:
  void receive(std::string_view what, bool is_stream) {
    if (judge == nullptr) return;
    const PlentyOfMemory plenty;
    for (const std::string_view message : messages_in(what, is_stream)) judge->received(message);
  }
};

/// The thread that made it is on it, while `open`; what is posted waits for run().
class Bench final : public SerialExecutor {
 public:
  bool running_in_this_thread() const noexcept override { return open && std::this_thread::get_id() == thread_; }
  bool try_run_here() noexcept override { return running_in_this_thread(); }
  void post(std::function<void()> what) override {
    const std::lock_guard lock(mutex_);
    posted_.push_back(std::move(what));
  }
  std::chrono::steady_clock::time_point now() const noexcept override { return time; }

  std::size_t posted() {
    const std::lock_guard lock(mutex_);
    return posted_.size();
  }
  void run() {
    for (;;) {
      std::vector<std::function<void()>> all;
      {
        const std::lock_guard lock(mutex_);
        all.swap(posted_);
      }
      if (all.empty()) return;
      for (const auto& what : all) what();
    }
  }

  bool open = true;
  std::chrono::steady_clock::time_point time{std::chrono::hours(1)};

 private:
  const std::thread::id thread_ = std::this_thread::get_id();
  std::mutex mutex_;
  std::vector<std::function<void()>> posted_;
};

class CountedIds final : public SessionIds {
 public:
  std::string make() override {
    if (broken) throw std::runtime_error("no entropy");
    return prefix + std::to_string(++made_);
  }

  std::string prefix = "session-";
  bool broken = false;

 private:
  int made_ = 0;
};

/// A client's connection: a paper and the exchange that writes on it.
struct Client {
  Client(Endpoint& endpoint, LoopResources& loop_resources) : exchange(endpoint, loop_resources, paper, true) {}

  Paper paper;
  Exchange exchange;
};

/// What a client sends; modern headers where `modern` is said.
struct Sent {
  std::string body = {};
  Verb verb = Verb::Post;
  std::string path = "/mcp";
  std::string query = {};
  const char* version = nullptr;
  std::optional<std::string> session = {};
  const char* method = nullptr;
  const char* name = nullptr;
  const char* accept = nullptr;
  const char* last_event = nullptr;
  const char* host = "localhost";
  const char* origin = nullptr;
  const char* requested_fields = nullptr;
  const char* type = "application/json";
  const char* principal = nullptr;
  const char* repeated = nullptr;
  const char* traceparent = nullptr;
  const char* peer = "10.0.0.1";
  bool http_1_0 = false;
};

struct World : Backend<> {
  explicit World(EndpointOptions options = {}, const Limits& limits = {}, const EndpointParts& parts = {})
      : Backend<>(limits), endpoint(dispatcher, std::move(options), parts, ids) {
    endpoint.add_loop(loop_resources);
    endpoint.add_loop(far_loop_resources);
  }

  ~World() { endpoint.close_stores(); }
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  std::shared_ptr<Client> client() { return client_at(loop_resources); }
  std::shared_ptr<Client> client_at(LoopResources& where) {
    const auto made = std::make_shared<Client>(endpoint, where);
    made->exchange.set_owner(made);
    made->paper.judge = &judge;
    return made;
  }

  static void with(const Sent& sent, const std::function<void(const Request&)>& use) {
    std::string padded = sent.body;
    padded.append(kJsonPadding, '\0');
    Request request;
    const auto set = [](std::string_view& to, const char* from) {
      if (from != nullptr) to = from;
    };
    request.verb = sent.verb;
    request.path = sent.path;
    request.query = sent.query;
    set(request.version, sent.version);
    if (sent.session) request.session_id = *sent.session;
    set(request.accept, sent.accept);
    set(request.last_event_id, sent.last_event);
    set(request.host, sent.host);
    set(request.origin, sent.origin);
    set(request.requested_fields, sent.requested_fields);
    set(request.content_type, sent.type);
    std::string_view credential;
    set(credential, sent.principal);
    set(request.principal, sent.principal);
    request.credentials = {&credential, 1};
    set(request.repeated, sent.repeated);
    set(request.traceparent, sent.traceparent);
    set(request.peer, sent.peer);
    if (sent.method != nullptr) request.mirrored.method.add(sent.method);
    if (sent.name != nullptr) request.mirrored.name.add(sent.name);
    request.http_1_0 = sent.http_1_0;
    request.body = std::string_view(padded.data(), sent.body.size());
    use(request);
  }
  /// What is on paper after it was taken.
  static std::string take(Client& client, const Sent& sent) {
    if (client.paper.judge != nullptr) client.paper.judge->sent(sent.body);
    with(sent, [&](const Request& request) { client.exchange.take(request); });
    return client.paper.take();
  }
  std::string ask(const Sent& sent) { return take(*client(), sent); }

  /// Waits for what is asked of the stores of sessions and events, and does what follows.
  void settle() {
    for (int i = 0; i < 3; ++i) {
      endpoint.shared_sessions()->wait_until_idle();
      if (SharedEvents* const events = endpoint.shared_events()) events->wait_until_idle();
      loop.run();
      far_loop.run();
    }
  }
  /// The same as ask(), where a store of sessions may have to be asked first.
  std::string ask_shared(const Sent& sent) {
    const auto one = client();
    std::string answer = take(*one, sent);
    settle();
    return answer + one->paper.take();
  }

  /// Hands the calls to the executor and runs them, here or on a thread of their own.
  void run_calls(bool here = true) {
    loop_resources.calls.submit(executor);
    far_loop_resources.calls.submit(executor);
    const auto all = [this] {
      while (executor.run_one()) {
      }
    };
    if (here) return all();
    std::thread(all).join();
  }
  void pass(milliseconds time, Client& to) {
    loop.time += time;
    to.exchange.tick(loop.time);
  }
  /// A session of that revision: its id.
  std::string open(const std::string& revision = "2025-11-25", const char* principal = nullptr) {
    const std::string answer = ask({.body = initialize(revision), .principal = principal});
    constexpr std::string_view kField = "Mcp-Session-Id: ";
    const std::size_t at = answer.find(kField);
    EXPECT_NE(at, std::string::npos) << answer;
    return answer.substr(at + kField.size(), answer.find('\r') - at - kField.size());
  }

  TestJudge judge{TestJudge::Of::AnySession};
  CountedIds ids;
  Endpoint endpoint;
  Bench loop, far_loop;
  LoopResources loop_resources{dispatcher, loop}, far_loop_resources{dispatcher, far_loop};
  ManualExecutor executor;
};

inline std::string with_meta(const std::string& members = {}) {
  return "{" + members + (members.empty() ? "" : ",") + std::string(kModernMeta) + "}";
}

inline Sent modern(const char* method, const std::string& members = {}, const char* name = nullptr) {
  return {.body = request("1", method, with_meta(members)), .version = "2026-07-28", .method = method, .name = name};
}

inline Sent modern_call(const char* tool, const std::string& arguments = "{}") {
  return modern("tools/call", R"("name":")" + std::string(tool) + R"(","arguments":)" + arguments, tool);
}

inline Sent of_session(const std::string& session, const std::string& body) {
  return {.body = body, .version = "2025-11-25", .session = session};
}

inline std::string json(unsigned status, std::string_view body, std::string_view fields = {}) {
  return std::to_string(status) + " application/json\n" + std::string(fields) + "\n" + std::string(body);
}

inline std::string refused(unsigned status, int code, std::string_view id = "1") {
  const std::string member = id.empty() ? std::string() : "\"id\":" + std::string(id) + ",";
  return json(status, R"({"jsonrpc":"2.0",)" + member + R"("error":{"code":)" + std::to_string(code) + ",");
}

inline std::string modern_text(std::string_view text) {
  return R"({"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":[{"type":"text","text":")" +
         std::string(text) +
         R"("}],"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"fixture","version":"1.2.3"}}}})";
}

inline std::string event(std::string_view id, std::string_view data) {
  return "id: " + std::string(id) + "\ndata: " + std::string(data) + "\n\n";
}

inline const std::string kPong = R"({"jsonrpc":"2.0","id":1,"result":{}})";
inline const std::string kPrimed = "[stream]id: 1-1\nretry: 1000\ndata: \n\n";

}  // namespace mcp::protocol::http
