// The fixture server as a program: `--unbound` leaves its class without an object.
#include <string_view>

#include "fixture_server.hpp"

int main(int argc, char** argv) {
  mcp::Server server(fixture::descriptor());
  if (argc > 1 && std::string_view(argv[1]) == "--unbound") return mcp::run(server, argc - 1, argv + 1);
  server.make_unbound();
  return mcp::run(server, argc, argv);
}
