// A question to the client that has no answer yet.
#pragma once

#include <string>

namespace mcp::protocol {

/// Ready to be sent.
struct OpenQuestion {
  std::string key;     // the handler's
  std::string name;    // what the client answers by: the key, or in a task one that was never used before
  std::string method;  // "elicitation/create"
  std::string params;  // JSON
  std::string digest;  // of what is asked
};

}  // namespace mcp::protocol
