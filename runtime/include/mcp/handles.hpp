// State that lives from one tool call to the next. The protocol has no session for it: a tool makes the state and
// returns a handle, the model passes the handle to other tools. (2026-07-28, server/tools, "Stateful Tools")
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
// The description of the tool that makes a handle should say how long it is good for, so that the model can plan.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <mcp/context.hpp>

namespace mcp {

struct HandleOptions {
  std::chrono::seconds lifetime = std::chrono::minutes(15);  // from the last use; at least 1 s
  std::size_t max = 1000;                                    // kept at a time; at least 1
  std::string noun = "handle";                               // what it stands for, for the model: "basket"
  std::string made_by{};                                     // the tool that makes one, for the model; empty: unsaid
  /// What time it is; empty: steady_clock's.
  std::function<std::chrono::steady_clock::time_point()> now{};
};

namespace detail {

/// Handles of values of any one type. Thread-safe.
class HandleTable {
 public:
  explicit HandleTable(HandleOptions options);

  [[nodiscard]] std::string add(std::shared_ptr<void> value, std::string_view principal);
  [[nodiscard]] std::shared_ptr<void> find(std::string_view id, std::string_view principal);
  bool erase(std::string_view id, std::string_view principal);
  [[nodiscard]] std::size_t size();
  [[nodiscard]] std::string describe_lifetime() const;

 private:
  using TimePoint = std::chrono::steady_clock::time_point;

  struct Entry {
    std::string id;
    std::string principal;
    std::shared_ptr<void> value;
    TimePoint used;
  };
  using Entries = std::list<Entry>;  // the longest unused in front

  [[nodiscard]] TimePoint now() const;
  [[nodiscard]] Entries::iterator found(std::string_view id, std::string_view principal);
  /// Moves an entry to `dropped`, whose values end when the lock is gone.
  void drop(Entries::iterator entry, Entries& dropped);
  void drop_expired(TimePoint time, Entries& dropped);
  void drop_one(Entries& dropped);

  const HandleOptions options_;
  std::mutex mutex_;
  Entries entries_;
  std::unordered_map<std::string_view, Entries::iterator> by_id_;  // views of the entries
  std::map<std::string, std::size_t, std::less<>> held_;           // by principal
};

}  // namespace detail

/// Values of type T, each behind an id that cannot be guessed and that is good for the principal that made it alone.
/// Without authentication there is one principal, nobody, and whoever knows the id has the value.
///
/// A value is dropped once it was not used for its lifetime, or to make room for another: then the one longest unused
/// of the principal that holds most goes. What a handler has found stays alive until it lets go of it.
///
/// Thread-safe; a value itself may be found by several calls at once and needs a lock of its own.
template <class T>
class Handles {
 public:
  /// Throws std::invalid_argument for options out of bounds.
  explicit Handles(HandleOptions options = {}) : table_(std::move(options)) {}

  /// Keeps a value; returns its id.
  [[nodiscard]] std::string add(T value, const Context& context) { return add(std::move(value), context.principal()); }
  [[nodiscard]] std::string add(T value, std::string_view principal) {
    return table_.add(std::make_shared<T>(std::move(value)), principal);
  }
  /// The same, made in place.
  template <class... Arguments>
  [[nodiscard]] std::string emplace(const Context& context, Arguments&&... arguments) {
    return table_.add(std::make_shared<T>(std::forward<Arguments>(arguments)...), context.principal());
  }
  /// The value, never null; its lifetime starts anew. Throws ToolError that tells the model what to do if there is
  /// none, or none for this principal.
  [[nodiscard]] std::shared_ptr<T> find(std::string_view id, const Context& context) {
    return find(id, context.principal());
  }
  [[nodiscard]] std::shared_ptr<T> find(std::string_view id, std::string_view principal) {
    return std::static_pointer_cast<T>(table_.find(id, principal));
  }
  /// Drops a value; false if there is none.
  bool erase(std::string_view id, const Context& context) { return erase(id, context.principal()); }
  bool erase(std::string_view id, std::string_view principal) { return table_.erase(id, principal); }

  /// How many values are kept.
  [[nodiscard]] std::size_t size() { return table_.size(); }
  /// A sentence for the model: "Each basket expires after 15 minutes without use."
  [[nodiscard]] std::string describe_lifetime() const { return table_.describe_lifetime(); }

 private:
  detail::HandleTable table_;
};

}  // namespace mcp
