// The large payload in process: what it takes to decode an argument of some 92 KB, to encode the result, and to do
// both in a tools/call whose answer has some 205 KB, each beside nlohmann's DOM; and what checks add to the decode.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <mcp/codec/codec.hpp>
#include <mcp/codec/object.hpp>
#include <mcp/json.hpp>
#include <mcp/server.hpp>

#include "bench_in_process.mcp.hpp"
#include "codec/document.hpp"
#include "in_process.hpp"
#include "survey_by_hand.hpp"

namespace {

using mcp::json;
using mcp::detail::Handler;

[[noreturn]] void fail(std::string_view why) {
  std::fprintf(stderr, "survey: %.*s\n", static_cast<int>(why.size()), why.data());
  std::exit(1);
}

const std::string& survey() {
  static const std::string text = bench::survey_text();
  return text;
}

const Handler& tool(std::string_view name) {
  static const mcp::Server server = mcp::generated::bench_in_process::server();
  for (const mcp::detail::ListedTool& listed : server.descriptor().tools) {
    if (listed.name == name) return *listed.handler;
  }
  fail("a tool is missing");
}

/// The arguments of one call.
class Arguments {
 public:
  explicit Arguments(const Handler& tool) : tool_(tool), bytes_(::operator new(tool.size, alignment())) {
    tool.construct(bytes_);
  }
  ~Arguments() {
    tool_.destroy(bytes_);
    ::operator delete(bytes_, alignment());
  }
  Arguments(const Arguments&) = delete;
  Arguments& operator=(const Arguments&) = delete;

  [[nodiscard]] bool decode(mcp::Value from) {
    mcp::Decoder problems;
    return mcp::detail::decode_object(from, bytes_, *tool_.arguments, problems);
  }
  /// Writes the first argument.
  void encode(mcp::Writer& to) const {
    const mcp::detail::Member& first = tool_.arguments->members[0];
    first.ops->encode(static_cast<const char*>(bytes_) + first.offset, to);
  }

 private:
  [[nodiscard]] std::align_val_t alignment() const { return std::align_val_t{tool_.alignment}; }

  const Handler& tool_;
  void* bytes_;
};

/// A text with the bytes behind it that a parse wants.
class Padded {
 public:
  explicit Padded(std::string_view text) : bytes_(text.size() + mcp::kJsonPadding), size_(text.size()) {
    std::memcpy(bytes_.data(), text.data(), text.size());
  }
  [[nodiscard]] std::string_view text() const { return {bytes_.data(), size_}; }

 private:
  std::vector<char> bytes_;
  std::size_t size_;
};

std::string arguments_text(std::string_view value, std::string_view name = "survey") {
  return "{\"" + std::string(name) + "\":" + std::string(value) + '}';
}

bool accepts(std::string_view name, const std::string& value) {
  mcp::Document document;
  if (!document.parse_copy(arguments_text(value)).empty()) fail("no JSON");
  Arguments arguments(tool(name));
  return arguments.decode(document.root());
}

std::string replaced(std::string text, std::string_view part, std::string_view by) {
  const std::size_t at = text.find(part);
  if (at == std::string::npos) fail("the payload has changed");
  return text.replace(at, part.size(), by);
}

/// That each set of checks takes the payload and refuses what it is there to refuse, and it alone.
void expect_checks() {
  const std::pair<std::string_view, std::string> wrong[] = {
      {"count_bounded", replaced(survey(), "\"Frühjahr 2026\"", "\"\"")},
      {"count_unique", replaced(survey(), R"(["synoptic","hourly",)", R"(["synoptic","synoptic",)")},
      {"count_patterned", replaced(survey(), "\"CH0003\"", "\"CH003\"")},
  };
  for (const std::string_view name : {"file_survey", "count_bounded", "count_unique", "count_patterned"}) {
    if (!accepts(name, survey())) fail("the payload is refused");
    for (const auto& [refusing, value] : wrong) {
      if (accepts(name, value) == (name == refusing)) fail("a check is missing, or one too many");
    }
  }
}

/// The message that calls file_survey.
std::string call() {
  return R"({"jsonrpc":"2.0","id":19,"method":"tools/call","params":{"name":"file_survey","arguments":)" +
         arguments_text(survey()) +
         R"(,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}})";
}

bench::Filed filed() { return bench::filed(bench::survey_from_dom(json::parse(survey()))); }

std::string call_by_hand(std::string_view message) {
  const json request = json::parse(message);
  if (request.at("jsonrpc") != "2.0" || request.at("method") != "tools/call") std::abort();
  const json& params = request.at("params");
  if (!params.at("_meta").contains("io.modelcontextprotocol/protocolVersion")) std::abort();
  if (params.at("name") != "file_survey") std::abort();
  json structured = to_dom(bench::filed(bench::survey_from_dom(params.at("arguments").at("survey"))));
  json result = {{"resultType", "complete"},
                 {"content", {{{"type", "text"}, {"text", structured.dump()}}}},
                 {"structuredContent", std::move(structured)},
                 {"_meta", {{"io.modelcontextprotocol/serverInfo", {{"name", "bench"}, {"version", "0.1.0"}}}}}};
  return json{{"jsonrpc", "2.0"}, {"id", request.at("id")}, {"result", std::move(result)}}.dump();
}

/// That both copies of the result are what the other way gives.
void expect_answer(const std::string& answer) {
  const json result = json::parse(answer).at("result");
  const json expected = to_dom(filed());
  if (result.at("structuredContent") != expected) fail("wrong structured content");
  if (json::parse(result.at("content").at(0).at("text").get<std::string>()) != expected) fail("wrong text");
}

void count(benchmark::State& state, std::size_t bytes) {
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes) * state.iterations());
}

void call_generated(benchmark::State& state) {
  bench::InProcess server;
  const Padded message(call());
  for (auto _ : state) benchmark::DoNotOptimize(server.answer(message.text()).data());
  const std::string& answer = server.answer(message.text());
  expect_answer(answer);
  state.counters["answer_bytes"] = static_cast<double>(answer.size());
  count(state, message.text().size());
}

void call_dom(benchmark::State& state) {
  const std::string message = call();
  std::string answer;
  for (auto _ : state) {
    answer = call_by_hand(message);
    benchmark::DoNotOptimize(answer.data());
  }
  expect_answer(answer);
  count(state, message.size());
}

/// From the bytes to the struct, as the tool called `name` takes it.
void decode_generated(benchmark::State& state, std::string_view name) {
  expect_checks();
  const Padded text(arguments_text(survey()));
  const Handler& taker = tool(name);
  mcp::Document document;
  for (auto _ : state) {
    if (!document.parse(text.text()).empty()) std::abort();
    Arguments arguments(taker);
    if (!arguments.decode(document.root())) std::abort();
    benchmark::DoNotOptimize(&arguments);
  }
  Arguments arguments(taker);
  if (!arguments.decode(document.root())) std::abort();
  mcp::Writer back;
  arguments.encode(back);
  if (back.failed() || json::parse(back.view()) != json::parse(survey())) fail("decoded something else");
  count(state, text.text().size());
}

void decode_dom(benchmark::State& state) {
  const std::string text = arguments_text(survey());
  for (auto _ : state) {
    const json document = json::parse(text);
    const bench::plain::Survey decoded = bench::survey_from_dom(document.at("survey"));
    benchmark::DoNotOptimize(decoded.stations.data());
  }
  count(state, text.size());
}

/// From the struct to the bytes.
void encode_generated(benchmark::State& state) {
  const json expected = to_dom(filed());
  mcp::Document document;
  if (!document.parse_copy(arguments_text(expected.dump(), "filed")).empty()) fail("no JSON");
  Arguments arguments(tool("count_filed"));
  if (!arguments.decode(document.root())) fail("the result is refused");
  mcp::Writer out;
  for (auto _ : state) {
    out.clear();
    arguments.encode(out);
    benchmark::DoNotOptimize(out.view().data());
  }
  if (out.failed() || json::parse(out.view()) != expected) fail("encoded something else");
  count(state, out.size());
}

void encode_dom(benchmark::State& state) {
  const bench::Filed result = filed();
  std::string out;
  for (auto _ : state) {
    out = to_dom(result).dump();
    benchmark::DoNotOptimize(out.data());
  }
  count(state, out.size());
}

BENCHMARK(call_dom)->Name("dom/survey");
BENCHMARK(call_generated)->Name("generated/survey");
BENCHMARK(decode_dom)->Name("dom/decode");
BENCHMARK_CAPTURE(decode_generated, plain, "file_survey")->Name("generated/decode");
BENCHMARK_CAPTURE(decode_generated, bounded, "count_bounded")->Name("generated/decode_bounded");
BENCHMARK_CAPTURE(decode_generated, unique, "count_unique")->Name("generated/decode_unique");
BENCHMARK_CAPTURE(decode_generated, patterned, "count_patterned")->Name("generated/decode_patterned");
BENCHMARK(encode_dom)->Name("dom/encode");
BENCHMARK(encode_generated)->Name("generated/encode");

}  // namespace
