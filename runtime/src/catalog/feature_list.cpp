#include "catalog/feature_list.hpp"

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <stdexcept>
#include <utility>

#include <mcp/spec/nearest_name.hpp>
#include <mcp/spec/revision_traits.hpp>

#include "base/percent.hpp"
#include "jsonrpc/errors.hpp"

namespace mcp::protocol {

namespace {

/// The first eight bytes of a name, as a number in the order of the names; zeros behind a shorter one.
std::uint64_t prefix_of(std::string_view name) noexcept {
  constexpr std::size_t kBytes = sizeof(std::uint64_t);
  std::uint64_t prefix = 0;
  if (name.size() >= kBytes) {
    for (std::size_t i = 0; i < kBytes; ++i) prefix = prefix << 8 | static_cast<unsigned char>(name[i]);
    return prefix;
  }
  for (const char c : name) prefix = prefix << 8 | static_cast<unsigned char>(c);
  return name.empty() ? 0 : prefix << 8 * (kBytes - name.size());
}

}  // namespace

LatencyHistory& AddedHistories::take() {
  const std::lock_guard lock(mutex_);
  if (free_.empty()) {
    free_.reserve(all_.size() + 1);
    return all_.emplace_back();
  }
  LatencyHistory& history = *free_.back();
  free_.pop_back();
  return history;
}

void AddedHistories::give_back(LatencyHistory& history) noexcept {
  history.pooled_runs_left = history.pooled_runs = history.slow_runs = 0;
  const std::lock_guard lock(mutex_);
  free_.push_back(&history);
}

FeatureList::Added::Added(std::unique_ptr<DynamicFeature> what, std::shared_ptr<AddedHistories> from,
                          const ExecutorBinding* executor)
    : added_feature(std::move(what)), histories(std::move(from)) {
  feature = {{added_feature->name(), &added_feature->handler(), added_feature.get(), &histories->take(), executor},
             added_feature->mime_type(),
             added_feature->caching()};
}

FeatureList::FeatureList(List list, std::string_view what, std::size_t page_size)
    : list_(list), what_(what), page_size_(page_size), pages_(spec::kRevisions.size()) {}

void FeatureList::add_declared(std::vector<Feature> features) {
  std::ranges::sort(features, {}, &Feature::name);
  items_ = std::make_unique<Declared[]>(features.size());
  declared_ = features.size();
  for (std::size_t i = 0; i < declared_; ++i) {
    items_[i].feature = features[i];
    items_[i].feature.history = &items_[i].history;
    prefixes_.push_back(prefix_of(items_[i].feature.name));
    keep_spelling(items_[i].feature.name);
  }
}

void FeatureList::keep_spelling(std::string_view name) {
  if (list_ != List::Resources) return;
  if (std::string normal = normal_uri(name); normal != name) spellings_.emplace(std::move(normal), name);
}

void FeatureList::set_object(const void* tag, void* object) noexcept {
  for (Declared& item : std::span(items_.get(), declared_)) {
    const detail::Owner* const owner = item.feature.handler->owner;
    if (owner != nullptr && owner->tag == tag) item.feature.object = object;
  }
}

void FeatureList::set_executor(std::string_view name, const ExecutorBinding* executor) noexcept {
  for (Declared& item : std::span(items_.get(), declared_)) {
    if (item.feature.handler->executor == name) item.feature.executor = executor;
  }
  if (!name.empty()) return;
  const std::unique_lock lock(mutex_);
  executor_ = executor;
  for (const auto& [added, item] : added_) item->feature.executor = executor;
}

FeatureList::Declared* FeatureList::find_declared(std::string_view name) const noexcept {
  const std::uint64_t prefix = prefix_of(name);
  const auto first = std::lower_bound(prefixes_.begin(), prefixes_.end(), prefix);
  if (first == prefixes_.end() || *first != prefix) return nullptr;
  Declared* const item = &items_[static_cast<std::size_t>(first - prefixes_.begin())];
  if (item->feature.name == name) return item;
  // Several begin alike.
  const std::span<Declared> alike(item,
                                  static_cast<std::size_t>(std::upper_bound(first, prefixes_.end(), prefix) - first));
  const auto at = std::ranges::lower_bound(alike, name, {}, [](const Declared& each) { return each.feature.name; });
  return at != alike.end() && at->feature.name == name ? &*at : nullptr;
}

FeatureList::Item* FeatureList::find_item(std::string_view name) const noexcept {
  if (Item* const item = find_declared(name)) return item;
  const auto at = added_.find(name);
  return at != added_.end() ? at->second.get() : nullptr;
}

std::shared_ptr<const Feature> FeatureList::find(std::string_view name) const {
  if (const Item* const item = find_declared(name)) {
    if (!item->enabled.load(std::memory_order_acquire)) return nullptr;
    return {std::shared_ptr<const void>(), &item->feature};
  }
  if (!has_added_.load(std::memory_order_acquire)) return nullptr;
  const std::shared_lock lock(mutex_);
  const auto at = added_.find(name);
  if (at == added_.end() || !at->second->enabled) return nullptr;
  return {at->second, &at->second->feature};
}

std::shared_ptr<const Feature> FeatureList::find_normal(std::string_view normal) const {
  std::string name;
  {
    const std::shared_lock lock(mutex_);
    const auto at = spellings_.find(normal);
    if (at == spellings_.end()) return nullptr;
    name = at->second;
  }
  return find(name);
}

const Feature* FeatureList::declared(std::size_t index) const noexcept {
  const Item& item = items_[index];
  return item.enabled.load(std::memory_order_acquire) ? &item.feature : nullptr;
}

std::string FeatureList::nearest(std::string_view name) const {
  const std::shared_lock lock(mutex_);
  std::vector<std::string_view> names;
  names.reserve(declared_ + added_.size());
  for (const Declared& item : std::span(items_.get(), declared_)) {
    if (item.enabled) names.push_back(item.feature.name);
  }
  for (const auto& [added, item] : added_) {
    if (item->enabled) names.push_back(added);
  }
  return std::string(spec::nearest_name(name, names));
}

std::optional<ListPage> FeatureList::page(Revision revision, std::optional<std::string_view> cursor) const {
  if (!changed_.load(std::memory_order_acquire)) {
    const auto body = declared_pages(revision).find(cursor);
    return body ? std::optional(ListPage{*body}) : std::nullopt;
  }
  std::shared_ptr<const ListPages> pages = changed_pages(revision);
  const auto body = pages->find(cursor);
  return body ? std::optional(ListPage{*body, std::move(pages)}) : std::nullopt;
}

const ListPages& FeatureList::declared_pages(Revision revision) const {
  RevisionPages& pages = pages_[static_cast<std::size_t>(revision)];
  if (const ListPages* const made = pages.as_declared.load(std::memory_order_acquire)) return *made;
  const std::unique_lock lock(mutex_);
  if (pages.owned == nullptr) {
    std::vector<ListEntry> entries;
    for (const Declared& item : std::span(items_.get(), declared_)) {
      entries.push_back({item.feature.name, item.feature.entry});
    }
    pages.owned = std::make_unique<const ListPages>(list_, revision, entries, page_size_);
    pages.as_declared.store(pages.owned.get(), std::memory_order_release);
  }
  return *pages.owned;
}

std::shared_ptr<const ListPages> FeatureList::changed_pages(Revision revision) const {
  std::shared_ptr<const ListPages>& now = pages_[static_cast<std::size_t>(revision)].now;
  {
    const std::shared_lock lock(mutex_);
    if (now != nullptr) return now;
  }
  const std::unique_lock lock(mutex_);
  if (now == nullptr) {
    std::vector<ListEntry> entries;
    for (const Declared& item : std::span(items_.get(), declared_)) {
      if (item.enabled) entries.push_back({item.feature.name, item.feature.entry});
    }
    for (const auto& [name, item] : added_) {
      if (item->enabled) entries.push_back({name, {}, item->added_feature->entry(revision)});
    }
    std::ranges::sort(entries, {}, &ListEntry::name);
    now = std::make_shared<const ListPages>(list_, revision, entries, page_size_);
  }
  return now;
}

bool FeatureList::knows(std::string_view name) const {
  const std::shared_lock lock(mutex_);
  return find_item(name) != nullptr;
}

void FeatureList::change() noexcept {
  for (RevisionPages& pages : pages_) pages.now = nullptr;
  const bool some_disabled =
      std::ranges::any_of(std::span(items_.get(), declared_), [](const Declared& item) { return !item.enabled; });
  has_added_.store(!added_.empty(), std::memory_order_release);
  changed_.store(some_disabled || !added_.empty(), std::memory_order_release);
}

void FeatureList::refuse_unknown(std::string_view name) const {
  std::string text = "mcp: the server has no " + std::string(what_) + ' ' + in_quotes(name);
  if (const std::string near = nearest(name); !near.empty()) text += "; did you mean " + in_quotes(near) + "?";
  throw std::invalid_argument(text);
}

bool FeatureList::enable(std::string_view name, bool enabled) {
  {
    const std::unique_lock lock(mutex_);
    if (Item* const item = find_item(name)) {
      if (item->enabled.exchange(enabled, std::memory_order_acq_rel) == enabled) return false;
      change();
      return true;
    }
  }
  refuse_unknown(name);
}

void FeatureList::add(std::unique_ptr<DynamicFeature> added_feature) {
  const std::unique_lock lock(mutex_);
  const std::string& name = added_feature->name();
  if (find_item(name) != nullptr) {
    throw std::invalid_argument("mcp: the server has a " + std::string(what_) + ' ' + in_quotes(name) +
                                " already; remove() what was added under that name first, or choose another one");
  }
  const auto item = std::make_shared<Added>(std::move(added_feature), added_histories_, executor_);
  keep_spelling(item->feature.name);
  added_.emplace(item->feature.name, item);
  grew_.store(true, std::memory_order_relaxed);
  change();
}

bool FeatureList::remove(std::string_view name) {
  std::shared_ptr<Added> removed;  // freed without the lock, as what a user's function holds may come back here
  {
    const std::unique_lock lock(mutex_);
    if (find_declared(name) != nullptr) {
      throw std::invalid_argument("mcp: the " + std::string(what_) + ' ' + in_quotes(name) +
                                  " was declared, not added; disable() hides it");
    }
    if (const auto at = added_.find(name); at != added_.end()) {
      std::erase_if(spellings_, [&](const auto& spelling) { return spelling.second == name; });
      removed = std::move(at->second);
      added_.erase(at);
      change();
      return removed->enabled;
    }
  }
  refuse_unknown(name);
}

}  // namespace mcp::protocol
