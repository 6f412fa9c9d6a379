// One client whose messages somebody else carries.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include <mcp/connection.hpp>

#include "jsonrpc/message_sink.hpp"
#include "scheduling/executor.hpp"
#include "session/connection.hpp"
#include "transport/lines/line_framing.hpp"

namespace mcp::transport {

/// Thread-safe. The connection and the server that it is of share it; what it was made with outlives try_dissolve().
class MessagePeer final : private protocol::MessageSink {
 public:
  MessagePeer(const protocol::Dispatcher& dispatcher, protocol::Executor& executor, const ConnectionOptions& options,
              std::shared_ptr<ConnectionSink> sink, ConnectionPeer peer);
  MessagePeer(const MessagePeer&) = delete;
  MessagePeer& operator=(const MessagePeer&) = delete;
  ~MessagePeer() = default;

  // As mcp::Connection has them:
  bool receive(std::string_view message) noexcept;
  bool receive_bytes(std::string_view bytes) noexcept;
  void on_sent() noexcept;
  void close() noexcept;

  /// The server is going away: nothing is received any more, and answers of users are not waited for.
  void leave() noexcept;
  /// Handlers are asked to stop; what they answer is sent. Those that wait for an executor of the program do not start.
  void stop() noexcept;
  [[nodiscard]] bool is_closed() const noexcept { return current_sink() == nullptr; }
  /// Lets everything go that it was made with; its functions do nothing from then on. False if something of it runs.
  /// After it was closed, or stopped.
  [[nodiscard]] bool try_dissolve() noexcept;

 private:
  /// What is to be done on the receiving side, and not by who says so: a sink may be in the midst of a message.
  class Errand final : public protocol::Job {
   public:
    explicit Errand(MessagePeer& peer) : peer_(peer) {}
    void run(protocol::WorkerScratch& scratch) noexcept override;

   private:
    MessagePeer& peer_;
  };

  // protocol::MessageSink, on any thread:
  void send(std::string_view message) override;
  void notify(std::string_view message) override;
  void ask(std::string_view message, std::shared_ptr<protocol::PendingReplies> pending) override;
  [[nodiscard]] bool congested() override;

  void end(void (protocol::Connection::*how)()) noexcept;
  [[nodiscard]] bool is_congested() const noexcept;
  [[nodiscard]] std::shared_ptr<ConnectionSink> current_sink() const noexcept;
  [[nodiscard]] bool send_to_sink(std::string_view message) noexcept;
  template <class F>
  void guarded(F&& what) noexcept;
  void post(bool& errand) noexcept;
  void run_errand() noexcept;

  protocol::Executor& executor_;
  const ConnectionOptions& options_;
  mutable std::mutex sending_;            // held while the sink is called
  std::shared_ptr<ConnectionSink> sink_;  // null: closed

  std::mutex receiving_;                            // guards what follows; taken before `sending_`
  std::optional<protocol::Connection> connection_;  // until dissolve()
  LineFraming lines_;
  std::string padded_;  // the message, with what must be readable behind it
  bool leaving_ = false;

  std::mutex errands_;  // guards what follows; the last one that is taken
  bool flush_wanted_ = false;
  bool close_wanted_ = false;
  bool errand_posted_ = false;
  bool detached_ = false;
  Errand errand_{*this};
};

}  // namespace mcp::transport
