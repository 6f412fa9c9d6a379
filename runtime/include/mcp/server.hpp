// A server: the handlers that the generator found, bound to the objects whose member functions they are. `run` is its
// command line.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <type_traits>

#include <mcp/export.hpp>
#include <mcp/features.hpp>
#include <mcp/registry/descriptor.hpp>

namespace mcp {

class Executor;
namespace protocol {
class ExecutorBindings;
}

/// Generated code makes a server (`mcp::generated::<target>::server()`), bind() completes it, and run() serves it. A
/// server is movable and not copyable. Call bind(), executor() and run_on() before it is served. Const member functions
/// are thread-safe.
class MCP_EXPORT Server {
 public:
  explicit Server(const detail::ServerDescriptor& descriptor);
  ~Server();
  Server(Server&&) noexcept;
  Server& operator=(Server&&) noexcept;

  /// Makes `object` the object on which T's member functions are called. It must outlive the server. Handlers run
  /// concurrently, so shared state in the object needs a lock. Throws std::logic_error if no handler is a member of T.
  template <class T>
  Server& bind(T& object) {
    bind_object(&detail::type_tag<std::remove_cv_t<T>>, const_cast<std::remove_cv_t<T>*>(&object));
    return *this;
  }

  /// Default-constructs one instance of every class that is not bound yet, where possible. If a constructor throws,
  /// throws std::runtime_error with the name of the class, with the constructor's exception nested in it.
  Server& make_unbound();

  /// Handlers whose annotation says `.executor = "name"` run on `executor` (<mcp/executor.hpp>), which outlives
  /// everything that serves the server, unless it is a MainThread: what is posted to one that is gone is refused. A
  /// name that no handler uses is a warning in the log when the server is served.
  Server& executor(std::string_view name, Executor& executor);
  /// All handlers whose annotation names no executor run on it: completions, lists of resources and what is added at
  /// run time, too.
  Server& run_on(Executor& executor);

  /// Empty if every class has an object and every name of an executor has one; else an error text that names those
  /// without, and says what to do.
  [[nodiscard]] std::string unbound() const;

  /// Changes to the features of the server; see features.hpp. The objects stay valid when the server is moved.
  [[nodiscard]] ToolRegistry tools() const noexcept { return ToolRegistry(catalog()); }
  [[nodiscard]] PromptRegistry prompts() const noexcept { return PromptRegistry(catalog()); }
  [[nodiscard]] ResourceRegistry resources() const noexcept { return ResourceRegistry(catalog()); }
  /// Notifies the clients that subscribed to the resource `uri` that its contents changed. Does nothing if there are
  /// none.
  void resource_updated(std::string_view uri) const;

  [[nodiscard]] const detail::ServerDescriptor& descriptor() const noexcept;
  /// For the runtime: the object bound for `owner`; null if there is none.
  [[nodiscard]] void* object_of(const detail::Owner& owner) const noexcept;
  /// For the runtime.
  [[nodiscard]] protocol::Catalog& catalog() const noexcept;
  [[nodiscard]] protocol::ExecutorBindings& executors() const noexcept;

 private:
  void bind_object(const void* tag, void* object);

  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// How run() treats classes without an object.
enum class UnboundClasses : unsigned char {
  Refuse,  ///< prints their names to stderr and returns 1
  Make,    ///< calls Server::make_unbound()
};

/// Runs the command line of a server, which `--help` describes, and returns the exit code. Without options it serves
/// stdio. Only serving and calling handlers needs objects and executors; `--help`, `--version`, `--list`, `--manifest`
/// and `--client-config` do not. Over stdio, whatever the objects' constructors print goes to stderr. The generated
/// `main` passes UnboundClasses::Make. Then the calling thread also runs the handlers of an executor "main" that is not
/// bound; the handlers of a bound MainThread run there if it belongs to this thread (<mcp/executor.hpp>).
MCP_EXPORT int run(Server& server, int argc, char** argv, UnboundClasses unbound = UnboundClasses::Refuse);
inline int run(Server&& server, int argc, char** argv, UnboundClasses unbound = UnboundClasses::Refuse) {
  return run(server, argc, argv, unbound);
}

}  // namespace mcp
