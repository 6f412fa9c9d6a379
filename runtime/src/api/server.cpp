#include <mcp/server.hpp>

#include <exception>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "catalog/catalog.hpp"
#include "catalog/executor_bindings.hpp"
#include "scheduling/main_thread_queue.hpp"

namespace mcp {

struct MCP_HIDDEN Server::Impl {
  struct Binding {
    const detail::Owner* owner;
    void* object = nullptr;
    bool made = false;
  };

  explicit Impl(const detail::ServerDescriptor& d) : descriptor(d), catalog(d), executors(d, catalog) {
    const auto find_owners = [this](const auto& all) {
      for (const auto& listed : all) find_owner(listed.handler);
    };
    find_owners(d.tools);
    find_owners(d.resources);
    find_owners(d.resource_templates);
    find_owners(d.resource_providers);
    find_owners(d.prompts);
    find_owners(d.completions);
  }
  ~Impl() {
    for (Binding& binding : bindings) drop(binding);
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  /// Each source file with a handler of a class has its own description of that class.
  void find_owner(const detail::Handler* handler) {
    const detail::Owner* const owner = handler != nullptr ? handler->owner : nullptr;
    if (owner != nullptr && find(owner->tag) == nullptr) bindings.push_back({owner});
  }

  [[nodiscard]] Binding* find(const void* tag) noexcept {
    for (Binding& binding : bindings) {
      if (binding.owner->tag == tag) return &binding;
    }
    return nullptr;
  }

  static void drop(Binding& binding) {
    if (binding.made) binding.owner->destroy(binding.object);
    binding.made = false;
    binding.object = nullptr;
  }

  void set(Binding& binding, void* object) {
    binding.object = object;
    catalog.set_object(binding.owner->tag, object);
  }

  const detail::ServerDescriptor& descriptor;
  protocol::Catalog catalog;
  protocol::ExecutorBindings executors;
  std::vector<Binding> bindings;
};

namespace {

/// Rethrows the constructor's exception with the name of its class. Call it in a catch block.
[[noreturn]] void throw_of_constructor(const detail::Owner& owner) {
  std::string text = "the constructor of " + std::string(owner.name) + " failed";
  try {
    throw;
  } catch (const std::exception& error) {
    std::throw_with_nested(std::runtime_error(text + ": " + error.what()));
  } catch (...) {
    std::throw_with_nested(std::runtime_error(text + " with an exception that is no std::exception"));
  }
}

}  // namespace

Server::Server(const detail::ServerDescriptor& descriptor) : impl_(std::make_unique<Impl>(descriptor)) {}
Server::~Server() = default;
Server::Server(Server&&) noexcept = default;
Server& Server::operator=(Server&&) noexcept = default;

Server& Server::make_unbound() {
  for (Impl::Binding& binding : impl_->bindings) {
    if (binding.object != nullptr || binding.owner->make == nullptr) continue;
    try {
      impl_->set(binding, binding.owner->make());
    } catch (...) {
      throw_of_constructor(*binding.owner);
    }
    binding.made = true;
  }
  return *this;
}

std::string Server::unbound() const {
  std::string names;
  for (const Impl::Binding& binding : impl_->bindings) {
    if (binding.object != nullptr) continue;
    names += "\n  " + std::string(binding.owner->name);
    if (binding.owner->make == nullptr) names += " (has no default constructor)";
  }
  std::string text;
  if (!names.empty()) {
    text = "Handlers are member functions of classes that have no object yet:" + names +
           "\nGive the server one of each before running it: `server.bind(object)` in an own main (NO_MAIN in "
           "mcp_add_server()).";
  }
  if (const std::string executors = impl_->executors.unbound(); !executors.empty()) {
    if (!text.empty()) text += '\n';
    text += "Handlers are to run on executors (.executor) that the server does not have:" + executors +
            "\nGive the server one of each before running it: `server.executor(\"name\", executor)` in an own main "
            "(NO_MAIN in mcp_add_server()).";
  }
  return text;
}

namespace {

/// The queue of a MainThread, which may be gone before the server; any other executor outlives what uses it.
std::shared_ptr<Executor> share(Executor& executor) {
  if (std::shared_ptr<Executor> queue = executor.main_thread_queue()) return queue;
  return {std::shared_ptr<void>(), &executor};
}

}  // namespace

Server& Server::executor(std::string_view name, Executor& executor) {
  if (name.empty()) throw std::invalid_argument("mcp::Server::executor: the name is empty; run_on() has none");
  impl_->executors.bind(name, share(executor));
  return *this;
}

Server& Server::run_on(Executor& executor) {
  impl_->executors.run_on(share(executor));
  return *this;
}

protocol::ExecutorBindings& Server::executors() const noexcept { return impl_->executors; }

const detail::ServerDescriptor& Server::descriptor() const noexcept { return impl_->descriptor; }

protocol::Catalog& Server::catalog() const noexcept { return impl_->catalog; }

void Server::resource_updated(std::string_view uri) const { impl_->catalog.resource_updated(uri); }

void* Server::object_of(const detail::Owner& owner) const noexcept {
  const Impl::Binding* const binding = impl_->find(owner.tag);
  return binding != nullptr ? binding->object : nullptr;
}

void Server::bind_object(const void* tag, void* object) {
  Impl::Binding* const binding = impl_->find(tag);
  if (binding == nullptr) {
    throw std::logic_error("mcp::Server::bind: no handler of this server is a member function of that class");
  }
  Impl::drop(*binding);
  impl_->set(*binding, object);
}

}  // namespace mcp
