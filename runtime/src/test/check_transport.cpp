// What a transport must do for its messages, as a test.
#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <mcp/dynamic.hpp>
#include <mcp/json.hpp>
#include <mcp/registry/descriptor.hpp>
#include <mcp/server.hpp>
#include <mcp/test/checks.hpp>

#include "test/checker.hpp"

namespace mcp::test {

TransportClient::~TransportClient() = default;
TransportServer::~TransportServer() = default;

namespace transport_check {
namespace {

using namespace std::chrono_literals;

/// Where the tool `hold` waits. Thread-safe.
class Stage {
 public:
  explicit Stage(std::chrono::milliseconds longest) : longest_(longest) {}

  /// "released", or "stopped" when the call is cancelled.
  std::string hold(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    ++entered_;
    changed_.notify_all();
    const bool released = changed_.wait(lock, stop, [this] { return released_; });
    if (!released) {
      ++stopped_;
      changed_.notify_all();
    }
    return released ? "released" : "stopped";
  }
  [[nodiscard]] bool wait_until_entered(std::size_t calls) {
    return wait([&] { return entered_ >= calls; });
  }
  [[nodiscard]] bool wait_until_stopped(std::size_t calls) {
    return wait([&] { return stopped_ >= calls; });
  }
  [[nodiscard]] std::size_t stopped() {
    const std::lock_guard lock(mutex_);
    return stopped_;
  }
  void release() {
    const std::lock_guard lock(mutex_);
    released_ = true;
    changed_.notify_all();
  }

 private:
  template <class F>
  bool wait(F condition) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, longest_, condition);
  }

  const std::chrono::milliseconds longest_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::size_t entered_ = 0, stopped_ = 0;
  bool released_ = false;
};

constexpr detail::VersionedMembers kInfo[] = {{R"("name":"transport-check","version":"1")"}};
constexpr detail::VersionedMembers kCapabilities[] = {{R"("tools":{"listChanged":true},"logging":{})"}};

const detail::ServerDescriptor& descriptor() {
  static constexpr detail::ServerDescriptor kServer{
      .name = "transport-check", .version = "1", .info = kInfo, .capabilities = kCapabilities};
  return kServer;
}

/// A server whose tools use what a transport carries.
struct Tested {
  explicit Tested(std::chrono::milliseconds longest) : stage(longest), server(descriptor()) {
    const std::string text = R"({"type":"object","properties":{"text":{"type":"string"}},"required":["text"]})";
    const std::string size = R"({"type":"object","properties":{"size":{"type":"integer"}},"required":["size"]})";
    server.tools().add({.name = "echo", .input_schema = text, .call = [](const json& arguments, Context&) {
                          return ToolResult(arguments.at("text").get<std::string>());
                        }});
    server.tools().add({.name = "large", .input_schema = size, .call = [](const json& arguments, Context&) {
                          return ToolResult(std::string(arguments.at("size").get<std::size_t>(), 'x'));
                        }});
    server.tools().add({.name = "hold", .call = [this](const json&, Context& context) {
                          return ToolResult(stage.hold(context.stop_token()));
                        }});
    server.tools().add({.name = "report", .call = [](const json&, Context& context) {
                          for (int i = 1; i <= 3; ++i) context.log(LogLevel::Warning, std::to_string(i));
                          return ToolResult("reported");
                        }});
    server.tools().add({.name = "ask", .call = [](const json&, Context& context) {
                          return ToolResult(context.roots("roots").at(0).uri);
                        }});
    server.tools().add({.name = "spare", .call = [](const json&, Context&) { return ToolResult("spare"); }});
  }
  ~Tested() { stage.release(); }
  Tested(const Tested&) = delete;
  Tested& operator=(const Tested&) = delete;

  Stage stage;
  Server server;
};

std::string request(int id, const std::string& method, const json& params = json::object()) {
  return json{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}}.dump();
}
std::string notification(const std::string& method, const json& params = json::object()) {
  return json{{"jsonrpc", "2.0"}, {"method", method}, {"params", params}}.dump();
}
std::string call(int id, const std::string& tool, const json& arguments = json::object()) {
  return request(id, "tools/call", {{"name", tool}, {"arguments", arguments}});
}

/// A client that has shaken hands.
class Session {
 public:
  Session(TransportServer& server, const TransportTraits& traits) : client_(server.connect()), traits_(traits) {
    if (client_ == nullptr) throw std::runtime_error("connect() returned no client");
    client_->send(request(0, "initialize",
                          {{"protocolVersion", "2025-11-25"},
                           {"capabilities", {{"roots", json::object()}}},
                           {"clientInfo", {{"name", "check"}, {"version", "1"}}}}));
    if (answer(0).value("result", json()).value("protocolVersion", "") != "2025-11-25") {
      throw std::runtime_error("initialize has another answer than its own");
    }
    client_->send(notification("notifications/initialized"));
  }

  void send(const std::string& message) { client_->send(message); }
  /// The next message; null if none came.
  json next() {
    const std::optional<std::string> message = client_->receive(traits_.longest);
    if (!message) return nullptr;
    json parsed = json::parse(*message, nullptr, false);
    if (parsed.is_discarded() || !parsed.is_object()) {
      throw std::runtime_error("a message from the server is no JSON object: " + message->substr(0, 200));
    }
    return parsed;
  }
  /// The answer with that id; what comes before it is kept in `before`.
  json answer(int id) {
    before.clear();
    while (true) {
      json message = next();
      if (message.is_null()) throw std::runtime_error("the answer to request " + std::to_string(id) + " does not come");
      if (message.contains("id") && message["id"] == id && !message.contains("method")) return message;
      before.push_back(std::move(message));
    }
  }
  /// The text of the result.
  std::string text(int id) { return text_of(answer(id)); }
  static std::string text_of(const json& message) {
    const json content = message.value("result", json::object()).value("content", json::array());
    return content.empty() ? message.dump() : content.at(0).value("text", "");
  }
  /// Whether nothing but a response to a ping comes.
  bool only_pong(int id) {
    send(request(id, "ping"));
    (void)answer(id);
    return before.empty();
  }
  void close() { client_->close(); }

  std::vector<json> before;

 private:
  const std::unique_ptr<TransportClient> client_;
  const TransportTraits& traits_;
};

using Serve = std::function<std::unique_ptr<TransportServer>(Server&)>;

struct Check {
  Checker& checker;
  const Serve& serve;
  const TransportTraits& traits;

  /// A server, and what a part of the check does with it.
  template <class Part>
  void with_server(std::string_view name, Part part) const {
    checker.run(name, [&] {
      Tested tested(traits.longest);
      const std::unique_ptr<TransportServer> server = serve(tested.server);
      if (server == nullptr) throw std::runtime_error("there is no server");
      part(tested, *server);
      tested.stage.release();
    });
  }
};

void check_contents(const Check& check, TransportServer& server) {
  Session session(server, check.traits);
  std::string control;
  for (char c = 1; c < 0x20; ++c) control += c;
  const std::string texts[] = {"",
                               "plain",
                               control + "\x7F",
                               "line\nline\r\nline\r",
                               R"(" \ / \n \u000a)",
                               "h\xC3\xA9 \xE6\xBC\xA2 \xF0\x9D\x84\x9E \xE2\x80\xA8 \xEF\xBB\xBF",
                               "data: x\n\nid: 1\nevent: y\n\n",
                               std::string(check.traits.large, 'x')};
  int id = 0;
  for (const std::string& text : texts) {
    session.send(call(++id, "echo", {{"text", text}}));
    check.checker.expect(session.text(id) == text,
                         "texts come back as they were sent: " + json(text).dump().substr(0, 60));
  }
  session.send(call(++id, "large", {{"size", check.traits.large}}));
  check.checker.expect(session.text(id).size() == check.traits.large, "a large result arrives whole");
}

void check_bursts(const Check& check, TransportServer& server) {
  constexpr int kMessages = 300;
  Session session(server, check.traits);
  for (int i = 1; i <= kMessages; ++i) session.send(request(i, "ping"));
  std::vector<int> ids;
  for (int i = 1; i <= kMessages; ++i) {
    const json message = session.next();
    if (message.is_null()) break;
    ids.push_back(message.value("id", 0));
  }
  std::vector<int> expected(kMessages);
  for (int i = 0; i < kMessages; ++i) expected[static_cast<std::size_t>(i)] = i + 1;
  if (check.traits.keeps_order) {
    check.checker.expect(ids == expected, "messages that are sent in a row are answered in that order");
  }
  std::ranges::sort(ids);
  check.checker.expect(ids == expected, "each message that is sent in a row is answered once");
}

void check_bad_messages(const Check& check, TransportServer& server) {
  Session session(server, check.traits);
  for (const char* const bad : {"{", R"({"jsonrpc":"2.0"})", "[]", "null"}) {
    session.send(bad);
    const json answer = session.next();
    check.checker.expect(answer.contains("error"), std::string("a bad message is answered with an error: ") + bad);
  }
  check.checker.expect(session.only_pong(1), "bad messages end nothing, and have one answer each");
}

void check_slow_calls(const Check& check, Tested& tested, TransportServer& server) {
  Session session(server, check.traits);
  session.send(call(1, "hold"));
  check.checker.expect(tested.stage.wait_until_entered(1), "a call reaches its tool although no other message follows");
  check.checker.expect(session.only_pong(2), "a call that takes its time delays no other message");
  tested.stage.release();
  check.checker.expect(session.text(1) == "released", "the answer to a slow call comes");
}

void check_cancellation(const Check& check, Tested& tested, TransportServer& server) {
  Session session(server, check.traits);
  session.send(call(1, "hold"));
  check.checker.expect(tested.stage.wait_until_entered(1), "a call reaches its tool");
  session.send(notification("notifications/cancelled", {{"requestId", 1}}));
  check.checker.expect(tested.stage.wait_until_stopped(1), "a cancellation reaches a call that runs");
  check.checker.expect(session.only_pong(2), "nothing is sent for a call that was cancelled");
}

void check_reports(const Check& check, TransportServer& server) {
  Session session(server, check.traits);
  session.send(call(1, "report"));
  const std::string text = session.text(1);
  std::vector<int> reported;
  for (const json& message : session.before) {
    if (message.value("method", "") == "notifications/message")
      reported.push_back(std::stoi(message.at("params").value("data", "0")));
  }
  check.checker.expect(text == "reported" && reported == std::vector{1, 2, 3},
                       "what a tool reports comes before its answer, and in order");
}

void check_questions(const Check& check, TransportServer& server) {
  Session session(server, check.traits);
  session.send(call(1, "ask"));
  const json question = session.next();
  check.checker.expect(question.value("method", "") == "roots/list", "a question of a tool reaches the client");
  session.send(json{{"jsonrpc", "2.0"},
                    {"id", question.value("id", json())},
                    {"result", {{"roots", json::array({{{"uri", "file:///home"}}})}}}}
                   .dump());
  check.checker.expect(session.text(1) == "file:///home", "the answer to it reaches the tool");
}

void check_changes(const Check& check, Tested& tested, TransportServer& server) {
  Session session(server, check.traits);
  // The session is ready when its next request was answered.
  session.send(request(1, "tools/list"));
  (void)session.answer(1);
  tested.server.tools().disable("spare");
  check.checker.expect(session.next().value("method", "") == "notifications/tools/list_changed",
                       "what changes is told without a request");
}

void check_clients(const Check& check, Tested& tested, TransportServer& server) {
  constexpr std::size_t kClients = 4;
  on_threads(kClients, [&](std::size_t index) {
    Session session(server, check.traits);
    const std::string own = "client " + std::to_string(index);
    bool are_own = true;
    for (int id = 1; id <= 50; ++id) {
      session.send(call(id, "echo", {{"text", own}}));
      are_own = session.text(id) == own && session.before.empty() && are_own;
    }
    check.checker.expect(are_own, "each client gets the answers to its own requests, and no others");
  });
  Session stays(server, check.traits);
  Session goes(server, check.traits);
  stays.send(call(1, "hold"));
  goes.send(call(1, "hold"));
  check.checker.expect(tested.stage.wait_until_entered(2), "calls of two clients run at a time");
  goes.close();
  if (check.traits.close_cancels) {
    check.checker.expect(tested.stage.wait_until_stopped(1), "the calls of a client that is gone are asked to stop");
  }
  check.checker.expect(stays.only_pong(2), "a client that goes disturbs no other");
  tested.stage.release();
  check.checker.expect(stays.text(1) == "released" && tested.stage.stopped() <= 1,
                       "a client that goes ends no call of another");
}

void check_close(const Check& check, Tested& tested, TransportServer& server) {
  Session session(server, check.traits);
  session.send(call(1, "hold"));
  check.checker.expect(tested.stage.wait_until_entered(1), "a call reaches its tool");
  session.close();
  check.checker.expect(tested.stage.wait_until_stopped(1), "the calls of a client that is gone are asked to stop");
}

/// What the server says meanwhile must not be lost, and must not stop it for others.
void check_slow_readers(const Check& check, TransportServer& server) {
  constexpr int kResults = 8;
  Session slow(server, check.traits);
  for (int id = 1; id <= kResults; ++id) slow.send(call(id, "large", {{"size", check.traits.large}}));
  if (check.traits.many_clients) {
    Session quick(server, check.traits);
    check.checker.expect(quick.only_pong(1), "a client that reads nothing delays no other");
  }
  std::set<int> whole;
  for (int i = 0; i < kResults; ++i) {
    const json message = slow.next();
    if (message.is_null()) break;
    if (Session::text_of(message).size() == check.traits.large) whole.insert(message.value("id", 0));
  }
  check.checker.expect(whole.size() == kResults, "a client that reads late gets everything");
}

void check_stop(const Check& check, Tested& tested, TransportServer& server) {
  Session session(server, check.traits);
  session.send(call(1, "hold"));
  check.checker.expect(tested.stage.wait_until_entered(1), "a call reaches its tool");
  std::thread stopping([&] { server.stop(); });
  tested.stage.release();
  std::string text;
  try {
    text = session.text(1);
  } catch (const std::exception& error) {
    text = error.what();
  }
  stopping.join();
  check.checker.expect(text == "released" || text == "stopped", "a call that runs while the server ends is answered");
}

}  // namespace
}  // namespace transport_check

CheckReport check_transport(const std::function<std::unique_ptr<TransportServer>(Server& server)>& serve,
                            const TransportTraits& traits) {
  using namespace transport_check;
  Checker checker;
  const Check check{checker, serve, traits};
  check.with_server("contents", [&](Tested&, TransportServer& server) { check_contents(check, server); });
  check.with_server("bursts", [&](Tested&, TransportServer& server) { check_bursts(check, server); });
  check.with_server("bad messages", [&](Tested&, TransportServer& server) { check_bad_messages(check, server); });
  check.with_server("slow calls",
                    [&](Tested& tested, TransportServer& server) { check_slow_calls(check, tested, server); });
  check.with_server("cancellation",
                    [&](Tested& tested, TransportServer& server) { check_cancellation(check, tested, server); });
  check.with_server("reports", [&](Tested&, TransportServer& server) { check_reports(check, server); });
  check.with_server("questions", [&](Tested&, TransportServer& server) { check_questions(check, server); });
  check.with_server("changes", [&](Tested& tested, TransportServer& server) { check_changes(check, tested, server); });
  if (traits.many_clients) {
    check.with_server("clients",
                      [&](Tested& tested, TransportServer& server) { check_clients(check, tested, server); });
  }
  if (traits.close_cancels) {
    check.with_server("close", [&](Tested& tested, TransportServer& server) { check_close(check, tested, server); });
  }
  check.with_server("slow readers", [&](Tested&, TransportServer& server) { check_slow_readers(check, server); });
  check.with_server("stop", [&](Tested& tested, TransportServer& server) { check_stop(check, tested, server); });
  return checker.report();
}

}  // namespace mcp::test
