#include "transport/hosted/hosted_exchange.hpp"

#include <algorithm>
#include <exception>
#include <utility>
#include <vector>

#include <mcp/authorizer.hpp>
#include <mcp/codec/writer.hpp>

#include "http/ascii.hpp"
#include "http/request_fields.hpp"
#include "jsonrpc/errors.hpp"
#include "transport/http/date_header.hpp"
#include "transport/http/peer_address.hpp"

namespace mcp::transport::hosted {

namespace {

using protocol::http::Verb;

/// How long an answer may take before a client that sends nothing any more is probed for: it may still read.
constexpr std::chrono::milliseconds kProbeAfter{50};

/// Whether a value has what no header field may have, which a host may let through.
bool is_broken(std::string_view value) {
  return std::ranges::any_of(value,
                             [](char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == '\x7F'; });
}

/// "Name: value\r\n…" as fields.
void append_fields(std::string_view lines, std::vector<mcp::http::Field>& to) {
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find("\r\n"), lines.size());
    const std::string_view line = lines.substr(0, end);
    lines.remove_prefix(std::min(end + 2, lines.size()));
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    to.push_back({line.substr(0, colon), protocol::http::trim(line.substr(colon + 1))});
  }
}

}  // namespace

HostedExchange::HostedExchange(HostedLoop& loop, const HostedOptions& options,
                               std::shared_ptr<mcp::http::ResponseSink> sink)
    : counted_(options.exchanges),
      loop_(loop),
      options_(options),
      sink_(std::move(sink)),
      exchange_(loop.endpoint(), loop.loop_resources(), *this, options.http.access_log) {}

void HostedExchange::start(const mcp::http::Request& request) {
  keep(request);
  exchange_.set_owner(weak_from_this());
  sink_->exchange_ = weak_from_this();
  loop_.post([self = shared_from_this()] { self->take(); });
}

void HostedExchange::keep(const mcp::http::Request& request) {
  record_.began = loop_.now();
  record_.bytes_in = request.body.size();
  const Authorizer* const authorizer = loop_.endpoint().authorizer();
  protocol::http::RequestFields fields(authorizer != nullptr ? authorizer->header_names()
                                                             : std::span<const std::string>());
  fields.request.verb = protocol::http::verb_of(request.method);
  fields.request.http_1_0 = request.http_1_0;
  fields.set_target(request.target);
  for (const mcp::http::Field& field : request.fields) {
    if (is_broken(field.value)) {
      refusal_status_ = 400;
      refusal_ = std::string(field.name) + " has a character that no header may have";
      continue;
    }
    fields.add(field.name, field.value);
  }
  fields.finish();
  peer_ = request.peer;
  if (http::is_trusted_proxy(peer_, options_.http.trusted_proxies)) {
    const std::string client =
        http::forwarded_client(fields.request.forwarded, fields.request.forwarded_for, options_.http.trusted_proxies);
    if (!client.empty()) peer_ = client;
  }
  const std::string holder = http::holder_of_address(peer_);
  fields.request.peer = holder;
  fields.request.mirrored.params = fields.params;
  if (request.body.size() > options_.http.max_message) {
    refusal_status_ = 413;
    refusal_ = "the body is too large (--max-message)";
  } else {
    fields.request.body = request.body;
  }
  request_ = std::make_unique<const protocol::http::KeptRequest>(fields.request);
}

void HostedExchange::take() {
  loop_.add(shared_from_this());
  const protocol::http::Request& request = request_->get();
  record_.verb = request.verb;
  if (options_.http.access_log) record_.path = request.path;
  if (sink_ == nullptr) return;
  if (!refusal_.empty()) return refuse(refusal_status_, refusal_);
  exchange_.take(request);
  request_.reset();
}

void HostedExchange::post_sent() {
  loop_.post([self = shared_from_this()] {
    if (self->sink_ != nullptr) self->exchange_.sent();
  });
}

void HostedExchange::post_client_gone() {
  loop_.post([self = shared_from_this()] { self->client_gone(); });
}

void HostedExchange::post_client_half_closed() {
  loop_.post([self = shared_from_this()] {
    if (self->sink_ == nullptr) return;
    self->half_closed_ = self->loop_.now();
    self->exchange_.probe(false);
  });
}

void HostedExchange::tick(std::chrono::steady_clock::time_point now) {
  if (half_closed_ && now - *half_closed_ > kProbeAfter) {
    half_closed_.reset();
    exchange_.probe(true);
  }
  exchange_.tick(now);
}

void HostedExchange::leave() { exchange_.leave(); }

void HostedExchange::abort() {
  if (sink_ == nullptr) return;
  if (has_begun_) {
    tell([](mcp::http::ResponseSink& sink) { sink.end(true); });
  } else {
    refuse(503, "the server is leaving");
  }
  client_gone();
}

/// Answers a request that is not handed to the exchange.
void HostedExchange::refuse(unsigned status, std::string_view why) {
  Writer rpc;
  std::string text;
  if (record_.verb == Verb::Post) {
    protocol::write_refusal(rpc, status, protocol::to_utf8(why));
  } else {
    text.assign(why).append("\n");
  }
  respond({.status = status,
           .content_type = text.empty() ? protocol::http::kJson : protocol::http::kPlainText,
           .body = text.empty() ? rpc.view() : std::string_view(text),
           .close = true});
}

void HostedExchange::begin(unsigned status, std::string_view content_type, std::string_view fields,
                           std::optional<std::size_t> length, bool close) {
  has_begun_ = true;
  record_.status = status;
  std::vector<mcp::http::Field> all;
  if (!content_type.empty()) all.push_back({"Content-Type", content_type});
  append_fields(fields, all);
  if (!length) {
    all.push_back({"Cache-Control", "no-cache, no-transform"});
    all.push_back({"X-Accel-Buffering", "no"});
  }
  tell([&](mcp::http::ResponseSink& sink) {
    sink.begin({.status = status, .fields = all, .content_length = length, .close = close});
  });
}

void HostedExchange::respond(const protocol::http::Response& response) {
  begin(response.status, response.content_type, response.fields, response.body.size(), response.close);
  if (!response.body.empty() && record_.verb != Verb::Head) write(response.body);
  end(response.close);
}

void HostedExchange::open_stream(std::string_view fields) {
  begin(200, protocol::http::kEventStream, fields, std::nullopt, false);
}

void HostedExchange::write(std::string_view events) {
  record_.bytes_out += events.size();
  tell([&](mcp::http::ResponseSink& sink) { sink.write(events); });
}

void HostedExchange::close_stream(bool and_connection) { end(and_connection); }

/// The line of the log stands before the client can know that the request was answered.
void HostedExchange::end(bool close) {
  write_log_line(false);
  tell([&](mcp::http::ResponseSink& sink) { sink.end(close); });
  forget_sink();
}

template <class F>
void HostedExchange::tell(F&& what) noexcept {
  if (sink_ == nullptr) return;
  try {
    what(*sink_);
  } catch (...) {
    sink_->on_client_gone();
  }
}

void HostedExchange::client_gone() {
  if (sink_ == nullptr) return;
  write_log_line(true);
  forget_sink();
  exchange_.client_gone();
}

void HostedExchange::write_log_line(bool broken_off) {
  if (!options_.http.access_log || sink_ == nullptr) return;
  Writer line;
  http::write_access_log_line(line, record_, peer_, http::time_text(), exchange_.log_entry(), broken_off);
  exchange_.forget_log_entry();
  loop_.log().write(line.view());
}

void HostedExchange::forget_sink() {
  sink_.reset();
  loop_.remove(*this);
}

}  // namespace mcp::transport::hosted
