#include "catalog/feature_list.hpp"

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <stdexcept>
#include <utility>

#include <mcp/codec/writer.hpp>
#include <mcp/spec/nearest_name.hpp>

#include "base/percent.hpp"
#include "catalog/json_cuts.hpp"
#include "codec/document.hpp"
#include "jsonrpc/errors.hpp"
#include "jsonrpc/message.hpp"

namespace mcp::protocol {

namespace {

/// Items on a page where the declared list has but one: what mcpgen does unless told otherwise.
constexpr std::size_t kItemsOfPage = 100;

struct Words {
  std::string_view member;  // of the result
  std::string_view key;     // of an item: what it is found by
};

Words words_of(List list) {
  switch (list) {
    case List::Tools:
      return {"tools", "name"};
    case List::Resources:
      return {"resources", "uri"};
    case List::ResourceTemplates:
      return {"resourceTemplates", "uriTemplate"};
    case List::Prompts:
      return {"prompts", "name"};
  }
  return {};
}

/// An item of a page, by what it is found by.
struct Entry {
  std::string name;
  std::string_view json;
};

std::vector<Entry> entries_of(std::span<const detail::Page> pages, std::string_view key) {
  std::vector<Entry> entries;
  Document document;
  for (const detail::Page& page : pages) {
    for (const std::string_view json : elements_of_array(page.body)) {
      if (!document.parse_copy(json).empty()) continue;  // generated code has none such
      const MemberLookup name = find_member(document.root(), key);
      if (name.count == 1) entries.push_back({std::string(name.value.string()), json});
    }
  }
  return entries;
}

/// FNV-1a, of all the list says.
std::uint64_t fingerprint_of(const std::vector<Entry>& entries) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const Entry& entry : entries) {
    for (const char c : entry.json) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  return hash;
}

std::string cursor_of(std::string_view member, std::uint64_t fingerprint, std::size_t page) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string cursor(member);
  cursor += '-';
  for (int shift = 60; shift >= 0; shift -= 4) cursor += kDigits[(fingerprint >> shift) & 15];
  return cursor + '-' + std::to_string(page);
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

FeatureList::Added::Added(std::unique_ptr<DynamicFeature> what, std::shared_ptr<AddedHistories> from)
    : addition(std::move(what)), histories(std::move(from)) {
  feature = {{addition->name(), &addition->handler(), addition.get(), &histories->take()},
             addition->mime_type(),
             addition->caching()};
}

FeatureList::FeatureList(List list, std::string_view what, const StaticPages& pages)
    : list_(list), what_(what), static_pages_(pages) {}

void FeatureList::add_declared(std::vector<Feature> features) {
  std::ranges::sort(features, {}, &Feature::name);
  items_ = std::make_unique<Declared[]>(features.size());
  declared_ = features.size();
  for (std::size_t i = 0; i < declared_; ++i) {
    items_[i].feature = features[i];
    items_[i].feature.history = &items_[i].history;
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

FeatureList::Declared* FeatureList::find_declared(std::string_view name) const noexcept {
  const std::span<Declared> items(items_.get(), declared_);
  const auto before = [](const Declared& item, std::string_view wanted) { return item.feature.name < wanted; };
  const auto at = std::lower_bound(items.begin(), items.end(), name, before);
  return at != items.end() && at->feature.name == name ? &*at : nullptr;
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
  const auto pages = static_pages_[static_cast<std::size_t>(revision)];
  if (!pages.empty() && !changed_.load(std::memory_order_acquire)) {
    if (!cursor) return ListPage{pages.front().body};
    for (const detail::Page& page : pages) {
      if (!page.cursor.empty() && page.cursor == *cursor) return ListPage{page.body};
    }
    return std::nullopt;
  }
  const auto now = rendered(revision);
  if (!cursor) return ListPage{now->bodies.front(), now};
  for (std::size_t i = 1; i < now->cursors.size(); ++i) {
    if (now->cursors[i] == *cursor) return ListPage{now->bodies[i], now};
  }
  return std::nullopt;
}

std::shared_ptr<const FeatureList::Rendered> FeatureList::rendered(Revision revision) const {
  auto& kept = rendered_[static_cast<std::size_t>(revision)];
  {
    const std::shared_lock lock(mutex_);
    if (kept != nullptr) return kept;
  }
  const std::unique_lock lock(mutex_);
  if (kept == nullptr) kept = render(revision);
  return kept;
}

std::shared_ptr<const FeatureList::Rendered> FeatureList::render(Revision revision) const {
  const auto pages = static_pages_[static_cast<std::size_t>(revision)];
  const Words words = words_of(list_);
  std::vector<Entry> entries = entries_of(pages, words.key);
  std::erase_if(entries, [&](const Entry& entry) {
    const Item* const item = find_declared(entry.name);
    return item != nullptr && !item->enabled;
  });
  for (const auto& [name, item] : added_) {
    if (item->enabled) entries.push_back({std::string(name), item->addition->entry(revision)});
  }
  std::ranges::sort(entries, {}, &Entry::name);

  const std::size_t size = pages.size() > 1 ? elements_of_array(pages.front().body).size() : kItemsOfPage;
  const std::uint64_t fingerprint = fingerprint_of(entries);
  const auto made = std::make_shared<Rendered>();
  std::size_t next = 0;
  do {
    const std::size_t page = made->bodies.size();
    made->cursors.push_back(page == 0 ? std::string() : cursor_of(words.member, fingerprint, page));
    std::string body = "\"" + std::string(words.member) + "\":[";
    for (std::size_t i = 0; i < size && next < entries.size(); ++i, ++next) {
      if (i != 0) body += ',';
      body.append(entries[next].json);
    }
    body += ']';
    if (next < entries.size()) body += R"(,"nextCursor":")" + cursor_of(words.member, fingerprint, page + 1) + '"';
    made->bodies.push_back(std::move(body));
  } while (next < entries.size());
  return made;
}

bool FeatureList::knows(std::string_view name) const {
  const std::shared_lock lock(mutex_);
  return find_item(name) != nullptr;
}

void FeatureList::change() noexcept {
  rendered_ = {};
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

void FeatureList::add(std::unique_ptr<DynamicFeature> addition) {
  const std::unique_lock lock(mutex_);
  const std::string& name = addition->name();
  if (find_item(name) != nullptr) {
    throw std::invalid_argument("mcp: the server has a " + std::string(what_) + ' ' + in_quotes(name) +
                                " already; remove() what was added under that name first, or choose another one");
  }
  const auto item = std::make_shared<Added>(std::move(addition), added_histories_);
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
