// Where the values of mcp::StoredHandles are kept, for servers that answer from several processes: any server that
// shares the store finds the values that another one made.
//
// Values stay in memory unless ServeOptions or StoredHandleOptions name a store. mcp::test::check_handle_store() tests
// an implementation.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <mcp/export.hpp>

namespace mcp {

/// What a value is found by. All three must be the same as when it was added.
struct HandleKey {
  std::string_view table;      ///< of which mcp::StoredHandles; 1 to 64 bytes of any value
  std::string_view id;         ///< 1 to 128 characters A-Z a-z 0-9 _ -; never used again, in any table
  std::string_view principal;  ///< of any length, of any bytes; empty without authentication
};

/// Limits of a table. They are the same in each call for that table, unless the program was changed.
struct HandleLimits {
  std::chrono::milliseconds lifetime;  ///< after the last use; at least 1 ms
  std::size_t max;                     ///< values in the table; at least 1
};

struct StoredHandle {
  std::string text;
  std::uint64_t version = 0;
};

/// The outcome of an attempt to replace a value.
enum class HandleReplace : unsigned char {
  Replaced,
  Changed,  ///< the value has another version; nothing was replaced
  Missing,  ///< there is no such value; nothing was added
};

/// An interface for the store.
///
/// Threads: any number of threads may call at the same time. A call may block: it runs on a thread that runs handlers,
/// and holds no lock. Atomicity: each call is atomic, for all processes that share the store; of all attempts to
/// replace one version of a value, exactly one is Replaced. What a call wrote, every later call of any process finds.
/// Errors: an implementation whose store cannot be reached throws; the call may have been carried out nevertheless. The
/// tool then fails with a text that asks the model to try again later.
class MCP_EXPORT HandleStore {
 public:
  virtual ~HandleStore() = default;

  /// Adds a value of version 1 or any other. `text` is JSON in UTF-8, of any length that StoredHandleOptions allow.
  ///
  /// A table that holds limits.max values makes room: it drops a value of the principal that has the most values in the
  /// table, its least recently used one. An implementation over several machines may choose a value that is about as
  /// old; but never one of a principal that has fewer values than another one.
  virtual void add(const HandleKey& key, std::string_view text, const HandleLimits& limits) = 0;

  /// Returns the value, and restarts its lifetime. Nothing: there is none, or it has expired, or it is another
  /// principal's, whose lifetime is not restarted.
  [[nodiscard]] virtual std::optional<StoredHandle> find(const HandleKey& key, const HandleLimits& limits) = 0;

  /// Replaces the value if it has that version, gives it another version that it did not have before, and restarts its
  /// lifetime.
  [[nodiscard]] virtual HandleReplace replace(const HandleKey& key, std::uint64_t version, std::string_view text,
                                              const HandleLimits& limits) = 0;

  /// Drops a value. Returns false if there is none.
  virtual bool erase(const HandleKey& key) = 0;

  /// The number of values in the table that have not expired.
  [[nodiscard]] virtual std::size_t size(std::string_view table) = 0;

 protected:
  HandleStore() = default;
  HandleStore(const HandleStore&) = default;
  HandleStore& operator=(const HandleStore&) = default;
};

}  // namespace mcp
