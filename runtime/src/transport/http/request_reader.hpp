// Turns the bytes of a connection into HTTP requests (RFC 9112), each as a whole.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/version.hpp>

#include "http/request.hpp"
#include "http/request_fields.hpp"

namespace mcp::transport::http {

struct RequestLimits {
  std::size_t max_head = std::size_t{16} << 10;  // bytes of request line and header
  std::size_t max_body = std::size_t{4} << 20;
};

/// Stores the fields of one request as Beast finds them.
class RequestParser final : public boost::beast::http::basic_parser<true> {
 public:
  /// `credentials` are the names of the fields that an Authorizer reads.
  RequestParser(const RequestLimits& limits, std::span<const std::string> credentials);

  /// They are views into what the parser was fed.
  protocol::http::RequestFields fields;
  protocol::http::Request& request = fields.request;
  std::string_view direct_body;  // the body, if it came in one piece with its end
  std::string body;              // else
  bool head_done = false;
  bool expects_continue = false;
  /// What the fields are views of, whole, while they are parsed.
  std::string_view head;
  std::string_view error_text;  // of an error that Beast has no code for
  unsigned error_status = 0;    // the HTTP status of it; 0: there is none

 private:
  using Code = boost::beast::error_code;
  using Text = boost::beast::string_view;
  void on_request_impl(boost::beast::http::verb verb, Text method, Text target, int version, Code& ec) override;
  void on_response_impl(int code, Text reason, int version, Code& ec) override;
  void on_field_impl(boost::beast::http::field field, Text name, Text value, Code& ec) override;
#if BOOST_BEAST_VERSION >= 359
  // Boost 1.90 tells trailers apart; before, they come through on_field_impl().
  void on_trailer_field_impl(boost::beast::http::field field, Text name, Text value, Code& ec) override;
#endif
  void on_header_impl(Code& ec) override;
  void on_body_init_impl(const boost::optional<std::uint64_t>& content_length, Code& ec) override;
  std::size_t on_body_impl(Text body, Code& ec) override;
  void on_chunk_header_impl(std::uint64_t size, Text extensions, Code& ec) override;
  std::size_t on_chunk_body_impl(std::uint64_t remain, Text body, Code& ec) override;
  void on_finish_impl(Code& ec) override;

  void fail(unsigned status, std::string_view why, Code& ec);
  void keep(std::string_view piece);

  std::optional<std::uint64_t> length_;
};

/// Not thread-safe. Limits and the names of the fields outlive it.
class RequestReader {
 public:
  /// `credentials` are the names of the fields that an Authorizer reads.
  RequestReader(const RequestLimits& limits, std::span<const std::string> credentials)
      : limits_(limits), credentials_(credentials) {}

  enum class Got : unsigned char {
    More,     ///< not a whole request yet
    Head,     ///< the same, but its header is there: request() has it without its body. Once a request
    Request,  ///< request() is there until next()
    Refused,  ///< it is malformed: where a further request begins is not known
  };
  /// Reads from the front of `bytes`, behind which kJsonPadding more must be readable; `used` of them are never asked
  /// for again. A request may be views into them.
  [[nodiscard]] Got feed(std::string_view bytes, std::size_t& used);

  [[nodiscard]] const protocol::http::Request& request() const noexcept { return parser_->request; }
  [[nodiscard]] bool keep_alive() const { return parser_->keep_alive(); }
  /// Whether the client waits for "100 Continue" before it sends the body. For Got::Head.
  [[nodiscard]] bool expects_continue() const noexcept { return parser_->expects_continue; }

  /// For Got::Refused: an HTTP status and what is wrong, which may not be UTF-8.
  [[nodiscard]] unsigned status() const noexcept { return status_; }
  [[nodiscard]] std::string_view problem() const noexcept { return problem_; }

  /// For Got::Refused: what is wrong stands in a header that mirrors the message, of a POST.
  [[nodiscard]] bool in_mirror() const noexcept { return in_mirror_; }
  /// Whether the request that has begun is a POST.
  [[nodiscard]] bool is_post() const noexcept { return is_post_; }

  /// True if a request has begun and is not whole.
  [[nodiscard]] bool in_request() const noexcept { return started_; }
  [[nodiscard]] bool has_head() const noexcept { return parser_ && parser_->head_done; }
  /// The same, and its header is there.
  [[nodiscard]] bool in_body() const noexcept { return started_ && has_head() && !parser_->is_done(); }
  /// Forgets the request.
  void next();
  /// The same, and gives its memory back.
  void forget();
  /// Forgets its body, of which nothing is needed any more.
  void drop_body() noexcept;
  /// Bytes of memory that the request takes.
  [[nodiscard]] std::size_t held() const noexcept;

 private:
  [[nodiscard]] bool find_head(std::string_view bytes);
  void refuse(unsigned status, std::string_view problem);
  void refuse(boost::beast::error_code problem);
  [[nodiscard]] std::string_view broken_mirror() const;

  const RequestLimits& limits_;
  const std::span<const std::string> credentials_;
  std::optional<RequestParser> parser_;
  std::string head_;  // of a request whose body is not complete
  bool started_ = false;
  bool is_post_ = false;
  bool in_mirror_ = false;
  bool skipped_ = false;   // an empty line before the request
  std::size_t seen_ = 0;   // bytes of a head that is not whole, looked through
  std::size_t asked_ = 0;  // bytes behind which the parser wants more
  unsigned status_ = 0;
  std::string_view problem_;
  std::string mirror_problem_;
};

}  // namespace mcp::transport::http
