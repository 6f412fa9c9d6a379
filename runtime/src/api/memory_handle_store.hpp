// The values of StoredHandles that this process keeps in memory.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <string>

#include <mcp/handle_store.hpp>

#include "api/handle_entries.hpp"

namespace mcp::detail {

/// A table keeps the limits of the call that added its first value.
class MemoryHandleStore final : public HandleStore {
 public:
  using Clock = std::function<HandleEntries::TimePoint()>;

  /// `now` is the clock, which tests may replace.
  explicit MemoryHandleStore(Clock now = &std::chrono::steady_clock::now) : now_(std::move(now)) {}

  void add(const HandleKey& key, std::string_view text, const HandleLimits& limits) override;
  [[nodiscard]] std::optional<StoredHandle> find(const HandleKey& key, const HandleLimits& limits) override;
  [[nodiscard]] HandleReplace replace(const HandleKey& key, std::uint64_t version, std::string_view text,
                                      const HandleLimits& limits) override;
  bool erase(const HandleKey& key) override;
  [[nodiscard]] std::size_t size(std::string_view table) override;

 private:
  /// Null: there is no such value. Needs the lock; restarts the lifetime of the value.
  [[nodiscard]] StoredHandle* use(const HandleKey& key, HandleEntries::Entries& dropped);

  const Clock now_;
  std::mutex mutex_;
  std::map<std::string, HandleEntries, std::less<>> tables_;
};

}  // namespace mcp::detail
