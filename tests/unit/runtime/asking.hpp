// A server whose handlers ask, keep, report and run as tasks: a test's own functions, in the shape of generated code.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <mcp/dynamic.hpp>
#include <mcp/features.hpp>
#include <mcp/generated_support.hpp>
#include <mcp/json.hpp>
#include <mcp/task.hpp>
#include <mcp/test/client.hpp>

#include "codec/document.hpp"
#include "judged_peer.hpp"
#include "methods/dispatcher.hpp"
#include "offered.hpp"
#include "peer.hpp"
#include "requests/session.hpp"

namespace testing_support {

/// A form.
struct Delivery {
  std::string city;
  std::int64_t floor = 0;

  bool operator==(const Delivery&) const = default;
};
/// A form that 2025-06-18 has no words for.
struct Toppings {
  std::vector<std::string> names;
};
/// What no source declared.
struct Unseen {
  std::string text;
};

/// The arguments of Written handlers.
struct Arguments {
  std::string text;
  std::int64_t count = 3;
};

}  // namespace testing_support

namespace mcp {
template <>
struct codec<testing_support::Delivery> : detail::ObjectCodec<testing_support::Delivery> {
  static constexpr detail::Member kMembers[] = {
      detail::required<std::string>("\"city\":", __builtin_offsetof(testing_support::Delivery, city)),
      detail::optional<std::int64_t>("\"floor\":", __builtin_offsetof(testing_support::Delivery, floor))};
  static constexpr detail::Object kObject{kMembers, 2};
};
template <>
struct codec<testing_support::Toppings> : detail::ObjectCodec<testing_support::Toppings> {
  static constexpr detail::Member kMembers[] = {
      detail::required<std::vector<std::string>>("\"names\":", __builtin_offsetof(testing_support::Toppings, names))};
  static constexpr detail::Object kObject{kMembers, 1};
};
}  // namespace mcp

namespace testing_support {

inline constexpr mcp::detail::AskedType kAsked[] = {
    {&mcp::detail::type_tag<Delivery>,
     &mcp::detail::ops_of<Delivery>,
     "Delivery",
     {R"({"type":"object","properties":{"city":{"type":"string"},"floor":{"type":"integer"}},"required":["city"]})",
      R"({"type":"object","properties":{"city":{"type":"string"},"floor":{"type":"integer","default":0}},"required":["city"]})"}},
    {&mcp::detail::type_tag<Toppings>,
     &mcp::detail::ops_of<Toppings>,
     "Toppings",
     {"", R"({"type":"object","properties":{"names":{"type":"array","items":{"type":"string","enum":["ham"]}}}})"}},
    {&mcp::detail::type_tag<std::int64_t>, &mcp::detail::ops_of<std::int64_t>, "std::int64_t"},
    {&mcp::detail::type_tag<std::string>, &mcp::detail::ops_of<std::string>, "std::string"}};
inline constexpr std::span<const mcp::detail::AskedType> kAllAsked[] = {kAsked};

inline constexpr mcp::detail::VersionedMembers kAskingCapabilities[] = {
    {R"("tools":{},"logging":{})"},
    {R"("extensions":{"io.modelcontextprotocol/tasks":{}})", mcp::Revision::V2026_07_28}};

/// The members of a type of arguments, and how each is read from text.
template <class A>
struct Declared;
template <>
struct Declared<Arguments> {
  static constexpr mcp::detail::Member kMembers[] = {
      mcp::detail::optional<std::string>("\"text\":", __builtin_offsetof(Arguments, text)),
      mcp::detail::optional<std::int64_t>("\"count\":", __builtin_offsetof(Arguments, count))};
  static constexpr mcp::detail::TextArgument kTexts[] = {{"text", mcp::detail::TextArgument::Kind::Text},
                                                         {"count", mcp::detail::TextArgument::Kind::Number}};
};

/// What generated code says of `R function(const A&, Context&)`, a coroutine maybe; Writer writes the R.
template <auto function, template <class> class Writer = mcp::detail::ResultWriter>
struct Written {
  using McpFunction = decltype(+function);
  using McpArguments = std::remove_cvref_t<mcp::detail::parameter_t<McpFunction, 0>>;
  static constexpr mcp::detail::Object kMcpArguments{Declared<McpArguments>::kMembers,
                                                     std::size(Declared<McpArguments>::kMembers)};
  static constexpr std::span<const mcp::detail::TextArgument> kMcpTexts = Declared<McpArguments>::kTexts;
  static void mcp_call(void* storage, void*, mcp::detail::Invocation& call) {
    const auto& arguments = *static_cast<const McpArguments*>(storage);
    const auto run = [&]() -> decltype(auto) { return function(arguments, call.context()); };
    if constexpr (requires { typename mcp::detail::TaskResult<decltype(run())>::Type; }) {
      mcp::detail::answer_task_with<Writer>(call, run);
    } else {
      mcp::detail::answer_with<Writer>(call, run);
    }
  }
};

/// The handler of a prompt, a resource and the like.
template <auto function, template <class> class Writer>
inline constexpr mcp::detail::Handler kWritten =
    mcp::detail::make_handler<Written<function, Writer>>({.name = "written", .stoppable = true, .has_context = true});

/// What a tool has beside its function.
struct ToolTraits {
  mcp::detail::TaskSupport task = mcp::detail::TaskSupport::None;
  bool starts_task = false;
  std::uint32_t timeout_ms = 0;
  std::uint64_t contract = 1;
  bool single_use = false;
};

template <auto function>
mcp::detail::Handler written_tool(std::string_view name, const ToolTraits& traits = {}) {
  mcp::detail::Handler made =
      mcp::detail::make_handler<Written<function>>({.name = name, .stoppable = true, .has_context = true});
  made.task = traits.task;
  made.starts_task = traits.starts_task;
  made.timeout_ms = traits.timeout_ms;
  made.contract = traits.contract;
  made.single_use = traits.single_use;
  return made;
}

/// Such a server.
struct AskingServer {
  /// `more` completes the descriptor.
  explicit AskingServer(std::vector<mcp::detail::Handler> handlers = {},
                        const std::function<void(mcp::detail::ServerDescriptor&)>& more = nullptr)
      : tools(std::move(handlers)), server(completed(more)) {}
  AskingServer(const AskingServer&) = delete;
  AskingServer& operator=(const AskingServer&) = delete;

  /// A tool of any arguments, which may capture what a test looks at.
  void add(std::string name, std::function<mcp::ToolResult(const mcp::json&, mcp::Context&)> call) const {
    server.tools().add({.name = std::move(name), .call = std::move(call)});
  }

  std::vector<mcp::detail::Handler> tools;
  std::vector<mcp::detail::ListedTool> listed;
  mcp::detail::ServerDescriptor descriptor = bare();
  mcp::Server server;

 private:
  const mcp::detail::ServerDescriptor& completed(const std::function<void(mcp::detail::ServerDescriptor&)>& more) {
    std::ranges::sort(tools, {}, &mcp::detail::Handler::name);
    for (const mcp::detail::Handler& tool : tools) listed.push_back({tool.name, "", "", &tool});
    descriptor.tools = listed;
    descriptor.asked = kAllAsked;
    descriptor.capabilities = kAskingCapabilities;
    if (more) more(descriptor);
    return descriptor;
  }
};

/// The two eras, as their newest revisions.
inline constexpr mcp::Revision kEras[] = {mcp::Revision::V2025_11_25, mcp::Revision::V2026_07_28};

/// What can be asked of a client at most.
inline const mcp::json kAllCapabilities =
    mcp::json::parse(R"({"elicitation":{"form":{},"url":{}},"sampling":{"tools":{},"context":{}},"roots":{}})");
inline const mcp::json kTaskCapabilities =
    mcp::json::parse(R"({"elicitation":{"form":{}},"extensions":{"io.modelcontextprotocol/tasks":{}}})");

/// A client of such a server that sees every message, with the executor and the time in the test's hand.
template <class Executor = mcp::protocol::InlineExecutor>
class AskingPeer {
 public:
  explicit AskingPeer(const AskingServer& own, mcp::Revision revision = mcp::Revision::V2026_07_28,
                      mcp::json capabilities = kAllCapabilities, const mcp::protocol::DispatcherOptions& options = {})
      : dispatcher(own.server, options, log, timers),
        client(dispatcher, executor),
        revision_(revision),
        capabilities_(std::move(capabilities)),
        calls_(dispatcher.calls()) {
    if (mcp::is_modern(revision)) return;
    const mcp::json facts = {{"protocolVersion", mcp::name_of(revision)},
                             {"capabilities", capabilities_},
                             {"clientInfo", {{"name", "tests"}, {"version", "1"}}}};
    send({{"id", "init"}, {"method", "initialize"}, {"params", facts}});
    send({{"method", "notifications/initialized"}});
    (void)take();
  }

  void send(mcp::json message) {
    message["jsonrpc"] = "2.0";
    client.send(message.dump());
  }
  /// Sends a request; its id.
  int start(std::string_view method, mcp::json params) {
    send({{"id", ++last_id_}, {"method", method}, {"params", complete(std::move(params))}});
    return last_id_;
  }
  int start_call(std::string_view tool, mcp::json arguments = mcp::json::object(),
                 mcp::json more = mcp::json::object()) {
    return start("tools/call", call_params(tool, std::move(arguments), std::move(more)));
  }
  /// What came since the last time.
  std::vector<mcp::json> take() {
    std::vector<mcp::json> all;
    for (const std::string& message : client.outbox().take_all()) all.push_back(mcp::json::parse(message));
    return all;
  }
  /// The one message that came.
  mcp::json take_one() {
    std::vector<mcp::json> all = take();
    EXPECT_EQ(all.size(), 1U) << mcp::json(all);
    return all.size() == 1 ? all[0] : mcp::json::object();
  }
  /// Sends a request: the one message that came.
  mcp::json ask(std::string_view method, mcp::json params = mcp::json::object()) {
    start(method, std::move(params));
    return take_one();
  }
  mcp::json call(std::string_view tool, mcp::json arguments = mcp::json::object(),
                 mcp::json more = mcp::json::object()) {
    start_call(tool, std::move(arguments), std::move(more));
    return take_one();
  }
  /// A modern request from somebody who was authenticated, or from an address.
  mcp::json ask_as(std::string_view principal, std::string_view method, mcp::json params,
                   std::string_view address = {}) {
    const std::string text = complete(std::move(params)).dump();
    mcp::Document document;
    EXPECT_EQ(document.parse_copy(text), "");
    const mcp::protocol::DeclaredRevision declared = mcp::protocol::read_declared_revision(document.root());
    const std::string id = std::to_string(++last_id_);
    client.judge().sent(testing_support::request(id, method, text));
    const mcp::protocol::Request request{
        revision_, id,        method,  document.root(), declared.request_meta(), &client.outbox().sink(), text.size(),
        this,      principal, nullptr, address};
    mcp::Writer writer;
    mcp::protocol::DispatchContext context{.writer = writer, .calls = calls_, .session = nullptr, .peer = "peer"};
    dispatcher.dispatch(request, context);
    calls_.submit(executor);
    return take_one();
  }

  [[nodiscard]] static mcp::json call_params(std::string_view tool, mcp::json arguments,
                                             mcp::json more = mcp::json::object()) {
    more["name"] = tool;
    more["arguments"] = std::move(arguments);
    return more;
  }

  KeptLog log;
  mcp::protocol::ManualTimers timers;
  mcp::protocol::Dispatcher dispatcher;
  Executor executor;
  testing_support::JudgedPeer client;

 private:
  [[nodiscard]] mcp::json complete(mcp::json params) const {
    if (!mcp::is_modern(revision_)) return params;
    mcp::json& meta = params["_meta"];
    meta["io.modelcontextprotocol/protocolVersion"] = mcp::name_of(revision_);
    meta["io.modelcontextprotocol/clientCapabilities"] = capabilities_;
    return params;
  }

  const mcp::Revision revision_;
  const mcp::json capabilities_;
  mcp::protocol::CallTable calls_;
  int last_id_ = 0;
};

/// The text of a tool's result.
inline std::string text_of(const mcp::json& response) {
  return response.contains("result") ? mcp::test::CallResult(response.at("result")).text() : response.dump();
}
/// "-32602 the message".
inline std::string error_of(const mcp::json& response) {
  if (!response.contains("error")) return "no error: " + response.dump();
  return std::to_string(response.at("error").at("code").get<int>()) + " " +
         response.at("error").at("message").get<std::string>();
}
/// The params of a question of a modern result, or of its only one.
inline mcp::json question_of(const mcp::json& response, const char* key) {
  return response.at("result").at("inputRequests").at(key).at("params");
}

}  // namespace testing_support
