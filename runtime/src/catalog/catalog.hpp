// Everything that a server offers: found by name, listed in pages, switched on and off, added and removed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <mcp/registry/descriptor.hpp>
#include <mcp/revision.hpp>

#include "catalog/feature_list.hpp"
#include "catalog/uri_template.hpp"

namespace mcp::protocol {

/// A resource that can be read.
struct FoundResource {
  std::shared_ptr<const Feature> feature = nullptr;  // null: there is none of that URI
  /// Of a template, its variables, and their values in the URI, decoded; nothing for one that is not in it.
  std::span<const std::string> names = {};
  std::vector<std::optional<std::string>> values = {};

  explicit operator bool() const noexcept { return feature != nullptr; }
};

/// How an argument is completed.
struct FoundCompletion {
  enum class Outcome : unsigned char {
    UnknownRef,       ///< there is no such prompt or resource
    UnknownArgument,  ///< it has no such argument
    Nothing,          ///< nobody says what its values are
    Values,           ///< one of `values`
    Computed,         ///< what `feature` says
  };
  Outcome outcome = Outcome::Nothing;
  std::span<const std::string_view> values = {};
  const BoundHandler* computed = nullptr;
};

/// Hears of changes, on the thread that made them, when everybody can see them. No lock is held.
class ChangeListener {
 public:
  /// `list` is Tools, Prompts or Resources, which stands for templates, too.
  virtual void list_changed(List list) = 0;
  virtual void resource_updated(std::string_view uri) = 0;

 protected:
  ~ChangeListener() = default;
};

/// Thread-safe, but for set_object() and set_executor(), which come before the first call. What generated code declared
/// is found without a lock, and so are the pages of a list that is as it was declared, once somebody has read it; pages
/// are rendered by their first reader, for each revision and after each change. What was declared lives as long as the
/// catalog, what was added until it is removed and nobody holds it. The descriptor outlives it.
class Catalog {
 public:
  explicit Catalog(const detail::ServerDescriptor& descriptor);
  ~Catalog();
  Catalog(const Catalog&) = delete;
  Catalog& operator=(const Catalog&) = delete;

  /// Handlers whose owner has that tag are called with `object`.
  void set_object(const void* tag, void* object) noexcept;
  /// Handlers that name that executor run there; empty: those that name none, what is added, and lists of resources.
  void set_executor(std::string_view name, const ExecutorBinding* executor) noexcept;

  // What is there. Null or nothing: unknown, or disabled.

  [[nodiscard]] std::shared_ptr<const Feature> find_tool(std::string_view name) const {
    return feature_list(List::Tools).find(name);
  }
  [[nodiscard]] std::shared_ptr<const Feature> find_prompt(std::string_view name) const {
    return feature_list(List::Prompts).find(name);
  }
  /// The resource of that URI, else the first template that it matches, however its characters are percent-encoded.
  [[nodiscard]] FoundResource find_resource(std::string_view uri) const;
  [[nodiscard]] FoundCompletion find_completion(detail::ListedCompletion::Of of, std::string_view ref,
                                                std::string_view argument) const;
  /// Functions that list resources.
  [[nodiscard]] std::span<const BoundHandler> providers() const noexcept { return providers_; }
  [[nodiscard]] const detail::AskedType* asked(const void* tag) const noexcept;

  /// The name that a misspelt one was probably meant to be; empty if none is close.
  [[nodiscard]] std::string nearest(List list, std::string_view name) const { return feature_list(list).nearest(name); }

  /// The page with that cursor (no cursor: the first); nothing if there is none.
  [[nodiscard]] std::optional<ListPage> page(List list, Revision revision,
                                             std::optional<std::string_view> cursor) const {
    return feature_list(list).page(revision, cursor);
  }
  /// Whether something was added to the list since the start, be it removed again.
  [[nodiscard]] bool grew(List list) const noexcept { return feature_list(list).grew(); }

  /// Where handlers run that name no executor; null: on the server's own threads.
  [[nodiscard]] const ExecutorBinding* executor() const noexcept { return executor_; }

  // Changes. They throw std::invalid_argument, as <mcp/features.hpp> says.

  void enable(List list, std::string_view name, bool enabled);
  void add(List list, std::unique_ptr<DynamicFeature> added_feature);
  void remove(List list, std::string_view name);
  void resource_updated(std::string_view uri) const;
  /// What functions list has changed.
  void provided_changed() const { changed(List::Resources); }

  /// From now on. A listener that is gone hears nothing.
  void listen(std::weak_ptr<ChangeListener> listener) const;

 private:
  [[nodiscard]] FoundResource find_matching(std::string_view uri) const;
  [[nodiscard]] FeatureList& feature_list(List list) noexcept {
    return *feature_lists_[static_cast<std::size_t>(list)];
  }
  [[nodiscard]] const FeatureList& feature_list(List list) const noexcept {
    return *feature_lists_[static_cast<std::size_t>(list)];
  }
  [[nodiscard]] std::vector<std::shared_ptr<ChangeListener>> listeners() const;
  void changed(List list) const;

  const detail::ServerDescriptor& descriptor_;
  std::array<std::unique_ptr<FeatureList>, kListCount> feature_lists_;
  std::vector<UriTemplate> patterns_;  // of the templates, in their order
  std::vector<BoundHandler> providers_;
  std::vector<BoundHandler> completers_;  // by the descriptor's completions; without a handler where there is none
  std::vector<const detail::AskedType*> asked_;  // sorted by tag
  std::unique_ptr<LatencyHistory[]> histories_;  // of providers and completers
  const ExecutorBinding* executor_ = nullptr;

  mutable std::mutex mutex_;
  mutable std::vector<std::weak_ptr<ChangeListener>> listeners_;
};

}  // namespace mcp::protocol
