// How the tests' stores of another process are asked: one CBOR value as a request, one as its answer, each behind its
// length, over a Unix socket. It stands for any store over a network: it is slow, it fails, and it knows bytes alone.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <mcp/json.hpp>

namespace seams {

/// A descriptor that is closed with its owner.
class Descriptor {
 public:
  explicit Descriptor(int value = -1) noexcept : value_(value) {}
  Descriptor(Descriptor&& other) noexcept;
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor();
  [[nodiscard]] int get() const noexcept { return value_; }

 private:
  int value_;
};

/// A client's connections to a store process. Thread-safe. Each call has a connection to itself, so that one that waits
/// delays no other.
class RemoteStore {
 public:
  explicit RemoteStore(std::string socket_path) : path_(std::move(socket_path)) {}

  /// Calls `function` of the store process, for example "used_states.use". Throws std::runtime_error if the process
  /// cannot be reached, if it ends before it has answered, and if it answers with an error.
  [[nodiscard]] mcp::json call(std::string_view function, mcp::json arguments);

 private:
  [[nodiscard]] Descriptor take();
  void put_back(Descriptor connection);

  const std::string path_;
  std::mutex mutex_;
  std::vector<Descriptor> idle_;
};

/// Thrown by a function of a store process whose client is to get no answer: its connection is closed.
struct LostAnswer {};

/// The functions of a store process.
class RemoteFunctions {
 public:
  using Function = std::function<mcp::json(const mcp::json& arguments)>;

  void add(std::string name, Function function) { functions_.emplace(std::move(name), std::move(function)); }
  /// Serves the clients of a listening socket until the process is killed. One thread a client.
  [[noreturn]] void serve(int listener);

 private:
  void serve_client(Descriptor client);
  [[nodiscard]] mcp::json answer(const mcp::json& request);

  std::map<std::string, Function, std::less<>> functions_;
};

}  // namespace seams
