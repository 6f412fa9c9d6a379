// Where the answer to a message goes that was posted beside an event stream.
#pragma once

#include <memory>
#include <string_view>
#include <utility>

#include "http/session.hpp"
#include "jsonrpc/message_sink.hpp"

namespace mcp::protocol::http {

/// Owed exactly one send() or abandon(), which ends it: lives on the heap and deletes itself. Keeps the session alive.
class StreamReply final : public MessageSink {
 public:
  [[nodiscard]] static StreamReply& make(std::shared_ptr<Session> session, StreamId stream) {
    return *new StreamReply(std::move(session), stream);
  }

  /// Passes on std::bad_alloc; then it is still owed.
  void send(std::string_view message) override {
    session_->streams().append(stream_, message);
    delete this;
  }
  void notify(std::string_view message) override {
    if (!session_->streams().congested(stream_)) session_->streams().append(stream_, message);
  }
  void ask(std::string_view message, std::shared_ptr<PendingReplies>) override {
    session_->streams().append(stream_, message);
  }
  void abandon() override { delete this; }

 private:
  StreamReply(std::shared_ptr<Session> session, StreamId stream) : session_(std::move(session)), stream_(stream) {}
  ~StreamReply() = default;

  const std::shared_ptr<Session> session_;
  const StreamId stream_;
};

}  // namespace mcp::protocol::http
