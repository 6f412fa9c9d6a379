// mcp::http::Endpoint behind a QHttpServer of Qt 6.4, whose event loop writes the responses.
//
// Qt calls this QHttpServer a technology preview. Its responder is all that this header uses, among it socket(), which
// Qt 6.5 has no more. What QHttpServer 6.4 cannot do:
// - It has no limits: neither of the bytes of a request, nor of time, nor of connections. Let nobody but trusted
//   clients reach it, or put a proxy in front.
// - A client that closes only its half of the connection counts as gone: QTcpSocket closes the other half.
// - It does not tell HTTP/1.0 from HTTP/1.1, so streams come in chunks always. It does not answer
//   Expect: 100-continue, and it knows no names of methods but the usual ones.
#pragma once

#include <QtCore/qbytearray.h>
#include <QtCore/qmetaobject.h>
#include <QtCore/qobject.h>
#include <QtCore/qpointer.h>
#include <QtCore/qtimer.h>
#include <QtHttpServer/qhttpserver.h>
#include <QtHttpServer/qhttpserverrequest.h>
#include <QtHttpServer/qhttpserverresponder.h>
#include <QtNetwork/qtcpsocket.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include <mcp/http/endpoint.hpp>

namespace qt_host {

using Fields = QList<QPair<QByteArray, QByteArray>>;

inline QByteArray copied(std::string_view text) { return {text.data(), static_cast<qsizetype>(text.size())}; }
inline std::string_view view(const QByteArray& text) { return {text.data(), static_cast<std::size_t>(text.size())}; }

/// An endpoint in the servers of one thread, on which it is made, used and destroyed. The endpoint is stopped before.
class Mount final : public QObject {
 public:
  explicit Mount(mcp::http::Endpoint& endpoint) : endpoint_(endpoint) {}
  ~Mount() override {
    if (stopping_.joinable()) stopping_.join();
  }

  /// Answers a request: to be called by a route, or by the missing handler.
  void answer(const QHttpServerRequest& request, QHttpServerResponder&& responder) {
    QTcpSocket* const socket = responder.socket();
    // QHttpServer reads on what a client has sent that is gone.
    if (socket->state() != QAbstractSocket::ConnectedState) return;
    const auto [found, is_new] = connections_.try_emplace(socket);
    if (is_new) watch(*socket);
    const auto method = QMetaEnum::fromType<QHttpServerRequest::Method>().valueToKey(int(request.method()));
    found->second.requests.push_back(
        {.method = QByteArray(method).toUpper(),
         .target = request.url().toEncoded(QUrl::RemoveScheme | QUrl::RemoveAuthority | QUrl::RemoveFragment),
         .fields = request.headers(),
         .body = request.body(),
         .peer = request.remoteAddress().toString().toLatin1(),
         .closes = request.value("connection").toLower().contains("close"),
         .responder = std::make_unique<QHttpServerResponder>(std::move(responder))});
    if (!found->second.sink) handle_next(*socket);
  }

  /// Stops the endpoint, closes the connections behind their last responses, for which clients have two seconds, and
  /// calls `stopped`. Returns at once, as calls that run may need this thread. Once.
  void stop(std::function<void()> stopped) {
    stopping_ = std::thread([this, stopped = std::move(stopped)] {
      endpoint_.stop();
      QMetaObject::invokeMethod(this, [this, stopped] { close_all(stopped); }, Qt::QueuedConnection);
    });
  }

 private:
  class Sink;

  struct Request {
    QByteArray method, target;
    Fields fields;
    QByteArray body, peer;
    bool closes;
    std::unique_ptr<QHttpServerResponder> responder;
  };

  /// QHttpServer goes on to the next request before the last one is answered, so they wait here.
  struct Connection {
    std::deque<Request> requests;
    std::shared_ptr<Sink> sink;  // of the request that is being answered
  };

  /// Posts to the thread of the server what it is told.
  class Sink final : public mcp::http::ResponseSink, public std::enable_shared_from_this<Sink> {
   public:
    Sink(Mount& mount, std::unique_ptr<QHttpServerResponder> responder, bool closes)
        : mount_(mount), responder_(std::move(responder)), socket_(responder_->socket()), closes_(closes) {}

    void begin(const mcp::http::ResponseHead& head) override {
      Fields fields;
      for (const mcp::http::Field& field : head.fields) fields.emplace_back(copied(field.name), copied(field.value));
      if (!head.content_length) {
        fields.emplace_back("Transfer-Encoding", "chunked");
      } else if (head.status != 204) {
        fields.emplace_back("Content-Length", QByteArray::number(static_cast<qulonglong>(*head.content_length)));
      }
      if (head.close || closes_) fields.emplace_back("Connection", "close");
      is_chunked_ = !head.content_length;
      post([fields, status = QHttpServerResponder::StatusCode(head.status)](Sink& sink) {
        sink.responder_->writeStatusLine(status);
        for (const auto& [name, value] : fields) sink.responder_->writeHeader(name, value);
        sink.responder_->writeBody("");  // the empty line
      });
    }
    void write(std::string_view bytes) override {
      unsent_ += bytes.size();
      QByteArray body = copied(bytes);
      if (is_chunked_) body = QByteArray::number(body.size(), 16) + "\r\n" + body + "\r\n";
      post([body, size = bytes.size()](Sink& sink) {
        sink.written_ += size;
        sink.responder_->writeBody(body);
      });
    }
    void end(bool close) override {
      post([close](Sink& sink) {
        if (sink.is_chunked_) sink.responder_->writeBody("0\r\n\r\n");
        sink.mount_.on_complete(*sink.socket_, close || sink.closes_);
      });
    }
    std::size_t unsent() const noexcept override { return unsent_; }

    /// On the thread of the server: the socket has sent everything.
    void on_all_written() {
      if (written_ == 0) return;
      unsent_ -= std::exchange(written_, 0);
      if (unsent_ == 0) on_sent();
    }

   private:
    /// Runs it on the thread of the server, unless the client is gone then.
    template <class F>
    void post(F what) {
      QMetaObject::invokeMethod(
          &mount_,
          [self = shared_from_this(), what = std::move(what)] {
            if (self->socket_ && self->socket_->state() == QAbstractSocket::ConnectedState) what(*self);
          },
          Qt::QueuedConnection);
    }

    Mount& mount_;
    const std::unique_ptr<QHttpServerResponder> responder_;
    const QPointer<QTcpSocket> socket_;  // looked at on the thread of the server alone
    const bool closes_;
    bool is_chunked_ = false;
    std::atomic<std::size_t> unsent_ = 0;
    std::size_t written_ = 0;  // of those, what the socket was given
  };

  void watch(QTcpSocket& socket) {
    socket.setSocketOption(QAbstractSocket::LowDelayOption, 1);
    connect(&socket, &QTcpSocket::disconnected, this, [this, &socket] {
      const auto node = connections_.extract(&socket);
      if (node && node.mapped().sink) node.mapped().sink->on_client_gone();
      if (connections_.empty() && stopped_) std::exchange(stopped_, nullptr)();
    });
    connect(&socket, &QTcpSocket::bytesWritten, this, [this, &socket] {
      const auto found = connections_.find(&socket);
      if (socket.bytesToWrite() == 0 && found != connections_.end() && found->second.sink) {
        found->second.sink->on_all_written();
      }
    });
  }

  void handle_next(QTcpSocket& socket) {
    Connection& connection = connections_[&socket];
    if (connection.requests.empty()) return;
    Request request = std::move(connection.requests.front());
    connection.requests.pop_front();
    std::vector<mcp::http::Field> fields;
    for (const auto& [name, value] : std::as_const(request.fields)) fields.push_back({view(name), view(value)});
    connection.sink = std::make_shared<Sink>(*this, std::move(request.responder), request.closes);
    try {
      endpoint_.handle({.method = view(request.method),
                        .target = view(request.target),
                        .fields = fields,
                        .body = view(request.body),
                        .peer = view(request.peer)},
                       connection.sink);
    } catch (const std::exception&) {
      socket.abort();
    }
  }

  void on_complete(QTcpSocket& socket, bool closes) {
    connections_[&socket].sink.reset();
    closes ? socket.disconnectFromHost() : handle_next(socket);
  }

  void close_all(const std::function<void()>& stopped) {
    std::vector<QTcpSocket*> sockets;
    for (const auto& [socket, connection] : connections_) sockets.push_back(socket);
    if (sockets.empty()) return stopped();
    stopped_ = stopped;
    for (QTcpSocket* const socket : sockets) socket->disconnectFromHost();
    QTimer::singleShot(std::chrono::seconds(2), this, [this] {
      if (stopped_) std::exchange(stopped_, nullptr)();
    });
  }

  mcp::http::Endpoint& endpoint_;
  std::unordered_map<QTcpSocket*, Connection> connections_;
  std::thread stopping_;
  std::function<void()> stopped_;  // to be called once the connections are closed
};

}  // namespace qt_host
