#include <mcp/connection.hpp>

#include <exception>
#include <stdexcept>
#include <utility>

#include "catalog/executor_bindings.hpp"
#include "scheduling/main_thread_queue.hpp"
#include "serve/preparation.hpp"
#include "serve/server_runtime.hpp"
#include "transport/messages/message_server.hpp"

namespace mcp {

ConnectionSink::~ConnectionSink() = default;

class Connection::Impl {
 public:
  explicit Impl(std::shared_ptr<transport::MessagePeer> peer) : peer_(std::move(peer)) {}
  ~Impl() { peer_->close(); }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  [[nodiscard]] transport::MessagePeer& peer() noexcept { return *peer_; }

 private:
  const std::shared_ptr<transport::MessagePeer> peer_;
};

Connection::Connection(std::unique_ptr<Impl> impl) noexcept : impl_(std::move(impl)) {}
Connection::Connection(Connection&& other) noexcept = default;
Connection& Connection::operator=(Connection&& other) noexcept = default;
Connection::~Connection() = default;

bool Connection::receive(std::string_view message) noexcept { return impl_->peer().receive(message); }
bool Connection::receive_bytes(std::string_view bytes) noexcept { return impl_->peer().receive_bytes(bytes); }
void Connection::on_sent() noexcept { impl_->peer().on_sent(); }
void Connection::close() noexcept { impl_->peer().close(); }

class MessageEndpoint::Impl {
 public:
  Impl(const Server& server, ServeOptions options)
      : options_(std::move(options)),
        executors_(server.executors()),
        runtime_(server, options_),
        messages_(runtime_.dispatcher(), options_.connections) {
    serve::warn_about_executors(server, runtime_.log());
    serve::warn_about_keys(server, options_, runtime_.log());
  }
  ~Impl() {
    try {
      (void)stop();
    } catch (const std::exception& error) {
      runtime_.log().write(error.what());  // of a job that the program posted to its own thread
    }
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  [[nodiscard]] transport::MessageServer& messages() noexcept { return messages_; }
  bool stop() { return stop(options_.connections.grace); }
  bool stop(std::chrono::milliseconds grace) {
    return internal::poll_while(executors_.executors(), [&] { return messages_.stop(grace); });
  }

 private:
  const ServeOptions options_;
  const protocol::ExecutorBindings& executors_;
  serve::ServerRuntime runtime_;
  transport::MessageServer messages_;
};

MessageEndpoint::MessageEndpoint(Server& server, ServeOptions options) {
  serve::check_objects(server);
  impl_ = std::make_unique<Impl>(server, std::move(options));
}

MessageEndpoint::MessageEndpoint(MessageEndpoint&& other) noexcept = default;
MessageEndpoint& MessageEndpoint::operator=(MessageEndpoint&& other) noexcept = default;
MessageEndpoint::~MessageEndpoint() = default;

Connection MessageEndpoint::connect(std::shared_ptr<ConnectionSink> sink, ConnectionPeer peer) {
  if (sink == nullptr) throw std::invalid_argument("a connection needs a sink for its messages");
  return Connection(std::make_unique<Connection::Impl>(impl_->messages().connect(std::move(sink), std::move(peer))));
}

ServeCounters MessageEndpoint::counters() const { return {.connections = impl_->messages().connections()}; }

bool MessageEndpoint::stop() { return impl_->stop(); }

bool MessageEndpoint::stop(std::chrono::milliseconds grace) { return impl_->stop(grace); }

}  // namespace mcp
