#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "http/session_table.hpp"

namespace mcp::protocol::http {
namespace session_test {

using std::chrono::minutes;
using testing::HasSubstr;
using testing::Not;
using Attached = EventStreams::Attached;
using Pulled = EventStreams::Pulled;
using Time = std::chrono::steady_clock::time_point;

/// Counts how often it is told that there is more.
class Viewer final : public StreamObserver {
 public:
  void more() override { ++told; }
  void on_available() override {}

  std::atomic<int> told{0};
};

std::shared_ptr<Viewer> observer() { return std::make_shared<Viewer>(); }

/// One session of a revision.
struct Opened {
  explicit Opened(Revision revision = Revision::V2025_11_25, SessionLimits given = {}) : limits(given) {
    session.state.revision = revision;
  }

  /// What a viewer pulls, and how that went.
  std::string pull(StreamId stream, const std::shared_ptr<Viewer>& who) {
    std::string text;
    last = session.streams().pull(stream, who.get(), text, portion);
    return text;
  }

  SessionLimits limits;
  std::size_t portion = std::size_t{1} << 20;
  EventBudget store{limits.max_replay_total};
  Session session{"the-id", "ada", limits, store};
  Pulled last = Pulled::Some;
};

std::string event(std::string_view id, std::string_view data) {
  return "id: " + std::string(id) + "\ndata: " + std::string(data) + "\n\n";
}

std::string priming(std::string_view id) { return "id: " + std::string(id) + "\nretry: 1000\ndata: \n\n"; }

/// Bytes that a session keeps for streams of so many events of one letter.
std::size_t cost_of(std::initializer_list<int> streams) {
  Opened opened(Revision::V2025_06_18);
  for (const int events : streams) {
    const StreamId stream = opened.session.open({}, true).value();
    for (int i = 0; i < events; ++i) opened.session.streams().append(stream, "x");
  }
  return opened.store.kept();
}

TEST(EventId, is_read_as_it_is_written) {
  const auto id = parse_event_id("18446744073709551615-7");
  ASSERT_TRUE(id.has_value());
  EXPECT_EQ(id->stream, 18446744073709551615U);
  EXPECT_EQ(id->event, 7U);
  EXPECT_TRUE(parse_event_id("0-0").has_value());
}

TEST(EventId, is_refused_in_any_other_form) {
  for (const std::string_view text :
       {"", "-", "1", "1-", "-1", "1--1", "+1-1", "1-+1", " 1-1", "1-1 ", "1 -1", "1-1-1", "a-1", "1-a", "0x1-1",
        "18446744073709551616-1", "1-18446744073709551616", "1_1"}) {
    EXPECT_FALSE(parse_event_id(text).has_value()) << text;
  }
  EXPECT_FALSE(parse_event_id(std::string_view("1-1\0", 4)).has_value());
  EXPECT_FALSE(parse_event_id(std::string_view("12-34", 3)).has_value());
}

TEST(Session, primes_streams_for_2025_11_25_alone) {
  for (const Revision revision : {Revision::V2024_11_05, Revision::V2025_03_26, Revision::V2025_06_18}) {
    Opened older(revision);
    const auto who = observer();
    const auto stream = older.session.open(who, true);
    ASSERT_TRUE(stream.has_value());
    EXPECT_EQ(older.pull(*stream, who), "");
    EXPECT_EQ(older.last, Pulled::Some);
  }
  Opened newest;
  const auto who = observer();
  EXPECT_EQ(newest.pull(newest.session.open(who, true).value(), who), priming("1-1"));
  const auto other = observer();
  EXPECT_EQ(newest.session.attach(std::nullopt, other), Attached::Yes);
  EXPECT_EQ(newest.pull(0, other), priming("0-1"));
}

TEST(Session, shows_each_event_once_and_says_when_a_stream_has_ended) {
  Opened opened;
  const auto who = observer();
  const StreamId stream = opened.session.open(who, true).value();
  opened.session.streams().append(stream, "one");
  EXPECT_EQ(who->told, 1);
  EXPECT_EQ(opened.pull(stream, who), priming("1-1") + event("1-2", "one"));
  EXPECT_EQ(opened.pull(stream, who), "");
  EXPECT_EQ(opened.last, Pulled::Some);
  opened.session.streams().append(stream, "two");
  opened.session.streams().append(stream, "three", true);
  EXPECT_EQ(who->told, 3);
  EXPECT_EQ(opened.pull(stream, who), event("1-3", "two") + event("1-4", "three"));
  EXPECT_EQ(opened.last, Pulled::Ended);
  opened.session.streams().append(stream, "late", true);
  EXPECT_EQ(opened.pull(stream, who), "");
  EXPECT_EQ(opened.last, Pulled::Ended);
}

TEST(Session, ends_a_stream_without_a_message_where_the_last_one_is_empty) {
  Opened opened;
  const auto who = observer();
  const StreamId stream = opened.session.open(who, true).value();
  opened.session.streams().append(stream, {}, true);
  EXPECT_EQ(opened.pull(stream, who), priming("1-1"));
  EXPECT_EQ(opened.last, Pulled::Ended);
}

TEST(Session, ignores_messages_for_streams_that_do_not_exist) {
  Opened opened;
  opened.session.streams().append(7, "x");
  opened.session.streams().append(0, "x", true);
  EXPECT_EQ(opened.store.kept(), 0U);
  EXPECT_EQ(opened.pull(7, observer()), "");
  EXPECT_EQ(opened.last, Pulled::Lost);
}

TEST(Session, can_be_resumed_behind_every_event) {
  Opened opened;
  const auto first = observer();
  const StreamId stream = opened.session.open(first, true).value();
  for (const char* text : {"one", "two", "three"}) opened.session.streams().append(stream, text);
  std::vector<std::string> events = {priming("1-1"), event("1-2", "one"), event("1-3", "two"), event("1-4", "three")};
  for (std::size_t after = 0; after <= events.size(); ++after) {
    const auto who = observer();
    ASSERT_EQ(opened.session.attach(EventId{stream, after}, who), Attached::Yes) << after;
    std::string expected;
    for (std::size_t i = after; i < events.size(); ++i) expected += events[i];
    EXPECT_EQ(opened.pull(stream, who), expected) << after;
    opened.session.streams().detach(stream, who.get());
  }
  EXPECT_EQ(opened.session.attach(EventId{stream, events.size() + 1}, observer()), Attached::UnknownStream);
  EXPECT_EQ(opened.session.attach(EventId{stream, ~std::uint64_t{0}}, observer()), Attached::UnknownStream);
  EXPECT_EQ(opened.session.attach(EventId{stream + 1, 0}, observer()), Attached::UnknownStream);
}

TEST(Session, keeps_what_comes_while_nobody_shows_the_stream) {
  Opened opened;
  const auto who = observer();
  const StreamId stream = opened.session.open(who, true).value();
  EXPECT_EQ(opened.pull(stream, who), priming("1-1"));
  opened.session.streams().detach(stream, who.get());
  opened.session.streams().append(stream, "answer", true);
  EXPECT_EQ(who->told, 0);
  const auto next = observer();
  ASSERT_EQ(opened.session.attach(EventId{stream, 1}, next), Attached::Yes);
  EXPECT_EQ(opened.pull(stream, next), event("1-2", "answer"));
  EXPECT_EQ(opened.last, Pulled::Ended);
  opened.session.streams().detach(stream, next.get());
  const auto again = observer();  // the answer got lost on its way
  ASSERT_EQ(opened.session.attach(EventId{stream, 1}, again), Attached::Yes);
  EXPECT_EQ(opened.pull(stream, again), event("1-2", "answer"));
  EXPECT_EQ(opened.last, Pulled::Ended);
}

TEST(Session, tells_a_viewer_that_another_one_took_its_stream) {
  Opened opened;
  const auto first = observer();
  const StreamId stream = opened.session.open(first, true).value();
  const auto second = observer();
  ASSERT_EQ(opened.session.attach(EventId{stream, 1}, second), Attached::Yes);
  EXPECT_EQ(first->told, 1);
  EXPECT_EQ(opened.pull(stream, first), "");
  EXPECT_EQ(opened.last, Pulled::Lost);
  opened.session.streams().detach(stream, first.get());  // in vain
  opened.session.streams().append(stream, "one");
  EXPECT_EQ(first->told, 1);
  EXPECT_EQ(second->told, 1);
  EXPECT_EQ(opened.pull(stream, second), event("1-2", "one"));
}

TEST(Session, keeps_nothing_of_a_stream_that_cannot_be_resumed) {
  Opened opened;
  const auto who = observer();
  const StreamId stream = opened.session.open(who, false).value();
  opened.session.streams().append(stream, "one");
  EXPECT_EQ(opened.pull(stream, who), "data: one\n\n");
  EXPECT_EQ(opened.store.kept(), cost_of({0}));
  EXPECT_EQ(opened.session.attach(EventId{stream, 0}, observer()), Attached::UnknownStream);
  opened.session.streams().append(stream, "two");
  opened.session.streams().detach(stream, who.get());
  EXPECT_EQ(opened.store.kept(), 0U);
  EXPECT_EQ(opened.pull(stream, who), "");
  EXPECT_EQ(opened.last, Pulled::Lost);
}

TEST(Session, counts_what_it_takes_to_keep_a_stream_and_an_event) {
  EXPECT_GE(cost_of({0}), 100U);
  EXPECT_GE(cost_of({1}), cost_of({0}) + event("1-1", "x").size() + 50);
  EXPECT_EQ(cost_of({1, 1}), 2 * cost_of({1}));
  Opened opened;
  {
    Session session("1", "", opened.limits, opened.store);
    session.streams().append(session.open({}, true).value(), "x");
    EXPECT_GT(opened.store.kept(), 0U);
  }
  EXPECT_EQ(opened.store.kept(), 0U);
}

TEST(Session, drops_its_oldest_events_when_it_keeps_too_much) {
  Opened opened(Revision::V2025_06_18, {.max_replay = cost_of({3})});
  const StreamId stream = opened.session.open({}, true).value();
  for (int i = 0; i < 3; ++i) opened.session.streams().append(stream, "x");
  EXPECT_EQ(opened.store.kept(), opened.limits.max_replay);
  opened.session.streams().append(stream, "y");
  EXPECT_EQ(opened.store.kept(), opened.limits.max_replay);
  const auto who = observer();
  ASSERT_EQ(opened.session.attach(EventId{stream, 1}, who), Attached::Yes);
  EXPECT_EQ(opened.pull(stream, who), event("1-2", "x") + event("1-3", "x") + event("1-4", "y"));
}

TEST(Session, keeps_what_its_viewer_has_not_seen_however_much_it_is) {
  for (const bool resumable : {true, false}) {
    Opened opened(Revision::V2025_06_18, {.max_replay = 10});
    const auto who = observer();
    const StreamId stream = opened.session.open(who, resumable).value();
    for (const char* text : {"one", "two", "three"}) opened.session.streams().append(stream, text);
    const std::string text = opened.pull(stream, who);
    EXPECT_EQ(opened.last, Pulled::Some);
    for (const char* part : {"one", "two", "three"}) EXPECT_THAT(text, HasSubstr(part));
    EXPECT_LE(opened.store.kept(), resumable ? cost_of({1}) + 4 : cost_of({0})) << "and not what it has";
  }
}

TEST(Session, shows_as_much_at_a_time_as_is_asked_for_but_one_event_always) {
  Opened opened(Revision::V2025_06_18);
  const auto who = observer();
  const StreamId stream = opened.session.open(who, true).value();
  for (int i = 0; i < 4; ++i) opened.session.streams().append(stream, "x", i == 3);
  opened.portion = 1;
  EXPECT_EQ(opened.pull(stream, who), event("1-1", "x"));
  EXPECT_EQ(opened.last, Pulled::Some);
  opened.portion = 2 * event("1-1", "x").size();
  EXPECT_EQ(opened.pull(stream, who), event("1-2", "x") + event("1-3", "x"));
  EXPECT_EQ(opened.last, Pulled::Some);
  EXPECT_EQ(opened.pull(stream, who), event("1-4", "x"));
  EXPECT_EQ(opened.last, Pulled::Ended);
}

TEST(Session, is_crowded_while_its_viewer_has_too_much_to_see) {
  Opened opened(Revision::V2025_06_18);
  const auto who = observer();
  const StreamId stream = opened.session.open(who, true).value();
  const std::string large(std::size_t{1} << 20, 'x');
  for (int i = 0; i < 4; ++i) {
    EXPECT_FALSE(opened.session.streams().congested(stream));
    opened.session.streams().append(stream, large);
  }
  EXPECT_TRUE(opened.session.streams().congested(stream));
  (void)opened.pull(stream, who);
  EXPECT_FALSE(opened.session.streams().congested(stream));
  EXPECT_FALSE(opened.session.streams().congested(stream + 1));
}

TEST(Session, does_not_resume_where_events_are_missing) {
  Opened opened(Revision::V2025_06_18, {.max_replay = 10});
  const StreamId stream = opened.session.open({}, true).value();
  for (const char* text : {"one", "two", "three"}) opened.session.streams().append(stream, text);
  EXPECT_EQ(opened.session.attach(EventId{stream, 1}, observer()), Attached::UnknownStream);
  const auto behind = observer();
  ASSERT_EQ(opened.session.attach(EventId{stream, 2}, behind), Attached::Yes);
  EXPECT_EQ(opened.pull(stream, behind), event("1-3", "three"));
}

TEST(Session, keeps_its_newest_event_however_long_it_is) {
  Opened opened(Revision::V2025_11_25, {.max_replay = 100, .max_replay_total = 100});
  const auto idle = observer(), who = observer();
  (void)opened.session.open(idle, true);
  const StreamId stream = opened.session.open(who, true).value();
  EXPECT_EQ(opened.pull(stream, who), priming("2-1"));
  const std::string answer(1000, 'x');
  opened.session.streams().append(stream, answer, true);
  EXPECT_THAT(opened.pull(stream, who), HasSubstr(answer));
  EXPECT_EQ(opened.last, Pulled::Ended);
}

TEST(Session, of_those_that_keep_most_gives_way_to_others) {
  SessionLimits limits{.max_replay = 1 << 20, .max_replay_total = cost_of({100, 2})};
  EventBudget store(limits.max_replay_total);
  Session one("1", "", limits, store), two("2", "", limits, store);
  for (Session* session : {&one, &two}) session->state.revision = Revision::V2025_06_18;
  const StreamId of_one = one.open({}, true).value();
  const StreamId of_two = two.open({}, true).value();
  two.streams().append(of_two, "c");
  for (int i = 0; i < 500; ++i) {
    one.streams().append(of_one, "x");
    ASSERT_LE(store.kept(), limits.max_replay_total) << i;
  }
  const auto who = observer();
  ASSERT_EQ(two.attach(EventId{of_two, 0}, who), Attached::Yes) << "it keeps what it has";
  EXPECT_EQ(one.attach(EventId{of_one, 1}, who), Attached::UnknownStream);
}

TEST(Session, says_that_a_viewer_was_too_slow_for_what_all_may_keep) {
  for (const bool resumable : {true, false}) {
    SessionLimits limits{.max_replay_total = 4000};
    EventBudget store(limits.max_replay_total);
    Session slow("1", "", limits, store), quick("2", "", limits, store);
    for (Session* session : {&slow, &quick}) session->state.revision = Revision::V2025_06_18;
    const auto who = observer(), other = observer();
    const StreamId of_slow = slow.open(who, resumable).value();
    const StreamId of_quick = quick.open(other, resumable).value();
    slow.streams().append(of_slow, std::string(2500, 'x'));
    quick.streams().append(of_quick, std::string(2500, 'y'));
    std::string text;
    EXPECT_EQ(slow.streams().pull(of_slow, who.get(), text, 10'000), Pulled::Lost) << resumable;
    EXPECT_EQ(text, "");
    EXPECT_EQ(quick.streams().pull(of_quick, other.get(), text, 10'000), Pulled::Some) << "the newest has room";
  }
}

TEST(Session, loses_the_stream_that_nobody_took_from_for_longest_where_all_wait_to_be_shown) {
  SessionLimits limits{.max_replay_total = 4000};
  EventBudget store(limits.max_replay_total);
  Session one("1", "", limits, store), two("2", "", limits, store);
  for (Session* session : {&one, &two}) session->state.revision = Revision::V2025_06_18;
  const auto slow = observer(), quick = observer();
  const StreamId of_one = one.open(slow, true).value();
  const StreamId of_two = two.open(quick, true).value();
  one.streams().append(of_one, "first");
  two.streams().append(of_two, std::string(2500, 'x'));
  const int told = slow->told;
  two.streams().append(of_two, std::string(2500, 'y'));
  EXPECT_GT(slow->told, told) << "it is told to look";
  std::string text;
  EXPECT_EQ(one.streams().pull(of_one, slow.get(), text, 1), Pulled::Lost);
  EXPECT_EQ(two.streams().pull(of_two, quick.get(), text, 10'000), Pulled::Lost) << "which was not enough";
}

TEST(Session, forgets_streams_that_ended_without_anything_to_show) {
  Opened opened(Revision::V2025_06_18);
  for (const bool detached_first : {true, false}) {
    const auto who = observer();
    const StreamId stream = opened.session.open(who, true).value();
    if (detached_first) opened.session.streams().detach(stream, who.get());
    opened.session.streams().append(stream, {}, true);
    if (!detached_first) opened.session.streams().detach(stream, who.get());
    EXPECT_EQ(opened.session.attach(EventId{stream, 0}, observer()), Attached::UnknownStream) << detached_first;
  }
}

TEST(Session, has_so_many_open_streams_and_not_more) {
  Opened opened(Revision::V2025_11_25, {.max_streams = 2});
  const auto a = observer(), b = observer();
  const auto first = opened.session.open(a, true), second = opened.session.open(b, true);
  ASSERT_TRUE(first && second);
  EXPECT_FALSE(opened.session.open(observer(), true).has_value());
  EXPECT_EQ(opened.session.attach(std::nullopt, observer()), Attached::TooMany);
  const auto c = observer();
  EXPECT_EQ(opened.session.attach(EventId{*first, 1}, c), Attached::Yes);  // instead of a
  opened.session.streams().detach(*second, b.get());
  EXPECT_EQ(opened.session.attach(std::nullopt, observer()), Attached::Yes);
}

TEST(Session, ends_all_its_streams_and_opens_no_more) {
  Opened opened;
  const auto a = observer(), b = observer();
  const StreamId stream = opened.session.open(a, true).value();
  ASSERT_EQ(opened.session.attach(std::nullopt, b), Attached::Yes);
  opened.session.streams().end();
  EXPECT_TRUE(opened.session.streams().ended());
  EXPECT_EQ(a->told, 1);
  EXPECT_EQ(b->told, 1);
  EXPECT_EQ(opened.pull(stream, a), priming("1-1"));
  EXPECT_EQ(opened.last, Pulled::Ended);
  EXPECT_FALSE(opened.session.open(observer(), true).has_value());
  EXPECT_EQ(opened.session.attach(std::nullopt, observer()), Attached::UnknownStream);
  EXPECT_EQ(opened.session.attach(EventId{stream, 1}, observer()), Attached::UnknownStream);
}

TEST(Session, survives_viewers_that_are_gone) {
  Opened opened;
  StreamId stream = 0;
  {
    const auto who = observer();
    stream = opened.session.open(who, true).value();
  }
  opened.session.streams().append(stream, "one");
  const auto who = observer();
  EXPECT_EQ(opened.session.attach(EventId{stream, 1}, who), Attached::Yes);
  EXPECT_EQ(opened.pull(stream, who), event("1-2", "one"));
  opened.session.streams().end();
}

TEST(Session, takes_messages_of_many_threads_in_one_order) {
  Opened opened(Revision::V2025_06_18, {.max_replay = 1 << 20});
  const auto who = observer();
  const StreamId stream = opened.session.open(who, true).value();
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 250; ++i) opened.session.streams().append(stream, "x");
    });
  }
  std::string text;
  while (text.find("id: 1-1000\n") == std::string::npos) text += opened.pull(stream, who);
  for (std::thread& thread : threads) thread.join();
  std::string expected;
  for (int i = 1; i <= 1000; ++i) expected += event("1-" + std::to_string(i), "x");
  EXPECT_EQ(text, expected);
}

/// "session-1", "session-2", …
class CountedIds final : public SessionIds {
 public:
  std::string make() override { return "session-" + std::to_string(++made_); }

 private:
  int made_ = 0;
};

struct Table {
  explicit Table(SessionLimits given = {}) : limits(given) {}

  std::shared_ptr<Session> add(std::string_view principal = {}, Time now = {}) {
    const auto session = table.make(principal);
    if (session) table.publish(session, now);
    return session;
  }

  SessionLimits limits;
  CountedIds ids;
  SessionTable table{limits, ids};
};

TEST(SessionTable, finds_sessions_once_they_are_published_and_until_they_are_removed) {
  Table sessions;
  const auto session = sessions.table.make("");
  EXPECT_EQ(session->id(), "session-1");
  EXPECT_EQ(sessions.table.find("session-1", ""), nullptr);
  sessions.table.publish(session, Time());
  EXPECT_EQ(sessions.table.find("session-1", ""), session);
  EXPECT_EQ(sessions.table.find("session-2", ""), nullptr);
  EXPECT_EQ(sessions.table.find("", ""), nullptr);
  sessions.table.remove(*session);
  EXPECT_EQ(sessions.table.find("session-1", ""), nullptr);
  EXPECT_EQ(sessions.table.size(), 0U);
}

TEST(SessionTable, shows_a_session_to_its_principal_alone) {
  Table sessions;
  const auto of_ada = sessions.add("ada");
  EXPECT_EQ(sessions.table.find(of_ada->id(), "ada"), of_ada);
  for (const std::string_view other : {"", "bob", "Ada", "ada "}) {
    EXPECT_EQ(sessions.table.find(of_ada->id(), other), nullptr) << other;
  }
  const auto of_nobody = sessions.add("");
  EXPECT_EQ(sessions.table.find(of_nobody->id(), "ada"), nullptr);
}

TEST(SessionTable, makes_no_more_sessions_than_it_may_have) {
  Table sessions({.max_sessions = 2});
  const auto first = sessions.add();
  ASSERT_NE(first, nullptr);
  ASSERT_NE(sessions.add(), nullptr);
  EXPECT_EQ(sessions.add(), nullptr);
  sessions.table.remove(*first);
  EXPECT_NE(sessions.add(), nullptr);
}

TEST(SessionTable, gives_up_sessions_that_nobody_uses) {
  Table sessions({.idle = minutes(30), .idle_before_use = minutes(1)});
  const Time start = Time() + std::chrono::hours(1);
  const std::string unused = sessions.add("", start)->id();
  const std::string used = sessions.add("", start)->id();
  sessions.table.find(used, "")->state.initialized = true;
  const auto expired = [&](Time now) {
    std::vector<std::string> ids;
    for (const auto& session : sessions.table.take_expired(now)) ids.push_back(session->id());
    return ids;
  };
  EXPECT_THAT(expired(start + minutes(1) - std::chrono::milliseconds(1)), testing::IsEmpty());
  {
    const auto busy = sessions.table.find(unused, "");  // a call of it is under way
    EXPECT_THAT(expired(start + minutes(1)), testing::IsEmpty());
  }
  EXPECT_THAT(expired(start + minutes(1)), testing::ElementsAre(unused));
  EXPECT_EQ(sessions.table.find(unused, ""), nullptr);
  sessions.table.find(used, "")->used(start + minutes(20));
  EXPECT_THAT(expired(start + minutes(49)), testing::IsEmpty());
  EXPECT_THAT(expired(start + minutes(50)), testing::ElementsAre(used));
  EXPECT_EQ(sessions.table.size(), 0U);
}

TEST(SessionTable, keeps_sessions_that_show_a_stream) {
  Table sessions({.idle = minutes(30)});
  const std::string id = sessions.add()->id();
  const auto session = [&] { return sessions.table.find(id, ""); };
  session()->state.initialized = true;
  const auto who = observer();
  const StreamId stream = session()->open(who, true).value();
  EXPECT_TRUE(sessions.table.take_expired(Time() + minutes(60)).empty());
  session()->streams().detach(stream, who.get());
  EXPECT_EQ(sessions.table.take_expired(Time() + minutes(60)).size(), 1U);
}

TEST(SessionTable, gives_all_sessions_away_at_the_end) {
  Table sessions;
  const auto first = sessions.add(), second = sessions.add();
  EXPECT_THAT(sessions.table.take_all(), testing::UnorderedElementsAre(first, second));
  EXPECT_EQ(sessions.table.size(), 0U);
}

}  // namespace session_test
}  // namespace mcp::protocol::http
