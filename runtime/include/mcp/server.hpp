// A server: what the generator found, bound to the objects whose member functions are handlers, and what changes while
// it runs. `run` is its command line.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <type_traits>

#include <mcp/features.hpp>
#include <mcp/registry/descriptor.hpp>

namespace mcp {

/// Made by generated code (`mcp::generated::<target>::server()`), completed by bind(), served by run(). Movable, not
/// copyable. Bind before run(); of the rest, what is const is thread-safe.
class Server {
 public:
  explicit Server(const detail::ServerDescriptor& descriptor);
  ~Server();
  Server(Server&&) noexcept;
  Server& operator=(Server&&) noexcept;

  /// Calls of T's member functions go to `object`, which must outlive the server. Handlers run concurrently: shared
  /// state in the object needs a lock. Throws std::logic_error if no handler belongs to T.
  template <class T>
  Server& bind(T& object) {
    bind_object(&detail::type_tag<std::remove_cv_t<T>>, const_cast<std::remove_cv_t<T>*>(&object));
    return *this;
  }

  /// Makes one instance of every class that is still unbound and can be default-constructed. If a constructor throws,
  /// throws std::runtime_error with a text that names the class, and the exception nested in it.
  Server& make_unbound();

  /// Empty when every class is bound, else a text that names those that are not and says what to do.
  [[nodiscard]] std::string unbound() const;

  /// What the server offers, to be changed; features.hpp says how. What belongs to a server that is moved goes along.
  [[nodiscard]] ToolRegistry tools() const noexcept { return ToolRegistry(catalog()); }
  [[nodiscard]] PromptRegistry prompts() const noexcept { return PromptRegistry(catalog()); }
  [[nodiscard]] ResourceRegistry resources() const noexcept { return ResourceRegistry(catalog()); }
  /// The contents of that resource changed: clients that subscribed to it are told. Of one that nobody asked for,
  /// nothing happens.
  void resource_updated(std::string_view uri) const;

  [[nodiscard]] const detail::ServerDescriptor& descriptor() const noexcept;
  /// The object for handlers of `owner`, or null.
  [[nodiscard]] void* object_of(const detail::Owner& owner) const noexcept;
  /// For the runtime.
  [[nodiscard]] protocol::Catalog& catalog() const noexcept;

 private:
  void bind_object(const void* tag, void* object);

  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// What run() does about classes that have no object.
enum class UnboundClasses : unsigned char {
  Refuse,  ///< It says which they are, and returns 1.
  Make,    ///< Server::make_unbound()
};

/// The whole command line of a server (`--help` lists it): serves stdio unless told otherwise. Returns the exit code.
/// Objects are made, or missed, by what serves or calls a handler: `--help`, `--version`, `--list`, `--manifest` and
/// `--client-config` need none. What their constructors print goes to stderr on stdio. The generated `main` has them
/// made.
int run(Server& server, int argc, char** argv, UnboundClasses unbound = UnboundClasses::Refuse);
inline int run(Server&& server, int argc, char** argv, UnboundClasses unbound = UnboundClasses::Refuse) {
  return run(server, argc, argv, unbound);
}

}  // namespace mcp
