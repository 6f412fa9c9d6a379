#include "transport/lines/line_delivery.hpp"

#include <exception>
#include <string>
#include <string_view>

namespace mcp::transport {

void deliver_lines(LineFraming& lines, protocol::Connection& connection, std::size_t max_message) {
  std::string_view line;
  bool may_wait = true;  // only once a chunk has waited in vain, so that slow calls delay nothing behind them
  while (true) {
    switch (lines.next(line)) {
      case LineFraming::Event::Line:
        may_wait = may_wait && connection.wait_for_capacity();
        try {
          connection.receive(line);
        } catch (const std::exception&) {
          connection.refuse_for_want_of_memory();  // the likely cause; only this message is lost
        }
        break;
      case LineFraming::Event::TooLong:
        refuse_long_message(connection, max_message);
        break;
      case LineFraming::Event::NeedBytes:
        return connection.submit_queued();
    }
  }
}

void refuse_long_message(protocol::Connection& connection, std::size_t max_message) {
  connection.refuse("Invalid request: the message is longer than the limit of " + std::to_string(max_message) +
                    " bytes");
}

}  // namespace mcp::transport
