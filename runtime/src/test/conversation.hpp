// The connection of a test client. It sends requests, and handles answers and questions on the thread that waits for
// them.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <mcp/test/client.hpp>

#include "test/local_server.hpp"
#include "test/script.hpp"

namespace mcp::test {

class Conversation {
 public:
  using Deadline = std::chrono::steady_clock::time_point;

  /// As LocalServer says.
  Conversation(std::optional<Server> owned, const Server* server, ClientOptions options);
  ~Conversation();
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;

  /// Performs the handshake, if the revision has one.
  void connect();
  /// Sends a request and returns its id.
  std::int64_t send(std::string_view method, json params, const RequestOptions& options);
  void notify(std::string_view method, json params);
  void cancel(std::int64_t id);
  /// Waits for the response to a request, removes it and returns its result. Throws RpcError.
  json result_of(std::int64_t id, std::string_view method);
  /// Whether the response has arrived.
  bool has_response(std::int64_t id);
  /// Answers an InputRequests object by the script. Returns an InputResponses object.
  json answers_to(const json& requests);
  /// Sends one request and returns its result, without answering questions or waiting for tasks.
  json ask(std::string_view method, json params);
  /// Handles the messages that have arrived, or waits until `deadline` for one. Returns false if none arrived.
  bool read_one(Deadline deadline);
  void read_all();
  void settle();
  void close();

  [[nodiscard]] Deadline deadline() const { return std::chrono::steady_clock::now() + options.timeout; }
  [[nodiscard]] bool modern() const { return is_modern(options.revision); }
  [[noreturn]] static void give_up(std::string_view what);

  ClientOptions options;
  Script script;
  std::vector<json> questions;
  std::deque<json> notifications;
  std::optional<LogLevel> log_level;
  json server_facts;  // null: not requested yet
  bool closed = false;

  /// What the server has logged.
  [[nodiscard]] std::string server_log() const { return server_.log(); }

 private:
  [[nodiscard]] json capabilities() const;
  void take(json message);
  void answer_request(const json& message);
  json answer_question(const std::string& method, const json& params);
  void write(const json& message);

  std::int64_t last_id_ = 0;
  bool connected_ = false;
  std::map<std::int64_t, json> responses_;
  std::map<std::int64_t, std::function<void(const json&)>> progress_;  // by token, the id of its request
  LocalServer server_;  // the last member, since its threads may still run handlers
};

}  // namespace mcp::test
