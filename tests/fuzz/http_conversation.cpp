// Whole HTTP conversations, as the bytes of one connection behind the other: it stays open behind "\n~\n" and closes
// behind
// "\n!\n". Every body and every event is judged. `everything` of the examples is the server; there is no socket.
#include <string>

#include "fuzz_http_conversation.mcp.hpp"
#include "input.hpp"
#include "spoken_http.hpp"
#include "transport/http/request_reader.hpp"

using mcp::transport::http::RequestReader;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const mcp::Server server = mcp::generated::fuzz_http_conversation::server();
  static const mcp::transport::http::RequestLimits limits{.max_head = 2048, .max_body = 4096};
  fuzz::SpokenHttp world(server);
  for (std::string_view rest = fuzz::text_of(bytes, size); !rest.empty();) {
    const bool closes = rest.find("\n!\n") < rest.find("\n~\n");
    std::string buffer(fuzz::take_until(rest, closes ? "\n!\n" : "\n~\n"));
    std::size_t left = buffer.size();
    buffer.append(mcp::kJsonPadding, '\0');
    const auto client = world.connect();
    RequestReader reader(limits, {});
    const char* at = buffer.data();
    for (bool more = true; more;) {
      std::size_t used = 0;
      const RequestReader::Got got = reader.feed(std::string_view(at, left), used);
      at += used;
      left -= used;
      more = got == RequestReader::Got::Head || (got == RequestReader::Got::Request && left > 0);
      if (got != RequestReader::Got::Request) continue;
      more = world.take(*client, reader.request()) && more;
      reader.next();
    }
    if (closes) world.disconnect(*client);
  }
  world.end();
  return 0;
}
