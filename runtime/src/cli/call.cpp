#include <chrono>
#include <optional>
#include <ostream>
#include <string>

#include <nlohmann/json.hpp>

#include <mcp/codec/writer.hpp>
#include <mcp/server.hpp>

#include "base/log_sink.hpp"
#include "catalog/executor_bindings.hpp"
#include "cli/commands.hpp"
#include "cli/stream_log.hpp"
#include "codec/document.hpp"
#include "jsonrpc/message_writer.hpp"
#include "methods/dispatcher.hpp"
#include "requests/session.hpp"
#include "scheduling/executor.hpp"
#include "scheduling/main_thread_queue.hpp"
#include "transport/memory/memory.hpp"
#include "transport/threads/timer_thread.hpp"

namespace mcp::cli {

namespace {

std::string request(std::string_view tool, std::string_view arguments) {
  Writer text;
  text.raw(R"({"name":)");
  text.string(tool);
  text.raw(R"(,"arguments":)");
  for (const char c : arguments) text.raw(c == '\n' ? ' ' : c);  // a message must be one line
  text.raw(R"(,"_meta":{")");
  text.raw(protocol::kVersionKey);
  text.raw(R"(":")");
  text.raw(name_of(newest_modern()));
  text.raw(R"(",")");
  text.raw(protocol::kCapabilitiesKey);
  text.raw(R"(":{}}})");
  Writer message;
  protocol::write_request(message, 1, "tools/call", text.view());
  return std::string(message.view());
}

/// The answer to `message`. MainThreads of this thread are polled until it is there.
std::string ask(const Server& server, const std::string& message, transport::MemoryPeer& peer,
                protocol::InlineExecutor& executor) {
  transport::MemorySink& outbox = peer.outbox();
  internal::PolledMainThreads polled(server.executors().executors(), [&] { outbox.interrupt(); });
  peer.send(message);
  // Without executors of the program the answer is there by now.
  constexpr auto kLong = std::chrono::hours(1);
  std::optional<std::string> answer;
  while (!answer) {
    polled.poll();
    answer = outbox.take_one_until(std::chrono::steady_clock::now() + kLong);
  }
  executor.run_until_released();
  return *answer;
}

/// The blocks of a result, one per line: texts as they are, other blocks as JSON.
std::string texts_of(const nlohmann::ordered_json& result) {
  std::string texts;
  for (const auto& block : result.at("content")) {
    if (!texts.empty()) texts += '\n';
    texts += block.at("type") == "text" ? block.at("text").get<std::string>() : block.dump(2);
  }
  return texts;
}

}  // namespace

int call(const Server& server, const Limits& limits, std::string_view tool, std::string_view arguments,
         std::ostream& out, std::ostream& err) {
  Document document;
  if (const std::string_view problem = document.parse_copy(arguments); !problem.empty()) {
    err << "the arguments are refused: " << problem << '\n';
    return 2;
  }
  StreamLog log(err);
  transport::TimerThread timers;
  const protocol::Dispatcher dispatcher(server, {.limits = limits}, log, timers);
  protocol::InlineExecutor executor;
  const std::string message = request(tool, arguments);
  transport::MemoryPeer peer(dispatcher, executor, message.size());
  const auto answer = nlohmann::ordered_json::parse(ask(server, message, peer, executor));
  if (answer.contains("error")) {
    err << answer.at("error").at("message").get<std::string>() << '\n';
    return 2;
  }
  const auto& result = answer.at("result");
  if (result.value("isError", false)) {
    err << texts_of(result) << '\n';
    return 1;
  }
  if (result.contains("structuredContent")) {
    out << result.at("structuredContent").dump(2) << '\n';
  } else if (const std::string texts = texts_of(result); !texts.empty()) {
    out << texts << '\n';
  }
  return 0;
}

}  // namespace mcp::cli
