#include "subscriptions/shared_changes.hpp"

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <mcp/json.hpp>

#include "peer.hpp"
#include "subscriptions/memory_change_bus.hpp"

namespace mcp::protocol {
namespace shared_changes_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A server with a client that listens for everything.
struct Replica {
  explicit Replica(ChangeBus& bus) : changes(bus, subscriptions, log) {
    std::string problem;
    const SubscriptionFilter filter{
        .tools = true, .prompts = true, .resources = true, .uris = std::vector<std::string>{"x:a", "x:b"}};
    client = subscriptions->open({"peer", "1", false, R"({"name":"s","version":"1"})"}, filter, problem);
    EXPECT_EQ(problem, "");
    (void)heard();  // the acknowledgement
  }

  /// The methods of the notifications since the last time, and the URIs of those that have one.
  std::vector<std::string> heard() {
    std::vector<std::string> all;
    std::string message;
    while (client->next(message) == Subscription::Next::Message) {
      const json read = json::parse(message);
      const json params = read.at("params");
      all.push_back(read.at("method").get<std::string>() + (params.contains("uri") ? " " : "") +
                    params.value("uri", ""));
    }
    return all;
  }

  testing_support::KeptLog log;
  std::shared_ptr<Subscriptions> subscriptions = std::make_shared<Subscriptions>(Limits{});
  SharedChanges changes;
  std::shared_ptr<Subscription> client;
};

TEST(SharedChanges, are_heard_of_by_the_clients_of_every_server_once) {
  MemoryChangeBus bus;
  Replica one(bus), other(bus);
  one.changes.list_changed(List::Tools);
  one.changes.resource_updated("x:a");
  for (Replica* const server : {&one, &other}) {
    EXPECT_THAT(server->heard(),
                ElementsAre("notifications/tools/list_changed", "notifications/resources/updated x:a"));
  }
  other.changes.list_changed(List::Prompts);
  other.changes.list_changed(List::Resources);
  other.changes.resource_updated("x:c");
  for (Replica* const server : {&one, &other}) {
    EXPECT_THAT(server->heard(),
                ElementsAre("notifications/prompts/list_changed", "notifications/resources/list_changed"));
  }
}

/// A bus that fails, and that says so.
class FailingBus final : public ChangeBus {
 public:
  void publish(const Change&, const ChangeSubscriber&) override { throw std::runtime_error("the bus is gone"); }
  void subscribe(ChangeSubscriber& subscriber) override { subscribed = &subscriber; }
  void unsubscribe(ChangeSubscriber&) noexcept override { subscribed = nullptr; }

  ChangeSubscriber* subscribed = nullptr;
};

TEST(SharedChanges, are_heard_of_here_though_the_bus_fails) {
  FailingBus bus;
  Replica server(bus);
  server.changes.list_changed(List::Tools);
  EXPECT_THAT(server.heard(), ElementsAre("notifications/tools/list_changed"));
  EXPECT_THAT(server.log.text(), HasSubstr("other servers do not hear of a change: the bus is gone"));
}

TEST(SharedChanges, may_be_all_there_are_when_some_were_lost) {
  FailingBus bus;
  Replica server(bus);
  EXPECT_THAT(server.heard(), IsEmpty());
  bus.subscribed->on_gap();
  EXPECT_THAT(server.heard(), ElementsAre("notifications/tools/list_changed", "notifications/prompts/list_changed",
                                          "notifications/resources/list_changed", "notifications/resources/updated x:a",
                                          "notifications/resources/updated x:b"));
}

TEST(SharedChanges, leave_the_bus_with_their_server) {
  FailingBus bus;
  {
    const Replica server(bus);
  }
  EXPECT_EQ(bus.subscribed, nullptr);
}

}  // namespace shared_changes_test
}  // namespace mcp::protocol
