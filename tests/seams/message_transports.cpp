#include <algorithm>
#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <mcp/connection.hpp>

#include "message_queue.hpp"
#include "transports.hpp"

namespace seams {

namespace {

using mcp::test::TransportClient;
using mcp::test::TransportServer;

/// Puts what the server says into a queue, maybe not as it should.
class QueueSink final : public mcp::ConnectionSink {
 public:
  QueueSink(std::shared_ptr<MessageQueue> to, std::optional<TransportDefect> defect, const std::atomic<bool>& stopping)
      : to_(std::move(to)), defect_(defect), stopping_(stopping) {}

  void send(std::string_view text) override {
    using enum TransportDefect;
    std::string message(text);
    ++count_;
    if (defect_ == LosesTheEnd && stopping_) return;
    if (defect_ == DropsLargeMessages && message.size() > 65536) return;
    if (defect_ == IsNotUtf8) {
      std::ranges::replace_if(message, [](char c) { return static_cast<unsigned char>(c) >= 0x80; }, '?');
    }
    if (defect_ == CutsAtLineEnds && message.find("\\n") != std::string::npos) {
      message.resize(message.find("\\n"));
    }
    if (defect_ == Reorders && count_ % 2 == 0) return std::swap(held_, message);
    if (defect_ == SaysThingsTwice && count_ % 10 == 0) to_->push(message);
    to_->push(std::move(message));
    if (!held_.empty()) to_->push(std::exchange(held_, {}));
  }

 private:
  const std::shared_ptr<MessageQueue> to_;
  const std::optional<TransportDefect> defect_;
  const std::atomic<bool>& stopping_;
  std::size_t count_ = 0;
  std::string held_;
};

struct Options {
  bool bytes = false;  // they come in pieces
  std::optional<TransportDefect> defect{};
};

class QueueServer final : public TransportServer {
 public:
  QueueServer(mcp::Server& server, const Options& options) : options_(options), endpoint_(server) {}

  std::unique_ptr<TransportClient> connect() override;
  void stop() override {
    stopping_ = true;
    endpoint_.stop();
  }

 private:
  friend class QueueClient;

  const Options options_;
  std::atomic<bool> stopping_ = false;
  mcp::MessageEndpoint endpoint_;
  std::mutex mutex_;
  std::shared_ptr<MessageQueue> first_;  // of the first client
  std::vector<mcp::Connection> kept_;    // whose client's end was not noticed
};

class QueueClient final : public TransportClient {
 public:
  QueueClient(QueueServer& server, std::shared_ptr<MessageQueue> queue, mcp::Connection connection)
      : server_(server), queue_(std::move(queue)), connection_(std::move(connection)) {}
  ~QueueClient() override { close(); }

  void send(const std::string& message) override {
    if (!connection_) return;
    if (server_.options_.bytes) return send_pieces(message + "\n");
    if (server_.options_.defect == TransportDefect::WaitsForAnswers) {
      waiting_.push_back(message);
      return send_waiting();
    }
    connection_->receive(message);
  }
  std::optional<std::string> receive(std::chrono::milliseconds longest) override {
    std::optional<std::string> message = queue_->pop(longest);
    if (message && message->find("\"method\"") == std::string::npos) {
      is_unanswered_ = false;
      send_waiting();
    }
    return message;
  }
  void close() override {
    if (!connection_) return;
    if (server_.options_.defect == TransportDefect::IgnoresClosing) {
      const std::lock_guard lock(server_.mutex_);
      server_.kept_.push_back(std::move(*connection_));
    }
    connection_.reset();
    queue_->end();
  }

 private:
  void send_pieces(std::string_view bytes) {
    for (std::size_t size = 1; !bytes.empty(); size = size * 3 % 1009 + 1) {
      const std::size_t piece = std::min(size, bytes.size());
      connection_->receive_bytes(bytes.substr(0, piece));
      bytes.remove_prefix(piece);
    }
  }

  /// For a transport that hands over the next message when the last request was answered.
  void send_waiting() {
    while (connection_ && !is_unanswered_ && !waiting_.empty()) {
      const std::string message = std::move(waiting_.front());
      waiting_.pop_front();
      is_unanswered_ = message.find("notifications/") == std::string::npos;
      connection_->receive(message);
    }
  }

  QueueServer& server_;
  const std::shared_ptr<MessageQueue> queue_;
  std::optional<mcp::Connection> connection_;
  std::deque<std::string> waiting_;
  bool is_unanswered_ = false;
};

std::unique_ptr<TransportClient> QueueServer::connect() {
  auto queue = std::make_shared<MessageQueue>();
  std::shared_ptr<MessageQueue> heard = queue;
  {
    const std::lock_guard lock(mutex_);
    if (first_ == nullptr) first_ = queue;
    if (options_.defect == TransportDefect::MixesClients) heard = first_;
  }
  auto connection = endpoint_.connect(std::make_shared<QueueSink>(heard, options_.defect, stopping_));
  return std::make_unique<QueueClient>(*this, std::move(queue), std::move(connection));
}

}  // namespace

std::unique_ptr<TransportServer> serve_by_messages(mcp::Server& server) {
  return std::make_unique<QueueServer>(server, Options());
}

std::unique_ptr<TransportServer> serve_by_bytes(mcp::Server& server) {
  return std::make_unique<QueueServer>(server, Options{.bytes = true});
}

std::function<std::unique_ptr<TransportServer>(mcp::Server&)> serve_with(TransportDefect defect) {
  return [defect](mcp::Server& server) { return std::make_unique<QueueServer>(server, Options{.defect = defect}); };
}

}  // namespace seams
