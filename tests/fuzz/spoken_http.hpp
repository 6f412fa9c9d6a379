// HTTP conversations that a fuzz target has with a server, without a socket: what leaves an exchange is taken apart,
// and each message in it is judged.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <mcp/server.hpp>

#include "http/world.hpp"
#include "input.hpp"
#include "spoken.hpp"

namespace fuzz {

/// The judges of sessions, by their ids.
using Sessions = std::map<std::string, std::shared_ptr<Spoken>, std::less<>>;

/// Where the responses of a connection go: each message in them is judged.
class JudgingWriter final : public mcp::protocol::http::ResponseWriter {
 public:
  explicit JudgingWriter(Sessions& sessions) : sessions_(sessions) {}

  void begin(std::shared_ptr<Spoken> spoken) {
    spoken_ = std::move(spoken);
    is_complete_ = false;
  }
  [[nodiscard]] bool is_complete() const noexcept { return is_complete_; }
  [[nodiscard]] bool is_closed() const noexcept { return is_closed_; }

  void respond(const mcp::protocol::http::Response& response) override {
    require(!is_complete_ && !is_streaming_, "A request has one response.", response.body);
    if (response.content_type == mcp::protocol::http::kJson) spoken_->received(response.body);
    note_session(response.fields);
    end(response.close);
  }
  void open_stream(std::string_view fields) override {
    require(!is_complete_ && !is_streaming_, "A request has one response.", fields);
    is_streaming_ = true;
    fields_ = fields;
  }
  void write(std::string_view events) override {
    require(is_streaming_ && events.ends_with("\n\n"), "Events are written whole, while a stream is open.", events);
    while (!events.empty()) {
      const std::string_view line = take_until(events, "\n");
      if (line.starts_with("data: ") && line.size() > 6) spoken_->received(line.substr(6));
    }
    note_session(fields_);
  }
  void close_stream(bool and_connection) override {
    require(is_streaming_, "A stream that ends was open.");
    end(and_connection);
  }

 private:
  /// The session that a handshake has opened has the judge of its handshake.
  void note_session(std::string_view fields) {
    constexpr std::string_view kField = "Mcp-Session-Id: ";
    const std::size_t at = fields.find(kField);
    if (at == fields.npos || !spoken_->judge().session()) return;
    fields.remove_prefix(at + kField.size());
    sessions_.emplace(take_until(fields, "\r"), spoken_);
  }
  void end(bool closes) {
    is_complete_ = true;
    is_streaming_ = false;
    is_closed_ = is_closed_ || closes;
  }

  Sessions& sessions_;
  std::shared_ptr<Spoken> spoken_ = std::make_shared<Spoken>();
  std::string fields_;
  bool is_complete_ = true, is_streaming_ = false, is_closed_ = false;
};

/// A client's connection.
struct HttpConnection {
  HttpConnection(mcp::protocol::http::Endpoint& endpoint, mcp::protocol::http::LoopResources& loop, Sessions& sessions)
      : writer(sessions), exchange(endpoint, loop, writer, true) {}

  JudgingWriter writer;
  mcp::protocol::http::Exchange exchange;
};

/// A server's endpoint with its connections. Time passes when it is told to. Not thread-safe.
class SpokenHttp {
 public:
  /// `server` outlives it.
  explicit SpokenHttp(const mcp::Server& server) : dispatcher_(server, {}, log_, timers_) {
    endpoint_.add_loop(resources_);
  }
  SpokenHttp(const SpokenHttp&) = delete;
  SpokenHttp& operator=(const SpokenHttp&) = delete;

  [[nodiscard]] std::shared_ptr<HttpConnection> connect() {
    connections_.push_back(std::make_shared<HttpConnection>(endpoint_, resources_, sessions_));
    connections_.back()->exchange.set_owner(connections_.back());
    return connections_.back();
  }
  /// Takes a request, and lets its calls run and time pass. False if the connection takes no other one for now.
  bool take(HttpConnection& connection, const mcp::protocol::http::Request& request) {
    if (!connection.writer.is_complete()) return false;
    const auto session = sessions_.find(request.session_id);
    auto spoken = session == sessions_.end() ? std::make_shared<Spoken>() : session->second;
    spoken->judge().expect_replays();
    spoken->sent(request.body);
    connection.writer.begin(std::move(spoken));
    connection.exchange.take(request);
    run(std::chrono::milliseconds(60));
    return connection.writer.is_complete() && !connection.writer.is_closed();
  }
  void disconnect(HttpConnection& connection) {
    connection.exchange.client_gone();
    run(std::chrono::milliseconds(60));
  }
  /// Lets all connections go and time pass until nothing waits any more.
  void end() {
    run(std::chrono::seconds(2));
    for (const auto& connection : connections_) connection->exchange.leave();
    for (const auto& connection : connections_) connection->exchange.client_gone();
    endpoint_.shut_down();
    for (int i = 0; i < 20; ++i) run(std::chrono::minutes(20));
    require(executor_.queued() == 0, "Nothing is queued when all conversations are over.");
  }

 private:
  void run(std::chrono::milliseconds time) {
    timers_.advance(time);
    loop_.time += time;
    do {
      resources_.calls.submit(executor_);
      while (executor_.run_one()) {
      }
      loop_.run();
    } while (executor_.queued() > 0 || loop_.posted() > 0);
    for (std::size_t i = 0; i < connections_.size(); ++i) connections_[i]->exchange.tick(loop_.time);
    endpoint_.tick(loop_.time);
  }

  mcp::protocol::NoLog log_;
  mcp::protocol::ManualTimers timers_;
  mcp::protocol::Dispatcher dispatcher_;
  mcp::protocol::http::CountedIds ids_;
  mcp::protocol::http::Endpoint endpoint_{dispatcher_, {}, {}, ids_};
  mcp::protocol::http::Bench loop_;
  mcp::protocol::http::LoopResources resources_{dispatcher_, loop_};
  mcp::protocol::ManualExecutor executor_;
  Sessions sessions_;
  std::vector<std::shared_ptr<HttpConnection>> connections_;
};

}  // namespace fuzz
