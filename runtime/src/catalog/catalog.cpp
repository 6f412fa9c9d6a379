#include "catalog/catalog.hpp"

#include <algorithm>
#include <utility>

#include <mcp/codec/object.hpp>
#include <mcp/registry/handler.hpp>

#include "base/percent.hpp"

namespace mcp::protocol {

namespace {

template <class Listed>
BoundHandler bound_handler_of(std::string_view name, const Listed& listed) {
  return {name, listed.handler, nullptr, nullptr};
}

template <class Listed>
std::vector<Feature> features_of(std::span<const Listed> all) {
  std::vector<Feature> features;
  for (const Listed& listed : all) {
    features.push_back({bound_handler_of(listed.name, listed), {}, {}, listed.entry});
  }
  return features;
}

/// In the order of their names, as the section has them.
std::vector<Feature> features_of(std::span<const detail::ListedResource> all) {
  std::vector<Feature> features;
  for (const detail::ListedResource& listed : all) {
    features.push_back({bound_handler_of(listed.uri, listed), listed.mime_type, listed.caching, listed.entry});
  }
  std::ranges::sort(features, {}, &Feature::name);
  return features;
}

bool has_argument(const detail::Handler& handler, std::string_view name) {
  if (!handler.texts.empty()) {
    return std::ranges::find(handler.texts, name, &detail::TextArgument::name) != handler.texts.end();
  }
  if (handler.arguments == nullptr) return false;
  const std::span members(handler.arguments->members, handler.arguments->size);
  return std::ranges::find(members, name, &detail::Member::name) != members.end();
}

}  // namespace

Catalog::Catalog(const detail::ServerDescriptor& descriptor) : descriptor_(descriptor) {
  const auto make = [&](List list, std::string_view what) -> FeatureList& {
    auto& feature_list = feature_lists_[static_cast<std::size_t>(list)];
    feature_list = std::make_unique<FeatureList>(list, what, descriptor.page_size);
    return *feature_list;
  };
  make(List::Tools, "tool").add_declared(features_of(descriptor.tools));
  make(List::Prompts, "prompt").add_declared(features_of(descriptor.prompts));
  make(List::Resources, "resource").add_declared(features_of(descriptor.resources));
  const std::vector<Feature> templates = features_of(descriptor.resource_templates);
  for (const Feature& feature : templates) patterns_.emplace_back(feature.name);
  make(List::ResourceTemplates, "resource template").add_declared(templates);

  histories_ = std::make_unique<LatencyHistory[]>(descriptor.resource_providers.size() + descriptor.completions.size());
  LatencyHistory* history = histories_.get();
  for (const detail::ResourceProvider& provider : descriptor.resource_providers) {
    providers_.push_back({provider.name, provider.handler, nullptr, history++});
  }
  for (const detail::ListedCompletion& completion : descriptor.completions) {
    completers_.push_back({completion.argument, completion.handler, nullptr, history++});
  }
  for (const std::span<const detail::AskedType> unit : descriptor.asked) {
    for (const detail::AskedType& type : unit) asked_.push_back(&type);
  }
  std::ranges::sort(asked_, std::less<>(), &detail::AskedType::tag);
}

Catalog::~Catalog() = default;

void Catalog::set_object(const void* tag, void* object) noexcept {
  for (const auto& feature_list : feature_lists_) feature_list->set_object(tag, object);
  for (std::vector<BoundHandler>* const all : {&providers_, &completers_}) {
    for (BoundHandler& one : *all) {
      if (one.handler != nullptr && one.handler->owner != nullptr && one.handler->owner->tag == tag) {
        one.object = object;
      }
    }
  }
}

void Catalog::set_executor(std::string_view name, const ExecutorBinding* executor) noexcept {
  for (const auto& feature_list : feature_lists_) feature_list->set_executor(name, executor);
  for (std::vector<BoundHandler>* const all : {&providers_, &completers_}) {
    for (BoundHandler& one : *all) {
      if (one.handler != nullptr && one.handler->executor == name) one.executor = executor;
    }
  }
  if (name.empty()) executor_ = executor;
}

FoundResource Catalog::find_resource(std::string_view uri) const {
  const FeatureList& fixed = feature_list(List::Resources);
  if (auto found = fixed.find(uri)) return {std::move(found)};
  // Models and people write URIs with characters that a URI must encode, or encode what it need not.
  const std::string normal = normal_uri(uri);
  if (normal != uri) {
    if (auto found = fixed.find(normal)) return {std::move(found)};
  }
  if (auto found = fixed.find_normal(normal)) return {std::move(found)};
  FoundResource matched = find_matching(uri);
  return matched || normal == uri ? std::move(matched) : find_matching(normal);
}

FoundResource Catalog::find_matching(std::string_view uri) const {
  std::vector<std::optional<std::string>> values;
  for (std::size_t i = 0; i < patterns_.size(); ++i) {
    const Feature* const feature = feature_list(List::ResourceTemplates).declared(i);
    if (feature == nullptr || !patterns_[i].match(uri, values)) continue;
    return {{std::shared_ptr<const void>(), feature}, patterns_[i].names(), std::move(values)};
  }
  return {};
}

FoundCompletion Catalog::find_completion(detail::ListedCompletion::Of of, std::string_view ref,
                                         std::string_view argument) const {
  using Outcome = FoundCompletion::Outcome;
  const bool of_prompt = of == detail::ListedCompletion::Of::Prompt;
  std::shared_ptr<const Feature> feature =
      of_prompt ? find_prompt(ref) : feature_list(List::ResourceTemplates).find(ref);
  if (feature == nullptr && !of_prompt) {
    // A URI, in the place of the template that matches it.
    feature = find_resource(ref).feature;
    if (feature != nullptr) ref = feature->name;
  }
  if (feature == nullptr) return {Outcome::UnknownRef};
  for (std::size_t i = 0; i < completers_.size(); ++i) {
    const detail::ListedCompletion& known = descriptor_.completions[i];
    if (known.of != of || known.ref != ref || known.argument != argument) continue;
    if (known.handler != nullptr) return {Outcome::Computed, {}, &completers_[i]};
    return {Outcome::Values, known.values};
  }
  return {has_argument(*feature->handler, argument) ? Outcome::Nothing : Outcome::UnknownArgument};
}

const detail::AskedType* Catalog::asked(const void* tag) const noexcept {
  const auto at = std::ranges::lower_bound(asked_, tag, std::less<>(), &detail::AskedType::tag);
  return at != asked_.end() && (*at)->tag == tag ? *at : nullptr;
}

void Catalog::enable(List list, std::string_view name, bool enabled) {
  const bool is_template = list == List::Resources && feature_list(List::ResourceTemplates).knows(name);
  if (feature_list(is_template ? List::ResourceTemplates : list).enable(name, enabled)) changed(list);
}

void Catalog::add(List list, std::unique_ptr<DynamicFeature> added_feature) {
  feature_list(list).add(std::move(added_feature));
  changed(list);
}

void Catalog::remove(List list, std::string_view name) {
  if (feature_list(list).remove(name)) changed(list);
}

void Catalog::listen(std::weak_ptr<ChangeListener> listener) const {
  const std::lock_guard lock(mutex_);
  std::erase_if(listeners_, [](const std::weak_ptr<ChangeListener>& one) { return one.expired(); });
  listeners_.push_back(std::move(listener));
}

std::vector<std::shared_ptr<ChangeListener>> Catalog::listeners() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::shared_ptr<ChangeListener>> all;
  for (const std::weak_ptr<ChangeListener>& one : listeners_) {
    if (auto listener = one.lock()) all.push_back(std::move(listener));
  }
  return all;
}

void Catalog::changed(List list) const {
  for (const auto& listener : listeners()) listener->list_changed(list);
}

void Catalog::resource_updated(std::string_view uri) const {
  for (const auto& listener : listeners()) listener->resource_updated(uri);
}

}  // namespace mcp::protocol
