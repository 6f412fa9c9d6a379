#include "transport/lines/line_delivery.hpp"

#include <exception>
#include <string>
#include <string_view>

namespace mcp::transport {

void deliver_lines(LineFraming& lines, protocol::Connection& connection, std::size_t max_message) {
  std::string_view line;
  bool patient = true;  // once for each chunk: what stands behind slow calls must not wait for them
  while (true) {
    switch (lines.next(line)) {
      case LineFraming::Event::Line:
        patient = patient && connection.wait_for_capacity();
        try {
          connection.receive(line);
        } catch (const std::exception&) {
          connection.refuse_for_want_of_memory();  // most likely; the message is lost, the session is not
        }
        break;
      case LineFraming::Event::TooLong:
        connection.refuse("Invalid request: the message is longer than the limit of " + std::to_string(max_message) +
                          " bytes");
        break;
      case LineFraming::Event::NeedBytes:
        return connection.submit_queued();
    }
  }
}

}  // namespace mcp::transport
