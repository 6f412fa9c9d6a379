// The sealed state of a modern request: taken over when it comes back, written when the client is asked.
#include <exception>
#include <iterator>
#include <utility>

#include <mcp/error.hpp>
#include <mcp/spec/text.hpp>
#include <mcp/used_states.hpp>

#include "base/digest.hpp"
#include "base/sealing.hpp"
#include "base/shares.hpp"
#include "jsonrpc/errors.hpp"
#include "mrtr/call_environment.hpp"
#include "mrtr/process_binding.hpp"
#include "mrtr/round_trips.hpp"

namespace mcp::protocol {

namespace {

/// What sealed text is for: other seals of the same keys do not open as states.
constexpr std::string_view kSealedFor = "mcp request state";
constexpr std::size_t kNonceBytes = 12;

}  // namespace

std::chrono::system_clock::time_point RoundTrips::now_for(const StateSubject& subject) const {
  return subject.process.empty() ? environment_.clock() : environment_.own_process->now();
}

/// If the record cannot be read, the state counts as used, since the tool must not act twice; but the client may send
/// it again.
StateUse RoundTrips::use_once(const RequestState& state, std::chrono::system_clock::time_point now) const {
  try {
    return environment_.used_states.use(state.nonce, holder_of(facts_.principal(), facts_.peer()), state.expiry, now);
  } catch (const std::exception& error) {
    environment_.log.write("the record of used answers failed: " + to_utf8(error.what()));
  } catch (...) {
    environment_.log.write("the record of used answers failed");
  }
  throw ToolError("The server cannot tell now whether these answers were used before; try again later.");
}

std::string_view RoundTrips::resume(const StateSubject& subject, bool single_use) {
  if (!state_) {
    if (single_use) replies_.clear();  // nothing says that they were not given before
    return {};
  }
  const std::optional<std::string> opened =
      environment_.sealer.get().open(*std::exchange(state_, std::nullopt), kSealedFor);
  if (!opened) return "cannot be opened: it was changed, or sealed by another server";
  std::string_view problem;
  const auto now = now_for(subject);
  std::optional<RequestState> state = read_state(*opened, subject, now, problem);
  if (!state) return problem;
  if (single_use) {
    switch (use_once(*state, now)) {
      case StateUse::Again:
        return "was used before; start the request over, without it";
      case StateUse::ShareIsFull:
        throw ToolError("The server remembers as many answers of this client as it may; try again later.");
      case StateUse::AllIsFull:
        throw ToolError("The server remembers as many answers as it may; try again later.");
      case StateUse::First:
        break;
    }
  }
  round_ = state->round;
  for (auto& [key, answer] : state->answers) kept_[key] = {std::move(answer.digest), std::move(answer.json)};
  values_.insert(std::make_move_iterator(state->values.begin()), std::make_move_iterator(state->values.end()));
  attempts_ = std::move(state->attempts);
  asked_.insert(std::make_move_iterator(state->asked.begin()), std::make_move_iterator(state->asked.end()));
  return {};
}

void RoundTrips::write_input_requests(Writer& to) const {
  to.raw('{');
  for (std::size_t i = 0; i < open_.size(); ++i) {
    if (i != 0) to.raw(',');
    to.string(open_[i].name);
    to.raw(R"(:{"method":")");
    to.raw(open_[i].method);
    to.raw(R"(","params":)");
    to.raw(open_[i].params);
    to.raw('}');
  }
  to.raw('}');
}

void RoundTrips::write_input_required(Writer& to, const StateSubject& subject) const {
  RequestState state;
  state.nonce = random_token(kNonceBytes);
  state.expiry = now_for(subject) + environment_.limits.state_lifetime;
  state.round = round_;
  for (const auto& [key, answer] : kept_) state.answers[key] = {answer.digest, answer.json};
  state.values.insert(values_.begin(), values_.end());
  state.attempts = attempts_;
  for (const OpenQuestion& question : open_) state.asked[question.key] = question.digest;
  const std::string sealed = environment_.sealer.get().seal(write_state(state, subject), kSealedFor);
  if (sealed.size() > environment_.limits.max_state) {
    throw ToolError("What the request has to remember until the client answers has " + std::to_string(sealed.size()) +
                    " bytes, more than the limit of " + std::to_string(environment_.limits.max_state) + ".");
  }
  to.raw(R"("inputRequests":)");
  write_input_requests(to);
  to.raw(R"(,"requestState":")");
  to.raw(sealed);
  to.raw('"');
}

}  // namespace mcp::protocol
