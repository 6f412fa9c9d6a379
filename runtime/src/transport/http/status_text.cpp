#include "transport/http/status_text.hpp"

namespace mcp::transport::http {

using protocol::http::Verb;

std::string_view reason(unsigned status) {
  switch (status) {
    case 200:
      return "OK";
    case 202:
      return "Accepted";
    case 204:
      return "No Content";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 406:
      return "Not Acceptable";
    case 408:
      return "Request Timeout";
    case 413:
      return "Content Too Large";
    case 414:
      return "URI Too Long";
    case 415:
      return "Unsupported Media Type";
    case 417:
      return "Expectation Failed";
    case 429:
      return "Too Many Requests";
    case 431:
      return "Request Header Fields Too Large";
    case 500:
      return "Internal Server Error";
    case 501:
      return "Not Implemented";
    case 503:
      return "Service Unavailable";
    case 505:
      return "HTTP Version Not Supported";
    default:
      return "";
  }
}

std::string_view name_of(Verb verb) {
  switch (verb) {
    case Verb::Get:
      return "GET";
    case Verb::Head:
      return "HEAD";
    case Verb::Post:
      return "POST";
    case Verb::Delete:
      return "DELETE";
    case Verb::Options:
      return "OPTIONS";
    default:
      return "?";
  }
}

}  // namespace mcp::transport::http
