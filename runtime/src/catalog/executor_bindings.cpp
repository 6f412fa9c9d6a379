#include "catalog/executor_bindings.hpp"

#include <utility>

namespace mcp::protocol {

namespace {

std::string_view name_of_listed(const detail::ListedResource& listed) { return listed.uri; }
std::string_view name_of_listed(const detail::ListedCompletion& listed) { return listed.argument; }
template <class Listed>
std::string_view name_of_listed(const Listed& listed) {
  return listed.name;
}

std::string in_double_quotes(std::string_view name) { return '"' + std::string(name) + '"'; }

}  // namespace

ExecutorBindings::ExecutorBindings(const detail::ServerDescriptor& descriptor, Catalog& catalog) : catalog_(catalog) {
  find_names(descriptor.tools, "tool ");
  find_names(descriptor.resources, "resource ");
  find_names(descriptor.resource_templates, "resource ");
  find_names(descriptor.resource_providers, "list of resources ");
  find_names(descriptor.prompts, "prompt ");
  find_names(descriptor.completions, "completion ");
}

template <class Listed>
void ExecutorBindings::find_names(std::span<const Listed> all, std::string_view noun) {
  for (const Listed& listed : all) {
    if (listed.handler == nullptr || listed.handler->executor.empty()) continue;
    named_[std::string(listed.handler->executor)].handlers.push_back(std::string(noun) +
                                                                     std::string(name_of_listed(listed)));
  }
}

void ExecutorBindings::set(std::unique_ptr<ExecutorBinding>& binding, std::string_view name,
                           std::shared_ptr<mcp::Executor> executor, std::string text) {
  executors_.push_back(executor);
  if (binding == nullptr) binding = std::make_unique<ExecutorBinding>();
  binding->executor = std::move(executor);
  binding->text = std::move(text);
  catalog_.set_executor(name, binding.get());
}

void ExecutorBindings::bind(std::string_view name, std::shared_ptr<mcp::Executor> executor) {
  set(named_[std::string(name)].binding, name, std::move(executor), "the executor " + in_double_quotes(name));
}

void ExecutorBindings::run_on(std::shared_ptr<mcp::Executor> executor) {
  set(of_others_, {}, std::move(executor), "the executor of run_on()");
}

bool ExecutorBindings::lacks(std::string_view name) const {
  const auto at = named_.find(name);
  return at != named_.end() && at->second.binding == nullptr;
}

std::string ExecutorBindings::unbound() const {
  std::string lines;
  for (const auto& [name, named] : named_) {
    if (named.binding != nullptr) continue;
    lines += "\n  " + in_double_quotes(name) + " (";
    for (const std::string& handler : named.handlers) {
      if (&handler != &named.handlers.front()) lines += ", ";
      lines += handler;
    }
    lines += ')';
  }
  return lines;
}

std::vector<std::string> ExecutorBindings::unused() const {
  std::vector<std::string> names;
  for (const auto& [name, named] : named_) {
    if (named.handlers.empty()) names.push_back(name);
  }
  return names;
}

}  // namespace mcp::protocol
