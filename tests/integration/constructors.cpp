// A class whose constructor prints, and throws what the environment says.
#include <cstdio>
#include <cstdlib>
#include <mcp/mcp.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

namespace works {

class Press {
 public:
  Press() {
    std::puts("constructed");
    const char* const given = std::getenv("PRESS_THROWS");
    const std::string_view thrown = given == nullptr ? "" : given;
    if (thrown == "error") throw std::runtime_error("there is no oil");
    if (thrown == "number") throw 7;
  }

  /// Press something.
  /// @param text What is to be flat
  MCP_TOOL()
  std::string press(const std::string& text) { return "_" + text + "_"; }
};

}  // namespace works
