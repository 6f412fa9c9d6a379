#include <cstring>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "codec/document.hpp"
#include "transport/http/request_reader.hpp"

namespace mcp::transport::http {
namespace request_reader_test {

using protocol::http::is_there;
using protocol::http::Verb;
using Got = RequestReader::Got;

/// What a request is made of, in its own memory.
struct Kept {
  Verb verb = Verb::Other;
  std::vector<std::optional<std::string>> fields;
  std::string method, name, body, repeated;
  unsigned methods = 0, names = 0;
  std::vector<std::string> params;
  bool http_1_0 = false, keep_alive = false;

  bool operator==(const Kept&) const = default;

  friend void PrintTo(const Kept& kept, std::ostream* out) {
    for (const auto& field : kept.fields) *out << field.value_or("-") << '|';
    for (const auto& param : kept.params) *out << param << '|';
    *out << kept.methods << kept.method << '|' << kept.names << kept.name << '|' << kept.body << '|' << kept.repeated
         << '|' << static_cast<int>(kept.verb) << kept.http_1_0 << kept.keep_alive;
  }
};

Kept keep(const RequestReader& reader) {
  const protocol::http::Request& request = reader.request();
  Kept kept;
  kept.verb = request.verb;
  for (const std::string_view field :
       {request.path, request.query, request.host, request.origin, request.accept, request.content_type,
        request.version, request.session_id, request.last_event_id, request.traceparent,
        request.credentials.empty() ? std::string_view() : request.credentials.front()}) {
    kept.fields.push_back(is_there(field) ? std::optional(std::string(field)) : std::nullopt);
  }
  kept.method = request.mirrored.method.value;
  kept.methods = request.mirrored.method.count;
  kept.name = request.mirrored.name.value;
  kept.names = request.mirrored.name.count;
  for (const auto& param : request.mirrored.params) {
    kept.params.push_back(std::string(param.name) + "=" + std::string(param.value));
  }
  kept.body = request.body;
  kept.repeated = request.repeated;
  kept.http_1_0 = request.http_1_0;
  kept.keep_alive = reader.keep_alive();
  return kept;
}

/// Exactly these bytes, and the padding behind them, on the heap: a sanitizer sees who reads beyond.
class Bytes {
 public:
  explicit Bytes(std::string_view text) : size_(text.size()), data_(new char[text.size() + kJsonPadding]) {
    std::memcpy(data_.get(), text.data(), text.size());
    std::memset(data_.get() + size_, '#', kJsonPadding);
  }
  [[nodiscard]] std::string_view view() const { return {data_.get(), size_}; }

 private:
  std::size_t size_;
  std::unique_ptr<char[]> data_;
};

/// Feeds a reader like a connection does: what it did not use comes again, in other memory.
struct Client {
  /// `credential` is the one field that an authorizer reads; empty: there is no authorizer.
  explicit Client(RequestLimits given = {}, std::string_view credential = {})
      : limits(given), credentials(credential.empty() ? 0 : 1, std::string(credential)), reader(limits, credentials) {}

  /// All bytes of `text` that are there; requests are kept as they come.
  void feed(std::string_view text) {
    pending.append(text);
    while (!refused) {
      const Bytes bytes(pending);
      std::size_t used = 0;
      const Got got = reader.feed(bytes.view(), used);
      if (got == Got::Request) {
        // Every padding byte may be read: the parser of JSON does.
        const std::string_view body = reader.request().body;
        unsigned sum = 0;
        for (std::size_t i = 0; i < kJsonPadding; ++i) sum += static_cast<unsigned char>(body.data()[body.size() + i]);
        padding += sum;
        requests.push_back(keep(reader));
        reader.next();
      }
      heads += got == Got::Head ? 1 : 0;
      refused = got == Got::Refused;
      pending.erase(0, used);
      if (got != Got::Request) return;
    }
  }

  RequestLimits limits;
  std::vector<std::string> credentials;
  RequestReader reader;
  std::string pending;
  std::vector<Kept> requests;
  int heads = 0;
  bool refused = false;
  unsigned padding = 0;  // sum of the bytes behind the bodies
};

/// The one request of `text`.
Kept read(std::string_view text, std::string_view credential = {}) {
  Client client({}, credential);
  client.feed(text);
  EXPECT_EQ(client.requests.size(), 1U) << text << client.reader.problem();
  EXPECT_EQ(client.pending, "");
  return client.requests.empty() ? Kept() : client.requests.front();
}

/// The status it is refused with, 0 if it is not.
unsigned refusal(std::string_view text, RequestLimits limits = {}) {
  Client client(limits);
  client.feed(text);
  if (!client.refused) return 0;
  EXPECT_NE(client.reader.problem(), "");
  return client.reader.status();
}

std::string post(std::string_view fields, std::string_view body) {
  return "POST /mcp HTTP/1.1\r\nHost: localhost\r\n" + std::string(fields) +
         "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
}

const std::string kFull =
    "POST /mcp?a=b/c HTTP/1.1\r\n"
    "Host: localhost:8080\r\n"
    "Origin: http://localhost\r\n"
    "Accept: application/json\r\n"
    "Content-Type: application/json\r\n"
    "MCP-Protocol-Version: 2026-07-28\r\n"
    "Mcp-Session-Id: abc\r\n"
    "Mcp-Method: tools/call\r\n"
    "Mcp-Name: add\r\n"
    "Mcp-Param-Region: eu\r\n"
    "Mcp-Param-Level: 7\r\n"
    "Last-Event-ID: 1-2\r\n"
    "traceparent: 00-0-0-0\r\n"
    "X-User: ada\r\n"
    "X-Other: 1\r\n"
    "Content-Length: 12\r\n"
    "\r\n"
    "{\"jsonrpc\":1";

const std::string kChunked =
    "POST /mcp HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    "4\r\n{\"a\"\r\n2;name=value\r\n:1\r\n1\r\n}\r\n0\r\nTrailer: x\r\n\r\n";

TEST(RequestReader, sorts_a_request) {
  const Kept kept = read(kFull, "x-user");
  EXPECT_EQ(kept.verb, Verb::Post);
  EXPECT_THAT(kept.fields,
              testing::ElementsAre("/mcp", "a=b/c", "localhost:8080", "http://localhost", "application/json",
                                   "application/json", "2026-07-28", "abc", "1-2", "00-0-0-0", "ada"));
  EXPECT_EQ(kept.method, "tools/call");
  EXPECT_EQ(kept.name, "add");
  EXPECT_THAT(kept.params, testing::ElementsAre("Region=eu", "Level=7"));
  EXPECT_EQ(kept.body, "{\"jsonrpc\":1");
  EXPECT_EQ(kept.repeated, "");
  EXPECT_TRUE(kept.keep_alive);
  EXPECT_FALSE(kept.http_1_0);
}

TEST(RequestReader, leaves_out_what_was_not_sent) {
  const Kept kept = read("GET / HTTP/1.1\r\n\r\n", "X-User");
  EXPECT_EQ(kept.verb, Verb::Get);
  EXPECT_EQ(kept.fields[0], "/");
  for (std::size_t i = 1; i < kept.fields.size(); ++i) EXPECT_FALSE(kept.fields[i].has_value()) << i;
  EXPECT_EQ(kept.methods + kept.names, 0U);
  EXPECT_EQ(kept.body, "");
}

TEST(RequestReader, gives_the_same_request_wherever_its_bytes_are_cut) {
  for (const std::string& text : {kFull, kChunked, post("", ""), post("", std::string(200, 'x'))}) {
    const Kept whole = read(text, "X-User");
    for (std::size_t cut = 1; cut < text.size(); ++cut) {
      Client client({}, "X-User");
      client.feed(text.substr(0, cut));
      ASSERT_TRUE(client.requests.empty()) << cut;
      ASSERT_FALSE(client.refused) << cut;
      client.feed(text.substr(cut));
      ASSERT_EQ(client.requests.size(), 1U) << cut;
      ASSERT_EQ(client.requests.front(), whole) << cut;
      ASSERT_LE(client.heads, 1);
    }
    Client client({}, "X-User");
    for (const char c : text) client.feed({&c, 1});
    ASSERT_EQ(client.requests.size(), 1U);
    EXPECT_EQ(client.requests.front(), whole);
  }
}

/// The parser asserts that it is called again only with more than it asked more for; these tests are built with its
/// assertions.
TEST(RequestReader, gives_the_same_verdict_on_chunks_wherever_they_are_cut_and_however_often_they_are_shown) {
  const std::string head = "POST /mcp HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
  for (const std::string chunks : {"0\r\n",
                                   "0\n\r\n",
                                   "0\r\n\r",
                                   "0\r\n\r\n",
                                   "0",
                                   "0\r",
                                   "\r\n",
                                   "00000\r\n\r\n",
                                   "1\r\n",
                                   "1\r\na\r\n0\r\n",
                                   "1\r\na\r\n0\r\n\r",
                                   "1\r\na\r\n0\r\nX: y\r\n",
                                   "1\r\na\r\n0\r\nX: y\r\n\r\n",
                                   "1\r\nab\r\n",
                                   "x\r\n",
                                   "0;a\r\n\r\n",
                                   "0;a=\r\n\r\n",
                                   "1\r\na0\r\n\r\n",
                                   "0\r\nno colon\r\n\r\n",
                                   "ffffffffffffffff1\r\n"}) {
    const std::string text = head + chunks;
    Client whole;
    whole.feed(text);
    whole.feed("");
    for (std::size_t cut = head.size(); cut < text.size(); ++cut) {
      Client client;
      client.feed(text.substr(0, cut));
      client.feed("");  // like a connection whose client sends nothing any more
      client.feed(text.substr(cut));
      client.feed("");
      EXPECT_EQ(client.refused, whole.refused) << chunks << cut;
      EXPECT_EQ(client.refused ? client.reader.status() : 0, whole.refused ? whole.reader.status() : 0) << chunks;
      EXPECT_EQ(client.requests, whole.requests) << chunks << cut;
    }
    Client slow;
    for (const char c : text) {
      slow.feed({&c, 1});
      slow.feed("");
    }
    EXPECT_EQ(slow.refused, whole.refused) << chunks;
    EXPECT_EQ(slow.requests, whole.requests) << chunks;
  }
}

TEST(RequestReader, refuses_a_bare_line_end_before_the_head_is_whole_wherever_it_is_cut) {
  const std::string_view head = "GET / HTTP/1.1\r\nHost: localhost\r\nAccept: */*\nUser-Agent: ";
  EXPECT_EQ(refusal(head), 400U);
  for (std::size_t cut = 1; cut < head.size(); ++cut) {
    Client client;
    client.feed(head.substr(0, cut));
    client.feed(head.substr(cut));
    EXPECT_TRUE(client.refused) << cut;
  }
}

TEST(RequestReader, refuses_a_whole_head_whose_first_line_is_too_short_at_once) {
  for (const std::string_view head : {"GET /mcp \r\n\r\n", "GET /mcp H\r\n\r\n", "GET\r\n\r\n", "G\r\n\r\n"}) {
    EXPECT_EQ(refusal(head), 400U) << head;
    EXPECT_NE(refusal(std::string(head) + "GET / HTTP/1.1\r\nHost: a\r\n\r\n"), 0U) << head;
  }
}

TEST(RequestReader, takes_the_host_from_a_target_that_names_one) {
  EXPECT_EQ(read("GET http://evil.example/mcp HTTP/1.1\r\nHost: localhost\r\n\r\n").fields[2], "evil.example");
  EXPECT_EQ(read("GET http://localhost:80?q HTTP/1.1\r\n\r\n").fields[2], "localhost:80");
  EXPECT_EQ(read("GET /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n").fields[2], "localhost");
  const std::string cut = "POST http://evil.example/mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\n";
  Client client;
  client.feed(cut);  // the head moves
  client.feed("1");
  ASSERT_EQ(client.requests.size(), 1U);
  EXPECT_EQ(client.requests.front().fields[2], "evil.example");
}

TEST(RequestReader, reads_one_request_behind_the_other) {
  std::string text;
  for (int i = 0; i < 5; ++i) text += post("Mcp-Name: " + std::to_string(i) + "\r\n", std::to_string(i)) + kChunked;
  for (std::size_t step : {text.size(), std::size_t{1}, std::size_t{7}, std::size_t{100}}) {
    Client client;
    for (std::size_t at = 0; at < text.size(); at += step) client.feed(text.substr(at, step));
    ASSERT_EQ(client.requests.size(), 10U) << step;
    for (std::size_t i = 0; i < 5; ++i) {
      EXPECT_EQ(client.requests[2 * i].name, std::to_string(i));
      EXPECT_EQ(client.requests[2 * i].body, std::to_string(i));
      EXPECT_EQ(client.requests[2 * i + 1].name, "");
      EXPECT_EQ(client.requests[2 * i + 1].body, "{\"a\":1}");
    }
  }
}

TEST(RequestReader, says_that_the_head_is_there_before_the_body_once) {
  Client client;
  const std::string text = post("Mcp-Method: tools/call\r\nExpect: 100-continue\r\n", "12345");
  const std::size_t head = text.size() - 5;
  client.feed(text.substr(0, head - 1));
  EXPECT_EQ(client.heads, 0);
  EXPECT_TRUE(client.reader.in_request());
  EXPECT_FALSE(client.reader.in_body());
  client.feed(text.substr(head - 1, 1));
  EXPECT_EQ(client.heads, 1);
  EXPECT_TRUE(client.reader.in_body());
  EXPECT_TRUE(client.reader.expects_continue());
  EXPECT_EQ(client.reader.request().mirrored.method.value, "tools/call");
  EXPECT_EQ(client.reader.request().path, "/mcp");
  client.feed("12");
  client.feed("345");
  EXPECT_EQ(client.heads, 1);
  ASSERT_EQ(client.requests.size(), 1U);
  EXPECT_EQ(client.requests.front().body, "12345");
  EXPECT_FALSE(client.reader.in_request());
}

TEST(RequestReader, shows_a_body_in_the_bytes_it_came_in) {
  const RequestLimits limits;
  RequestReader reader(limits, {});
  const Bytes bytes(post("", "{\"a\":1}"));
  std::size_t used = 0;
  ASSERT_EQ(reader.feed(bytes.view(), used), Got::Request);
  EXPECT_EQ(used, bytes.view().size());
  EXPECT_EQ(reader.request().body.data(), bytes.view().data() + bytes.view().size() - 7);
}

TEST(RequestReader, takes_nothing_of_a_trailer) {
  const std::string head = "POST /mcp HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n";
  const std::string chunks = "2\r\n{}\r\n0\r\n";
  const std::string fields = "X-User: mallory\r\nHost: evil\r\nMcp-Name: other\r\nMcp-Param-A: 1\r\nAccept: x\r\n";
  const Kept whole = read(head + chunks + "\r\n", "X-User");
  EXPECT_EQ(read(head + chunks + fields + "\r\n", "X-User"), whole);
  // In pieces, the head is not where it was any more.
  Client client({}, "X-User");
  for (const std::string& piece : {head, chunks, fields, std::string("\r\n")}) client.feed(piece);
  ASSERT_EQ(client.requests.size(), 1U);
  EXPECT_EQ(client.requests.front(), whole);
}

TEST(RequestReader, knows_fields_in_any_case_and_order) {
  const Kept kept = read(
      "POST /mcp HTTP/1.1\r\nmcp-NAME:  add \t\r\nMCP-METHOD:tools/call\r\nmcp-param-REGION: \r\nLAST-EVENT-id: 3-4\r\n"
      "mcp-session-id: s\r\ncontent-length: 1\r\nHOST: h\r\nmcp-protocol-version: v\r\nTraceParent: t\r\n\r\nx");
  EXPECT_EQ(kept.name, "add");
  EXPECT_EQ(kept.method, "tools/call");
  EXPECT_THAT(kept.params, testing::ElementsAre("REGION="));
  EXPECT_EQ(kept.fields[2], "h");
  EXPECT_EQ(kept.fields[6], "v");
  EXPECT_EQ(kept.fields[7], "s");
  EXPECT_EQ(kept.fields[8], "3-4");
  EXPECT_EQ(kept.fields[9], "t");
}

TEST(RequestReader, shows_the_fields_of_an_authorizer_in_their_places) {
  const std::vector<std::string> names{"Authorization", "mcp-name", "X-Tenant"};
  const RequestLimits limits;
  RequestReader reader(limits, names);
  const Bytes bytes("GET / HTTP/1.1\r\nx-TENANT: blue\r\nMcp-Name: add\r\n\r\n");
  std::size_t used = 0;
  ASSERT_EQ(reader.feed(bytes.view(), used), Got::Request);
  const auto fields = reader.request().credentials;
  ASSERT_EQ(fields.size(), 3U);
  EXPECT_FALSE(protocol::http::is_there(fields[0]));
  EXPECT_EQ(fields[1], "add");
  EXPECT_EQ(fields[2], "blue");
  EXPECT_EQ(reader.request().mirrored.name.value, "add") << "the server reads it, too";
}

TEST(RequestReader, tells_a_field_that_is_empty_from_one_that_is_not_there) {
  const Kept kept = read("GET / HTTP/1.1\r\nHost:\r\nMcp-Session-Id: \t\r\nMcp-Name:\r\n\r\n");
  EXPECT_EQ(kept.fields[2], "");
  EXPECT_EQ(kept.fields[7], "");
  EXPECT_EQ(kept.names, 1U);
}

TEST(RequestReader, names_a_field_that_is_there_twice) {
  for (const char* field :
       {"Host", "Origin", "Content-Type", "Mcp-Session-Id", "MCP-Protocol-Version", "Last-Event-ID", "X-User"}) {
    const std::string line = std::string(field) + ": a\r\n";
    EXPECT_EQ(read("GET / HTTP/1.1\r\n" + line + line + "\r\n", "X-User").repeated, field);
    EXPECT_EQ(read("GET / HTTP/1.1\r\n" + line + "\r\n", "X-User").repeated, "");
  }
  const Kept kept = read(
      "GET / HTTP/1.1\r\nAccept: a\r\nAccept: b\r\nMcp-Name: n\r\nMcp-Name: m\r\nMcp-Method: x\r\nmcp-method: y\r\n"
      "Mcp-Param-A: 1\r\nMcp-Param-A: 2\r\n\r\n");
  EXPECT_EQ(kept.repeated, "");
  EXPECT_EQ(kept.fields[4], "a, b");
  EXPECT_EQ(kept.names, 2U);
  EXPECT_EQ(kept.name, "n");
  EXPECT_EQ(kept.methods, 2U);
  EXPECT_THAT(kept.params, testing::ElementsAre("A=1", "A=2"));
}

TEST(RequestReader, reads_the_path_of_a_target_in_each_form) {
  const auto path = [](const std::string& target) { return *read("GET " + target + " HTTP/1.1\r\n\r\n").fields[0]; };
  EXPECT_EQ(path("/mcp"), "/mcp");
  EXPECT_EQ(path("/mcp?"), "/mcp");
  EXPECT_EQ(path("/mcp?x=http://y/z"), "/mcp");
  EXPECT_EQ(path("http://localhost:8080/mcp?x"), "/mcp");
  EXPECT_EQ(path("http://localhost"), "/");
  EXPECT_EQ(path("*"), "*");
}

TEST(RequestReader, knows_who_keeps_the_connection) {
  EXPECT_TRUE(read("GET / HTTP/1.1\r\n\r\n").keep_alive);
  EXPECT_FALSE(read("GET / HTTP/1.1\r\nConnection: close\r\n\r\n").keep_alive);
  const Kept old = read("GET / HTTP/1.0\r\n\r\n");
  EXPECT_TRUE(old.http_1_0);
  EXPECT_FALSE(old.keep_alive);
  EXPECT_TRUE(read("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n").keep_alive);
}

TEST(RequestReader, refuses_what_breaks_the_rules_with_the_status_for_it) {
  const auto head = [](const std::string& fields) { return "POST / HTTP/1.1\r\n" + fields + "\r\n"; };
  EXPECT_EQ(refusal("\x16\x03\x01"), 400U);  // TLS
  EXPECT_EQ(refusal("get / HTTP/1.1\r\n"), 400U);
  EXPECT_EQ(refusal("get / HTTP/1.1\r\n\r\n"), 400U);
  EXPECT_EQ(refusal("{\"jsonrpc\""), 400U);
  EXPECT_EQ(refusal("GET / HTTP/1.1\n"), 400U);
  EXPECT_EQ(refusal("GET  / HTTP/1.1\r\n\r\n"), 400U);
  EXPECT_EQ(refusal("GET / FTP/1.1\r\n\r\n"), 505U);
  EXPECT_EQ(refusal("GET / HTTP/2.0\r\n\r\n"), 505U);
  EXPECT_EQ(refusal("GET / HTTP/1.2\r\n\r\n"), 505U);
  EXPECT_EQ(refusal(head("No colon\r\n")), 400U);
  EXPECT_EQ(refusal(head("Space : x\r\n")), 400U);
  EXPECT_EQ(refusal(head(std::string("X: a\0b\r\n", 8))), 400U);
  EXPECT_EQ(refusal(head("Content-Length: 1\r\nContent-Length: 2\r\n")), 400U);
  EXPECT_EQ(refusal(head("Content-Length: -1\r\n")), 400U);
  EXPECT_EQ(refusal(head("Content-Length: 18446744073709551616\r\n")), 400U);
  EXPECT_EQ(refusal(head("Content-Length: 18446744073709551615\r\n")), 413U);
  EXPECT_EQ(refusal(head("Content-Length: 1\r\nTransfer-Encoding: chunked\r\n")), 400U);
  EXPECT_EQ(refusal(head("Transfer-Encoding: chunked\r\nContent-Length: 1\r\n")), 400U);
  EXPECT_EQ(refusal(head("Transfer-Encoding: gzip, chunked\r\n")), 501U);
  EXPECT_EQ(refusal(head("Transfer-Encoding: gzip\r\n")), 501U);
  EXPECT_EQ(refusal(head("Expect: cookies\r\n")), 417U);
  EXPECT_EQ(refusal(head("Transfer-Encoding: chunked\r\n") + "x\r\n"), 400U);
  EXPECT_EQ(refusal(head("Transfer-Encoding: chunked\r\n") + "2\r\nabcd\r\n"), 400U);
}

TEST(RequestReader, refuses_folded_fields_whose_value_stands_in_no_bytes_of_the_client) {
  for (const char* fold : {" ", "\t", " \t "}) {
    const std::string text = "GET / HTTP/1.1\r\nMcp-Session-Id: abc\r\n" + std::string(fold) + "def\r\n\r\n";
    EXPECT_EQ(refusal(text), 400U);
    Client client;
    for (const char c : text) client.feed({&c, 1});
    EXPECT_TRUE(client.refused);
  }
}

TEST(RequestReader, keeps_its_limits_to_the_byte) {
  const std::string head = "GET / HTTP/1.1\r\nX: " + std::string(100, 'x') + "\r\n\r\n";
  EXPECT_EQ(refusal(head, {.max_head = head.size()}), 0U);
  EXPECT_EQ(refusal(head, {.max_head = head.size() - 1}), 431U);
  EXPECT_EQ(refusal(head.substr(0, head.size() - 2), {.max_head = head.size() - 2}), 0U);  // not whole
  EXPECT_EQ(refusal(head.substr(0, head.size() - 2), {.max_head = head.size() - 3}), 431U);
  EXPECT_EQ(refusal("GET /" + std::string(50, 'x'), {.max_head = 40}), 414U);

  const auto target = [](std::size_t size) { return "GET /" + std::string(size - 1, 'x') + " HTTP/1.1\r\n\r\n"; };
  EXPECT_EQ(refusal(target(4096)), 0U);
  EXPECT_EQ(refusal(target(4097)), 414U);

  const std::string body(100, 'x');
  EXPECT_EQ(refusal(post("", body), {.max_body = 100}), 0U);
  EXPECT_EQ(refusal(post("", body), {.max_body = 99}), 413U);
  const std::string chunked =
      "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n32\r\n" + body.substr(50) + "\r\n32\r\n" + body.substr(50);
  EXPECT_EQ(refusal(chunked + "\r\n0\r\n\r\n", {.max_body = 100}), 0U);
  EXPECT_EQ(refusal(chunked + "\r\n0\r\n\r\n", {.max_body = 99}), 413U);
  EXPECT_EQ(refusal("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\n"), 413U);
}

TEST(RequestReader, refuses_a_long_body_before_it_comes) {
  Client client({.max_body = 99});
  client.feed(post("", std::string(100, 'x')).substr(0, post("", "").size() + 2));
  EXPECT_TRUE(client.refused);
  EXPECT_EQ(client.reader.status(), 413U);
}

TEST(RequestReader, takes_limits_beyond_what_the_parser_counts_in) {
  for (const std::size_t most : {std::size_t{1} << 32, (std::size_t{1} << 32) + 10, std::size_t{1} << 40}) {
    EXPECT_EQ(refusal(kFull, {.max_head = most, .max_body = most}), 0U) << most;
  }
}

TEST(RequestReader, takes_a_head_as_long_as_its_limit_and_a_long_body_in_pieces) {
  const std::string body(300'000, 'x');
  const std::string text = post("X: " + std::string(60'000, 'y') + "\r\n", body);
  Client client({.max_head = 64 << 10, .max_body = body.size()});
  for (std::size_t at = 0; at < text.size(); at += 1000) client.feed(std::string_view(text).substr(at, 1000));
  ASSERT_EQ(client.requests.size(), 1U);
  EXPECT_EQ(client.requests.front().body, body);
}

}  // namespace request_reader_test
}  // namespace mcp::transport::http
