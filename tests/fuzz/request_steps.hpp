// Requests as a reader finds them in bytes that come in pieces.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "codec/document.hpp"
#include "require.hpp"
#include "transport/http/request_reader.hpp"

namespace fuzz {

/// What a reader makes of `all` that comes in pieces of `step` bytes. Of two things that are wrong either may be found
/// first, so a refusal has no status here.
inline std::string read_in_steps(std::string_view all, std::size_t step) {
  static const mcp::transport::http::RequestLimits limits{.max_head = 1024, .max_body = 2048};
  static const std::vector<std::string> credentials{"X-User"};
  mcp::transport::http::RequestReader reader(limits, credentials);
  std::string told, buffer;
  for (std::size_t at = 0; at < all.size(); at += step) {
    buffer.append(all.substr(at, step));
    for (bool more = true; more;) {
      std::string padded = buffer + std::string(mcp::kJsonPadding, '\0');
      std::size_t used = 0;
      const mcp::transport::http::RequestReader::Got got =
          reader.feed(std::string_view(padded).substr(0, buffer.size()), used);
      require(used <= buffer.size(), "A reader uses what it was given.");
      if (got == mcp::transport::http::RequestReader::Got::Refused) return told + "refused";
      if (got == mcp::transport::http::RequestReader::Got::Request) {
        const auto& request = reader.request();
        told.append(request.path).append("?").append(request.query).append("|").append(request.version).append("|");
        told.append(request.host).append("|").append(request.accept).append("|").append(request.session_id);
        told.append("|").append(request.credentials.front());
        told.append("|").append(request.body).append(reader.keep_alive() ? "\n" : " close\n");
        reader.next();
      }
      buffer.erase(0, used);
      more = got == mcp::transport::http::RequestReader::Got::Head ||
             (got == mcp::transport::http::RequestReader::Got::Request && !buffer.empty());
    }
  }
  return told;
}

}  // namespace fuzz
