// What the generated server unit hands to the runtime: constant tables, nothing that runs.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include <mcp/registry/tool.hpp>
#include <mcp/revision.hpp>

namespace mcp::detail {

/// A tool of the server, by the name it has on the wire.
struct ListedTool {
  std::string_view name;
  std::string_view summary;  // first line of the description, for `--list`
  std::string_view usage;    // the parameters in a line, for `--list`: "location, [units], [region]"
  const Tool* tool;
};

/// One page of a list, rendered.
struct Page {
  std::string_view cursor;  // what a request for this page carries; empty for the first
  std::string_view body;    // members of the result: `"tools":[…],"nextCursor":"…"`
};

/// What one revision sees of the server; the texts are JSON.
struct RevisionView {
  std::string_view server_info;   // an Implementation object
  std::string_view capabilities;  // a ServerCapabilities object
  std::span<const Page> tools;    // at least one page
};

/// A whole server. All of it is constant data with static lifetime.
struct ServerDescriptor {
  std::string_view name;
  std::string_view version;
  std::string_view instructions;                   // plain text; empty: none
  std::string_view instructions_json;              // the same as a JSON string; empty: none
  std::string_view manifest;                       // JSON text, with a newline at its end
  std::span<const ListedTool> tools;               // sorted by name
  std::array<RevisionView, kRevisionCount> views;  // by Revision
};

}  // namespace mcp::detail
