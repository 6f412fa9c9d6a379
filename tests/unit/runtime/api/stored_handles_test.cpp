#include <mcp/stored_handles.hpp>

#include <atomic>
#include <chrono>
#include <functional>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <mcp/handle_store.hpp>

#include "api/memory_handle_store.hpp"
#include "asking.hpp"

namespace mcp {
namespace stored_handles_test {

using testing::HasSubstr;
using testing::StartsWith;
using namespace std::chrono_literals;
using namespace testing_support;

using Parcels = StoredHandles<Delivery>;

constexpr std::string_view kMissing =
    "No such parcel, or it has expired. Each parcel expires after 15 minutes without use. Make another one with make.";

/// Keeps values in memory, and fails when told to.
class Failing final : public HandleStore {
 public:
  enum class Fails : unsigned char { Never, Always, AfterReplacing, ReplacingAlways };

  void add(const HandleKey& key, std::string_view text, const HandleLimits& limits) override {
    check();
    memory.add(key, text, limits);
  }
  std::optional<StoredHandle> find(const HandleKey& key, const HandleLimits& limits) override {
    check();
    ++finds;
    return memory.find(key, limits);
  }
  HandleReplace replace(const HandleKey& key, std::uint64_t version, std::string_view text,
                        const HandleLimits& limits) override {
    check();
    if (fails == Fails::ReplacingAlways) return HandleReplace::Changed;
    const HandleReplace outcome = memory.replace(key, version, text, limits);
    if (fails == Fails::AfterReplacing) throw std::runtime_error("the answer was lost");
    return outcome;
  }
  bool erase(const HandleKey& key) override {
    check();
    return memory.erase(key);
  }
  std::size_t size(std::string_view table) override { return memory.size(table); }

  detail::MemoryHandleStore memory;
  std::atomic<Fails> fails = Fails::Never;
  std::atomic<int> finds = 0;

 private:
  void check() const {
    if (fails == Fails::Always) throw std::runtime_error("the store cannot be reached");
  }
};

/// The options of the tests' values.
StoredHandleOptions parcels(std::shared_ptr<HandleStore> store = nullptr, std::size_t max_bytes = 1000) {
  return {.max_bytes = max_bytes, .noun = "parcel", .made_by = "make", .store = std::move(store)};
}

/// A server with tools that make, show, lift and drop parcels.
struct Post {
  explicit Post(StoredHandleOptions options = parcels(), HandleStore* of_server = nullptr)
      : handles(std::move(options)), peer(own, Revision::V2026_07_28, kAllCapabilities, {.handle_store = of_server}) {
    add("make", [this](const json& arguments, Context& ctx) {
      return handles.add({.city = arguments.value("city", "Bonn"), .floor = 1}, ctx);
    });
    add("show", [this](const json& arguments, Context& ctx) {
      const std::shared_ptr<const Delivery> found = handles.find(arguments.at("id").get<std::string>(), ctx);
      return found->city + " " + std::to_string(found->floor);
    });
    add("lift", [this](const json& arguments, Context& ctx) {
      return std::to_string(handles.update(arguments.at("id").get<std::string>(), ctx, [&](Delivery& parcel) {
        if (between) between();
        return ++parcel.floor;
      }));
    });
    add("rename", [this](const json& arguments, Context& ctx) {
      handles.update(arguments.at("id").get<std::string>(), ctx,
                     [&](Delivery& parcel) { parcel.city = arguments.at("city").get<std::string>(); });
      return std::string("done");
    });
    add("refuse", [this](const json& arguments, Context& ctx) {
      handles.update(arguments.at("id").get<std::string>(), ctx, [&](Delivery& parcel) {
        parcel.city = "lost";
        throw ToolError("It stays as it was.");
      });
      return std::string("done");
    });
    add("drop", [this](const json& arguments, Context& ctx) {
      return std::string(handles.erase(arguments.at("id").get<std::string>(), ctx) ? "dropped" : "nothing");
    });
    add("unseen", [this](const json&, Context& ctx) { return unseen.add({"text"}, ctx); });
  }

  void add(std::string name, std::function<std::string(const json&, Context&)> call) {
    own.add(std::move(name), std::move(call));
  }
  std::string call(std::string_view tool, const json& arguments = json::object()) {
    return text_of(peer.call(tool, arguments));
  }
  std::string call(std::string_view tool, const std::string& id) { return call(tool, json{{"id", id}}); }
  std::string call_as(std::string_view principal, std::string_view tool, const json& arguments = json::object()) {
    return text_of(peer.ask_as(principal, "tools/call", AskingPeer<>::call_params(tool, arguments)));
  }

  Parcels handles;
  StoredHandles<Unseen> unseen;
  std::function<void()> between;  // comes between reading and writing of "lift"
  AskingServer own;
  AskingPeer<> peer;
};

TEST(StoredHandles, are_found_changed_and_dropped) {
  Post post;
  const std::string id = post.call("make");
  EXPECT_THAT(id, StartsWith("parcel_"));
  EXPECT_EQ(id.size(), 7U + 24U);
  EXPECT_EQ(post.call("show", id), "Bonn 1");
  EXPECT_EQ(post.call("lift", id), "2");
  EXPECT_EQ(post.call("rename", json{{"id", id}, {"city", "Rome"}}), "done");
  EXPECT_EQ(post.call("show", id), "Rome 2");
  EXPECT_EQ(post.call("drop", id), "dropped");
  EXPECT_EQ(post.call("drop", id), "nothing");
  EXPECT_EQ(post.call("show", id), kMissing);
  EXPECT_EQ(post.call("lift", id), kMissing);
  EXPECT_EQ(post.handles.describe_lifetime(), "Each parcel expires after 15 minutes without use.");
}

TEST(StoredHandles, stay_as_they_are_when_the_change_throws) {
  Post post;
  const std::string id = post.call("make");
  EXPECT_EQ(post.call("refuse", id), "It stays as it was.");
  EXPECT_EQ(post.call("show", id), "Bonn 1");
}

TEST(StoredHandles, are_good_for_who_made_them) {
  Post post;
  const std::string id = post.call_as("ada", "make");
  EXPECT_EQ(post.call_as("ada", "show", {{"id", id}}), "Bonn 1");
  EXPECT_EQ(post.call_as("bob", "show", {{"id", id}}), kMissing);
  EXPECT_EQ(post.call_as("bob", "lift", {{"id", id}}), kMissing);
  EXPECT_EQ(post.call_as("bob", "drop", {{"id", id}}), "nothing");
  EXPECT_EQ(post.call("show", id), kMissing);
}

TEST(StoredHandles, made_by_one_server_are_found_by_another) {
  const auto store = std::make_shared<detail::MemoryHandleStore>();
  Post first(parcels(store)), second(parcels(store));
  const std::string id = first.call("make");
  EXPECT_EQ(second.call("show", id), "Bonn 1");
  EXPECT_EQ(second.call("lift", id), "2");
  EXPECT_EQ(first.call("lift", id), "3");
  EXPECT_EQ(first.call("drop", id), "dropped");
  EXPECT_EQ(second.call("show", id), kMissing);
}

TEST(StoredHandles, use_the_store_of_their_server) {
  detail::MemoryHandleStore store;
  Post first(parcels(), &store), second(parcels(), &store), alone;
  const std::string id = first.call("make");
  EXPECT_EQ(second.call("show", id), "Bonn 1");
  EXPECT_EQ(store.size("parcel"), 1U);
  EXPECT_EQ(alone.call("show", id), kMissing);
}

TEST(StoredHandles, prefer_a_store_of_their_own) {
  detail::MemoryHandleStore of_server;
  const auto own = std::make_shared<detail::MemoryHandleStore>();
  StoredHandleOptions options = parcels(own);
  options.table = "boxes";
  Post post(options, &of_server);
  EXPECT_THAT(post.call("make"), StartsWith("parcel_"));
  EXPECT_EQ(own->size("boxes"), 1U);
  EXPECT_EQ(of_server.size("boxes"), 0U);
}

TEST(StoredHandles, lose_no_change_that_comes_between) {
  const auto store = std::make_shared<detail::MemoryHandleStore>();
  Post first(parcels(store)), second(parcels(store));
  const std::string id = first.call("make");
  int runs = 0;
  first.between = [&] {
    if (++runs > 1) return;
    EXPECT_EQ(second.call("lift", id), "2");
  };
  EXPECT_EQ(first.call("lift", id), "3");
  EXPECT_EQ(runs, 2);
  EXPECT_EQ(second.call("show", id), "Bonn 3");
}

TEST(StoredHandles, give_up_when_others_always_come_first) {
  const auto store = std::make_shared<Failing>();
  Post post(parcels(store));
  const std::string id = post.call("make");
  store->fails = Failing::Fails::ReplacingAlways;
  EXPECT_EQ(post.call("lift", id), "The parcel is being changed by too many calls; try again later.");
}

TEST(StoredHandles, that_are_dropped_while_they_change_are_missing) {
  const auto store = std::make_shared<detail::MemoryHandleStore>();
  Post post(parcels(store)), other(parcels(store));
  const std::string id = post.call("make");
  post.between = [&] { EXPECT_EQ(other.call("drop", id), "dropped"); };
  EXPECT_EQ(post.call("lift", id), kMissing);
}

TEST(StoredHandles, say_that_the_store_failed) {
  const auto store = std::make_shared<Failing>();
  Post post(parcels(store));
  const std::string id = post.call("make");
  store->fails = Failing::Fails::Always;
  const json answer = post.peer.call("show", {{"id", id}});
  EXPECT_TRUE(answer.at("result").at("isError"));
  EXPECT_EQ(text_of(answer), "No parcel can be reached now; try again later.");
  EXPECT_EQ(post.call("lift", id), "No parcel can be reached now; try again later.");
  EXPECT_EQ(post.call("drop", id), "No parcel can be reached now; try again later.");
  EXPECT_EQ(post.call("make"), "No parcel can be made now; try again later.");
  EXPECT_THAT(post.peer.log.text(), HasSubstr("the store of each parcel failed: the store cannot be reached"));
  store->fails = Failing::Fails::Never;
  EXPECT_EQ(post.call("show", id), "Bonn 1") << "nothing is lost";
}

TEST(StoredHandles, say_that_a_change_may_have_been_made) {
  const auto store = std::make_shared<Failing>();
  Post post(parcels(store));
  const std::string id = post.call("make");
  store->fails = Failing::Fails::AfterReplacing;
  EXPECT_EQ(post.call("lift", id), "It is not known whether the parcel was changed; look at it before you try again.");
  store->fails = Failing::Fails::Never;
  EXPECT_EQ(post.call("show", id), "Bonn 2");
}

TEST(StoredHandles, do_not_ask_the_store_for_what_is_no_id) {
  const auto store = std::make_shared<Failing>();
  Post post(parcels(store));
  const std::string id = post.call("make");
  for (const std::string& other : {std::string(), std::string("parcel_"), id + "x", id.substr(1),
                                   "basket" + id.substr(6), id.substr(0, 30) + "*", std::string(100'000, 'x')}) {
    EXPECT_EQ(post.call("show", other), kMissing) << other.substr(0, 100);
    EXPECT_EQ(post.call("drop", other), "nothing") << other.substr(0, 100);
  }
  EXPECT_EQ(store->finds, 0);
}

TEST(StoredHandles, have_a_largest_size) {
  Post post(parcels(nullptr, 40));
  const std::string id = post.call("make");
  EXPECT_EQ(post.call("make", json{{"city", std::string(100, 'x')}}),
            "The parcel would be too large: 121 bytes, of 40 that are allowed.");
  EXPECT_EQ(post.call("rename", json{{"id", id}, {"city", std::string(100, 'x')}}),
            "The parcel would be too large: 121 bytes, of 40 that are allowed.");
  EXPECT_EQ(post.call("show", id), "Bonn 1");
}

TEST(StoredHandles, of_another_version_of_the_program_are_reported) {
  const auto store = std::make_shared<detail::MemoryHandleStore>();
  Post post(parcels(store));
  const std::string id = post.call("make");
  for (const char* const text : {R"({"town":"Bonn"})", "{", ""}) {
    const HandleLimits limits{1min, 10};
    const HandleKey key{"parcel", id, {}};
    const std::uint64_t version = store->find(key, limits)->version;
    ASSERT_EQ(store->replace(key, version, text, limits), HandleReplace::Replaced);
    EXPECT_EQ(post.call("show", id),
              "The parcel was kept by another version of this server and cannot be read. Make another one with make.");
  }
  EXPECT_THAT(post.peer.log.text(), HasSubstr("a stored parcel does not fit its type: "));
}

TEST(StoredHandles, need_a_type_that_the_generator_has_seen) {
  Post post;
  const json answer = post.peer.call("unseen");
  EXPECT_TRUE(answer.at("result").at("isError"));
  EXPECT_THAT(post.peer.log.text(), HasSubstr("name the file that calls it in SOURCES"));
  const Context nobody{std::stop_token()};
  EXPECT_THROW((void)post.handles.find("parcel_x", nobody), std::logic_error);
}

TEST(StoredHandles, refuse_options_out_of_bounds) {
  EXPECT_THROW(Parcels({.max = 0}), std::invalid_argument);
  EXPECT_THROW(Parcels({.lifetime = 0s}), std::invalid_argument);
  EXPECT_THROW(Parcels({.max_bytes = 1}), std::invalid_argument);
  EXPECT_THROW(Parcels({.noun = ""}), std::invalid_argument);
  EXPECT_THROW(Parcels({.noun = std::string(65, 'n')}), std::invalid_argument);
  EXPECT_THROW(Parcels({.table = std::string(65, 't')}), std::invalid_argument);
}

TEST(StoredHandles, are_changed_by_threads_of_two_servers) {
  constexpr int kThreads = 4, kChanges = 25;
  const auto store = std::make_shared<detail::MemoryHandleStore>();
  Post first(parcels(store)), second(parcels(store));
  const std::string id = first.call("make");
  // Each thread has a peer, since one answers a call at a time.
  std::vector<std::jthread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, of = i % 2 == 0 ? &first : &second] {
      AskingPeer<> peer(of->own);
      for (int change = 0; change < kChanges; ++change) (void)peer.call("lift", {{"id", id}});
    });
  }
  threads.clear();
  EXPECT_EQ(first.call("show", id), "Bonn " + std::to_string(1 + kThreads * kChanges));
}

}  // namespace stored_handles_test
}  // namespace mcp
