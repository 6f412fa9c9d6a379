// A program with three kinds of nlohmann::json, of which the server has one.
#include <mcp/json.hpp>

#include "calls.hpp"
#include "hosts_versions.mcp.hpp"
#include "versions.hpp"

int main() {
  const std::string text = R"({"a":[1,"two",{"b":null}]})";
  mcp::Server server = mcp::generated::hosts_versions::server();
  const mcp::Serving serving = mcp::serve_http(server);

  bool good = true;
  for (int i = 0; i < 2; ++i) {
    good &= hosts::all_tools_answer(serving.port());
    good &= hosts::check(through_old_json(text) == text, "3.9.1", through_old_json(text));
    good &= hosts::check(through_json_with_diagnostics(text) == text, "with diagnostics");
    good &= hosts::check(mcp::json::parse(text).dump() == text, "the runtime's");
  }
  good &= hosts::check(port_seen_by_old_json(serving) == serving.port(), "a server is the same for all of them");
  good &= hosts::check(diagnosis_of_missing_member().find("(/list/1)") != std::string::npos, "a diagnosis",
                       diagnosis_of_missing_member());
  good &= hosts::check(sizeof(mcp::json) != size_of_json_with_diagnostics(), "the types differ");
  return good ? 0 : 1;
}
