#include "catalog/catalog.hpp"

#include <algorithm>
#include <utility>

#include <mcp/codec/object.hpp>
#include <mcp/registry/handler.hpp>

#include "base/percent.hpp"

namespace mcp::protocol {

namespace {

StaticPages pages_of(const detail::ServerDescriptor& descriptor,
                     std::span<const detail::Page> detail::RevisionView::* list) {
  StaticPages pages;
  for (std::size_t i = 0; i < kRevisionCount; ++i) pages[i] = descriptor.views[i].*list;
  return pages;
}

template <class Listed>
Callable callable_of(std::string_view name, const Listed& listed) {
  return {name, listed.handler, nullptr, nullptr};
}

template <class Listed>
std::vector<Offer> offers_of(std::span<const Listed> all) {
  std::vector<Offer> offers;
  for (const Listed& listed : all) offers.push_back({callable_of(listed.name, listed)});
  return offers;
}

/// In the order of their names, as the section has them.
std::vector<Offer> offers_of(std::span<const detail::ListedResource> all) {
  std::vector<Offer> offers;
  for (const detail::ListedResource& listed : all) {
    offers.push_back({callable_of(listed.uri, listed), listed.mime_type, listed.caching});
  }
  std::ranges::sort(offers, {}, &Offer::name);
  return offers;
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
  using View = detail::RevisionView;
  const auto make = [&](List list, std::string_view what, std::span<const detail::Page> View::* pages) -> Section& {
    auto& section = sections_[static_cast<std::size_t>(list)];
    section = std::make_unique<Section>(list, what, pages_of(descriptor, pages));
    return *section;
  };
  make(List::Tools, "tool", &View::tools).add_declared(offers_of(descriptor.tools));
  make(List::Prompts, "prompt", &View::prompts).add_declared(offers_of(descriptor.prompts));
  make(List::Resources, "resource", &View::resources).add_declared(offers_of(descriptor.resources));
  const std::vector<Offer> templates = offers_of(descriptor.resource_templates);
  for (const Offer& offer : templates) patterns_.emplace_back(offer.name);
  make(List::ResourceTemplates, "resource template", &View::resource_templates).add_declared(templates);

  paces_ = std::make_unique<Pace[]>(descriptor.resource_providers.size() + descriptor.completions.size());
  Pace* pace = paces_.get();
  for (const detail::ResourceProvider& provider : descriptor.resource_providers) {
    providers_.push_back({provider.name, provider.handler, nullptr, pace++});
  }
  for (const detail::ListedCompletion& completion : descriptor.completions) {
    completers_.push_back({completion.argument, completion.handler, nullptr, pace++});
  }
  for (const std::span<const detail::AskedType> unit : descriptor.asked) {
    for (const detail::AskedType& type : unit) asked_.push_back(&type);
  }
  std::ranges::sort(asked_, std::less<>(), &detail::AskedType::tag);
}

Catalog::~Catalog() = default;

void Catalog::set_object(const void* tag, void* object) noexcept {
  for (const auto& section : sections_) section->set_object(tag, object);
  for (std::vector<Callable>* const all : {&providers_, &completers_}) {
    for (Callable& one : *all) {
      if (one.handler != nullptr && one.handler->owner != nullptr && one.handler->owner->tag == tag) {
        one.object = object;
      }
    }
  }
}

FoundResource Catalog::find_resource(std::string_view uri) const {
  const Section& fixed = section(List::Resources);
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
    const Offer* const offer = section(List::ResourceTemplates).declared(i);
    if (offer == nullptr || !patterns_[i].match(uri, values)) continue;
    return {{std::shared_ptr<const void>(), offer}, patterns_[i].names(), std::move(values)};
  }
  return {};
}

FoundCompletion Catalog::find_completion(detail::ListedCompletion::Of of, std::string_view ref,
                                         std::string_view argument) const {
  using Outcome = FoundCompletion::Outcome;
  const bool of_prompt = of == detail::ListedCompletion::Of::Prompt;
  std::shared_ptr<const Offer> offer = of_prompt ? find_prompt(ref) : section(List::ResourceTemplates).find(ref);
  if (offer == nullptr && !of_prompt) {
    // A URI, in the place of the template that matches it.
    offer = find_resource(ref).offer;
    if (offer != nullptr) ref = offer->name;
  }
  if (offer == nullptr) return {Outcome::UnknownRef};
  for (std::size_t i = 0; i < completers_.size(); ++i) {
    const detail::ListedCompletion& known = descriptor_.completions[i];
    if (known.of != of || known.ref != ref || known.argument != argument) continue;
    if (known.handler != nullptr) return {Outcome::Computed, {}, &completers_[i]};
    return {Outcome::Values, known.values};
  }
  return {has_argument(*offer->handler, argument) ? Outcome::Nothing : Outcome::UnknownArgument};
}

const detail::AskedType* Catalog::asked(const void* tag) const noexcept {
  const auto at = std::ranges::lower_bound(asked_, tag, std::less<>(), &detail::AskedType::tag);
  return at != asked_.end() && (*at)->tag == tag ? *at : nullptr;
}

void Catalog::enable(List list, std::string_view name, bool enabled) {
  const bool is_template = list == List::Resources && section(List::ResourceTemplates).knows(name);
  if (section(is_template ? List::ResourceTemplates : list).enable(name, enabled)) changed(list);
}

void Catalog::add(List list, std::unique_ptr<Addition> addition) {
  section(list).add(std::move(addition));
  changed(list);
}

void Catalog::remove(List list, std::string_view name) {
  if (section(list).remove(name)) changed(list);
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
