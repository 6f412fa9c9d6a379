#include "mrtr/request_state.hpp"

#include <cstdint>

#include <mcp/json.hpp>

namespace mcp::protocol {

namespace {

constexpr int kStateVersion = 3;

std::int64_t milliseconds(std::chrono::system_clock::time_point time) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count();
}

json subject_json(const StateSubject& subject) {
  return json::array(
      {subject.method, subject.name, subject.arguments, subject.contract, subject.principal, subject.process});
}

}  // namespace

std::string write_state(const RequestState& state, const StateSubject& subject) {
  json answers = json::object();
  for (const auto& [key, answer] : state.answers) answers[key] = json::array({answer.digest, answer.json});
  const json text = {{"v", kStateVersion},          {"nonce", state.nonce}, {"exp", milliseconds(state.expiry)},
                     {"of", subject_json(subject)}, {"round", state.round}, {"answers", std::move(answers)},
                     {"values", state.values},      {"asked", state.asked}, {"attempts", state.attempts}};
  const std::vector<std::uint8_t> bytes = json::to_cbor(text);
  return {bytes.begin(), bytes.end()};
}

std::optional<RequestState> read_state(const std::string& text, const StateSubject& subject,
                                       std::chrono::system_clock::time_point now, std::string_view& problem) {
  try {
    const json content = json::from_cbor(text);
    problem = "is of another version of this server";
    if (content.at("v") != kStateVersion) return std::nullopt;
    const json& of = content.at("of");
    const json wanted = subject_json(subject);
    // First, as every process has a clock of its own for these.
    problem =
        "belongs to another process of this server, which is the only one to take it; start the request over, "
        "without it";
    if (of.at(5) != wanted[5]) return std::nullopt;
    problem = "has expired; start the request over, without it";
    const auto expiry = content.at("exp").get<std::int64_t>();
    if (expiry < milliseconds(now)) return std::nullopt;
    problem = "belongs to another request";
    if (of.at(0) != wanted[0] || of.at(1) != wanted[1] || of.at(4) != wanted[4]) return std::nullopt;
    problem = "belongs to a request with other arguments";
    if (of.at(2) != wanted[2]) return std::nullopt;
    problem = "belongs to another version of what was asked for; start the request over, without it";
    if (of.at(3) != wanted[3]) return std::nullopt;

    problem = "is not readable";
    if (expiry > milliseconds(std::chrono::system_clock::time_point::max())) return std::nullopt;
    RequestState state;
    content.at("nonce").get_to(state.nonce);
    state.expiry = std::chrono::system_clock::time_point(std::chrono::milliseconds(expiry));
    state.round = content.at("round").get<unsigned>();
    for (const auto& [key, answer] : content.at("answers").items()) {
      state.answers[key] = {answer.at(0).get<std::string>(), answer.at(1).get<std::string>()};
    }
    content.at("values").get_to(state.values);
    content.at("asked").get_to(state.asked);
    content.at("attempts").get_to(state.attempts);
    return state;
  } catch (const json::exception&) {
    problem = "is not readable";
    return std::nullopt;
  }
}

}  // namespace mcp::protocol
