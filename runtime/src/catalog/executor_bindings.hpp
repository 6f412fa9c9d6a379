// The executors that handlers of a server name, and those that it was given.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <mcp/executor.hpp>
#include <mcp/registry/descriptor.hpp>

#include "catalog/catalog.hpp"
#include "scheduling/program_executor.hpp"

namespace mcp::protocol {

/// bind() and run_on() come before the server is served; the rest is thread-safe.
class ExecutorBindings {
 public:
  /// `catalog` outlives it.
  ExecutorBindings(const detail::ServerDescriptor& descriptor, Catalog& catalog);
  ExecutorBindings(const ExecutorBindings&) = delete;
  ExecutorBindings& operator=(const ExecutorBindings&) = delete;

  /// Handlers that name `name` run on `executor`, which may take the place of another one.
  void bind(std::string_view name, std::shared_ptr<mcp::Executor> executor);
  /// Handlers that name none do.
  void run_on(std::shared_ptr<mcp::Executor> executor);

  /// Whether a handler names an executor of that name, and there is none.
  [[nodiscard]] bool lacks(std::string_view name) const;
  /// Names of executors that handlers name and that are not there, each with its handlers, a line for each name; empty:
  /// there are none.
  [[nodiscard]] std::string unbound() const;
  /// Names that were bound, and that no handler names.
  [[nodiscard]] std::vector<std::string> unused() const;
  [[nodiscard]] std::span<const std::shared_ptr<mcp::Executor>> executors() const noexcept { return executors_; }

 private:
  struct Named {
    std::vector<std::string> handlers;  // "tool add", for messages; empty: bound, and not used
    std::unique_ptr<ExecutorBinding> binding;
  };

  template <class Listed>
  void find_names(std::span<const Listed> all, std::string_view noun);
  void set(std::unique_ptr<ExecutorBinding>& binding, std::string_view name, std::shared_ptr<mcp::Executor> executor,
           std::string text);

  Catalog& catalog_;
  std::map<std::string, Named, std::less<>> named_;
  std::unique_ptr<ExecutorBinding> of_others_;
  std::vector<std::shared_ptr<mcp::Executor>> executors_;
};

}  // namespace mcp::protocol
