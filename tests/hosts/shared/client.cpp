// Tests a server by the client of <mcp/test/client.hpp>, which is part of the shared library: what that throws is
// caught here, and what is thrown here is caught there.
#include <mcp/test/client.hpp>

#include <cstdio>

#include "client.mcp.hpp"

int main() {
  mcp::test::Client client(mcp::generated::client::server());
  const bool is_answered = client.call("echo", {{"value", {1, 2}}}).structured().at("result") == mcp::json({1, 2});
  const mcp::test::CallResult failed = client.call("fail", {{"text", "on purpose"}});
  const bool is_refused = failed.is_error() && failed.text() == "on purpose";
  bool is_unknown = false;
  try {
    (void)client.call("no_such_tool");
  } catch (const mcp::test::RpcError& error) {
    is_unknown = error.code() == -32602;
  }
  std::printf("answered %d, refused %d, unknown %d\n", is_answered, is_refused, is_unknown);
  return is_answered && is_refused && is_unknown ? 0 : 1;
}
