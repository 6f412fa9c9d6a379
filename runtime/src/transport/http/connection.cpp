#include "transport/http/connection.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include <mcp/codec/writer.hpp>

#include "codec/document.hpp"
#include "jsonrpc/errors.hpp"
#include "transport/http/peer_address.hpp"
#include "transport/http/status_text.hpp"

namespace mcp::transport::http {

namespace {

using protocol::http::Response;
using protocol::http::Verb;

/// Bytes that are read ahead while a request is being answered.
constexpr std::size_t kReadAhead = std::size_t{64} << 10;
/// Bytes of that whose memory is kept.
constexpr std::size_t kKeptAhead = std::size_t{4} << 10;
/// Requests of one connection in a row, before others have their turn.
constexpr int kTurn = 16;
/// How long an answer may take before a client that sends nothing any more is probed for: it may still read.
constexpr std::chrono::milliseconds kLastCall{50};
/// How long a client has to take the last response before the connection is gone.
constexpr std::chrono::seconds kLinger{2};

void append_number(std::string& to, std::uint64_t number, int base = 10) {
  char digits[20];
  to.append(digits, std::to_chars(digits, digits + sizeof digits, number, base).ptr);
}

}  // namespace

Connection::Connection(HttpEventLoop& loop, std::shared_ptr<const ConnectionPermit> permit)
    : loop_(loop),
      permit_(std::move(permit)),
      reader_(loop.common().reader, loop.common().options.principal_header),
      exchange_(loop.common().endpoint, loop.loop_resources(), *this, loop.common().options.access_log),
      progress_(loop.now()) {
  ++loop.common().connections;
}

/// On any thread; what the event loop counted was given back by close(), on the event loop.
Connection::~Connection() { --loop_.common().connections; }

void Connection::count_output() noexcept {
  const std::size_t now = closed_ ? 0 : unsent();
  loop_.count_output(std::exchange(output_, now), now);
}

void Connection::count_input() noexcept {
  const std::size_t now = closed_ ? 0 : pending_.capacity() + reader_.held();
  loop_.count_input(std::exchange(input_, now), now);
}

void Connection::begin() {
  exchange_.set_owner(weak_from_this());
  start();
}

void Connection::on_bytes(std::string_view bytes) {
  if (closed_) return;
  take_bytes(bytes);
  count_input();
}

void Connection::take_bytes(std::string_view bytes) {
  // Bytes that come are no progress of those that do not go.
  if (!lingering_ && unsent() == 0) progress_ = loop_.now();
  if (lingering_ || last_response_) return wait_for_bytes();
  if (busy_ || !pending_.empty() || choked()) {
    pending_.reserve(pending_.size() + bytes.size() + kJsonPadding);
    pending_.append(bytes);
    if (!busy_ && !choked() && !later_) return take_pending();
    if (pending_.size() < kReadAhead) return wait_for_bytes();
    return;  // nothing more is read: tick() looks for the client's end
  }
  const std::size_t used = take_requests(bytes);
  if (closed_) return;
  if (used < bytes.size() && !last_response_) {
    pending_.reserve(bytes.size() - used + kJsonPadding);
    pending_.assign(bytes.substr(used));
  }
  wait_for_bytes();
}

void Connection::take_pending() {
  const std::size_t used = take_requests(pending_);
  if (closed_) return;
  pending_.erase(0, used);
  if (pending_.empty() && pending_.capacity() > kKeptAhead) pending_ = std::string();
  count_input();
  if (later_) {
    if (pending_.size() < kReadAhead && !half_closed_) wait_for_bytes();
    return;
  }
  if (half_closed_ && !busy_) {
    if (!choked()) end_of_responses();
    return;
  }
  wait_for_bytes();
}

void Connection::take_pending_later() {
  if (std::exchange(later_, true)) return;
  loop_.post([self = shared_from_this()] {
    self->later_ = false;
    if (!self->busy_ && !self->closing()) self->take_pending();
  });
}

bool Connection::congested() {
  if (choked()) push();
  return choked();
}

void Connection::on_progress() noexcept {
  progress_ = loop_.now();
  count_output();
}

bool Connection::choked() const noexcept { return unsent() > loop_.common().options.max_queued; }

/// Returns how many bytes are not needed any more.
std::size_t Connection::take_requests(std::string_view bytes) {
  std::size_t all = 0;
  in_requests_ = true;
  for (int taken = 0; !busy_ && !closing() && !choked(); ++taken) {
    if (taken == kTurn && !bytes.empty()) {
      take_pending_later();
      break;
    }
    if (!reader_.in_request()) {
      began_ = loop_.now();
      bytes_in_ = 0;
    }
    std::size_t used = 0;
    const RequestReader::Got got = reader_.feed(bytes, used);
    bytes.remove_prefix(used);
    all += used;
    bytes_in_ += used;
    switch (got) {
      case RequestReader::Got::Request:
        take_request();
        continue;
      case RequestReader::Got::Head:
        head_came();
        break;
      case RequestReader::Got::Refused:
        refuse(reader_.status(), reader_.problem());
        break;
      case RequestReader::Got::More:
        break;
    }
    break;
  }
  in_requests_ = false;
  return all;
}

void Connection::head_came() {
  const protocol::http::Request request = this->request();
  busy_ = in_take_ = true;
  bytes_out_ = 0;
  without_body_ = false;
  note_target();
  last_response_ = true;  // should it be refused: its body is on the way
  const bool refused = exchange_.refuse_early(request);
  in_take_ = false;
  if (refused) return response_done();
  busy_ = last_response_ = false;
  if (reader_.expects_continue()) send("HTTP/1.1 100 Continue\r\n\r\n", {});
}

void Connection::take_request() {
  busy_ = in_take_ = true;
  bytes_out_ = 0;
  last_response_ = loop_.common().endpoint.shutting_down() || !reader_.keep_alive();
  if (half_closed_) ended_ = loop_.now();
  probed_ = false;
  without_body_ = reader_.request().verb == Verb::Head;
  note_target();
  exchange_.take(request());
  in_take_ = false;
  reader_.drop_body();
  if (responded_) response_done();
}

/// The one that is there, and who asks: a proxy says it of each.
protocol::http::Request Connection::request() {
  protocol::http::Request request = reader_.request();
  request.peer = permit_->holder;
  if (!permit_->is_proxy) return request;
  peer_ = forwarded_client(request.forwarded, request.forwarded_for, loop_.common().options.trusted_proxies);
  holder_ = holder_of_address(peer_.empty() ? permit_->address : peer_);
  request.peer = holder_;
  return request;
}

void Connection::add_head(std::string& to, unsigned status, std::string_view content_type, std::string_view fields) {
  to += "HTTP/1.1 ";
  append_number(to, status);
  to += ' ';
  to += reason(status);
  to += "\r\n";
  to += loop_.date_line();
  if (!content_type.empty()) to.append("Content-Type: ").append(content_type).append("\r\n");
  to += fields;
  if (last_response_) {
    to += "Connection: close\r\n";
  } else if (reader_.in_request() && reader_.request().http_1_0) {
    to += "Connection: keep-alive\r\n";
  }
}

void Connection::respond(const Response& response) {
  if (response.close) last_response_ = true;
  status_ = response.status;
  std::string& head = loop_.scratch();
  head.clear();
  const bool plain = response.status == 200 && response.fields.empty() && !last_response_ &&
                     response.content_type.data() == protocol::http::kJson.data() && !reader_.request().http_1_0;
  if (plain) {
    head += loop_.json_head();
  } else {
    add_head(head, response.status, response.content_type, response.fields);
    if (response.status != 204) head += "Content-Length: ";
  }
  if (response.status != 204) {
    append_number(head, response.body.size());
    head += "\r\n";
  }
  head += "\r\n";
  const std::string_view body = without_body_ ? std::string_view() : response.body;
  bytes_out_ += head.size() + body.size();
  if (!closed_) {
    before_output();
    send(head, body);
    count_output();
  }
  responded_ = true;
  if (!in_take_) response_done();
}

void Connection::open_stream(std::string_view fields) {
  status_ = 200;
  // Who speaks HTTP/1.0 knows no chunks: for them the end of the connection ends the stream.
  chunked_ = !reader_.request().http_1_0;
  if (!chunked_) last_response_ = true;
  std::string& head = loop_.scratch();
  head.clear();
  add_head(head, 200, "text/event-stream", fields);
  head += "Cache-Control: no-cache, no-transform\r\nX-Accel-Buffering: no\r\n";
  head += chunked_ ? "Transfer-Encoding: chunked\r\n\r\n" : "\r\n";
  queue_and_count(head);
}

void Connection::write(std::string_view events) {
  if (closed_ || events.empty()) return;
  if (!chunked_) return queue_and_count(events);
  std::string& size = loop_.scratch();
  size.clear();
  append_number(size, events.size(), 16);
  size += "\r\n";
  queue_and_count(size);
  queue_and_count(events);
  queue_and_count("\r\n");
}

void Connection::close_stream(bool and_connection) {
  if (chunked_) queue_and_count("0\r\n\r\n");
  if (and_connection) last_response_ = true;
  responded_ = true;
  if (!in_take_) response_done();
}

void Connection::queue_and_count(std::string_view bytes) {
  if (closed_) return;
  bytes_out_ += bytes.size();
  before_output();
  queue(bytes);
  count_output();
  loop_.flush_later(*this);
}

void Connection::refuse(unsigned status, std::string_view why) {
  last_response_ = true;
  bytes_out_ = 0;
  status_ = status;
  Writer rpc;
  std::string text;
  if (reader_.in_mirror()) {
    protocol::write_error(rpc, {}, protocol::ErrorCode::HeaderMismatch, "Header mismatch: " + protocol::to_utf8(why));
  } else if (reader_.is_post()) {
    protocol::write_refusal(rpc, status, why);
  } else {
    text.assign(why).append("\n");
  }
  const std::string_view body = text.empty() ? rpc.view() : std::string_view(text);
  std::string& head = loop_.scratch();
  head.clear();
  add_head(head, status, text.empty() ? protocol::http::kJson : protocol::http::kPlainText, {});
  head += "Content-Length: ";
  append_number(head, body.size());
  head += "\r\n\r\n";
  bytes_out_ = head.size() + body.size();
  busy_ = true;
  before_output();
  send(head, body);
  count_output();
  response_done();
}

void Connection::response_done() {
  if (loop_.common().options.access_log) log_access(false);
  responded_ = false;
  busy_ = false;
  progress_ = loop_.now();
  if (closed_) return;
  if (last_response_ || (half_closed_ && pending_.empty())) return end_of_responses();
  reader_.next();
  if (!pending_.empty() && !in_requests_) {
    take_pending_later();
  } else {
    wait_for_bytes();
  }
}

void Connection::end_of_responses() {
  last_response_ = true;
  if (unsent() == 0) return on_all_sent();
  loop_.flush_later(*this);
}

void Connection::on_all_sent() {
  if (lingering_ || closed_) return;
  if (busy_) return exchange_.sent();
  if (!last_response_ && !pending_.empty()) return take_pending_later();
  if (!last_response_ && !half_closed_) return;
  if (half_closed_) return close();
  if (loop_.common().endpoint.shutting_down()) {
    close_for_writing();
    return close();
  }
  // A connection that is closed with bytes unread is reset, and the response may be lost with it.
  lingering_ = true;
  progress_ = loop_.now();
  close_for_writing();
  wait_for_bytes();
}

void Connection::on_end() {
  if (closed_) return;
  half_closed_ = true;
  if (lingering_) return close();
  if (busy_) {
    // The client reads on, or it is gone: only what is sent from now on shows which.
    ended_ = loop_.now();
    wait_for_error();
    return exchange_.probe(false);
  }
  // What came before the end is answered.
  if (later_) return;
  if (!pending_.empty() && !closing()) return take_pending();
  if (unsent() == 0) return close();
  end_of_responses();
}

void Connection::on_broken() {
  if (closed_) return;
  const auto self = shared_from_this();
  close();
  if (!busy_) return;
  if (loop_.common().options.access_log) log_access(true);
  exchange_.client_gone();
}

void Connection::abort() { on_broken(); }

void Connection::shed() {
  if (closed_) return;
  if (busy_ || last_response_ || !reader_.in_request()) return on_broken();
  refuse(503, "the server has no room for so long a request now (--max-receiving); try again later");
  pending_ = std::string();
  reader_.forget();
  count_input();
}

void Connection::close() {
  if (closed_) return;
  closed_ = true;
  close_socket();
  count_output();
  count_input();
  loop_.remove(*this);
}

void Connection::shut_down() {
  if (closed_) return;
  if (lingering_ || (!busy_ && !reader_.in_request() && unsent() == 0)) return close();
  // A request that has begun to come is answered yet, and the last one.
  if (busy_ || !reader_.in_request()) last_response_ = true;
  if (busy_) exchange_.leave();
}

void Connection::tick(Clock::time_point now) {
  const HttpOptions& options = loop_.common().options;
  if (closed_) return;
  const auto silent = now - progress_;
  if (lingering_) {
    if (silent > kLinger) close();
  } else if (unsent() > 0) {
    if (silent > options.write_timeout) on_broken();
  } else if (busy_) {
    if (!half_closed_ && pending_.size() >= kReadAhead && client_ended()) return on_end();
    if (half_closed_ && !probed_ && now - ended_ > kLastCall) {
      probed_ = true;
      exchange_.probe(true);
    }
    if (!closed_) exchange_.tick(now);
  } else if (reader_.in_request()) {
    const auto limit = reader_.in_body() ? options.request_timeout : options.header_timeout;
    if (now - began_ > limit) refuse(408, "the request took too long");
  } else if (silent > (is_open() ? options.idle_timeout : std::min(options.header_timeout, options.idle_timeout))) {
    close();
  }
}

}  // namespace mcp::transport::http
