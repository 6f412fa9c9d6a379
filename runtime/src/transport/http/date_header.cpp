#include "transport/http/date_header.hpp"

#include <ctime>

namespace mcp::transport::http {

namespace {

std::string time_as(const char* format) {
  const std::time_t time = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&time, &parts);
  char text[64];
  return {text, std::strftime(text, sizeof text, format, &parts)};
}

}  // namespace

void DateHeader::refresh(std::chrono::steady_clock::time_point now) {
  if (now < valid_until_) return;
  valid_until_ = now + std::chrono::seconds(1);
  line_ = time_as("Date: %a, %d %b %Y %H:%M:%S GMT\r\n");
  json_head_ = "HTTP/1.1 200 OK\r\n" + line_ + "Content-Type: application/json\r\nContent-Length: ";
}

std::string time_text() { return time_as("%Y-%m-%dT%H:%M:%SZ"); }

}  // namespace mcp::transport::http
