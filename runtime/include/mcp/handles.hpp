// State that lives from one tool call to the next. The protocol has no session for it. Instead a tool creates the state
// and returns a handle, and the model passes the handle to other tools. (2026-07-28, server/tools, "Stateful Tools")
//
//   mcp::Handles<Basket> baskets{{.lifetime = 15min, .max = 1000, .noun = "basket", .made_by = "create_basket"}};
//
//   /// Make a shopping basket. Baskets expire after 15 minutes without use.
//   MCP_TOOL()
//   std::string create_basket(mcp::Context& ctx) { return baskets.add({}, ctx); }
//
//   /// Put an item into a basket.
//   MCP_TOOL()
//   void add_item(std::string basket, std::string item, mcp::Context& ctx) { baskets.find(basket, ctx)->add(item); }
//
// The description of the tool that makes a handle should say how long the handle is valid, so that the model can plan.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include <mcp/context.hpp>
#include <mcp/export.hpp>

namespace mcp {

struct HandleOptions {
  std::chrono::seconds lifetime = std::chrono::minutes(15);  // since the last use; at least 1 s
  std::size_t max = 1000;                                    // number of values kept at a time; at least 1
  std::string noun = "handle";  // what a handle stands for, in texts for the model: "basket"
  std::string made_by{};        // the tool that makes handles, in texts for the model; may be empty
  /// The clock, which tests may replace; empty: std::chrono::steady_clock.
  std::function<std::chrono::steady_clock::time_point()> now{};
};

namespace detail {

/// The implementation of Handles, without its type. Thread-safe.
class MCP_EXPORT HandleTable {
 public:
  explicit HandleTable(HandleOptions options);
  ~HandleTable();
  HandleTable(const HandleTable&) = delete;
  HandleTable& operator=(const HandleTable&) = delete;

  [[nodiscard]] std::string add(std::shared_ptr<void> value, std::string_view principal);
  [[nodiscard]] std::shared_ptr<void> find(std::string_view id, std::string_view principal);
  bool erase(std::string_view id, std::string_view principal);
  [[nodiscard]] std::size_t size();
  [[nodiscard]] std::string describe_lifetime() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

/// A value of Handles, with the lock of its updates.
template <class T>
struct HandleValue {
  template <class... Arguments>
  explicit HandleValue(Arguments&&... arguments) : value(std::forward<Arguments>(arguments)...) {}

  T value;
  std::mutex mutex;
};

}  // namespace detail

/// Values of type T, each with an id that cannot be guessed and that is valid only for the principal that made it.
/// Without authentication all clients share one empty principal, so anyone who knows the id has access to the value.
///
/// A value is dropped when it was not used for its lifetime. If the table is full, a new value replaces the least
/// recently used value of the principal that has the most values. A value that a handler has found stays alive as long
/// as the handler holds the pointer.
///
/// Handles is thread-safe. Several calls may find the same value at the same time, so the value needs its own lock, or
/// every call that changes or reads it does so in update().
///
/// The values end with the process. mcp::StoredHandles (<mcp/stored_handles.hpp>) keeps values that several servers
/// share.
template <class T>
class Handles {
 public:
  /// Throws std::invalid_argument for options out of range.
  explicit Handles(HandleOptions options = {}) : table_(std::move(options)) {}

  /// Stores a value for the caller's principal and returns its id.
  [[nodiscard]] std::string add(T value, const Context& context) { return add(std::move(value), context.principal()); }
  [[nodiscard]] std::string add(T value, std::string_view principal) {
    return table_.add(std::make_shared<Value>(std::move(value)), principal);
  }
  /// The same, but constructs the value in place.
  template <class... Arguments>
  [[nodiscard]] std::string emplace(const Context& context, Arguments&&... arguments) {
    return table_.add(std::make_shared<Value>(std::forward<Arguments>(arguments)...), context.principal());
  }
  /// Returns the value, never null, and restarts its lifetime. Throws ToolError with a text for the model if this
  /// principal has no value with that id.
  [[nodiscard]] std::shared_ptr<T> find(std::string_view id, const Context& context) {
    return find(id, context.principal());
  }
  [[nodiscard]] std::shared_ptr<T> find(std::string_view id, std::string_view principal) {
    std::shared_ptr<Value> found = find_value(id, principal);
    T* const value = &found->value;
    return {std::move(found), value};
  }
  /// Calls `fn(T&)` with the value, under a lock of that value, and returns what `fn` returns, by value. `fn` must not
  /// update the same value again. Restarts the lifetime of the value. Throws what find() and `fn` throw.
  template <class F>
  auto update(std::string_view id, const Context& context, F&& fn) {
    return update(id, context.principal(), std::forward<F>(fn));
  }
  template <class F>
  auto update(std::string_view id, std::string_view principal, F&& fn) {
    const std::shared_ptr<Value> found = find_value(id, principal);
    const std::lock_guard lock(found->mutex);
    return std::forward<F>(fn)(found->value);
  }
  /// Drops a value. Returns false if this principal has none with that id.
  bool erase(std::string_view id, const Context& context) { return erase(id, context.principal()); }
  bool erase(std::string_view id, std::string_view principal) { return table_.erase(id, principal); }

  /// The number of values that are kept.
  [[nodiscard]] std::size_t size() { return table_.size(); }
  /// A sentence for the model: "Each basket expires after 15 minutes without use."
  [[nodiscard]] std::string describe_lifetime() const { return table_.describe_lifetime(); }

 private:
  using Value = detail::HandleValue<T>;

  [[nodiscard]] std::shared_ptr<Value> find_value(std::string_view id, std::string_view principal) {
    return std::static_pointer_cast<Value>(table_.find(id, principal));
  }

  detail::HandleTable table_;
};

}  // namespace mcp
