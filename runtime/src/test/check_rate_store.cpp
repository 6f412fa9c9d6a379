// What <mcp/rate_store.hpp> promises, as a test.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <thread>
#include <vector>

#include <mcp/rate_store.hpp>

#include "base/digest.hpp"
#include "test/checker.hpp"

namespace mcp::test {

namespace rate_store_check {
namespace {

using namespace std::chrono_literals;
using protocol::random_token;
using std::chrono::nanoseconds;
using Store = std::shared_ptr<RateStore>;

/// Nothing flows into such a bucket while the check runs.
constexpr Rate kSlow{0.001, 100};
constexpr nanoseconds kInterval = 1000s;

std::string name(std::string_view what) { return std::string(what) + random_token(18); }

/// Takes tokens of one bucket; the time until there is one again.
nanoseconds spend(const Store& store, std::string_view limit, std::string_view key, std::uint32_t count,
                  const Rate& rate = kSlow) {
  RateUse use{.key = key, .count = count};
  store->spend(limit, rate, {&use, 1});
  return use.wait;
}

/// Whether `wait` is what a store says that has no token for `intervals` more intervals. Time passes meanwhile.
bool is_about(nanoseconds wait, int intervals) {
  return wait <= intervals * kInterval && wait > intervals * kInterval - kInterval / 2;
}

void check_bucket(Checker& checker, const OpenStore<RateStore>& open, const Store& first, const Store& second) {
  const std::string limit = name("limit"), key = name("ada ");
  checker.expect(spend(first, limit, key, 0) == 0ns, "a bucket is full at first");
  checker.expect(spend(first, limit, key, 60) == 0ns, "tokens can be taken");
  checker.expect(spend(second, limit, key, 39) == 0ns, "the last token is left");
  checker.expect(is_about(spend(first, limit, key, 1), 1), "an empty bucket has a token after an interval");
  checker.expect(is_about(spend(second, limit, key, 0), 1), "another process knows of an empty bucket");
  checker.expect(is_about(spend(open(), limit, key, 2), 3), "who takes more than there is waits for longer");
  checker.expect(is_about(spend(first, limit, key, 0), 3), "to take nothing changes nothing");
  checker.expect(is_about(spend(first, limit, key, 1'000'000), 101), "a bucket goes below zero by its burst at most");
}

void check_keys(Checker& checker, const Store& first, const Store& second) {
  const std::string limit = name("limit"), key = name("ada ");
  (void)spend(first, limit, key, 150);
  checker.expect(spend(second, limit, name("bob "), 0) == 0ns, "each key has a bucket of its own");
  checker.expect(spend(second, name("other"), key, 0) == 0ns, "each limit has buckets of its own");
  const std::string strange("a\0b\n\xff\xfe{\"'%: ", 13), odd = strange + random_token(12);
  (void)spend(first, limit, odd, 150);
  checker.expect(spend(second, limit, odd, 0) > 0ns, "a key may have any bytes");
  checker.expect(spend(second, limit, odd.substr(0, odd.size() - 1), 0) == 0ns, "the length of a key counts");
  const std::string changed = odd.substr(0, odd.size() - 1) + (odd.back() == 'a' ? 'b' : 'a');
  checker.expect(spend(second, limit, changed, 0) == 0ns, "a key is compared beyond a zero byte");
  const std::string long_key = name(std::string(10'000, 'x'));
  (void)spend(first, limit, long_key, 150);
  checker.expect(spend(second, limit, long_key, 0) > 0ns, "a key may be long");
}

void check_many(Checker& checker, const Store& first, const Store& second) {
  constexpr std::size_t kUses = 1000;  // the most
  const std::string limit = name("limit");
  std::vector<std::string> keys(kUses);
  std::vector<RateUse> uses(kUses);
  for (std::size_t i = 0; i < kUses; ++i) {
    keys[i] = name("many ");
    uses[i] = {.key = keys[i], .count = static_cast<std::uint32_t>(i % 3 * 100)};
  }
  first->spend(limit, kSlow, uses);
  for (RateUse& use : uses) use.count = 0;
  second->spend(limit, kSlow, uses);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < kUses; ++i) {
    constexpr int kIntervals[] = {0, 1, 101};
    if (i % 3 == 0 ? uses[i].wait != 0ns : !is_about(uses[i].wait, kIntervals[i % 3])) ++wrong;
  }
  checker.expect(wrong == 0, "of many uses each takes its own tokens");
}

void check_threads(Checker& checker, const Store& first, const Store& second) {
  constexpr std::size_t kThreads = 8, kTakes = 25;
  constexpr Rate kExact{0.001, kThreads * kTakes};
  const std::string limit = name("limit"), key = name("ada ");
  on_threads(kThreads, [&](std::size_t index) {
    for (std::size_t i = 0; i < kTakes - (index == 0 ? 1 : 0); ++i) {
      (void)spend(index % 2 == 0 ? first : second, limit, key, 1, kExact);
    }
  });
  checker.expect(spend(first, limit, key, 0, kExact) == 0ns, "no token is taken twice, however many take at a time");
  checker.expect(is_about(spend(second, limit, key, 1, kExact), 1), "no token that was taken is lost");
}

void check_refill(Checker& checker, const Store& first, const Store& second) {
  constexpr Rate kQuick{20, 2};
  const std::string limit = name("limit"), key = name("ada ");
  (void)spend(first, limit, key, 4, kQuick);
  const auto begin = std::chrono::steady_clock::now();
  nanoseconds wait = spend(second, limit, key, 0, kQuick);
  checker.expect(wait <= 150ms, "a wait is no longer than the missing tokens need");
  while (wait > 0ns && std::chrono::steady_clock::now() - begin < 3s) {
    std::this_thread::sleep_for(std::clamp<nanoseconds>(wait, 1ms, 1s));
    wait = spend(second, limit, key, 0, kQuick);
  }
  checker.expect(wait == 0ns, "a bucket fills with time");
  std::this_thread::sleep_for(500ms);  // enough for ten tokens
  checker.expect(spend(first, limit, key, 3, kQuick) > 0ns, "a bucket holds no more than its burst");
}

}  // namespace
}  // namespace rate_store_check

CheckReport check_rate_store(const OpenStore<RateStore>& open) {
  using namespace rate_store_check;
  Checker checker;
  const Store first = open(), second = open();
  checker.run("a bucket", [&] { check_bucket(checker, open, first, second); });
  checker.run("keys", [&] { check_keys(checker, first, second); });
  checker.run("many uses", [&] { check_many(checker, first, second); });
  checker.run("many threads", [&] { check_threads(checker, first, second); });
  checker.run("time", [&] { check_refill(checker, first, second); });
  return checker.report();
}

}  // namespace mcp::test
