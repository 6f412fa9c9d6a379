// What <mcp/event_store.hpp> promises, as a test.
#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <mcp/event_store.hpp>

#include "base/digest.hpp"
#include "test/checker.hpp"

namespace mcp::test {

namespace event_store_check {
namespace {

using namespace std::chrono_literals;
using protocol::random_token;
using Store = std::shared_ptr<EventStore>;

constexpr EventLimits kLimits{.lifetime = 1h, .bytes = 10'000'000};
constexpr std::size_t kAll = 100'000'000;
/// A server numbers its streams from a multiple of this on.
constexpr std::uint64_t kStream = (std::uint64_t{1} << 52) - 7;

std::string new_session() { return random_token(24); }

StreamEvent event(const std::string& session, std::uint64_t number, std::string message, bool is_last = false,
                  std::uint64_t stream = kStream) {
  return {.session = session, .stream = stream, .number = number, .message = std::move(message), .is_last = is_last};
}

void add(const Store& store, const std::vector<StreamEvent>& events, const EventLimits& limits = kLimits) {
  store->append(events, limits);
}

/// Whether just these events are behind that one.
bool has(const Store& store, const std::string& session, const std::vector<StreamEvent>& events,
         std::uint64_t after = 0, std::uint64_t stream = kStream) {
  const StreamPart part = store->read(session, stream, after, kAll);
  return part.is_known && part.events == events;
}
bool knows(const Store& store, const std::string& session, std::uint64_t after = 0, std::uint64_t stream = kStream) {
  const StreamPart part = store->read(session, stream, after, kAll);
  return part.is_known || !part.events.empty();
}

void check_events(Checker& checker, const OpenStore<EventStore>& open, const Store& first, const Store& second) {
  const std::string session = new_session();
  checker.expect(!knows(first, session), "a stream that nobody began is unknown");
  const StreamEvent one = event(session, 1, "");
  const StreamEvent two = event(session, 2, R"({"text":"é \" \\ 𝄞"})");
  const StreamEvent last = event(session, 3, "{}", true);
  add(first, {one, two});
  for (const Store& store : {first, second, open()}) {
    checker.expect(has(store, session, {one, two}), "every server reads the events as they were appended");
  }
  add(second, {last});
  checker.expect(has(first, session, {one, two, last}), "events are appended behind those that are there");
  checker.expect(has(first, session, {last}, 2), "events are read behind the one that is named");
  checker.expect(has(second, session, {}, 3), "behind the newest event there is nothing yet, and the stream is known");
  checker.expect(!knows(first, session, 0, kStream + 1), "another number is another stream");
  checker.expect(!knows(first, new_session()), "another session has other streams");
}

void check_end_without_event(Checker& checker, const Store& first, const Store& second) {
  const std::string session = new_session();
  const StreamEvent one = event(session, 1, "{}");
  const StreamEvent end = event(session, 2, "", true);
  add(first, {one, end});
  checker.expect(has(second, session, {one, end}), "an end without a message is kept");
}

void check_batches(Checker& checker, const Store& first, const Store& second) {
  constexpr std::uint64_t kEvents = 1000;  // the most
  const std::string session = new_session();
  const std::string other = new_session();
  std::vector<StreamEvent> all;
  std::vector<StreamEvent> of_one;
  for (std::uint64_t i = 0; i < kEvents; ++i) {
    const std::uint64_t stream = kStream + (i % 2);
    all.push_back(event(i % 4 < 2 ? session : other, (i / 4) + 1, std::to_string(i), false, stream));
    if (i % 4 == 0) of_one.push_back(all.back());
  }
  add(first, all);
  checker.expect(has(second, session, of_one), "of many events each is of its own stream and session");
  add(second, all);
  checker.expect(has(first, session, of_one), "events that are there already are not kept again");
  add(second, {event(session, 1, "another")});
  checker.expect(has(first, session, of_one), "an event that is there already is left as it is");
}

void check_portions(Checker& checker, const Store& first, const Store& second) {
  const std::string session = new_session();
  std::vector<StreamEvent> events;
  for (std::uint64_t i = 1; i <= 5; ++i) events.push_back(event(session, i, std::string(1000, 'x')));
  events.push_back(event(session, 6, std::string(3'000'000, 'y'), true));
  add(first, events);
  std::vector<StreamEvent> read;
  bool fits = true;
  for (int i = 0; i < 10 && read.size() < events.size(); ++i) {
    const StreamPart part = second->read(session, kStream, read.size(), 2500);
    if (part.events.empty()) break;
    std::size_t bytes = 0;
    for (const StreamEvent& each : part.events) bytes += each.message.size();
    fits = fits && (bytes <= 2500 || part.events.size() == 1);
    read.insert(read.end(), part.events.begin(), part.events.end());
  }
  checker.expect(read == events, "a stream can be read in portions, and an event may be large");
  checker.expect(fits, "a portion is not larger than it may be, unless it is one event");
}

void check_gaps(Checker& checker, const Store& first, const Store& second) {
  const std::string session = new_session();
  const StreamEvent one = event(session, 1, "1");
  add(first, {one, event(session, 4, "4"), event(session, 5, "5")});
  checker.expect(has(second, session, {one}), "events are read up to a gap");
  checker.expect(!knows(second, session, 1), "a gap makes what stands behind it unknown");
  checker.expect(has(second, session, {event(session, 5, "5")}, 4), "behind a gap the stream goes on");
}

void check_removal(Checker& checker, const Store& first, const Store& second) {
  const std::string session = new_session();
  const std::string other = new_session();
  add(first, {event(session, 1, "1"), event(session, 1, "1", false, 7), event(other, 1, "1")});
  second->remove(session);
  checker.expect(!knows(first, session) && !knows(first, session, 0, 7), "nothing is kept of a session that ended");
  checker.expect(knows(first, other), "one session is removed alone");
  second->remove(session);
  second->remove(new_session());
  add(first, {event(session, 2, "2")});
  checker.expect(!knows(second, session), "what was removed is not there again with what comes later");
}

void check_lifetime(Checker& checker, const Store& first, const Store& second) {
  const std::string session = new_session();
  const auto begin = std::chrono::steady_clock::now();
  const auto wait_until = [&](std::chrono::milliseconds time) { std::this_thread::sleep_until(begin + time); };
  const EventLimits brief{.lifetime = 400ms, .bytes = kLimits.bytes};
  add(first, {event(session, 1, "1", false, 1), event(session, 1, "1", false, 2)}, brief);
  wait_until(200ms);
  const bool was_there = knows(second, session, 0, 1);
  add(first, {event(session, 2, "2", false, 2)}, kLimits);
  wait_until(700ms);
  checker.expect(was_there, "a stream lives for its lifetime");
  checker.expect(!knows(second, session, 0, 1), "a stream to which nothing is added ends");
  checker.expect(has(second, session, {event(session, 1, "1", false, 2), event(session, 2, "2", false, 2)}, 0, 2),
                 "with each event the life of its stream begins anew");
}

void check_room(Checker& checker, const Store& first, const Store& second) {
  constexpr EventLimits kLittle{.lifetime = 1h, .bytes = 100'000};
  const std::string session = new_session();
  const StreamEvent newest = event(session, 201, std::string(1000, 'x'));
  for (std::uint64_t i = 1; i <= 200; ++i) add(first, {event(session, i, std::string(1000, 'x'))}, kLittle);
  add(first, {newest}, kLittle);
  checker.expect(has(second, session, {newest}, 200), "the newest event is kept");
  const StreamPart part = second->read(session, kStream, 170, kAll);
  checker.expect(part.is_known && part.events.size() == 31, "what fits into the bytes of a session is kept");
}

void check_threads(Checker& checker, const Store& first, const Store& second) {
  constexpr std::uint64_t kThreads = 8;
  constexpr std::uint64_t kEvents = 30;
  const std::string session = new_session();
  std::atomic<bool> is_ordered = true;
  on_threads(kThreads, [&](std::size_t index) {
    const Store& store = index % 2 == 0 ? first : second;
    const Store& other = index % 2 == 0 ? second : first;
    for (std::uint64_t i = 1; i <= kEvents; ++i) {
      add(store, {event(session, i, std::to_string(index), false, index)});
      const StreamPart part = other->read(session, index, 0, kAll);
      if (!part.is_known || part.events.size() != i || part.events.back().message != std::to_string(index)) {
        is_ordered = false;
      }
    }
  });
  checker.expect(is_ordered, "streams of many threads keep their own events, and what was appended is read at once");
}

}  // namespace
}  // namespace event_store_check

CheckReport check_event_store(const OpenStore<EventStore>& open) {
  using namespace event_store_check;  // NOLINT(google-build-using-namespace): its parts
  Checker checker;
  const Store first = open();
  const Store second = open();
  checker.run("events", [&] { check_events(checker, open, first, second); });
  checker.run("an end without an event", [&] { check_end_without_event(checker, first, second); });
  checker.run("many events", [&] { check_batches(checker, first, second); });
  checker.run("portions", [&] { check_portions(checker, first, second); });
  checker.run("gaps", [&] { check_gaps(checker, first, second); });
  checker.run("removal", [&] { check_removal(checker, first, second); });
  checker.run("lifetimes", [&] { check_lifetime(checker, first, second); });
  checker.run("room", [&] { check_room(checker, first, second); });
  checker.run("many threads", [&] { check_threads(checker, first, second); });
  return checker.report();
}

}  // namespace mcp::test
