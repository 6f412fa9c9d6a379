// What <mcp/handle_store.hpp> promises, as a test.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <mcp/handle_store.hpp>

#include "base/digest.hpp"
#include "test/checker.hpp"

namespace mcp::test {

namespace handle_store_check {
namespace {

using namespace std::chrono_literals;
using protocol::random_token;
using Store = std::shared_ptr<HandleStore>;
using Clock = std::chrono::steady_clock;

constexpr HandleLimits kWide{1h, 10'000};

/// A name that nobody else uses.
std::string name(std::string_view what) { return std::string(what) + '_' + random_token(18); }

/// The text of a value; "-" if there is none.
std::string text_of(const Store& store, const HandleKey& key, const HandleLimits& limits = kWide) {
  const std::optional<StoredHandle> found = store->find(key, limits);
  return found ? found->text : "-";
}

void check_values(Checker& checker, const OpenStore<HandleStore>& open, const Store& first, const Store& second) {
  const std::string table = name("t"), ada = "ada " + name("p"), one = name("id"), two = name("id");
  const HandleKey key{table, one, ada};
  checker.expect(!first->find(key, kWide), "a value that was not added is not found");
  checker.expect(first->size(table) == 0, "a table is empty at first");
  first->add(key, R"({"n":1})", kWide);
  first->add({table, two, ada}, R"({"n":2})", kWide);
  checker.expect(text_of(first, key) == R"({"n":1})", "a value is found");
  checker.expect(text_of(second, key) == R"({"n":1})", "another process finds a value");
  checker.expect(text_of(open(), {table, two, ada}) == R"({"n":2})", "a process that starts later finds a value");
  checker.expect(second->size(table) == 2, "size() counts the values of a table");
  checker.expect(second->erase(key), "another process can erase a value");
  checker.expect(text_of(first, key) == "-", "an erased value is gone");
  checker.expect(!first->erase(key), "a value can be erased once");
  checker.expect(text_of(first, {table, two, ada}) == R"({"n":2})", "other values stay");
  checker.expect(first->size(table) == 1, "an erased value does not count");
}

void check_keys(Checker& checker, const Store& first, const Store& second) {
  const std::string table = name("t"), other_table = name("t"), id = name("id");
  const std::string ada = "ada " + name("p"), bob = "bob " + name("p");
  first->add({table, id, ada}, "[]", kWide);
  for (const HandleKey& other :
       {HandleKey{table, id, bob}, HandleKey{table, id, {}}, HandleKey{other_table, id, ada}}) {
    const std::string which = other.table != table ? "in another table" : "by another principal";
    checker.expect(text_of(second, other) == "-", "a value is not found " + which);
    checker.expect(second->replace(other, second->find({table, id, ada}, kWide).value_or(StoredHandle{}).version, "0",
                                   kWide) == HandleReplace::Missing,
                   "a value is not replaced " + which);
    checker.expect(!second->erase(other), "a value is not erased " + which);
  }
  checker.expect(text_of(first, {table, id, ada}) == "[]", "what others try changes nothing");

  const std::string strange("a\0b\n\xff\xfe{\"'%: ", 13), odd_table = strange + random_token(12);
  const std::string odd_id = id + "-";
  const HandleKey odd{odd_table, odd_id, strange};
  first->add(odd, "1", kWide);
  checker.expect(text_of(second, odd) == "1", "tables and principals may have any bytes");
  checker.expect(text_of(second, {odd_table, odd.id, strange.substr(0, 1)}) == "-",
                 "a principal is compared beyond a zero byte");
  const std::string long_principal(10'000, 'x'), long_id = name(std::string(128 - 25, 'i'));
  first->add({table, long_id, long_principal}, "2", kWide);
  checker.expect(text_of(second, {table, long_id, long_principal}) == "2", "a principal may be long");
  first->add({table, id + "_", {}}, "3", kWide);
  checker.expect(text_of(second, {table, id + "_", {}}) == "3", "a principal may be empty");
  const std::string text = "{\"t\":\"\xc3\xa4\\u0000'%s $1 \\\\\",\"l\":\"" + std::string(200'000, 'v') + "\"}";
  first->add({table, id + "__", ada}, text, kWide);
  checker.expect(text_of(second, {table, id + "__", ada}) == text, "a text is kept byte by byte");
}

void check_versions(Checker& checker, const Store& first, const Store& second) {
  const std::string table = name("t"), id = name("id");
  const HandleKey key{table, id, "ada"};
  checker.expect(first->replace(key, 1, "0", kWide) == HandleReplace::Missing, "what is not there is not replaced");
  checker.expect(!first->find(key, kWide), "replace() adds nothing");
  first->add(key, "0", kWide);
  const std::uint64_t version = first->find(key, kWide).value_or(StoredHandle{}).version;
  checker.expect(second->find(key, kWide).value_or(StoredHandle{}).version == version, "reading changes no version");
  checker.expect(first->replace(key, version, "1", kWide) == HandleReplace::Replaced, "a value is replaced");
  checker.expect(text_of(second, key) == "1", "another process finds the new text");
  checker.expect(second->replace(key, version, "2", kWide) == HandleReplace::Changed,
                 "a version can be replaced once, by whatever process");
  checker.expect(text_of(first, key) == "1", "an attempt that fails changes nothing");
  // A text that comes back has another version nevertheless.
  const std::uint64_t next = first->find(key, kWide).value_or(StoredHandle{}).version;
  checker.expect(next != version, "a new text has another version");
  checker.expect(second->replace(key, next, "0", kWide) == HandleReplace::Replaced, "a value is replaced again");
  checker.expect(first->replace(key, version, "3", kWide) == HandleReplace::Changed, "versions do not come back");
  checker.expect(first->erase(key), "a replaced value can be erased");
  checker.expect(second->replace(key, next, "4", kWide) == HandleReplace::Missing, "an erased value is not replaced");
}

void check_threads(Checker& checker, const Store& first, const Store& second) {
  constexpr std::size_t kThreads = 8, kChanges = 15;
  const std::string table = name("t"), id = name("id");
  const HandleKey key{table, id, "ada"};
  first->add(key, "0", kWide);
  std::atomic<std::size_t> lost{0};
  on_threads(kThreads, [&](std::size_t index) {
    const Store& store = index % 2 == 0 ? first : second;
    for (std::size_t done = 0; done < kChanges;) {
      const std::optional<StoredHandle> found = store->find(key, kWide);
      if (!found) {
        ++lost;
        return;
      }
      const HandleReplace outcome =
          store->replace(key, found->version, std::to_string(std::stoul(found->text) + 1), kWide);
      if (outcome == HandleReplace::Replaced) ++done;
      if (outcome == HandleReplace::Missing) ++lost;
    }
  });
  checker.expect(lost == 0, "a value is there while it is replaced");
  checker.expect(text_of(second, key) == std::to_string(kThreads * kChanges),
                 "no change is lost, however many threads and processes change a value");
}

void check_room(Checker& checker, const Store& first, const Store& second) {
  constexpr HandleLimits kFew{1h, 6};
  const std::string table = name("t");
  std::vector<std::string> ids(20);
  for (std::string& id : ids) id = name("id");
  first->add({table, ids[0], "ada"}, "0", kFew);
  first->add({table, ids[1], "bob"}, "1", kFew);
  for (std::size_t i = 2; i < ids.size(); ++i) (i % 2 == 0 ? first : second)->add({table, ids[i], "eve"}, "2", kFew);
  checker.expect(first->size(table) == 6, "a table holds as many values as allowed, and no more");
  checker.expect(text_of(second, {table, ids[0], "ada"}, kFew) == "0", "who adds many displaces nobody else's value");
  checker.expect(text_of(first, {table, ids[1], "bob"}, kFew) == "1", "who adds many displaces no value of a third");
  checker.expect(text_of(first, {table, ids.back(), "eve"}, kFew) == "2", "the newest value is kept");
  checker.expect(text_of(first, {table, ids[2], "eve"}, kFew) == "-", "the oldest value makes room");
}

/// Uses one of two values for longer than their lifetime. False: this process did not get to run often enough.
bool check_lifetime(Checker& checker, const Store& first, const Store& second, std::chrono::milliseconds lifetime) {
  const HandleLimits limits{lifetime, 100};
  const std::string table = name("t"), used = name("id"), read = name("id"), unused = name("id");
  const auto begin = Clock::now();
  first->add({table, used, "ada"}, "0", limits);
  first->add({table, read, "ada"}, "0", limits);
  first->add({table, unused, "ada"}, "0", limits);
  auto last = begin;
  bool is_there = true, was_punctual = true;
  while (Clock::now() - begin < 2 * lifetime) {
    const std::optional<StoredHandle> found = second->find({table, read, "ada"}, limits);
    const std::optional<StoredHandle> other = first->find({table, used, "ada"}, limits);
    is_there = is_there && found && other &&
               second->replace({table, used, "ada"}, other->version, "1", limits) == HandleReplace::Replaced;
    (void)first->find({table, unused, "eve"}, limits);
    const auto now = Clock::now();
    was_punctual = was_punctual && now - std::exchange(last, now) < lifetime / 2;
    if (!was_punctual) return false;
    std::this_thread::sleep_for(lifetime / 20);
  }
  checker.expect(is_there, "a value that is used outlives its lifetime");
  checker.expect(text_of(first, {table, unused, "ada"}, limits) == "-",
                 "a value expires, though another principal asks for it");
  const auto give_up = Clock::now() + 10 * lifetime;
  while (first->size(table) != 0 && Clock::now() < give_up) std::this_thread::sleep_for(lifetime / 20);
  checker.expect(first->size(table) == 0, "values that nobody uses expire");
  checker.expect(text_of(second, {table, used, "ada"}, limits) == "-", "an expired value is not found");
  checker.expect(first->replace({table, used, "ada"}, 1, "2", limits) == HandleReplace::Missing,
                 "an expired value is not replaced");
  checker.expect(!second->erase({table, read, "ada"}), "an expired value cannot be erased");
  return true;
}

}  // namespace
}  // namespace handle_store_check

CheckReport check_handle_store(const OpenStore<HandleStore>& open) {
  using namespace handle_store_check;
  Checker checker;
  const Store first = open(), second = open();
  checker.run("a value", [&] { check_values(checker, open, first, second); });
  checker.run("keys", [&] { check_keys(checker, first, second); });
  checker.run("versions", [&] { check_versions(checker, first, second); });
  checker.run("many threads", [&] { check_threads(checker, first, second); });
  checker.run("a full table", [&] { check_room(checker, first, second); });
  checker.run("the lifetime", [&] {
    std::chrono::milliseconds lifetime = 200ms;
    while (!check_lifetime(checker, first, second, lifetime) && lifetime < 10s) lifetime *= 2;
    checker.expect(lifetime < 10s, "the store answers within a few seconds");
  });
  return checker.report();
}

}  // namespace mcp::test
