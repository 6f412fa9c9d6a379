// State that lives from one tool call to the next, as in <mcp/handles.hpp>, for values that several servers share. Any
// server finds what another one made, if the servers share a store (<mcp/handle_store.hpp>).
//
//   struct Basket {
//     std::vector<std::string> items;
//   };
//
//   mcp::StoredHandles<Basket> baskets{{.lifetime = 15min, .noun = "basket", .made_by = "create_basket"}};
//
//   /// Make a shopping basket. Baskets expire after 15 minutes without use.
//   MCP_TOOL()
//   std::string create_basket(mcp::Context& ctx) { return baskets.add({}, ctx); }
//
//   /// Put an item into a basket.
//   MCP_TOOL()
//   std::size_t add_item(std::string basket, std::string item, mcp::Context& ctx) {
//     return baskets.update(basket, ctx, [&](Basket& found) {
//       found.items.push_back(item);
//       return found.items.size();
//     });
//   }
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <mcp/context.hpp>
#include <mcp/export.hpp>
#include <mcp/registry/type_tag.hpp>

namespace mcp {

namespace protocol {
struct CallEnvironment;
}
class HandleStore;

struct StoredHandleOptions {
  std::chrono::seconds lifetime = std::chrono::minutes(15);  // since the last use; at least 1 s
  std::size_t max = 1000;                                    // values kept at a time; at least 1
  std::size_t max_bytes = std::size_t{1} << 20;              // of one value as JSON; at least 2
  std::string noun = "handle";  // what a handle stands for, in texts for the model: "basket"; at most 64 bytes
  std::string made_by{};        // the tool that makes handles, in texts for the model; may be empty
  /// Names these values in the store, at most 64 bytes; empty: the noun. StoredHandles of different types need
  /// different names.
  std::string table{};
  /// Null: the store of the server that runs the call (ServeOptions), or else the memory of this process.
  std::shared_ptr<HandleStore> store{};
};

namespace detail {

/// The implementation of StoredHandles, without its type. `tag` is &type_tag<T>. Thread-safe.
class MCP_EXPORT StoredHandleTable {
 public:
  explicit StoredHandleTable(StoredHandleOptions options);
  ~StoredHandleTable();
  StoredHandleTable(const StoredHandleTable&) = delete;
  StoredHandleTable& operator=(const StoredHandleTable&) = delete;

  [[nodiscard]] std::string add(const void* tag, const void* value, const Context& context);
  /// Reads a value into `to`, a T; returns its version.
  std::uint64_t find(const void* tag, std::string_view id, const Context& context, void* to);
  /// Writes a value that find() has read with that version. False: it was changed meanwhile; find it once more.
  /// `attempt` counts such attempts, from 1.
  [[nodiscard]] bool replace(const void* tag, std::string_view id, const Context& context, std::uint64_t version,
                             const void* value, std::size_t attempt);
  bool erase(std::string_view id, const Context& context);
  [[nodiscard]] std::string describe_lifetime() const;

 private:
  class Impl;

  /// Throws std::logic_error if no server runs the call.
  [[nodiscard]] static const protocol::CallEnvironment& environment_of(const Context& context);

  std::unique_ptr<Impl> impl_;
};

}  // namespace detail

/// Values of a mapped type T that can be default-constructed, each with an id that cannot be guessed and that is valid
/// only for the principal that made it. Without authentication all clients share one empty principal.
///
/// The store keeps each value as JSON. A handler gets a copy of it, and changes it by update(). A value is dropped when
/// it was not used for its lifetime; if `max` values are kept, a new value replaces the least recently used one of the
/// principal that has the most.
///
/// Thread-safe. Each function asks the store, and may block for as long as that takes. The file that calls it must be
/// among the SOURCES or HEADERS of the server, or it throws std::logic_error. Each throws ToolError with a text for the
/// model if the store cannot be reached; the log of the server gets the reason.
template <class T>
class StoredHandles {
  static_assert(std::is_default_constructible_v<T>, "a value is default-constructed before it is read from the store");

 public:
  /// Throws std::invalid_argument for options out of range.
  explicit StoredHandles(StoredHandleOptions options = {}) : table_(std::move(options)) {}

  /// Stores a value for the caller's principal and returns its id. Throws ToolError if it is longer than `max_bytes`.
  [[nodiscard]] std::string add(const T& value, const Context& context) {
    return table_.add(&detail::type_tag<T>, &value, context);
  }
  /// Returns a copy of the value, never null, and restarts its lifetime. Throws ToolError with a text for the model if
  /// this principal has no value with that id.
  [[nodiscard]] std::shared_ptr<const T> find(std::string_view id, const Context& context) {
    auto value = std::make_shared<T>();
    table_.find(&detail::type_tag<T>, id, context, value.get());
    return value;
  }
  /// Calls `fn(T&)` with a copy of the value, writes it back, and returns what `fn` returned, by value. If another call
  /// changed the value meanwhile, on whatever server, that is repeated with the new value; so `fn` should do nothing
  /// but change the value. Of the changes of several calls none is lost.
  ///
  /// Throws what find() throws; ToolError if the value became longer than `max_bytes`, or if it was changed by others
  /// again and again; and what `fn` throws, in which case the value stays as it was. If the store fails while the value
  /// is written, it may have been written; the text for the model says so.
  template <class F>
  auto update(std::string_view id, const Context& context, F&& fn) {
    for (std::size_t attempt = 1;; ++attempt) {
      T value{};
      const std::uint64_t version = table_.find(&detail::type_tag<T>, id, context, &value);
      if constexpr (std::is_void_v<std::invoke_result_t<F&, T&>>) {
        fn(value);
        if (table_.replace(&detail::type_tag<T>, id, context, version, &value, attempt)) return;
      } else {
        auto result = fn(value);
        if (table_.replace(&detail::type_tag<T>, id, context, version, &value, attempt)) return result;
      }
    }
  }
  /// Drops a value. Returns false if this principal has none with that id.
  bool erase(std::string_view id, const Context& context) { return table_.erase(id, context); }

  /// A sentence for the model: "Each basket expires after 15 minutes without use."
  [[nodiscard]] std::string describe_lifetime() const { return table_.describe_lifetime(); }

 private:
  detail::StoredHandleTable table_;
};

}  // namespace mcp
