#include "transport/http/request_reader.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include <boost/beast/http/error.hpp>

#include "codec/document.hpp"
#include "http/ascii.hpp"

namespace mcp::transport::http {

namespace {

namespace beast = boost::beast;
using protocol::http::equal_ignoring_case;
using protocol::http::Verb;

/// Bytes of a target; the targets that the server knows are far shorter.
constexpr std::size_t kMaxTarget = 4096;
/// Bytes that are reserved for a body before they came, so that a client that announces much and sends little holds no
/// memory.
constexpr std::size_t kFirstBlock = std::size_t{64} << 10;
/// Bytes of a head whose memory is kept for the next one.
constexpr std::size_t kKeptHead = 1024;
/// Bytes of the shortest last chunk with its trailer.
constexpr std::size_t kLastChunk = std::string_view("0\r\n\r\n").size();
constexpr std::string_view kParam = "Param-";
constexpr std::string_view kNoRequest = "this is no HTTP request";

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

Verb verb_of(beast::http::verb verb) {
  switch (verb) {
    case beast::http::verb::get:
      return Verb::Get;
    case beast::http::verb::head:
      return Verb::Head;
    case beast::http::verb::post:
      return Verb::Post;
    case beast::http::verb::delete_:
      return Verb::Delete;
    case beast::http::verb::options:
      return Verb::Options;
    default:
      return Verb::Other;
  }
}

/// The path of a target in origin form or absolute form, and the authority of the latter.
std::string_view path_of(std::string_view target, std::string_view& authority) {
  const std::size_t scheme = target.starts_with('/') ? std::string_view::npos : target.find("://");
  if (scheme == std::string_view::npos) return target;
  const std::size_t start = scheme + 3;
  const std::size_t path = target.find_first_of("/?", start);
  authority = target.substr(start, path == std::string_view::npos ? path : path - start);
  return path == std::string_view::npos ? std::string_view("/") : target.substr(path);
}

/// Whether the line of `head` that `name` stands in is continued by the next one.
bool is_continued(std::string_view head, std::string_view name) {
  const std::size_t next = head.find('\n', static_cast<std::size_t>(name.data() - head.data())) + 1;
  return next < head.size() && (head[next] == ' ' || head[next] == '\t');
}

/// After the parser asked for more than `rest`, it may be called again with more bytes than this returns. Once it has
/// seen the line of the last chunk, it expects at least the rest of that chunk.
std::size_t wanted_behind(std::string_view rest) {
  const bool last_chunk = rest.size() < kLastChunk && rest.find("\r\n", rest.starts_with("\r\n") ? 2 : 0) != rest.npos;
  return last_chunk ? kLastChunk - 1 : rest.size();
}

bool starts_ignoring_case(std::string_view text, std::string_view prefix) {
  return text.size() >= prefix.size() && equal_ignoring_case(text.substr(0, prefix.size()), prefix);
}

/// Whether one of the lines that end behind `from` ends without a carriage return.
bool has_bare_line_end(std::string_view bytes, std::size_t from) {
  for (std::size_t end = bytes.find('\n', from); end != std::string_view::npos; end = bytes.find('\n', end + 1)) {
    if (end == 0 || bytes[end - 1] != '\r') return true;
  }
  return false;
}

}  // namespace

RequestParser::RequestParser(const RequestLimits& limits, std::span<const std::string> credentials)
    : credential_names_(credentials) {
  eager(true);
  header_limit(
      static_cast<std::uint32_t>(std::min<std::size_t>(limits.max_head, std::numeric_limits<std::uint32_t>::max())));
  body_limit(limits.max_body);
}

void RequestParser::fail(unsigned status, std::string_view why, Code& ec) {
  error_text = why;
  error_status = status;
  ec = beast::http::error::bad_value;
}

void RequestParser::on_request_impl(beast::http::verb verb, Text, Text target, int version, Code& ec) {
  if (version != 10 && version != 11) return fail(505, "this server speaks HTTP/1.1", ec);
  if (target.size() > kMaxTarget) return fail(414, "the request target is too long", ec);
  request.verb = verb_of(verb);
  request.http_1_0 = version == 10;
  const std::string_view path = path_of(view(target), authority_);
  const std::size_t query = path.find('?');
  request.path = path.substr(0, query);
  if (query != std::string_view::npos) request.query = path.substr(query + 1);
}

void RequestParser::on_response_impl(int, Text, int, Code& ec) { ec = beast::http::error::bad_method; }

void RequestParser::set(std::string_view& to, std::string_view name, std::string_view value) {
  if (protocol::http::is_there(to)) request.repeated = name;
  to = value;
}

void RequestParser::set_credential(std::string_view name, std::string_view value) {
  for (std::size_t i = 0; i < credential_names_.size(); ++i) {
    if (!equal_ignoring_case(name, credential_names_[i])) continue;
    credentials_.resize(credential_names_.size());
    set(credentials_[i], credential_names_[i], value);
  }
}

void RequestParser::on_field_impl(beast::http::field known, Text raw_name, Text raw_value, Code& ec) {
  using beast::http::field;
  // A trailer, behind the chunks of a body, is ignored: only the header says who the client is.
  if (head_done) return;
  const std::string_view name = view(raw_name);
  const std::string_view value = view(raw_value);
  // The parser would unfold the value into memory of its own, which is gone when this returns.
  if (is_continued(head, name)) return fail(400, "a field goes on in the next line", ec);
  set_credential(name, value);
  switch (known) {
    case field::host:
      return set(request.host, "Host", value);
    case field::origin:
      return set(request.origin, "Origin", value);
    case field::access_control_request_headers:
      request.requested_fields = value;
      return;
    case field::content_type:
      return set(request.content_type, "Content-Type", value);
    case field::accept:
      if (!protocol::http::is_there(request.accept)) {
        request.accept = value;
      } else {
        std::string all(request.accept);
        all.append(", ").append(value);
        accept_ = std::move(all);
        request.accept = accept_;
      }
      return;
    case field::transfer_encoding:
      if (request.http_1_0) return fail(400, "HTTP/1.0 has no Transfer-Encoding", ec);
      if (!equal_ignoring_case(value, "chunked")) fail(501, "the only transfer encoding is chunked", ec);
      return;
    case field::expect:
      if (!equal_ignoring_case(value, "100-continue")) return fail(417, "the only expectation is 100-continue", ec);
      expects_continue = true;
      return;
    case field::forwarded:
      request.forwarded = value;
      break;
    case field::unknown:
      break;
    default:
      return;
  }
  if (starts_ignoring_case(name, "Mcp-")) {
    const std::string_view rest = name.substr(4);
    if (equal_ignoring_case(rest, "Session-Id")) return set(request.session_id, "Mcp-Session-Id", value);
    if (equal_ignoring_case(rest, "Protocol-Version")) return set(request.version, "MCP-Protocol-Version", value);
    if (equal_ignoring_case(rest, "Method")) return request.mirrored.method.add(value);
    if (equal_ignoring_case(rest, "Name")) return request.mirrored.name.add(value);
    if (starts_ignoring_case(rest, kParam)) params.push_back({rest.substr(kParam.size()), value});
  } else if (equal_ignoring_case(name, "Last-Event-ID")) {
    set(request.last_event_id, "Last-Event-ID", value);
  } else if (equal_ignoring_case(name, "X-Forwarded-For")) {
    request.forwarded_for = value;
  } else if (equal_ignoring_case(name, "traceparent")) {
    request.traceparent = value;
  }
}

#if BOOST_BEAST_VERSION >= 359
void RequestParser::on_trailer_field_impl(beast::http::field, Text, Text, Code&) {}
#endif

void RequestParser::on_header_impl(Code&) {
  head_done = true;
  // An authorizer finds each field in its place, be none of them sent.
  credentials_.resize(credential_names_.size());
  request.credentials = credentials_;
  // The target takes precedence over the Host field (RFC 9112, 3.2.2).
  if (!authority_.empty()) request.host = authority_;
}

void RequestParser::on_body_init_impl(const boost::optional<std::uint64_t>& content_length, Code&) {
  if (content_length) length_ = *content_length;
}

void RequestParser::keep(std::string_view piece) {
  if (body.empty()) body.reserve(std::min<std::size_t>(length_.value_or(0), kFirstBlock) + kJsonPadding);
  body.append(piece);
}

std::size_t RequestParser::on_body_impl(Text piece, Code&) {
  if (body.empty() && length_ == piece.size()) {
    direct_body = view(piece);
  } else {
    keep(view(piece));
  }
  return piece.size();
}

void RequestParser::on_chunk_header_impl(std::uint64_t, Text, Code&) {}

std::size_t RequestParser::on_chunk_body_impl(std::uint64_t, Text piece, Code&) {
  keep(view(piece));
  return piece.size();
}

void RequestParser::on_finish_impl(Code&) {
  if (direct_body.data() == nullptr) {
    body.reserve(body.size() + kJsonPadding);
    request.body = body;
  } else {
    request.body = direct_body;
  }
  request.mirrored.params = params;
}

void RequestParser::move_head(std::string_view from, const char* to) noexcept {
  const auto move = [&](std::string_view& text) {
    if (text.data() >= from.data() && text.data() <= from.data() + from.size()) {
      text = std::string_view(to + (text.data() - from.data()), text.size());
    }
  };
  for (std::string_view* const text :
       {&request.path, &request.query, &request.host, &request.origin, &request.requested_fields, &request.accept,
        &request.content_type, &request.version, &request.session_id, &request.last_event_id, &request.traceparent,
        &request.forwarded, &request.forwarded_for, &request.mirrored.method.value, &request.mirrored.name.value}) {
    move(*text);
  }
  for (std::string_view& field : credentials_) move(field);
  for (protocol::http::ParamField& field : params) {
    move(field.name);
    move(field.value);
  }
}

void RequestReader::next() {
  parser_.reset();
  if (head_.capacity() > kKeptHead) head_ = std::string();
  asked_ = 0;
  started_ = false;
  skipped_ = false;
}

void RequestReader::forget() {
  next();
  head_ = std::string();
}

void RequestReader::drop_body() noexcept {
  if (!parser_) return;
  parser_->body = std::string();
  parser_->request.body = {};
}

std::size_t RequestReader::held() const noexcept { return head_.capacity() + (parser_ ? parser_->body.capacity() : 0); }

bool RequestReader::find_head(std::string_view bytes) {
  // Only a whole head is passed to the parser, which would parse the request line alone.
  const std::size_t end = bytes.find("\r\n\r\n", seen_ > 3 ? seen_ - 3 : 0);
  const bool whole = end != std::string_view::npos;
  if ((whole ? end + 4 : bytes.size()) > limits_.max_head) {
    const bool in_target = bytes.substr(0, limits_.max_head).find('\n') == std::string_view::npos;
    refuse(in_target ? 414 : 431,
           in_target ? "the request line is too long" : "the header is too large (--max-header)");
  } else if (bytes[0] < 'A' || bytes[0] > 'Z' || (!whole && has_bare_line_end(bytes, seen_))) {
    refuse(400, kNoRequest);
  }
  seen_ = bytes.size();
  return whole;
}

void RequestReader::refuse(unsigned status, std::string_view problem) {
  status_ = status;
  problem_ = problem;
}

RequestReader::Got RequestReader::feed(std::string_view bytes, std::size_t& used) {
  used = 0;
  if (bytes.empty()) return Got::More;
  if (!parser_) {
    parser_.emplace(limits_, credentials_);
    seen_ = 0;
    status_ = 0;
    in_mirror_ = false;
  }
  const bool had_head = parser_->head_done;
  if (!had_head) {
    // Some clients send an empty line after a body.
    if (!started_ && !skipped_ && bytes == "\r") return Got::More;
    if (!started_ && !skipped_ && bytes.starts_with("\r\n")) {
      skipped_ = true;
      used = 2;
      if (bytes.size() == used) return Got::More;
    }
    started_ = true;
    is_post_ = bytes.substr(used).starts_with("POST ");
    const bool whole = find_head(bytes.substr(used));
    if (status_ != 0) return Got::Refused;
    if (!whole) return Got::More;
    parser_->head = bytes;
  }
  // The parser may be called again only with more bytes than it had when it asked for more.
  if (bytes.size() - used <= asked_) return Got::More;
  asked_ = 0;
  while (used < bytes.size() && !parser_->is_done()) {
    beast::error_code problem;
    const std::size_t taken =
        parser_->put(boost::asio::const_buffer(bytes.data() + used, bytes.size() - used), problem);
    used += taken;
    if (problem == beast::http::error::need_more) {
      if (!parser_->head_done) {  // although the head is whole: its first line is too short
        refuse(400, kNoRequest);
        return Got::Refused;
      }
      asked_ = wanted_behind(bytes.substr(used));
      break;
    }
    if (problem) {
      refuse(problem);
      return Got::Refused;
    }
    if (taken == 0) break;
  }
  if (parser_->is_done()) return Got::Request;
  // The parser leaves no byte of a body, except of a chunk's header or of the trailer.
  if (parser_->head_done && bytes.size() - used > limits_.max_head) {
    refuse(431, "a chunk's header or the trailer is too large (--max-header)");
    return Got::Refused;
  }
  if (!parser_->head_done || had_head) return Got::More;
  // The bytes of the head belong to the caller.
  head_.assign(bytes.substr(0, used));
  parser_->move_head(bytes.substr(0, used), head_.data());
  return Got::Head;
}

/// The name of the first mirrored header whose value is not allowed in a header; empty if there is none.
std::string_view RequestReader::broken_mirror() const {
  std::string_view rest = parser_->head;
  rest = rest.substr(0, rest.find("\r\n\r\n"));
  while (!rest.empty()) {
    const std::size_t end = rest.find("\r\n");
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 2);
    const auto is_broken = [](char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == '\x7F'; };
    const std::string_view name = line.substr(0, line.find(':'));
    if (!starts_ignoring_case(name, "Mcp-") || name.size() == line.size()) continue;
    if (std::ranges::any_of(line.substr(name.size()), is_broken)) return name;
    if (rest.starts_with(' ') || rest.starts_with('\t')) return name;  // the value continues in the next line
  }
  return {};
}

void RequestReader::refuse(beast::error_code problem) {
  using beast::http::error;
  if (is_post_ && !parser_->head_done) {
    if (const std::string_view name = broken_mirror(); !name.empty()) {
      in_mirror_ = true;
      mirror_problem_ = std::string(name) + " has a character that no header may have";
      return refuse(400, mirror_problem_);
    }
  }
  if (parser_->error_status != 0) return refuse(parser_->error_status, parser_->error_text);
  if (problem == error::body_limit) return refuse(413, "the body is too large (--max-message)");
  if (problem == error::bad_content_length) {
    return refuse(400, "the Content-Length is wrong, or contradicts another field");
  }
  if (problem == error::bad_transfer_encoding) {
    return refuse(400, "the Transfer-Encoding is wrong, or contradicts the Content-Length");
  }
  if (problem == error::bad_version) return refuse(505, "this server speaks HTTP/1.1");
  if (problem == error::bad_chunk || problem == error::bad_chunk_extension) return refuse(400, "a chunk is malformed");
  refuse(400, kNoRequest);
}

}  // namespace mcp::transport::http
