// One kind of what a server offers: its items by name, and the pages of its list.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <mcp/registry/descriptor.hpp>
#include <mcp/revision.hpp>

#include "catalog/dynamic_feature.hpp"
#include "catalog/list_pages.hpp"
#include "scheduling/executor.hpp"
#include "scheduling/program_executor.hpp"

namespace mcp::protocol {

/// What a request may call.
struct BoundHandler {
  std::string_view name;  // of a resource its URI, of a template its text
  const detail::Handler* handler;
  void* object;                               // for a member function: the instance
  LatencyHistory* history;                    // of its calls
  const ExecutorBinding* executor = nullptr;  // where it runs; null: on the server's own threads
};

/// A tool, a prompt, a resource or a template.
struct Feature : BoundHandler {
  std::string_view mime_type = {};     // of a resource's contents that say none; empty: none
  detail::Caching caching = {};        // of a resource
  detail::VersionedObject entry = {};  // in its list; of what was added, DynamicFeature::entry() has it
};

/// Histories of items that were added. The thread that ran a call of one may look at its history a moment longer than
/// the item lives, so none is freed before all of them; they are used again. Thread-safe.
class AddedHistories {
 public:
  [[nodiscard]] LatencyHistory& take();
  void give_back(LatencyHistory& history) noexcept;

 private:
  std::mutex mutex_;
  std::deque<LatencyHistory> all_;
  std::vector<LatencyHistory*> free_;  // has room for all
};

/// Members of a result: `"tools":[…],"nextCursor":"…"`.
struct ListPage {
  std::string_view body;
  std::shared_ptr<const void> keep = {};  // what the body lives in; null: for good
};

/// Thread-safe, but for add_declared(), which comes first, set_object() and set_executor().
class FeatureList {
 public:
  /// `list` says what the pages hold, and `page_size` how much; `what` is "tool" or the like, for messages.
  FeatureList(List list, std::string_view what, std::size_t page_size);

  /// Items of generated code, sorted by name.
  void add_declared(std::vector<Feature> features);
  void set_object(const void* tag, void* object) noexcept;
  /// Where items run that name that executor; empty: those that name none, and what is added.
  void set_executor(std::string_view name, const ExecutorBinding* executor) noexcept;

  /// The enabled item of that name, or null. One that was added lives as long as somebody holds it; of a declared one
  /// nothing is counted.
  [[nodiscard]] std::shared_ptr<const Feature> find(std::string_view name) const;
  /// Of resources: the enabled item whose URI is spelled in another way than `normal`, which normal_uri() makes of it.
  [[nodiscard]] std::shared_ptr<const Feature> find_normal(std::string_view normal) const;
  /// The declared item at that place by name; null while it is disabled.
  [[nodiscard]] const Feature* declared(std::size_t index) const noexcept;
  [[nodiscard]] std::string nearest(std::string_view name) const;
  [[nodiscard]] std::optional<ListPage> page(Revision revision, std::optional<std::string_view> cursor) const;
  [[nodiscard]] bool grew() const noexcept { return grew_.load(std::memory_order_relaxed); }

  /// Whether there is such an item, disabled ones too.
  [[nodiscard]] bool knows(std::string_view name) const;
  /// False if nothing changed. Throws std::invalid_argument for an unknown name.
  bool enable(std::string_view name, bool enabled);
  /// Throws std::invalid_argument if the name is taken.
  void add(std::unique_ptr<DynamicFeature> added_feature);
  /// False if nothing changed, as it was disabled. Throws std::invalid_argument unless it was added.
  bool remove(std::string_view name);

 private:
  struct Item {
    Feature feature{};
    std::atomic<bool> enabled{true};
  };
  struct Declared : Item {
    LatencyHistory history{};
  };
  struct Added : Item {
    Added(std::unique_ptr<DynamicFeature> what, std::shared_ptr<AddedHistories> from, const ExecutorBinding* executor);
    ~Added() { histories->give_back(*feature.history); }
    Added(const Added&) = delete;
    Added& operator=(const Added&) = delete;

    const std::unique_ptr<DynamicFeature> added_feature;
    const std::shared_ptr<AddedHistories> histories;
  };
  /// The pages of one revision.
  ///
  /// as_declared:  null ──keep()──▶ set, for good
  ///
  /// They are made by the first thread that reads the list before any change, under `mutex_`, and published by a
  /// release store: a thread that loads the pointer (acquire) sees the whole object, which nobody changes and the
  /// destructor frees.
  struct RevisionPages {
    std::atomic<const ListPages*> as_declared{nullptr};
    std::unique_ptr<const ListPages> owned{};  // what as_declared points to
    std::shared_ptr<const ListPages> now{};    // of a list that was changed; null: not read since
  };

  [[nodiscard]] Declared* find_declared(std::string_view name) const noexcept;
  [[nodiscard]] Item* find_item(std::string_view name) const noexcept;  // the lock is held
  [[nodiscard]] const ListPages& declared_pages(Revision revision) const;
  [[nodiscard]] std::shared_ptr<const ListPages> changed_pages(Revision revision) const;
  void keep_spelling(std::string_view name);  // the lock is held
  void change() noexcept;                     // the lock is held
  [[noreturn]] void refuse_unknown(std::string_view name) const;

  const List list_;
  const std::string_view what_;
  const std::size_t page_size_;
  std::unique_ptr<Declared[]> items_;    // sorted by name
  std::vector<std::uint64_t> prefixes_;  // of their names: most are told apart without a look at the items
  std::size_t declared_ = 0;
  const ExecutorBinding* executor_ = nullptr;  // of what is added

  mutable std::shared_mutex mutex_;
  std::map<std::string_view, std::shared_ptr<Added>, std::less<>> added_;
  std::map<std::string, std::string, std::less<>> spellings_;  // of resources: names that are not normal, by what is
  const std::shared_ptr<AddedHistories> added_histories_ = std::make_shared<AddedHistories>();
  mutable std::vector<RevisionPages> pages_;  // by revision
  std::atomic<bool> changed_{false};          // the list is not as it was declared
  std::atomic<bool> has_added_{false};        // added_ is not empty
  std::atomic<bool> grew_{false};
};

}  // namespace mcp::protocol
