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

/// Bytes of a target; the targets that the server knows are far shorter.
constexpr std::size_t kMaxTarget = 4096;
/// Bytes that are reserved for a body before they came, so that a client that announces much and sends little holds no
/// memory.
constexpr std::size_t kFirstBlock = std::size_t{64} << 10;
/// Bytes of a head whose memory is kept for the next one.
constexpr std::size_t kKeptHead = 1024;
/// Bytes of the shortest last chunk with its trailer.
constexpr std::size_t kLastChunk = std::string_view("0\r\n\r\n").size();
constexpr std::string_view kNoRequest = "this is no HTTP request";

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

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

/// Whether one of the lines that end behind `from` ends without a carriage return.
bool has_bare_line_end(std::string_view bytes, std::size_t from) {
  for (std::size_t end = bytes.find('\n', from); end != std::string_view::npos; end = bytes.find('\n', end + 1)) {
    if (end == 0 || bytes[end - 1] != '\r') return true;
  }
  return false;
}

}  // namespace

RequestParser::RequestParser(const RequestLimits& limits, std::span<const std::string> credentials)
    : fields(credentials) {
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

void RequestParser::on_request_impl(beast::http::verb, Text method, Text target, int version, Code& ec) {
  if (version != 10 && version != 11) return fail(505, "this server speaks HTTP/1.1", ec);
  if (target.size() > kMaxTarget) return fail(414, "the request target is too long", ec);
  request.verb = protocol::http::verb_of(view(method));
  request.http_1_0 = version == 10;
  fields.set_target(view(target));
}

void RequestParser::on_response_impl(int, Text, int, Code& ec) { ec = beast::http::error::bad_method; }

void RequestParser::on_field_impl(beast::http::field known, Text raw_name, Text raw_value, Code& ec) {
  using beast::http::field;
  // A trailer, behind the chunks of a body, is ignored: only the header says who the client is.
  if (head_done) return;
  const std::string_view name = view(raw_name);
  const std::string_view value = view(raw_value);
  // The parser would unfold the value into memory of its own, which is gone when this returns.
  if (is_continued(head, name)) return fail(400, "a field goes on in the next line", ec);
  if (known == field::transfer_encoding) {
    if (request.http_1_0) return fail(400, "HTTP/1.0 has no Transfer-Encoding", ec);
    if (!equal_ignoring_case(value, "chunked")) return fail(501, "the only transfer encoding is chunked", ec);
  } else if (known == field::expect) {
    if (!equal_ignoring_case(value, "100-continue")) return fail(417, "the only expectation is 100-continue", ec);
    expects_continue = true;
  }
  fields.add(name, value);
}

#if BOOST_BEAST_VERSION >= 359
void RequestParser::on_trailer_field_impl(beast::http::field, Text, Text, Code&) {}
#endif

void RequestParser::on_header_impl(Code&) {
  head_done = true;
  fields.finish();
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
  request.mirrored.params = fields.params;
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
  parser_->fields.move(bytes.substr(0, used), head_.data());
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
    if (!equal_ignoring_case(name.substr(0, 4), "Mcp-") || name.size() == line.size()) continue;
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
