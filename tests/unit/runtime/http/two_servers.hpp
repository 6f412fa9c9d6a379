// Two servers that share the sessions of their clients, and the events of their streams.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "http/world.hpp"
#include "stores/memory_event_store.hpp"
#include "stores/memory_session_store.hpp"

namespace mcp::protocol::http {

/// Keeps who enters waiting, or turns them away.
class Gate {
 public:
  void enter() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !waits_; });
    if (is_gone) throw std::runtime_error("the store cannot be reached");
  }
  void keep_waiting(bool waits) {
    const std::lock_guard lock(mutex_);
    waits_ = waits;
    changed_.notify_all();
  }

  std::atomic<bool> is_gone = false;

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool waits_ = false;
};

class TestSessions final : public SessionStore {
 public:
  std::uint64_t create(std::string_view id, const StoredSession& session, std::chrono::milliseconds lifetime) override {
    gate.enter();
    return memory_.create(id, session, lifetime);
  }
  std::uint64_t change(std::string_view id, const StoredSession& session) override {
    gate.enter();
    return memory_.change(id, session);
  }
  std::optional<VersionedSession> find(std::string_view id) override {
    ++finds;
    gate.enter();
    return memory_.find(id);
  }
  void report(std::span<SessionUse> uses, std::chrono::milliseconds lifetime) override {
    gate.enter();
    memory_.report(uses, lifetime);
  }
  void remove(std::string_view id) override {
    gate.enter();
    memory_.remove(id);
  }

  Gate gate;
  std::atomic<int> finds = 0;

 private:
  MemorySessionStore memory_;
};

class TestEvents final : public EventStore {
 public:
  void append(std::span<const StreamEvent> events, const EventLimits& limits) override {
    gate.enter();
    memory_.append(events, limits);
  }
  StreamPart read(std::string_view session, std::uint64_t stream, std::uint64_t after,
                  std::size_t most_bytes) override {
    ++reads;
    gate.enter();
    return memory_.read(session, stream, after, most_bytes);
  }
  void remove(std::string_view session) override {
    gate.enter();
    memory_.remove(session);
  }

  Gate gate;
  std::atomic<int> reads = 0;

 private:
  MemoryEventStore memory_;
};

/// Two servers with the same stores.
struct Two {
  explicit Two(const EndpointOptions& options = {}, const std::shared_ptr<Authorizer>& authorizer = nullptr)
      : parts{.authorizer = authorizer, .session_store = sessions, .event_store = events},
        one(options, {}, parts),
        other(options, {}, parts) {
    one.ids.prefix = "session-of-the-first-server-....-";
    other.ids.prefix = "session-of-the-second-server-...-";
  }

  /// A session that the first server opened: its id.
  std::string open(const char* principal = nullptr) {
    const std::string answer = one.ask_shared({.body = initialize("2025-11-25"), .principal = principal});
    constexpr std::string_view kField = "Mcp-Session-Id: ";
    const std::size_t at = answer.find(kField);
    EXPECT_NE(at, std::string::npos) << answer;
    const std::string id = answer.substr(at + kField.size(), answer.find('\r') - at - kField.size());
    EXPECT_EQ(one.ask_shared({.body = kReady, .version = "2025-11-25", .session = id, .principal = principal}),
              "202 \n\n");
    return id;
  }
  /// Lets both servers report, and obey.
  void report() {
    now += std::chrono::seconds(6);
    for (World* const world : {&one, &other}) {
      world->endpoint.tick(now);
      world->settle();
    }
  }

  static constexpr const char* kReady = R"({"jsonrpc":"2.0","method":"notifications/initialized"})";
  std::shared_ptr<TestSessions> sessions = std::make_shared<TestSessions>();
  std::shared_ptr<TestEvents> events = std::make_shared<TestEvents>();
  EndpointParts parts;
  World one, other;
  std::chrono::steady_clock::time_point now{std::chrono::hours(1)};
};

}  // namespace mcp::protocol::http
