// A program with a part that is compiled without exceptions. With an argument, it must have another allocator: that of
// jemalloc.
#include <dlfcn.h>

#include <stdexcept>

#include "calls.hpp"
#include "hosts_without_exceptions.mcp.hpp"
#include "without_exceptions.hpp"

namespace {

bool refuses_invalid_options(mcp::Server& server) {
  mcp::ServeOptions options;
  options.keys = "no key";
  try {
    (void)mcp::serve_http(server, std::move(options));
  } catch (const std::invalid_argument&) {
    return true;
  }
  return false;
}

}  // namespace

int main(int count, char**) {
  mcp::Server server = mcp::generated::hosts_without_exceptions::server();
  bool good = hosts::check(count == 1 || ::dlsym(RTLD_DEFAULT, "mallctl") != nullptr, "jemalloc is there");
  good &= hosts::check(refuses_invalid_options(server), "the runtime throws");
  {
    const mcp::Serving serving = serve_without_exceptions(server);
    good &= hosts::all_tools_answer(serving.port());
    for (const auto& [arguments, answer] : {std::pair{R"({"dividend":6,"divisor":3})", R"("result":2)"},
                                            std::pair{R"({"dividend":6,"divisor":0})", "Ada divides by zero"}}) {
      const std::string response = hosts::call(serving.port(), "divide", arguments);
      good &= hosts::check(response.find(answer) != std::string::npos, "divide", response);
    }
    good &= hosts::check(serving.stop(), "the server ends");
  }
  good &= hosts::check(length_without_exceptions("[1,2]") == 2, "a list");
  good &= hosts::check(length_without_exceptions("[1,") == std::nullopt, "no JSON");
  return good ? 0 : 1;
}
