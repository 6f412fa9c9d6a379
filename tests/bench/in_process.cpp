// Nanoseconds per tools/call without any transport: the whole way from the bytes of a message to the bytes of its
// answer, beside the same done with a generic JSON library in both directions.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <mcp/mcp.hpp>

#include "in_process.hpp"
#include "tools.hpp"

namespace {

constexpr std::string_view kAdd =
    R"({"jsonrpc":"2.0","id":17,"method":"tools/call","params":{"name":"add","arguments":{"a":20.5,"b":21.25},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}})";
constexpr std::string_view kPlace =
    R"({"jsonrpc":"2.0","id":18,"method":"tools/call","params":{"name":"place","arguments":{"order":{"customer":"Ada Lovelace","product":"Analytical Engine","quantity":3,"price":1999.95,"express":true,"tags":["brass","steam","first"],"note":"Leave it with the butler, please."}},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}})";

/// What a program would do that decodes, dispatches and encodes with nlohmann's DOM. It validates far less.
std::string by_hand(std::string_view message) {
  const mcp::json request = mcp::json::parse(message);
  if (request.at("jsonrpc") != "2.0" || request.at("method") != "tools/call") std::abort();
  const mcp::json& params = request.at("params");
  if (!params.at("_meta").contains("io.modelcontextprotocol/protocolVersion")) std::abort();
  const mcp::json& arguments = params.at("arguments");
  mcp::json structured;
  if (params.at("name") == "add") {
    structured = {{"result", arguments.at("a").get<double>() + arguments.at("b").get<double>()}};
  } else {
    const mcp::json& sent = arguments.at("order");
    bench::Order order;
    order.customer = sent.at("customer").get<std::string>();
    order.product = sent.at("product").get<std::string>();
    order.quantity = sent.at("quantity").get<std::int32_t>();
    order.price = sent.at("price").get<double>();
    order.express = sent.value("express", false);
    order.tags = sent.at("tags").get<std::vector<std::string>>();
    if (sent.contains("note")) order.note = sent.at("note").get<std::string>();
    structured = {{"number", "R-2026-000117"},      {"customer", order.customer},
                  {"quantity", order.quantity},     {"total", order.price * order.quantity},
                  {"express", order.express},       {"tags", order.tags},
                  {"note", order.note.value_or("")}};
  }
  mcp::json result = {{"resultType", "complete"},
                      {"content", {{{"type", "text"}, {"text", structured.dump()}}}},
                      {"structuredContent", structured},
                      {"_meta", {{"io.modelcontextprotocol/serverInfo", {{"name", "bench"}, {"version", "0.1.0"}}}}}};
  return mcp::json{{"jsonrpc", "2.0"}, {"id", request.at("id")}, {"result", std::move(result)}}.dump();
}

void expect(const std::string& answer, std::string_view part) {
  if (answer.find(part) != std::string::npos) return;
  std::fprintf(stderr, "wrong answer: %s\n", answer.c_str());
  std::exit(1);
}

void generated(benchmark::State& state, std::string_view message, std::string_view part) {
  bench::InProcess server;
  std::vector<char> padded(message.size() + mcp::kJsonPadding);
  std::memcpy(padded.data(), message.data(), message.size());
  for (auto _ : state) benchmark::DoNotOptimize(server.answer({padded.data(), message.size()}).data());
  expect(server.answer({padded.data(), message.size()}), part);
}

void dom(benchmark::State& state, std::string_view message, std::string_view part) {
  std::string answer;
  for (auto _ : state) {
    answer = by_hand(message);
    benchmark::DoNotOptimize(answer.data());
  }
  expect(answer, part);
}

BENCHMARK_CAPTURE(dom, add, kAdd, R"("structuredContent":{"result":41.75})");
BENCHMARK_CAPTURE(generated, add, kAdd, R"("structuredContent":{"result":41.75})");
BENCHMARK_CAPTURE(dom, place, kPlace, R"("tags":["brass","steam","first"])");
BENCHMARK_CAPTURE(generated, place, kPlace, R"("tags":["brass","steam","first"])");

}  // namespace

BENCHMARK_MAIN();
