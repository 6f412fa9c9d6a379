#include <mcp/handles.hpp>

#include <mcp/error.hpp>

#include "api/handle_entries.hpp"
#include "api/handle_texts.hpp"

namespace mcp::detail {

class MCP_HIDDEN HandleTable::Impl {
 public:
  explicit Impl(HandleOptions options)
      : texts("mcp::Handles", std::move(options.noun), std::move(options.made_by), options.lifetime, options.max),
        clock(std::move(options.now)),
        entries(options.lifetime, options.max) {}

  [[nodiscard]] HandleEntries::TimePoint now() const { return clock ? clock() : std::chrono::steady_clock::now(); }

  const HandleTexts texts;
  const std::function<HandleEntries::TimePoint()> clock;
  std::mutex mutex;
  HandleEntries entries;
};

HandleTable::HandleTable(HandleOptions options) : impl_(std::make_unique<Impl>(std::move(options))) {}

HandleTable::~HandleTable() = default;

std::string HandleTable::add(std::shared_ptr<void> value, std::string_view principal) {
  std::string id = impl_->texts.make_id();
  const auto time = impl_->now();
  HandleEntries::Entries dropped;
  const std::lock_guard lock(impl_->mutex);
  impl_->entries.add(id, principal, std::move(value), time, dropped);
  return id;
}

std::shared_ptr<void> HandleTable::find(std::string_view id, std::string_view principal) {
  const auto time = impl_->now();
  HandleEntries::Entries dropped;
  {
    const std::lock_guard lock(impl_->mutex);
    const HandleEntries::Entry* const entry = impl_->entries.use(id, principal, time, dropped);
    if (entry != nullptr) return entry->value;
  }
  throw ToolError(impl_->texts.missing());
}

bool HandleTable::erase(std::string_view id, std::string_view principal) {
  const auto time = impl_->now();
  HandleEntries::Entries dropped;
  const std::lock_guard lock(impl_->mutex);
  return impl_->entries.erase(id, principal, time, dropped);
}

std::size_t HandleTable::size() {
  const auto time = impl_->now();
  HandleEntries::Entries dropped;
  const std::lock_guard lock(impl_->mutex);
  return impl_->entries.size(time, dropped);
}

std::string HandleTable::describe_lifetime() const { return impl_->texts.describe_lifetime(); }

}  // namespace mcp::detail
