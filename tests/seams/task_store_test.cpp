#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include <mcp/task_store.hpp>
#include <mcp/test/checks.hpp>

#include "seams.hpp"
#include "store_process.hpp"
#include "tasks/memory_task_store.hpp"

namespace task_store_seam_test {

using mcp::NewTask;
using mcp::TaskChanges;
using mcp::TaskRecord;
using mcp::TaskStatus;
using mcp::TaskUpdate;
using mcp::protocol::MemoryTaskStore;
using mcp::test::check_task_store;
using mcp::test::CheckReport;

TEST(TaskStoreSeam, memory_keeps_the_contract) {
  const auto store = std::make_shared<MemoryTaskStore>();
  const CheckReport report = check_task_store([&] { return store; });
  EXPECT_TRUE(report.passed()) << report.text();
}

TEST(TaskStoreSeam, a_store_that_fails_throws_and_serves_again_afterwards) {
  seams::StoreProcess process;
  const auto store = seams::remote_task_store(process.socket_path());
  std::string problem;
  TaskRecord record = *store->create("ada", {}, problem);
  record.status_message = "half way";
  process.set_faults({{"refused", 1}});
  EXPECT_THROW((void)store->update(record), std::runtime_error);
  EXPECT_EQ(store->update(record), TaskUpdate::Done) << "a change that was refused was not made";
  process.set_faults({{"unanswered", 1}});
  record.status_message = "nearly done";
  EXPECT_THROW((void)store->update(record), std::runtime_error);
  EXPECT_EQ(store->update(record), TaskUpdate::Stale) << "a change without an answer was made";
  EXPECT_EQ(record.status_message, "nearly done");
}

enum class Defect : unsigned char {
  LastWriterWins,
  ShowsOthers,
  EndedChanges,
  ForgetsAnswers,
  SkipsChanges,
  KnowsItsOwnAlone,
};

/// The store in memory, with a defect.
class Defective final : public mcp::TaskStore {
 public:
  explicit Defective(Defect defect) : defect_(defect) {}

  std::optional<TaskRecord> create(std::string_view principal, const NewTask& task, std::string& problem) override {
    return memory_.create(defect_ == Defect::ShowsOthers ? "" : principal, task, problem);
  }
  std::optional<TaskRecord> get(std::string_view id, std::string_view principal) override {
    return memory_.get(id, defect_ == Defect::ShowsOthers ? "" : principal);
  }
  TaskUpdate update(TaskRecord& record) override {
    const TaskRecord wanted = record;
    if (defect_ == Defect::ForgetsAnswers) record.input_responses.clear();
    TaskUpdate update = memory_.update(record);
    if (defect_ == Defect::EndedChanges && update == TaskUpdate::Ended) return TaskUpdate::Done;
    while (defect_ == Defect::LastWriterWins && update == TaskUpdate::Stale) {
      const std::uint64_t version = record.version;
      record = wanted;
      record.version = version;
      update = memory_.update(record);
    }
    return update;
  }
  TaskChanges updated_since(std::uint64_t position, std::size_t most) override {
    TaskChanges found = memory_.updated_since(position, most);
    if (defect_ == Defect::SkipsChanges && found.has_more) found.position = memory_.position();
    return found;
  }
  std::uint64_t position() override { return memory_.position(); }
  std::size_t erase_expired() override { return memory_.erase_expired(); }

 private:
  const Defect defect_;
  MemoryTaskStore memory_;
};

class TaskStoreSeamDefect : public testing::TestWithParam<Defect> {};

TEST_P(TaskStoreSeamDefect, is_found) {
  const auto shared = std::make_shared<Defective>(GetParam());
  const CheckReport report = check_task_store([&]() -> std::shared_ptr<mcp::TaskStore> {
    if (GetParam() == Defect::KnowsItsOwnAlone) return std::make_shared<Defective>(GetParam());
    return shared;
  });
  EXPECT_FALSE(report.passed());
}

INSTANTIATE_TEST_SUITE_P(Defects, TaskStoreSeamDefect,
                         testing::Values(Defect::LastWriterWins, Defect::ShowsOthers, Defect::EndedChanges,
                                         Defect::ForgetsAnswers, Defect::SkipsChanges, Defect::KnowsItsOwnAlone));

}  // namespace task_store_seam_test
