// What <mcp/session_store.hpp> promises, as a test.
#include <atomic>
#include <chrono>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <mcp/session_store.hpp>

#include "base/digest.hpp"
#include "test/checker.hpp"

namespace mcp::test {

namespace session_store_check {
namespace {

using namespace std::chrono_literals;
using protocol::random_token;
using Store = std::shared_ptr<SessionStore>;

constexpr auto kLong = 1h;

std::string new_id() { return random_token(24); }

StoredSession example() {
  return {.principal = std::string("ada\0\xff\"\n", 7) + random_token(3),
          .initialize = R"({"protocolVersion":"2025-11-25","clientInfo":{"name":"\u00e9 \" \\","version":"1"}})"};
}

std::uint64_t version_of(const Store& store, std::string_view id, bool was_used = false,
                         std::chrono::milliseconds lifetime = kLong) {
  SessionUse use{.id = id, .was_used = was_used};
  store->report({&use, 1}, lifetime);
  return use.version;
}

void check_session(Checker& checker, const OpenStore<SessionStore>& open, const Store& first, const Store& second) {
  const std::string id = new_id();
  checker.expect(!first->find(id).has_value(), "an id that nobody created is unknown");
  const StoredSession made = example();
  const std::uint64_t version = first->create(id, made, kLong);
  checker.expect(version != 0, "a session has a version");
  for (const Store& store : {first, second, open()}) {
    const auto found = store->find(id);
    checker.expect(found && found->session == made, "every server finds a session as it was created");
    checker.expect(found && found->version == version, "every server finds the version that create() returned");
  }
  checker.expect(!second->find(new_id()).has_value(), "another id is another session");
  StoredSession large = example();
  large.initialize = R"({"x":")" + std::string(100'000, 'x') + R"("})";
  for (int i = 0; i < 300; ++i) large.subscribed.push_back("file:///" + std::to_string(1000 + i));
  const std::string large_id = new_id();
  (void)first->create(large_id, large, kLong);
  const auto found = second->find(large_id);
  checker.expect(found && found->session == large, "a session may be large");
}

void check_changes(Checker& checker, const Store& first, const Store& second) {
  const std::string id = new_id();
  const std::string other = new_id();
  StoredSession session = example();
  const std::uint64_t created = first->create(id, session, kLong);
  (void)first->create(other, session, kLong);
  const StoredSession before = session;
  session.initialized = true;
  session.log_level = "warning";
  session.subscribed = {"a:b", "a:c"};
  const std::uint64_t changed = second->change(id, session);
  checker.expect(changed != 0 && changed != created, "a change has a version of its own");
  auto found = first->find(id);
  checker.expect(found && found->session == session, "every server finds what another one changed");
  checker.expect(found && found->version == changed, "every server finds the version of the change");
  found = first->find(other);
  checker.expect(found && found->session == before, "a change is of one session");
  session.subscribed.clear();
  session.log_level.clear();
  (void)first->change(id, session);
  found = second->find(id);
  checker.expect(found && found->session == session, "a change replaces all that was kept");
}

void check_end(Checker& checker, const Store& first, const Store& second) {
  const std::string id = new_id();
  const std::string other = new_id();
  (void)first->create(id, example(), kLong);
  (void)first->create(other, example(), kLong);
  second->remove(id);
  checker.expect(!first->find(id).has_value(), "nobody finds a session that was removed");
  checker.expect(first->change(id, example()) == 0, "a session that was removed cannot be changed");
  checker.expect(!second->find(id).has_value(), "a change does not bring a session back");
  checker.expect(version_of(first, id, true) == 0, "a report says that a session was removed");
  checker.expect(!second->find(id).has_value(), "a report does not bring a session back");
  second->remove(id);
  checker.expect(second->find(other).has_value(), "one session is removed alone");
}

void check_reports(Checker& checker, const Store& first, const Store& second) {
  constexpr std::size_t kUses = 1000;  // the most
  std::vector<std::string> ids(kUses);
  std::vector<std::uint64_t> versions(kUses);
  std::vector<SessionUse> uses(kUses);
  for (std::size_t i = 0; i < kUses; ++i) {
    ids[i] = new_id();
    uses[i] = {.id = ids[i], .was_used = i % 2 == 0, .version = 7};
    if (i % 100 != 0) continue;
    versions[i] = first->create(ids[i], example(), kLong);
  }
  second->report(uses, kLong);
  bool all_right = true;
  for (std::size_t i = 0; i < kUses; ++i) all_right = all_right && uses[i].version == versions[i];
  checker.expect(all_right, "of many sessions each gets its own version, and 0 if there is none");
}

void check_lifetime(Checker& checker, const Store& first, const Store& second) {
  const std::string used = new_id();
  const std::string unused = new_id();
  const std::string looked_at = new_id();
  const auto begin = std::chrono::steady_clock::now();
  for (const std::string& id : {used, unused, looked_at}) (void)first->create(id, example(), 400ms);
  const auto wait_until = [&](std::chrono::milliseconds time) { std::this_thread::sleep_until(begin + time); };
  wait_until(200ms);
  const bool was_there = version_of(second, used, true, 1h) != 0;
  (void)version_of(second, looked_at, false, 1h);
  (void)first->find(looked_at);
  (void)first->change(looked_at, example());
  wait_until(700ms);
  checker.expect(was_there, "a session lives for its lifetime");
  checker.expect(first->find(used).has_value(), "the life of a session that was used begins anew");
  checker.expect(!first->find(unused).has_value(), "a session that nobody uses ends");
  checker.expect(!second->find(looked_at).has_value(), "neither a change nor a look makes a session live longer");
  checker.expect(version_of(first, unused) == 0, "a report says that a session is over");
  checker.expect(second->change(unused, example()) == 0, "a session that is over cannot be changed");
}

void check_threads(Checker& checker, const Store& first, const Store& second) {
  constexpr std::size_t kThreads = 8;
  constexpr std::size_t kChanges = 20;
  const std::string id = new_id();
  const StoredSession made = example();
  (void)first->create(id, made, kLong);
  std::vector<std::vector<std::uint64_t>> versions(kThreads);
  std::atomic<bool> is_whole = true;
  on_threads(kThreads, [&](std::size_t index) {
    const Store& store = index % 2 == 0 ? first : second;
    StoredSession session = made;
    session.log_level = "level" + std::to_string(index);
    session.subscribed.assign(index, session.log_level);
    for (std::size_t i = 0; i < kChanges; ++i) {
      versions[index].push_back(store->change(id, session));
      const auto found = store->find(id);
      const bool is_one = found && found->session.principal == made.principal &&
                          (found->session.log_level.empty() ||
                           found->session.subscribed ==
                               std::vector<std::string>(found->session.subscribed.size(), found->session.log_level));
      if (!is_one) is_whole = false;
    }
  });
  std::set<std::uint64_t> different;
  for (const auto& each : versions) different.insert(each.begin(), each.end());
  checker.expect(different.size() == kThreads * kChanges && !different.contains(0), "each change has its own version");
  checker.expect(is_whole, "nobody sees a change by half");
}

}  // namespace
}  // namespace session_store_check

CheckReport check_session_store(const OpenStore<SessionStore>& open) {
  using namespace session_store_check;  // NOLINT(google-build-using-namespace): its parts
  Checker checker;
  const Store first = open();
  const Store second = open();
  checker.run("a session", [&] { check_session(checker, open, first, second); });
  checker.run("changes", [&] { check_changes(checker, first, second); });
  checker.run("the end of a session", [&] { check_end(checker, first, second); });
  checker.run("reports", [&] { check_reports(checker, first, second); });
  checker.run("lifetimes", [&] { check_lifetime(checker, first, second); });
  checker.run("many threads", [&] { check_threads(checker, first, second); });
  return checker.report();
}

}  // namespace mcp::test
