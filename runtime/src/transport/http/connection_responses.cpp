// How a connection writes responses: heads, bodies and the chunks of streams.
#include <charconv>
#include <cstdint>
#include <utility>

#include <mcp/codec/writer.hpp>

#include "jsonrpc/errors.hpp"
#include "transport/http/connection.hpp"
#include "transport/http/status_text.hpp"

namespace mcp::transport::http {

namespace {

void append_number(std::string& to, std::uint64_t number, int base = 10) {
  char digits[20];
  to.append(digits, std::to_chars(digits, digits + sizeof digits, number, base).ptr);
}

}  // namespace

/// The time that the client has to take something begins anew where nothing waited for it.
void Connection::before_output() noexcept {
  if (stream_->unsent() == 0) progress_ = loop_.now();
}

void Connection::count_output() noexcept {
  const std::size_t now = phase_ == Phase::Closed ? 0 : stream_->unsent();
  loop_.count_output(std::exchange(counted_.output, now), now);
}

bool Connection::congested() {
  if (output_full()) stream_->push();
  return output_full();
}

void Connection::add_head(std::string& to, unsigned status, std::string_view content_type, std::string_view fields) {
  to += "HTTP/1.1 ";
  append_number(to, status);
  to += ' ';
  to += reason(status);
  to += "\r\n";
  to += loop_.date().line();
  if (!content_type.empty()) to.append("Content-Type: ").append(content_type).append("\r\n");
  to += fields;
  if (response_.last) {
    to += "Connection: close\r\n";
  } else if (reader_.in_request() && reader_.request().http_1_0) {
    to += "Connection: keep-alive\r\n";
  }
}

void Connection::send(std::string_view head, std::string_view body) {
  record_.bytes_out += head.size() + body.size();
  if (phase_ == Phase::Closed) return;
  before_output();
  stream_->send(head, body);
  count_output();
}

void Connection::queue(std::string_view bytes) {
  if (phase_ == Phase::Closed) return;
  record_.bytes_out += bytes.size();
  before_output();
  stream_->queue(bytes);
  count_output();
  loop_.flush_later(*this);
}

void Connection::respond(const protocol::http::Response& response) {
  if (response.close) response_.last = true;
  record_.status = response.status;
  std::string& head = loop_.scratch();
  head.clear();
  const bool plain = response.status == 200 && response.fields.empty() && !response_.last &&
                     response.content_type.data() == protocol::http::kJson.data() && !reader_.request().http_1_0;
  if (plain) {
    head += loop_.date().json_head();
  } else {
    add_head(head, response.status, response.content_type, response.fields);
    if (response.status != 204) head += "Content-Length: ";
  }
  if (response.status != 204) {
    append_number(head, response.body.size());
    head += "\r\n";
  }
  head += "\r\n";
  send(head, response_.without_body ? std::string_view() : response.body);
  response_.complete = true;
  if (phase_ != Phase::Dispatching) response_done();
}

void Connection::open_stream(std::string_view fields) {
  record_.status = 200;
  // A client of HTTP/1.0 knows no chunks: for it the end of the connection ends the stream.
  response_.chunked = !reader_.request().http_1_0;
  if (!response_.chunked) response_.last = true;
  std::string& head = loop_.scratch();
  head.clear();
  add_head(head, 200, "text/event-stream", fields);
  head += "Cache-Control: no-cache, no-transform\r\nX-Accel-Buffering: no\r\n";
  head += response_.chunked ? "Transfer-Encoding: chunked\r\n\r\n" : "\r\n";
  queue(head);
}

void Connection::write(std::string_view events) {
  if (phase_ == Phase::Closed || events.empty()) return;
  if (!response_.chunked) return queue(events);
  std::string& size = loop_.scratch();
  size.clear();
  append_number(size, events.size(), 16);
  size += "\r\n";
  queue(size);
  queue(events);
  queue("\r\n");
}

void Connection::close_stream(bool and_connection) {
  if (response_.chunked) queue("0\r\n\r\n");
  if (and_connection) response_.last = true;
  response_.complete = true;
  if (phase_ != Phase::Dispatching) response_done();
}

/// Answers a request that is not handed to the exchange; the connection ends.
void Connection::refuse(unsigned status, std::string_view why) {
  response_.last = true;
  record_.bytes_out = 0;
  record_.status = status;
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
  phase_ = Phase::Responding;
  send(head, body);
  response_done();
}

}  // namespace mcp::transport::http
