#include <mcp/handles.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <mcp/error.hpp>

namespace mcp {
namespace handles_test {

using namespace std::chrono_literals;

/// Handles of numbers and a clock that stands still unless told otherwise.
class Numbers {
 public:
  explicit Numbers(std::size_t max = 100, std::chrono::seconds lifetime = 60s)
      : handles_(
            {.lifetime = lifetime, .max = max, .noun = "number", .made_by = "make", .now = [this] { return now_; }}) {}

  void pass(std::chrono::seconds time) { now_ += time; }
  std::string add(int value, std::string_view principal = "alice") { return handles_.add(value, principal); }
  /// The value; -1: there is none.
  int find(std::string_view id, std::string_view principal = "alice") {
    try {
      return *handles_.find(id, principal);
    } catch (const ToolError&) {
      return -1;
    }
  }
  Handles<int>& handles() { return handles_; }

 private:
  std::chrono::steady_clock::time_point now_{};
  Handles<int> handles_;
};

template <class H>
concept TakesContext = requires(H handles, const Context& context) {
  handles.add(1, context);
  handles.find("id", context);
  handles.erase("id", context);
  handles.update("id", context, [](int&) {});
};
static_assert(TakesContext<Handles<int>>);

TEST(Handles, find_what_was_added) {
  Numbers numbers;
  const std::string one = numbers.add(1);
  const std::string two = numbers.add(2);
  EXPECT_EQ(numbers.find(one), 1);
  EXPECT_EQ(numbers.find(two), 2);
  *numbers.handles().find(one, "alice") = 7;
  EXPECT_EQ(numbers.find(one), 7);
  EXPECT_EQ(numbers.handles().size(), 2U);
}

TEST(Handles, have_ids_that_say_what_they_are_and_cannot_be_guessed) {
  Handles<int> handles({.max = 2000, .noun = "shopping basket"});
  std::set<std::string> ids;
  for (int i = 0; i < 1000; ++i) ids.insert(handles.add(i, ""));
  EXPECT_EQ(ids.size(), 1000U);
  for (const std::string& id : ids) {
    EXPECT_EQ(id.size(), 16U + 24U);
    EXPECT_TRUE(id.starts_with("shopping_basket_"));
  }
}

TEST(Handles, are_good_for_who_made_them) {
  Numbers numbers;
  const std::string id = numbers.add(1, "alice");
  EXPECT_EQ(numbers.find(id, "bob"), -1);
  EXPECT_EQ(numbers.find(id, ""), -1);
  EXPECT_FALSE(numbers.handles().erase(id, "bob"));
  EXPECT_EQ(numbers.find(id, "alice"), 1);
}

TEST(Handles, expire_without_use) {
  Numbers numbers;
  const std::string used = numbers.add(1);
  const std::string unused = numbers.add(2);
  numbers.pass(59s);
  EXPECT_EQ(numbers.find(used), 1);
  numbers.pass(1s);
  EXPECT_EQ(numbers.find(unused), -1);
  EXPECT_EQ(numbers.handles().size(), 1U);
  numbers.pass(58s);
  EXPECT_EQ(numbers.find(used), 1);
  numbers.pass(60s);
  EXPECT_FALSE(numbers.handles().erase(used, "alice"));
  EXPECT_EQ(numbers.handles().size(), 0U);
}

TEST(Handles, do_not_live_longer_for_who_guesses) {
  Numbers numbers;
  const std::string id = numbers.add(1, "alice");
  numbers.pass(59s);
  EXPECT_EQ(numbers.find(id, "bob"), -1);
  numbers.pass(1s);
  EXPECT_EQ(numbers.find(id, "alice"), -1);
}

TEST(Handles, can_be_erased) {
  Numbers numbers;
  const std::string id = numbers.add(1);
  EXPECT_TRUE(numbers.handles().erase(id, "alice"));
  EXPECT_FALSE(numbers.handles().erase(id, "alice"));
  EXPECT_EQ(numbers.find(id), -1);
}

TEST(Handles, tell_the_model_what_to_do) {
  Numbers numbers(1, 900s);
  try {
    (void)numbers.handles().find("number_x", "alice");
    FAIL();
  } catch (const ToolError& problem) {
    EXPECT_STREQ(
        problem.what(),
        "No such number, or it has expired. Each number expires after 15 minutes without use. Make another one "
        "with make.");
  }
  try {
    Handles<int> plain;
    (void)plain.find("", "");
    FAIL();
  } catch (const ToolError& problem) {
    EXPECT_TRUE(std::string(problem.what()).ends_with("Make another one.")) << problem.what();
  }
}

TEST(Handles, say_how_long_they_live) {
  const auto said = [](std::chrono::seconds lifetime) {
    return Handles<int>({.lifetime = lifetime, .noun = "basket"}).describe_lifetime();
  };
  EXPECT_EQ(said(15min), "Each basket expires after 15 minutes without use.");
  EXPECT_EQ(said(1s), "Each basket expires after 1 second without use.");
  EXPECT_EQ(said(90s), "Each basket expires after 90 seconds without use.");
  EXPECT_EQ(said(1h), "Each basket expires after 1 hour without use.");
  EXPECT_EQ(said(36h), "Each basket expires after 36 hours without use.");
  EXPECT_EQ(said(48h), "Each basket expires after 2 days without use.");
}

TEST(Handles, make_room_by_dropping_the_longest_unused) {
  Numbers numbers(2);
  const std::string one = numbers.add(1);
  const std::string two = numbers.add(2);
  EXPECT_EQ(numbers.find(one), 1);
  const std::string three = numbers.add(3);
  EXPECT_EQ(numbers.find(two), -1);
  EXPECT_EQ(numbers.find(one), 1);
  EXPECT_EQ(numbers.find(three), 3);
}

TEST(Handles, of_one_principal_do_not_push_out_those_of_others) {
  Numbers numbers(4);
  const std::string alice = numbers.add(1, "alice");
  for (int i = 0; i < 100; ++i) (void)numbers.add(i, "greedy");
  EXPECT_EQ(numbers.find(alice, "alice"), 1);
  EXPECT_EQ(numbers.handles().size(), 4U);
}

TEST(Handles, keep_a_found_value_alive) {
  Numbers numbers(1);
  const std::string id = numbers.add(1);
  const std::shared_ptr<int> value = numbers.handles().find(id, "alice");
  (void)numbers.add(2);
  EXPECT_EQ(numbers.find(id), -1);
  EXPECT_EQ(*value, 1);
}

TEST(Handles, may_be_used_by_a_value_that_ends) {
  struct Last {
    explicit Last(Handles<std::shared_ptr<Last>>& in) : handles(in) {}
    ~Last() { EXPECT_EQ(handles.size(), 1U); }
    Handles<std::shared_ptr<Last>>& handles;
  };
  Handles<std::shared_ptr<Last>> handles({.max = 1});
  (void)handles.add(std::make_shared<Last>(handles), "");
  (void)handles.add(nullptr, "");
}

TEST(Handles, are_updated_under_a_lock) {
  constexpr int kThreads = 4, kChanges = 500;
  Handles<int> handles;
  const std::string id = handles.add(0, "alice");
  std::vector<std::jthread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      for (int change = 0; change < kChanges; ++change) handles.update(id, "alice", [](int& value) { ++value; });
    });
  }
  threads.clear();
  EXPECT_EQ(handles.update(id, "alice", [](const int& value) { return value; }), kThreads * kChanges);
  EXPECT_THROW(handles.update(id, "bob", [](int& value) { ++value; }), ToolError);
  EXPECT_THROW(handles.update(id, "alice", [](int&) { throw ToolError("no"); }), ToolError);
  EXPECT_EQ(handles.update(id, "alice", [](int& value) { return ++value; }), kThreads * kChanges + 1)
      << "a change that throws leaves the value unlocked";
}

TEST(Handles, refuse_options_out_of_bounds) {
  EXPECT_THROW(Handles<int>({.max = 0}), std::invalid_argument);
  EXPECT_THROW(Handles<int>({.lifetime = 0s}), std::invalid_argument);
  EXPECT_THROW(Handles<int>({.noun = ""}), std::invalid_argument);
}

TEST(Handles, are_shared_by_threads) {
  Handles<std::atomic<int>*> handles({.max = 8});
  std::atomic<int> sum = 0;
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int call = 0; call < 500; ++call) {
        const std::string id = handles.add(&sum, "");
        try {
          ++**handles.find(id, "");
        } catch (const ToolError&) {  // pushed out meanwhile
        }
        handles.erase(id, "");
      }
    });
  }
  threads.clear();
  EXPECT_EQ(handles.size(), 0U);
  EXPECT_GT(sum, 0);
}

}  // namespace handles_test
}  // namespace mcp
