#include "http_requests.hpp"

#include <array>
#include <charconv>
#include <cstring>
#include <utility>

namespace bench {

namespace {

// Numbers of as many digits each: ids of ten, operands and their sums of seven.
constexpr std::uint64_t kFirstId = 1'000'000'000;

std::uint64_t id_of(std::uint64_t n) { return kFirstId + n; }
std::uint64_t a_of(std::uint64_t n) { return 1'000'000 + (n * 7919) % 4'000'000; }
std::uint64_t b_of(std::uint64_t n) { return 1'000'000 + (n * 104'729) % 3'999'983; }

std::string fields(std::string_view method, const Endpoint& endpoint, std::string_view accept) {
  std::string text(method);
  text.append(" ").append(endpoint.path).append(" HTTP/1.1\r\nHost: ").append(endpoint.host);
  text.append(":").append(std::to_string(endpoint.port)).append("\r\nAccept: ").append(accept).append("\r\n");
  return text;
}

std::string legacy_fields(std::string_view session) {
  std::string text = "MCP-Protocol-Version: 2025-11-25\r\n";
  if (!session.empty()) text.append("Mcp-Session-Id: ").append(session).append("\r\n");
  return text;
}

std::string with_body(std::string head, std::string_view body) {
  head.append("Content-Type: application/json\r\nContent-Length: ").append(std::to_string(body.size()));
  return head.append("\r\n\r\n").append(body);
}

constexpr std::string_view kBoth = "application/json, text/event-stream";

std::string call_of_add(bool modern) {
  std::string body = R"({"jsonrpc":"2.0","id":1000000000,"method":"tools/call","params":{"name":"add",)"
                     R"("arguments":{"a":1000000,"b":1000000})";
  if (modern) {
    body += R"(,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
            R"("io.modelcontextprotocol/clientCapabilities":{}})";
  }
  return body += "}}";
}

constexpr std::string_view kList = R"({"jsonrpc":"2.0","id":1000000000,"method":"tools/list","params":{)"
                                   R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                                   R"("io.modelcontextprotocol/clientCapabilities":{}}}})";

std::string text_of(Kind kind, const Endpoint& endpoint, std::string_view session) {
  constexpr std::string_view kModernCall =
      "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: add\r\n";
  switch (kind) {
    case Kind::Modern:
    case Kind::Fixed:
      return with_body(fields("POST", endpoint, kBoth).append(kModernCall), call_of_add(true));
    case Kind::Sse:
      return with_body(fields("POST", endpoint, "text/event-stream").append(kModernCall), call_of_add(true));
    case Kind::Legacy:
      return with_body(fields("POST", endpoint, kBoth).append(legacy_fields(session)), call_of_add(false));
    case Kind::List:
      return with_body(
          fields("POST", endpoint, kBoth).append("MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/list\r\n"),
          kList);
    case Kind::Get:
      return fields("GET", endpoint, "*/*").append("\r\n");
  }
  return {};
}

void overwrite(std::string& text, std::size_t at, std::uint64_t number) {
  if (at != 0) std::to_chars(text.data() + at, text.data() + text.size(), number);
}

/// Whether `key` is there, once, with the number behind it.
bool says(std::string_view json, std::string_view key, std::uint64_t number) {
  const void* const found = memmem(json.data(), json.size(), key.data(), key.size());
  if (found == nullptr) return false;
  const char* const start = static_cast<const char*>(found) + key.size();
  const char* const end = json.data() + json.size();
  double value = 0;
  const auto [rest, error] = std::from_chars(start, end, value);
  return error == std::errc() && value == static_cast<double>(number) && rest != end && (*rest == '}' || *rest == ',');
}

void accept_answer(const char* problem, const Answer& answer, int status, const char* what) {
  if (problem != nullptr) fail(std::string(what) + ": " + problem);
  if (answer.status != status) {
    fail(std::string(what) + ": status " + std::to_string(answer.status) + ", " + std::string(answer.body));
  }
}

}  // namespace

std::optional<Kind> kind_named(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, Kind>, 6> kKinds = {{{"modern", Kind::Modern},
                                                                        {"legacy", Kind::Legacy},
                                                                        {"sse", Kind::Sse},
                                                                        {"list", Kind::List},
                                                                        {"fixed", Kind::Fixed},
                                                                        {"get", Kind::Get}}};
  for (const auto& [known, kind] : kKinds) {
    if (known == name) return kind;
  }
  return std::nullopt;
}

Request::Request(Kind kind, const Endpoint& endpoint, std::string_view session)
    : text_(text_of(kind, endpoint, session)) {
  const auto place = [&](std::string_view key) {
    const std::size_t at = text_.find(key);
    return at == std::string::npos ? 0 : at + key.size();
  };
  id_ = place("\"id\":");
  a_ = place("\"a\":");
  b_ = place("\"b\":");
}

std::string_view Request::numbered(std::uint64_t n) {
  overwrite(text_, id_, id_of(n));
  overwrite(text_, a_, a_of(n));
  overwrite(text_, b_, b_of(n));
  return text_;
}

const char* AnswerCheck::check_size() {
  if (bytes_ == 0) return "an empty body";
  if (expected_bytes_ == 0) expected_bytes_ = bytes_;
  return bytes_ == expected_bytes_ ? nullptr : "a body of another size";
}

const char* AnswerCheck::problem(const Answer& answer, std::uint64_t n) {
  bytes_ = answer.body.size();
  if (answer.status != 200) return "a status other than 200";
  if (kind_ == Kind::Fixed || kind_ == Kind::Get) return check_size();

  std::string_view json = answer.body;
  if (answer.event_stream) {
    json = only_event(json);
    if (json.empty()) return "an event stream without exactly one message";
  } else if (kind_ == Kind::Sse) {
    return "no event stream";
  }
  if (json.ends_with('\n')) json.remove_suffix(1);
  if (!json.starts_with(R"({"jsonrpc":"2.0",)") || !json.ends_with('}')) return "no JSON-RPC message";
  if (!says(json, "\"id\":", id_of(n))) return "an answer to another request";
  if (kind_ == Kind::List) {
    return memmem(json.data(), json.size(), "\"tools\":[", 9) == nullptr ? "no list of tools" : check_size();
  }
  const std::uint64_t sum = a_of(n) + b_of(n);
  return says(json, R"("structuredContent":{"result":)", sum) && says(json, R"("text":"{\"result\":)", sum)
             ? nullptr
             : "a wrong sum";
}

std::string open_session(BlockingClient& client, const Endpoint& endpoint) {
  Answer answer;
  const char* problem = client.exchange(
      with_body(fields("POST", endpoint, kBoth),
                R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",)"
                R"("capabilities":{},"clientInfo":{"name":"bench","version":"1"}}})"),
      answer);
  accept_answer(problem, answer, 200, "initialize");
  if (answer.body.find(R"("protocolVersion":"2025-11-25")") == std::string_view::npos) {
    fail("initialize: " + std::string(answer.body));
  }
  std::string session(answer.session);
  problem = client.exchange(with_body(fields("POST", endpoint, kBoth).append(legacy_fields(session)),
                                      R"({"jsonrpc":"2.0","method":"notifications/initialized"})"),
                            answer);
  accept_answer(problem, answer, 202, "notifications/initialized");
  return session;
}

void close_sessions(const Endpoint& endpoint, std::span<const std::string> sessions) {
  std::optional<BlockingClient> client;
  for (const std::string& session : sessions) {
    if (session.empty()) continue;
    if (!client) client.emplace(endpoint);
    Answer answer;
    const char* const problem =
        client->exchange(fields("DELETE", endpoint, kBoth).append(legacy_fields(session)).append("\r\n"), answer);
    if (problem != nullptr || answer.closes) client.reset();
  }
  if (!client) return;
  Socket last = client->take();
  close_politely({&last, 1});
}

void open_session_stream(BlockingClient& client, const Endpoint& endpoint, std::string_view session) {
  Answer answer;
  const char* const problem = client.open_stream(
      fields("GET", endpoint, "text/event-stream").append(legacy_fields(session)).append("\r\n"), answer);
  accept_answer(problem, answer, 200, "GET of the stream");
  if (!answer.event_stream) fail("GET of the stream: no event stream");
}

}  // namespace bench
