// The connections of an event loop, and how much they keep together.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace mcp::transport::http {

class Connection;

/// Owns connections until they are closed. Not thread-safe.
class ConnectionSet {
 public:
  /// Bytes that all may keep together: of output that waits for clients to read it, and of requests that were read.
  ConnectionSet(std::size_t max_output, std::size_t max_input) noexcept
      : max_output_(max_output), max_input_(max_input) {}

  void add(std::shared_ptr<Connection> connection);
  /// The last connection takes its place.
  void remove(Connection& connection) noexcept;

  [[nodiscard]] std::size_t size() const noexcept { return all_.size(); }
  [[nodiscard]] const std::shared_ptr<Connection>& operator[](std::size_t index) const noexcept { return all_[index]; }
  /// For loops in which connections are removed.
  [[nodiscard]] std::vector<std::shared_ptr<Connection>> copy() const { return all_; }

  /// What a connection keeps has changed, in bytes.
  void count_output(std::size_t before, std::size_t after) noexcept { output_ += after - before; }
  void count_input(std::size_t before, std::size_t after) noexcept { input_ += after - before; }

  /// The connection that is to be aborted, while all together keep too much output: the one with much that waits for
  /// long, so that a client that takes a big answer is spared. One connection alone may keep more, as it must be
  /// possible to have the largest answer. Else null.
  [[nodiscard]] std::shared_ptr<Connection> worst_reader() const {
    return output_ > max_output_ ? find_worst_reader() : nullptr;
  }
  /// The same of requests that are not whole, for Connection::shed().
  [[nodiscard]] std::shared_ptr<Connection> worst_sender() const {
    return input_ > max_input_ ? find_worst_sender() : nullptr;
  }

 private:
  [[nodiscard]] std::shared_ptr<Connection> find_worst_reader() const;
  [[nodiscard]] std::shared_ptr<Connection> find_worst_sender() const;
  template <class Bytes, class Since>
  [[nodiscard]] std::shared_ptr<Connection> find_worst(Bytes bytes, Since since) const;

  const std::size_t max_output_;
  const std::size_t max_input_;
  std::size_t output_ = 0;
  std::size_t input_ = 0;
  std::vector<std::shared_ptr<Connection>> all_;
};

}  // namespace mcp::transport::http
