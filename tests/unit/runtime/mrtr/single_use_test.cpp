// Tools whose answers count once (.single_use).
#include <chrono>
#include <memory>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "asking.hpp"
#include "base/sealing.hpp"
#include "mrtr/process_binding.hpp"
#include "mrtr/used_states.hpp"

namespace mcp::protocol {
namespace single_use_test {

using testing::HasSubstr;
using testing::StartsWith;
using namespace std::chrono_literals;
using namespace testing_support;

std::string deliver(const Arguments&, Context& ctx) { return ctx.elicit<Delivery>("delivery", "Where to?")->city; }

AskingServer server(bool single_use) {
  return AskingServer({written_tool<&deliver>("deliver", {.single_use = single_use})});
}

json reply(std::string_view city) { return {{"delivery", {{"action", "accept"}, {"content", {{"city", city}}}}}}; }

/// The answer to a question, with the state of `asked`.
json retry(const json& asked, std::string_view city) {
  return {{"inputResponses", reply(city)}, {"requestState", asked.at("result").at("requestState")}};
}

TEST(Single_use, takes_a_state_once) {
  const AskingServer own = server(true);
  AskingPeer client(own);
  const json asked = client.call("deliver");
  EXPECT_EQ(text_of(client.call("deliver", json::object(), retry(asked, "Bonn"))), "Bonn");
  const json again = client.call("deliver", json::object(), retry(asked, "Paris"));
  EXPECT_EQ(again.at("error").at("code"), -32602);
  EXPECT_THAT(again.at("error").at("message"), HasSubstr("was used before"));
}

TEST(Single_use, does_not_take_answers_without_a_state) {
  const AskingServer own = server(true);
  AskingPeer client(own);
  const json asked = client.call("deliver", json::object(), {{"inputResponses", reply("Bonn")}});
  EXPECT_EQ(asked.at("result").at("resultType"), "input_required");
  EXPECT_EQ(text_of(client.call("deliver", json::object(), retry(asked, "Bonn"))), "Bonn");
}

TEST(Single_use, is_not_for_tools_that_do_not_say_so) {
  const AskingServer own = server(false);
  AskingPeer client(own);
  const json asked = client.call("deliver");
  EXPECT_EQ(text_of(client.call("deliver", json::object(), retry(asked, "Bonn"))), "Bonn");
  EXPECT_EQ(text_of(client.call("deliver", json::object(), retry(asked, "Bonn"))), "Bonn");
}

TEST(Single_use, means_nothing_to_clients_with_sessions) {
  const AskingServer own = server(true);
  AskingPeer client(own, Revision::V2025_11_25);
  const json question = client.call("deliver");
  client.send({{"id", question.at("id")}, {"result", reply("Bonn").at("delivery")}});
  EXPECT_EQ(text_of(client.take_one()), "Bonn");
}

class UnreachableUsedStates final : public UsedStates {
 public:
  StateUse use(std::string_view, std::string_view, TimePoint, TimePoint) override {
    if (!is_reachable) throw std::runtime_error("the store cannot be reached");
    return StateUse::First;
  }

  bool is_reachable = false;
};

TEST(Single_use, does_not_run_the_tool_while_the_record_cannot_be_reached) {
  UnreachableUsedStates states;
  const AskingServer own = server(true);
  AskingPeer client(own, Revision::V2026_07_28, kAllCapabilities, {.used_states = &states});
  const json asked = client.call("deliver");
  const json refused = client.call("deliver", json::object(), retry(asked, "Bonn"));
  EXPECT_TRUE(refused.at("result").at("isError"));
  EXPECT_EQ(text_of(refused), "The server cannot tell now whether these answers were used before; try again later.");
  EXPECT_THAT(client.log.text(), HasSubstr("the record of used answers failed: the store cannot be reached"));
  states.is_reachable = true;
  EXPECT_EQ(text_of(client.call("deliver", json::object(), retry(asked, "Bonn"))), "Bonn");
}

// --- Clocks.

std::chrono::system_clock::time_point day_now;
std::chrono::steady_clock::time_point steady_now;

/// A client whose states live for a minute, by clocks that a test sets.
struct Timed {
  explicit Timed(UsedStates* shared = nullptr)
      : client(own, Revision::V2026_07_28, kAllCapabilities,
               {.limits = {.state_lifetime = 60s},
                .used_states = shared,
                .clock = [] { return day_now; },
                .steady_clock = [] { return steady_now; }}) {}

  /// What a second and a third answer to one question say that arrive when `first` has passed, and `second` since.
  std::string use_twice(std::chrono::nanoseconds first, std::chrono::nanoseconds second) {
    const json asked = client.call("deliver");
    pass(first);
    EXPECT_EQ(text_of(client.call("deliver", json::object(), retry(asked, "Bonn"))), "Bonn");
    pass(second);
    return error_of(client.call("deliver", json::object(), retry(asked, "Bonn")));
  }
  static void pass(std::chrono::nanoseconds time) {
    day_now += std::chrono::duration_cast<std::chrono::system_clock::duration>(time);
    steady_now += time;
  }

  AskingServer own{{written_tool<&deliver>("deliver", {.single_use = true})}};
  AskingPeer<> client;
};

constexpr std::string_view kUsed = "-32602 Invalid params: requestState was used before";
constexpr std::string_view kExpired = "-32602 Invalid params: requestState has expired";

void set_clocks() {
  day_now = std::chrono::system_clock::time_point(480'000h) + 300us;  // within a millisecond
  steady_now = std::chrono::steady_clock::time_point(5h);
}

TEST(Single_use, takes_a_state_once_in_the_millisecond_of_its_end) {
  for (const bool is_shared : {false, true}) {
    SCOPED_TRACE(is_shared);
    set_clocks();
    MemoryUsedStates shared;
    Timed timed(is_shared ? &shared : nullptr);
    EXPECT_THAT(timed.use_twice(60s + 100us, 0ns), StartsWith(kUsed));
    EXPECT_THAT(timed.use_twice(60s + 100us, 100us), StartsWith(kUsed));
    EXPECT_THAT(timed.use_twice(60s, 10ms), StartsWith(kExpired));
  }
}

TEST(Single_use, takes_a_state_once_though_the_clock_steps_back) {
  for (const bool is_shared : {false, true}) {
    SCOPED_TRACE(is_shared);
    set_clocks();
    MemoryUsedStates shared;
    Timed timed(is_shared ? &shared : nullptr);
    const json asked = timed.client.call("deliver");
    EXPECT_EQ(text_of(timed.client.call("deliver", json::object(), retry(asked, "Bonn"))), "Bonn");
    timed.pass(10min);
    const json other = timed.client.call("deliver");
    EXPECT_EQ(text_of(timed.client.call("deliver", json::object(), retry(other, "Bonn"))), "Bonn") << "forgets";
    day_now -= 10min;
    const json again = timed.client.call("deliver", json::object(), retry(asked, "Bonn"));
    EXPECT_THAT(error_of(again), StartsWith(is_shared ? kUsed : kExpired));
    EXPECT_THAT(error_of(timed.client.call("deliver", json::object(), retry(other, "Bonn"))), StartsWith(kUsed));
  }
}

TEST(Single_use, goes_by_a_clock_that_nobody_sets) {
  set_clocks();
  Timed timed;
  const json asked = timed.client.call("deliver");
  day_now += 24h;
  EXPECT_EQ(text_of(timed.client.call("deliver", json::object(), retry(asked, "Bonn"))), "Bonn");
}

// --- Processes.

TEST(Single_use, is_for_the_process_that_made_the_state) {
  const DispatcherOptions options{.sealer = std::make_shared<const Sealer>(Sealer::random())};
  const AskingServer one = server(true), other = server(true);
  AskingPeer client(one, Revision::V2026_07_28, kAllCapabilities, options);
  AskingPeer replica(other, Revision::V2026_07_28, kAllCapabilities, options);
  const json asked = client.call("deliver");
  EXPECT_EQ(error_of(replica.call("deliver", json::object(), retry(asked, "Bonn"))),
            "-32602 Invalid params: requestState belongs to another process of this server, which is the only one to "
            "take it; start the request over, without it");
  EXPECT_EQ(text_of(client.call("deliver", json::object(), retry(asked, "Bonn"))), "Bonn");
}

TEST(Single_use, is_for_all_processes_that_share_what_was_used) {
  MemoryUsedStates shared;
  const DispatcherOptions options{.sealer = std::make_shared<const Sealer>(Sealer::random()), .used_states = &shared};
  const AskingServer one = server(true), other = server(true);
  AskingPeer client(one, Revision::V2026_07_28, kAllCapabilities, options);
  AskingPeer replica(other, Revision::V2026_07_28, kAllCapabilities, options);
  const json asked = client.call("deliver");
  EXPECT_EQ(text_of(replica.call("deliver", json::object(), retry(asked, "Bonn"))), "Bonn");
  EXPECT_THAT(error_of(client.call("deliver", json::object(), retry(asked, "Bonn"))), StartsWith(kUsed));
}

TEST(Single_use, binds_no_state_of_other_tools_to_a_process) {
  const DispatcherOptions options{.sealer = std::make_shared<const Sealer>(Sealer::random())};
  const AskingServer one = server(false), other = server(false);
  AskingPeer client(one, Revision::V2026_07_28, kAllCapabilities, options);
  AskingPeer replica(other, Revision::V2026_07_28, kAllCapabilities, options);
  const json asked = client.call("deliver");
  EXPECT_EQ(text_of(replica.call("deliver", json::object(), retry(asked, "Bonn"))), "Bonn");
}

TEST(ProcessBinding, has_an_id_of_its_own_that_stays) {
  const auto now = std::chrono::system_clock::now();
  const ProcessBinding one(now, &std::chrono::steady_clock::now), other(now, &std::chrono::steady_clock::now);
  EXPECT_EQ(one.id().size(), 16U);
  EXPECT_EQ(one.id(), one.id());
  EXPECT_NE(one.id(), other.id());
}

// --- Room.

TEST(Single_use, says_that_there_is_no_room_and_leaves_half_of_it_to_others) {
  MemoryUsedStates small(2);
  const AskingServer own = server(true);
  AskingPeer client(own, Revision::V2026_07_28, kAllCapabilities, {.used_states = &small});
  const auto deliver_as = [&](std::string_view principal, std::string_view address) {
    json params = AskingPeer<>::call_params("deliver", json::object());
    const json asked = client.ask_as(principal, "tools/call", params, address);
    params.update(retry(asked, "Bonn"));
    return text_of(client.ask_as(principal, "tools/call", params, address));
  };
  constexpr std::string_view kFull = "The server remembers as many answers of this client as it may; try again later.";
  EXPECT_EQ(deliver_as("ada", "192.0.2.1"), "Bonn");
  EXPECT_EQ(deliver_as("ada", "192.0.2.2"), kFull);
  EXPECT_EQ(deliver_as("", "192.0.2.1"), "Bonn");
  EXPECT_EQ(deliver_as("", "192.0.2.3"), "The server remembers as many answers as it may; try again later.");
}

TEST(Single_use, leaves_half_of_the_room_to_other_addresses) {
  MemoryUsedStates small(4);
  const AskingServer own = server(true);
  AskingPeer client(own, Revision::V2026_07_28, kAllCapabilities, {.used_states = &small});
  int taken = 0;
  for (int i = 0; i < 4; ++i) {
    json params = AskingPeer<>::call_params("deliver", json::object());
    params.update(retry(client.ask_as("", "tools/call", params, "192.0.2.1"), "Bonn"));
    taken += text_of(client.ask_as("", "tools/call", params, "192.0.2.1")) == "Bonn" ? 1 : 0;
  }
  EXPECT_EQ(taken, 2);
}

}  // namespace single_use_test
}  // namespace mcp::protocol
