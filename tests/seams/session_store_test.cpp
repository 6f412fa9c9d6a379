#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>

#include <mcp/session_store.hpp>
#include <mcp/test/checks.hpp>

#include "seams.hpp"
#include "store_process.hpp"
#include "stores/memory_session_store.hpp"

namespace session_store_seam_test {

using namespace std::chrono_literals;
using mcp::SessionUse;
using mcp::StoredSession;
using mcp::VersionedSession;
using mcp::protocol::MemorySessionStore;
using mcp::test::check_session_store;
using mcp::test::CheckReport;

TEST(SessionStoreSeam, memory_keeps_the_contract) {
  const auto store = std::make_shared<MemorySessionStore>();
  const CheckReport report = check_session_store([&] { return store; });
  EXPECT_TRUE(report.passed()) << report.text();
}

TEST(SessionStoreSeam, a_store_that_fails_throws_and_serves_again_afterwards) {
  seams::StoreProcess process;
  const auto store = seams::remote_session_store(process.socket_path());
  process.set_faults({{"refused", 1}});
  EXPECT_THROW((void)store->create("one", {}, 1h), std::runtime_error);
  EXPECT_FALSE(store->find("one").has_value()) << "what was refused was not kept";
  process.set_faults({{"unanswered", 1}});
  EXPECT_THROW((void)store->create("one", {}, 1h), std::runtime_error);
  EXPECT_TRUE(store->find("one").has_value()) << "what had no answer was kept";
}

enum class Defect : unsigned char {
  KeepsVersions,
  RevivesByChange,
  RevivesByReport,
  NeverEnds,
  LivesLongerByChange,
  IgnoresUse,
  ForgetsSubscriptions,
  CutsPrincipals,
  ReportsTheFirstAlone,
  KnowsItsOwnAlone,
};

/// An implementation with a defect.
class Defective final : public mcp::SessionStore {
 public:
  explicit Defective(Defect defect) : defect_(defect) {}

  std::uint64_t create(std::string_view id, const StoredSession& session, std::chrono::milliseconds lifetime) override {
    return memory_.create(id, changed(session), has(Defect::NeverEnds) ? 1h : lifetime);
  }
  std::uint64_t change(std::string_view id, const StoredSession& session) override {
    const std::uint64_t version = memory_.change(id, changed(session));
    if (version == 0 && has(Defect::RevivesByChange)) return memory_.create(id, session, 1h);
    if (version != 0 && has(Defect::LivesLongerByChange)) report_one(id, 1h);
    return has(Defect::KeepsVersions) && version != 0 ? 7 : version;
  }
  std::optional<VersionedSession> find(std::string_view id) override { return memory_.find(id); }
  void report(std::span<SessionUse> uses, std::chrono::milliseconds lifetime) override {
    if (has(Defect::IgnoresUse)) {
      for (SessionUse& use : uses) use.was_used = false;
    }
    memory_.report(has(Defect::ReportsTheFirstAlone) ? uses.first(1) : uses, lifetime);
    for (SessionUse& use : uses) {
      if (use.version == 0 && has(Defect::RevivesByReport)) use.version = memory_.create(use.id, {}, lifetime);
    }
  }
  void remove(std::string_view id) override { memory_.remove(id); }

 private:
  [[nodiscard]] bool has(Defect defect) const { return defect_ == defect; }
  [[nodiscard]] StoredSession changed(StoredSession session) const {
    if (has(Defect::ForgetsSubscriptions)) session.subscribed.clear();
    if (has(Defect::CutsPrincipals)) session.principal = session.principal.c_str();
    return session;
  }
  void report_one(std::string_view id, std::chrono::milliseconds lifetime) {
    SessionUse use{.id = id};
    memory_.report({&use, 1}, lifetime);
  }

  const Defect defect_;
  MemorySessionStore memory_;
};

class DefectiveSessionStore : public testing::TestWithParam<Defect> {};

TEST_P(DefectiveSessionStore, is_found) {
  const auto shared = std::make_shared<Defective>(GetParam());
  const CheckReport report = check_session_store([&]() -> std::shared_ptr<mcp::SessionStore> {
    return GetParam() == Defect::KnowsItsOwnAlone ? std::make_shared<Defective>(GetParam()) : shared;
  });
  EXPECT_FALSE(report.problems().empty());
}

INSTANTIATE_TEST_SUITE_P(Defects, DefectiveSessionStore,
                         testing::Values(Defect::KeepsVersions, Defect::RevivesByChange, Defect::RevivesByReport,
                                         Defect::NeverEnds, Defect::LivesLongerByChange, Defect::IgnoresUse,
                                         Defect::ForgetsSubscriptions, Defect::CutsPrincipals,
                                         Defect::ReportsTheFirstAlone, Defect::KnowsItsOwnAlone));

}  // namespace session_store_seam_test
