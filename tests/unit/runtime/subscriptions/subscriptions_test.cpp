#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "codec/document.hpp"
#include "subscriptions/subscriptions.hpp"

namespace mcp::protocol {
namespace subscriptions_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using Next = Subscription::Next;

constexpr std::string_view kInfo = R"({"name":"s","version":"1"})";

/// Counts how often it was told.
class Counter final : public SubscriptionObserver {
 public:
  void on_available() override { ++told; }

  std::atomic<int> told = 0;
};

struct Hub {
  explicit Hub(const Limits& limits = {}) : all(limits) {}

  /// One that was acknowledged, with its viewer.
  std::shared_ptr<Subscription> open(const SubscriptionFilter& filter, std::string_view id = "1",
                                     bool one_channel = false) {
    std::string problem;
    auto opened = all.open({"peer", std::string(id), one_channel, kInfo}, filter, problem);
    EXPECT_EQ(problem, "");
    opened->attach(observer);
    return opened;
  }

  std::shared_ptr<Counter> observer = std::make_shared<Counter>();
  Subscriptions all;
};

/// Whether a session may have another resource.
bool add(Subscription& session, std::string_view uri, std::string_view holder = {}) {
  std::string problem;
  const bool added = session.add(uri, holder, problem);
  EXPECT_EQ(added, problem.empty()) << problem;
  return added;
}

/// All messages that are there now; "over" behind the last.
std::vector<std::string> pull(Subscription& subscription) {
  std::vector<std::string> messages;
  std::string message;
  for (;;) {
    switch (subscription.next(message)) {
      case Next::Message:
        messages.push_back(message);
        break;
      case Next::Nothing:
        return messages;
      case Next::Over:
        messages.emplace_back("over");
        return messages;
    }
  }
}

std::string acknowledged(std::string_view id, std::string_view filter) {
  return R"({"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":)" +
         std::string(id) + R"(},"notifications":)" + std::string(filter) + "}}";
}

std::string changed(std::string_view id, std::string_view list) {
  return R"({"jsonrpc":"2.0","method":"notifications/)" + std::string(list) +
         R"(/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":)" + std::string(id) + "}}}";
}

std::string updated(std::string_view id, std::string_view uri) {
  return R"({"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":)" +
         std::string(id) + R"(},"uri":")" + std::string(uri) + "\"}}";
}

std::string ended(std::string_view id) {
  return R"({"jsonrpc":"2.0","id":)" + std::string(id) +
         R"(,"result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/subscriptionId":)" + std::string(id) +
         R"(,"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1"}}}})";
}

/// What is wrong with params.
std::string problem_of(std::string_view params) {
  Document document;
  EXPECT_EQ(document.parse_copy(params), "");
  SubscriptionFilter filter;
  return read_filter(document.root(), filter);
}

TEST(Subscriptions, hear_of_a_resource_however_its_uri_is_encoded) {
  Hub hub;
  const auto subscription = hub.open({.uris = {{"notes:///%61.md", "notes:///a.md",
                                                "notes:///gr\xC3\xB6\xC3\x9F"
                                                "e b%2fc"}}});
  (void)pull(*subscription);
  hub.all.resource_updated("notes:///a.md");
  EXPECT_THAT(pull(*subscription), testing::SizeIs(1)) << "one resource, once";
  hub.all.resource_updated("notes:///gr%C3%B6%c3%9fe%20b%2Fc");
  EXPECT_THAT(pull(*subscription), ElementsAre(updated("1",
                                                       "notes:///gr\xC3\xB6\xC3\x9F"
                                                       "e b%2fc")))
      << "by the name that the client knows it by";
  hub.all.resource_updated("notes:///gr%C3%B6%C3%9Fe%20b/c");
  EXPECT_THAT(pull(*subscription), IsEmpty()) << "a reserved character is another one when it is encoded";

  const auto session = hub.all.open_session("session", {});
  session->start();
  EXPECT_TRUE(add(*session, "notes:///%61.md"));
  EXPECT_TRUE(add(*session, "notes:///a.md"));
  session->remove("notes:///a.m%64");
  hub.all.resource_updated("notes:///a.md");
  EXPECT_THAT(pull(*session), IsEmpty());
}

TEST(Subscriptions, give_back_what_other_spellings_took) {
  Hub hub({.max_subscribed_bytes = 40});
  const auto session = hub.all.open_session("session", {});
  for (int i = 0; i < 100; ++i) {
    EXPECT_TRUE(add(*session, "notes:///%61.md"));
    session->remove("notes:///%61.md");
  }
  EXPECT_TRUE(add(*session, "notes:///%61.md"));
  EXPECT_FALSE(add(*session, "notes:///%62.md")) << "both spellings count";
}

TEST(SubscriptionFilter, is_read_from_params) {
  Document document;
  ASSERT_EQ(
      document.parse_copy(
          R"({"notifications":{"toolsListChanged":true,"promptsListChanged":false,"resourceSubscriptions":["b","a","b"],"later":1}})"),
      "");
  SubscriptionFilter filter;
  EXPECT_EQ(read_filter(document.root(), filter), "");
  EXPECT_TRUE(filter.tools);
  EXPECT_FALSE(filter.prompts);
  EXPECT_FALSE(filter.resources);
  EXPECT_THAT(*filter.uris, ElementsAre("b", "a"));
}

TEST(SubscriptionFilter, names_what_is_wrong) {
  SubscriptionFilter filter;
  EXPECT_EQ(read_filter(std::nullopt, filter), "Invalid params: required member \"notifications\" is missing");
  EXPECT_EQ(problem_of("{}"), "Invalid params: required member \"notifications\" is missing");
  EXPECT_EQ(problem_of(R"({"notifications":[]})"), "Invalid params: notifications: expected object, got []");
  EXPECT_EQ(problem_of(R"({"notifications":{"toolsListChanged":1}})"),
            "Invalid params: notifications.toolsListChanged: expected boolean, got 1");
  EXPECT_THAT(problem_of(R"({"notifications":{"promptsListChanged":null}})"), HasSubstr("promptsListChanged"));
  EXPECT_THAT(problem_of(R"({"notifications":{"resourcesListChanged":"yes"}})"), HasSubstr("resourcesListChanged"));
  EXPECT_THAT(problem_of(R"({"notifications":{"toolsListChanged":true,"toolsListChanged":true}})"),
              HasSubstr("toolsListChanged"));
  EXPECT_EQ(problem_of(R"({"notifications":{"resourceSubscriptions":"a"}})"),
            "Invalid params: notifications.resourceSubscriptions: expected array, got \"a\"");
  EXPECT_THAT(problem_of(R"({"notifications":{"resourceSubscriptions":[1]}})"),
              HasSubstr("resourceSubscriptions[0]: expected string, got 1"));
  EXPECT_EQ(problem_of(R"({"notifications":{}})"), "");
}

TEST(Subscription, is_acknowledged_first_with_what_it_was_opened_with) {
  Hub hub;
  const auto subscription =
      hub.open({.tools = true, .resources = true, .uris = std::vector<std::string>{"a:\"b"}}, "\"x\"");
  hub.all.list_changed(List::Tools);
  EXPECT_THAT(pull(*subscription),
              ElementsAre(acknowledged("\"x\"", R"({"toolsListChanged":true,"resourcesListChanged":true,)"
                                                R"("resourceSubscriptions":["a:\"b"]})"),
                          changed("\"x\"", "tools")));
  EXPECT_EQ(hub.observer->told, 0) << "whoever opened it pulls by itself";
}

TEST(Subscription, is_acknowledged_with_an_empty_filter_too) {
  Hub hub;
  EXPECT_THAT(pull(*hub.open({})), ElementsAre(acknowledged("1", "{}")));
  EXPECT_THAT(pull(*hub.open({.uris = std::vector<std::string>{}})),
              ElementsAre(acknowledged("1", R"({"resourceSubscriptions":[]})")));
}

TEST(Subscription, hears_of_what_it_asked_for_alone) {
  Hub hub;
  const auto subscription = hub.open({.prompts = true, .uris = std::vector<std::string>{"file:///a"}});
  (void)pull(*subscription);
  hub.all.list_changed(List::Tools);
  hub.all.list_changed(List::Resources);
  hub.all.resource_updated("file:///b");
  EXPECT_EQ(hub.observer->told, 0);
  hub.all.resource_updated("file:///a");
  hub.all.list_changed(List::Prompts);
  EXPECT_EQ(hub.observer->told, 1);
  EXPECT_THAT(pull(*subscription), ElementsAre(changed("1", "prompts"), updated("1", "file:///a")));
}

TEST(Subscription, tells_each_thing_once_however_often_it_changed) {
  Hub hub;
  const auto subscription = hub.open({.tools = true, .uris = std::vector<std::string>{"file:///a", "file:///b"}});
  (void)pull(*subscription);
  for (int i = 0; i < 1000; ++i) {
    hub.all.list_changed(List::Tools);
    hub.all.resource_updated("file:///b");
    hub.all.resource_updated("file:///a");
  }
  EXPECT_EQ(hub.observer->told, 1);
  EXPECT_THAT(pull(*subscription),
              ElementsAre(changed("1", "tools"), updated("1", "file:///b"), updated("1", "file:///a")));
  EXPECT_THAT(pull(*subscription), IsEmpty());
  hub.all.resource_updated("file:///a");
  EXPECT_EQ(hub.observer->told, 2);
  EXPECT_THAT(pull(*subscription), ElementsAre(updated("1", "file:///a")));
}

TEST(Subscription, ends_with_a_result_behind_what_was_left_to_tell) {
  Hub hub;
  const auto subscription = hub.open({.tools = true}, "7");
  (void)pull(*subscription);
  hub.all.list_changed(List::Tools);
  subscription->end();
  EXPECT_EQ(hub.observer->told, 1);
  EXPECT_THAT(pull(*subscription), ElementsAre(changed("7", "tools"), ended("7"), "over"));
  hub.all.list_changed(List::Tools);
  EXPECT_EQ(hub.observer->told, 1);
  EXPECT_THAT(pull(*subscription), ElementsAre("over"));
}

TEST(Subscription, is_cancelled_by_a_message_where_others_share_its_channel) {
  Hub hub;
  const auto subscription = hub.open({}, "\"7\"", true);
  (void)pull(*subscription);
  subscription->end();
  EXPECT_THAT(
      pull(*subscription),
      ElementsAre(
          R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"7"},"requestId":"7"}})",
          ended("\"7\""), "over"));
}

TEST(Subscription, says_nothing_once_the_client_closed_it) {
  Hub hub;
  const auto subscription = hub.open({.tools = true});
  (void)pull(*subscription);
  hub.all.list_changed(List::Tools);
  subscription->close();
  subscription->end();
  EXPECT_THAT(pull(*subscription), ElementsAre("over"));
}

TEST(Subscription, of_a_session_waits_until_the_client_is_ready) {
  Hub hub;
  const auto session = hub.all.open_session("session", {.tools = true, .prompts = true});
  session->attach(hub.observer);
  EXPECT_THAT(pull(*session), IsEmpty());
  ASSERT_TRUE(add(*session, "file:///a"));
  hub.all.list_changed(List::Tools);
  hub.all.resource_updated("file:///a");
  EXPECT_EQ(hub.observer->told, 0);
  EXPECT_THAT(pull(*session), IsEmpty());
  session->start();
  EXPECT_EQ(hub.observer->told, 1);
  EXPECT_THAT(
      pull(*session),
      ElementsAre(R"({"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"file:///a"}})"));
  hub.all.list_changed(List::Tools);
  hub.all.list_changed(List::Resources);
  EXPECT_THAT(pull(*session), ElementsAre(R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})"));
  session->end();
  EXPECT_THAT(pull(*session), ElementsAre("over"));
}

TEST(Subscription, of_a_session_follows_resources_until_it_is_told_not_to) {
  Hub hub;
  const auto session = hub.all.open_session("session", {});
  session->attach(hub.observer);
  session->start();
  (void)pull(*session);
  for (const std::string uri : {"a:1", "a:2", "a:3"}) ASSERT_TRUE(add(*session, uri));
  ASSERT_TRUE(add(*session, "a:1"));
  hub.all.resource_updated("a:1");
  hub.all.resource_updated("a:2");
  hub.all.resource_updated("a:3");
  std::string first;
  ASSERT_EQ(session->next(first), Next::Message);
  EXPECT_THAT(first, HasSubstr("a:1"));
  session->remove("a:3");
  session->remove("a:3");
  session->remove("a:1");
  EXPECT_THAT(pull(*session), ElementsAre(HasSubstr("a:2")));
  hub.all.resource_updated("a:1");
  hub.all.resource_updated("a:3");
  EXPECT_THAT(pull(*session), IsEmpty());
  ASSERT_TRUE(add(*session, "a:3"));
  hub.all.resource_updated("a:3");
  EXPECT_THAT(pull(*session), ElementsAre(HasSubstr("a:3")));
}

TEST(Subscriptions, are_bounded_for_each_peer) {
  Limits limits;
  limits.max_subscriptions = 2;
  limits.max_subscribed = 3;
  Hub hub(limits);
  const std::vector<std::string> two{"a:1", "a:2"};
  auto first = hub.open({.uris = two});
  std::string problem;
  EXPECT_EQ(hub.all.open({"peer", "2"}, {.uris = two}, problem), nullptr);
  EXPECT_EQ(problem, "Too many resources are subscribed to: 2 already and 2 more, of 3 that may be");
  const auto second = hub.open({.uris = std::vector<std::string>{"a:1"}});
  problem.clear();
  EXPECT_EQ(hub.all.open({"peer", "3"}, {}, problem), nullptr);
  EXPECT_THAT(problem, HasSubstr("There are 2 subscriptions open already, as many as may be"));
  problem.clear();
  EXPECT_NE(hub.all.open({"other", "3"}, {.uris = two}, problem), nullptr);
  first.reset();
  EXPECT_NE(hub.all.open({"peer", "3"}, {.uris = two}, problem), nullptr);
  EXPECT_EQ(problem, "");
  EXPECT_EQ(hub.all.size(), 1U);
}

TEST(Subscriptions, bound_the_resources_of_a_session) {
  Limits limits;
  limits.max_subscribed = 1;
  Hub hub(limits);
  const auto session = hub.all.open_session("session", {});
  EXPECT_TRUE(add(*session, "a:1"));
  EXPECT_TRUE(add(*session, "a:1"));
  EXPECT_FALSE(add(*session, "a:2"));
  session->remove("a:1");
  EXPECT_TRUE(add(*session, "a:2"));
}

std::vector<std::string> uris_of(std::size_t count, std::size_t size) {
  std::vector<std::string> uris;
  for (std::size_t i = 0; i < count; ++i) {
    std::string uri = "a:" + std::to_string(i);
    uris.push_back(uri + std::string(size - uri.size(), 'x'));
  }
  return uris;
}

TEST(SubscriptionFilter, takes_no_uri_that_is_very_long) {
  const auto with = [](std::size_t size) {
    return problem_of(R"({"notifications":{"resourceSubscriptions":["a:1",")" + std::string(size, 'x') + "\"]}}");
  };
  EXPECT_EQ(with(4096), "");
  EXPECT_EQ(with(4097),
            "Invalid params: a URI in notifications.resourceSubscriptions has 4097 bytes, more than the limit of 4096");
}

TEST(Subscriptions, are_bounded_in_the_bytes_of_their_uris) {
  Limits limits;
  limits.max_subscribed_bytes = 1000;
  Hub hub(limits);
  const auto first = hub.open({.uris = uris_of(6, 100)});
  std::string problem;
  EXPECT_EQ(hub.all.open({"peer", "2"}, {.uris = uris_of(5, 100)}, problem), nullptr);
  EXPECT_EQ(problem,
            "The URIs that are subscribed to have too many bytes: 600 already and 500 more, of 1000 that may be");
  EXPECT_NE(hub.all.open({.peer = "other", .id = "2"}, {.uris = uris_of(5, 100)}, problem), nullptr);
  {
    const auto second = hub.open({.uris = uris_of(4, 100)});
    EXPECT_EQ(hub.all.open({"peer", "3"}, {.uris = uris_of(1, 100)}, problem), nullptr);
  }
  EXPECT_NE(hub.all.open({"peer", "3"}, {.uris = uris_of(4, 100)}, problem), nullptr);
  EXPECT_EQ(problem, "");
}

TEST(Subscriptions, bound_the_bytes_of_a_session) {
  Limits limits;
  limits.max_subscribed_bytes = 10;
  Hub hub(limits);
  const auto session = hub.all.open_session("session", {});
  EXPECT_TRUE(add(*session, "a:123456"));
  EXPECT_TRUE(add(*session, "a:123456"));
  EXPECT_FALSE(add(*session, "a:1"));
  session->remove("a:123456");
  EXPECT_TRUE(add(*session, "a:1"));
}

TEST(Subscriptions, leave_half_of_all_bytes_to_others_whatever_number_of_sessions_somebody_has) {
  Limits limits;
  limits.max_all_subscribed_bytes = 4 * (10 + Subscriptions::kUriCost);
  Hub hub(limits);
  const auto one = hub.all.open_session("1", {}), two = hub.all.open_session("2", {}),
             three = hub.all.open_session("3", {});
  EXPECT_TRUE(add(*one, "a:12345678", "ada"));
  EXPECT_TRUE(add(*two, "a:12345678", "ada"));
  std::string problem;
  EXPECT_FALSE(two->add("a:1", "ada", problem));
  EXPECT_EQ(problem, "The server has no room for more resources that are subscribed to; try again later");
  EXPECT_TRUE(add(*three, "a:12345678", "eve"));
  one->remove("a:12345678");
  EXPECT_TRUE(add(*two, "a:1", "ada"));
}

TEST(Subscriptions, give_back_the_bytes_of_those_that_are_gone) {
  Limits limits;
  limits.max_all_subscribed_bytes = 2 * 5 * (200 + Subscriptions::kUriCost);
  Hub hub(limits);
  for (int i = 0; i < 10; ++i) {
    const auto opened = hub.open({.uris = uris_of(5, 200)});
    EXPECT_NE(opened, nullptr);
    const auto session = hub.all.open_session("session", {});
    EXPECT_TRUE(add(*session, "a:1", "peer " + std::to_string(i)));
  }
}

TEST(Subscriptions, settle_when_nobody_is_being_told) {
  // A viewer that takes long.
  class Slow final : public SubscriptionObserver {
   public:
    void on_available() override {
      entered = true;
      while (!may_leave) std::this_thread::yield();
      left = true;
    }
    std::atomic<bool> entered = false, may_leave = false, left = false;
  };
  Hub hub;
  std::string problem;
  const auto slow = std::make_shared<Slow>();
  const auto subscription = hub.all.open({.peer = "p", .id = "1"}, {.tools = true}, problem);
  subscription->attach(slow);
  (void)pull(*subscription);
  std::thread changer([&] { hub.all.list_changed(List::Tools); });
  while (!slow->entered) std::this_thread::yield();
  std::thread releaser([&] { slow->may_leave = true; });
  hub.all.wait_for_notifiers();
  EXPECT_TRUE(slow->left);
  changer.join();
  releaser.join();
}

TEST(Subscriptions, may_come_and_go_while_things_change) {
  Hub hub;
  std::atomic<bool> done = false;
  std::thread changer([&] {
    while (!done) {
      hub.all.list_changed(List::Tools);
      hub.all.resource_updated("a:1");
    }
  });
  std::vector<std::thread> clients;
  for (int i = 0; i < 3; ++i) {
    clients.emplace_back([&, i] {
      const std::string peer = "peer " + std::to_string(i);
      std::string problem, message;
      for (int round = 0; round < 300; ++round) {
        const auto observer = std::make_shared<Counter>();
        const auto subscription = hub.all.open({.peer = peer, .id = "1", .one_channel = true},
                                               {.tools = true, .uris = std::vector<std::string>{"a:1"}}, problem);
        subscription->attach(observer);
        while (subscription->next(message) == Next::Message) {
        }
        if (round % 3 == 0) subscription->close();
        if (round % 3 == 1) subscription->end();
        const auto session = hub.all.open_session(peer, {.tools = true});
        session->start();
        EXPECT_TRUE(add(*session, "a:1"));
        session->remove("a:1");
      }
    });
  }
  for (std::thread& client : clients) client.join();
  done = true;
  changer.join();
  EXPECT_EQ(hub.all.size(), 0U);
}

TEST(Subscriptions, tell_of_the_last_change_whoever_pulls_when) {
  // A viewer that pulls on a thread of its own: no change may be lost between its last look and its being told.
  class Puller final : public SubscriptionObserver {
   public:
    void on_available() override { wanted = true; }
    std::atomic<bool> wanted = true;
  };
  Hub hub;
  std::string problem;
  const auto puller = std::make_shared<Puller>();
  const auto subscription = hub.all.open({.peer = "p", .id = "1"}, {.tools = true}, problem);
  subscription->attach(puller);
  std::atomic<int> changes = 0;
  std::atomic<int> seen = 0;
  std::thread client([&] {
    std::string message;
    while (seen < 500) {
      if (!puller->wanted.exchange(false)) continue;
      const int known = changes;
      while (subscription->next(message) == Next::Message) {
      }
      seen = known;
    }
  });
  while (seen < 500) {
    if (seen < changes) continue;
    ++changes;
    hub.all.list_changed(List::Tools);
  }
  client.join();
}

}  // namespace subscriptions_test
}  // namespace mcp::protocol
