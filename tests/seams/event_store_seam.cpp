#include <mcp/event_store.hpp>

#include <chrono>

#include "seams.hpp"
#include "stores/memory_event_store.hpp"

namespace seams {

namespace {

using mcp::EventLimits;
using mcp::json;
using mcp::StreamEvent;
using mcp::StreamPart;

json json_of(const StreamEvent& event) {
  return {{"session", event.session},
          {"stream", event.stream},
          {"number", event.number},
          {"message", event.message},
          {"is_last", event.is_last}};
}
StreamEvent event_of(const json& from) {
  return {.session = from.at("session"),
          .stream = from.at("stream"),
          .number = from.at("number"),
          .message = from.at("message"),
          .is_last = from.at("is_last")};
}

template <class Events>
json json_of_all(const Events& events) {
  json all = json::array();
  for (const StreamEvent& event : events) all.push_back(json_of(event));
  return all;
}
std::vector<StreamEvent> events_of(const json& from) {
  std::vector<StreamEvent> all;
  for (const json& event : from) all.push_back(event_of(event));
  return all;
}

class RemoteEventStore final : public mcp::EventStore {
 public:
  explicit RemoteEventStore(const std::string& socket_path) : store_(socket_path) {}

  void append(std::span<const StreamEvent> events, const EventLimits& limits) override {
    (void)store_.call(
        "events.append",
        {{"events", json_of_all(events)}, {"lifetime", limits.lifetime.count()}, {"bytes", limits.bytes}});
  }
  StreamPart read(std::string_view session, std::uint64_t stream, std::uint64_t after,
                  std::size_t most_bytes) override {
    const json part = store_.call(
        "events.read", {{"session", session}, {"stream", stream}, {"after", after}, {"most_bytes", most_bytes}});
    return {.is_known = part.at("is_known"), .events = events_of(part.at("events"))};
  }
  void remove(std::string_view session) override { (void)store_.call("events.remove", session); }

 private:
  RemoteStore store_;
};

}  // namespace

void add_event_store(RemoteFunctions& functions, Faults& faults) {
  const auto store = std::make_shared<mcp::protocol::MemoryEventStore>();
  functions.add("events.append", faults.wrap([store](const json& arguments) {
    store->append(events_of(arguments.at("events")),
                  {.lifetime = std::chrono::milliseconds(arguments.at("lifetime").get<std::int64_t>()),
                   .bytes = arguments.at("bytes")});
    return json();
  }));
  functions.add("events.read", faults.wrap([store](const json& arguments) {
    const StreamPart part = store->read(arguments.at("session").get<std::string>(), arguments.at("stream"),
                                        arguments.at("after"), arguments.at("most_bytes"));
    return json{{"is_known", part.is_known}, {"events", json_of_all(part.events)}};
  }));
  functions.add("events.remove", faults.wrap([store](const json& session) {
    store->remove(session.get<std::string>());
    return json();
  }));
}

std::shared_ptr<mcp::EventStore> remote_event_store(const std::string& socket_path) {
  return std::make_shared<RemoteEventStore>(socket_path);
}

}  // namespace seams
