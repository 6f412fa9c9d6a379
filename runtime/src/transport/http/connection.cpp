#include "transport/http/connection.hpp"

#include <algorithm>
#include <utility>

#include "codec/document.hpp"
#include "transport/http/date_header.hpp"

namespace mcp::transport::http {

namespace {

using protocol::http::Verb;

/// Bytes that are read ahead while a request is being answered.
constexpr std::size_t kReadAhead = std::size_t{64} << 10;
/// Bytes of that whose memory is kept.
constexpr std::size_t kKeptAhead = std::size_t{4} << 10;
/// Requests of one connection in a row, before other connections have their turn.
constexpr int kRequestsInTurn = 16;
/// How long an answer may take before a client that sends nothing any more is probed for: it may still read.
constexpr std::chrono::milliseconds kProbeAfter{50};
/// How long a client has to take the last response before the connection is closed.
constexpr std::chrono::seconds kLinger{2};

std::span<const std::string> credential_names(const Authorizer* authorizer) {
  return authorizer != nullptr ? authorizer->header_names() : std::span<const std::string>();
}

}  // namespace

Connection::Connection(HttpEventLoop& loop, std::unique_ptr<ByteStream> stream,
                       std::shared_ptr<const ConnectionPermit> permit)
    : existence_(loop.common().connections),
      loop_(loop),
      stream_(std::move(stream)),
      peer_(std::move(permit)),
      reader_(loop.common().reader, credential_names(loop.common().endpoint.authorizer())),
      exchange_(loop.common().endpoint, loop.loop_resources(), *this, loop.common().options.access_log),
      progress_(loop.now()) {}

void Connection::count_input() noexcept {
  const std::size_t now = phase_ == Phase::Closed ? 0 : pending_.capacity() + reader_.held();
  loop_.count_input(std::exchange(counted_.input, now), now);
}

void Connection::begin() {
  exchange_.set_owner(weak_from_this());
  stream_->start(*this);
}

void Connection::on_bytes(std::string_view bytes) {
  if (phase_ == Phase::Closed) return;
  handle_bytes(bytes);
  count_input();
}

void Connection::handle_bytes(std::string_view bytes) {
  // Bytes that come are no progress of those that do not go.
  if (phase_ != Phase::Lingering && stream_->unsent() == 0) progress_ = loop_.now();
  if (ending()) return stream_->wait_for_bytes();
  if (phase_ != Phase::Receiving || !pending_.empty() || output_full()) {
    pending_.reserve(pending_.size() + bytes.size() + kJsonPadding);
    pending_.append(bytes);
    if (phase_ == Phase::Receiving && !output_full() && parsing_ != Parsing::Posted) return handle_pending();
    if (pending_.size() < kReadAhead) return stream_->wait_for_bytes();
    return;  // nothing more is read: tick() looks for the client's end
  }
  const std::size_t used = handle_requests(bytes);
  if (phase_ == Phase::Closed) return;
  if (used < bytes.size() && !ending()) {
    pending_.reserve(bytes.size() - used + kJsonPadding);
    pending_.assign(bytes.substr(used));
  }
  stream_->wait_for_bytes();
}

void Connection::handle_pending() {
  const std::size_t used = handle_requests(pending_);
  if (phase_ == Phase::Closed) return;
  pending_.erase(0, used);
  if (pending_.empty() && pending_.capacity() > kKeptAhead) pending_ = std::string();
  count_input();
  if (parsing_ == Parsing::Posted) {
    if (pending_.size() < kReadAhead && !client_end_.reached) stream_->wait_for_bytes();
    return;
  }
  if (client_end_.reached && !responding()) {
    if (!output_full()) end_of_responses();
    return;
  }
  stream_->wait_for_bytes();
}

void Connection::post_pending() {
  if (std::exchange(parsing_, Parsing::Posted) == Parsing::Posted) return;
  loop_.post([self = shared_from_this()] {
    self->parsing_ = Parsing::Idle;
    if (self->phase_ == Phase::Receiving) self->handle_pending();
  });
}

bool Connection::output_full() const noexcept { return stream_->unsent() > loop_.common().options.max_queued; }

/// Returns how many bytes are not needed any more.
std::size_t Connection::handle_requests(std::string_view bytes) {
  std::size_t all = 0;
  parsing_ = Parsing::Running;
  for (int handled = 0; phase_ == Phase::Receiving && !output_full(); ++handled) {
    if (handled == kRequestsInTurn && !bytes.empty()) {
      post_pending();
      return all;
    }
    if (!reader_.in_request()) {
      record_.began = loop_.now();
      record_.bytes_in = 0;
    }
    std::size_t used = 0;
    const RequestReader::Got got = reader_.feed(bytes, used);
    bytes.remove_prefix(used);
    all += used;
    record_.bytes_in += used;
    if (got == RequestReader::Got::Request) {
      handle_request();
      continue;
    }
    if (got == RequestReader::Got::Head) handle_head();
    if (got == RequestReader::Got::Refused) refuse(reader_.status(), reader_.problem());
    break;
  }
  if (parsing_ == Parsing::Running) parsing_ = Parsing::Idle;
  return all;
}

void Connection::handle_head() {
  const protocol::http::Request request = identified_request();
  phase_ = Phase::Dispatching;
  record_.bytes_out = 0;
  response_.without_body = false;
  record_target();
  response_.last = true;  // should it be refused: its body is on the way
  if (exchange_.refuse_early(request)) return response_done();
  phase_ = Phase::Receiving;
  response_.last = false;
  if (reader_.expects_continue()) stream_->send("HTTP/1.1 100 Continue\r\n\r\n", {});
}

void Connection::handle_request() {
  phase_ = Phase::Dispatching;
  record_.bytes_out = 0;
  response_.last = loop_.common().endpoint.shutting_down() || !reader_.keep_alive();
  if (client_end_.reached) client_end_.since = loop_.now();
  client_end_.probed = false;
  response_.without_body = reader_.request().verb == Verb::Head;
  record_target();
  exchange_.take(identified_request());
  reader_.drop_body();
  if (phase_ == Phase::Dispatching) phase_ = Phase::Responding;
  if (response_.complete) response_done();
}

protocol::http::Request Connection::identified_request() {
  protocol::http::Request request = reader_.request();
  peer_.identify(request, loop_.common().options.trusted_proxies);
  return request;
}

void Connection::record_target() {
  if (!loop_.common().options.access_log) return;
  record_.verb = reader_.request().verb;
  record_.path.assign(reader_.request().path);
}

void Connection::log_access(bool broken_off) {
  Writer line;
  write_access_log_line(line, record_, peer_.address(), time_text(), exchange_.log_entry(), broken_off);
  record_.path.clear();
  exchange_.forget_log_entry();
  loop_.common().log.write(line.view());
}

void Connection::response_done() {
  if (loop_.common().options.access_log) log_access(false);
  response_.complete = false;
  progress_ = loop_.now();
  if (phase_ == Phase::Closed) return;
  phase_ = Phase::Receiving;
  if (response_.last || (client_end_.reached && pending_.empty())) return end_of_responses();
  reader_.next();
  if (!pending_.empty() && parsing_ != Parsing::Running) {
    post_pending();
  } else {
    stream_->wait_for_bytes();
  }
}

void Connection::end_of_responses() {
  phase_ = std::max(phase_, Phase::Draining);
  if (stream_->unsent() == 0) return on_all_sent();
  loop_.flush_later(*this);
}

void Connection::on_progress() noexcept {
  progress_ = loop_.now();
  count_output();
}

void Connection::on_all_sent() {
  switch (phase_) {
    case Phase::Receiving:
      if (!pending_.empty()) return post_pending();
      if (client_end_.reached) close();
      return;
    case Phase::Dispatching:
    case Phase::Responding:
      return exchange_.sent();
    case Phase::Draining:
      break;
    case Phase::Lingering:
    case Phase::Closed:
      return;
  }
  if (client_end_.reached) return close();
  if (loop_.common().endpoint.shutting_down()) {
    stream_->close_for_writing();
    return close();
  }
  // A connection that is closed with bytes unread is reset, and the response may be lost with it.
  phase_ = Phase::Lingering;
  progress_ = loop_.now();
  stream_->close_for_writing();
  stream_->wait_for_bytes();
}

void Connection::on_end() {
  if (phase_ == Phase::Closed) return;
  client_end_.reached = true;
  if (phase_ == Phase::Lingering) return close();
  if (responding()) {
    // The client reads on, or it is gone: only what is sent from now on shows which.
    client_end_.since = loop_.now();
    stream_->wait_for_error();
    return exchange_.probe(false);
  }
  // What came before the end is answered.
  if (parsing_ == Parsing::Posted) return;
  if (!pending_.empty() && phase_ == Phase::Receiving) return handle_pending();
  if (stream_->unsent() == 0) return close();
  end_of_responses();
}

void Connection::on_broken() {
  if (phase_ == Phase::Closed) return;
  const auto self = shared_from_this();
  const bool unanswered = responding();
  close();
  if (!unanswered) return;
  if (loop_.common().options.access_log) log_access(true);
  exchange_.client_gone();
}

void Connection::abort() { on_broken(); }

void Connection::shed() {
  if (phase_ == Phase::Closed) return;
  if (phase_ != Phase::Receiving || !reader_.in_request()) return on_broken();
  refuse(503, "the server has no room for so long a request now (--max-receiving); try again later");
  pending_ = std::string();
  reader_.forget();
  count_input();
}

void Connection::close() {
  if (phase_ == Phase::Closed) return;
  phase_ = Phase::Closed;
  stream_->close();
  count_output();
  count_input();
  loop_.remove(*this);
}

void Connection::shut_down() {
  switch (phase_) {
    case Phase::Receiving:
    case Phase::Draining:
      if (reader_.in_request()) return;  // a request that has begun to come is still answered, as the last one
      if (stream_->unsent() == 0) return close();
      phase_ = Phase::Draining;
      return;
    case Phase::Dispatching:
    case Phase::Responding:
      response_.last = true;
      return exchange_.leave();
    case Phase::Lingering:
      return close();
    case Phase::Closed:
      return;
  }
}

void Connection::tick(Clock::time_point now) {
  if (phase_ == Phase::Closed) return;
  const HttpOptions& options = loop_.common().options;
  const auto silent = now - progress_;
  if (phase_ == Phase::Lingering) {
    if (silent > kLinger) close();
  } else if (stream_->unsent() > 0) {
    if (silent > options.write_timeout) on_broken();
  } else if (responding()) {
    tick_responding(now);
  } else if (reader_.in_request()) {
    const auto limit = reader_.in_body() ? options.request_timeout : options.header_timeout;
    if (now - record_.began > limit) refuse(408, "the request took too long");
  } else if (silent >
             (stream_->is_open() ? options.idle_timeout : std::min(options.header_timeout, options.idle_timeout))) {
    close();
  }
}

void Connection::tick_responding(Clock::time_point now) {
  if (!client_end_.reached && pending_.size() >= kReadAhead && stream_->client_ended()) return on_end();
  if (client_end_.reached && !client_end_.probed && now - client_end_.since > kProbeAfter) {
    client_end_.probed = true;
    exchange_.probe(true);
  }
  if (phase_ != Phase::Closed) exchange_.tick(now);
}

}  // namespace mcp::transport::http
