// What the generated server unit hands to the runtime: constant tables, nothing that runs.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include <mcp/registry/handler.hpp>
#include <mcp/revision.hpp>

namespace mcp::detail {

/// A tool of the server, by the name it has on the wire.
struct ListedTool {
  std::string_view name;
  std::string_view summary;  // first line of the description, for `--list`
  std::string_view usage;    // the parameters in a line, for `--list`: "location, [units], [region]"
  const Handler* handler;
};

/// One page of a list, rendered.
struct Page {
  std::string_view cursor;  // what a request for this page carries; empty for the first
  std::string_view body;    // members of the result: `"tools":[…],"nextCursor":"…"`
};

/// How long a client may keep what it read, and whether for everybody (2026-07-28, server/utilities/caching).
struct Caching {
  std::uint32_t ttl_ms = 0;
  bool is_public = false;
};

/// A resource of a fixed URI, or a template of many.
struct ListedResource {
  std::string_view uri;        // or the template, RFC 6570
  std::string_view name;       // on the wire
  std::string_view summary;    // for `--list`
  std::string_view mime_type;  // of contents that say none of their own; empty: none
  const Handler* handler;      // takes the template's variables
  Caching caching = {};
};

/// A function that lists resources that come and go.
struct ResourceProvider {
  std::string_view name;   // for messages
  const Handler* handler;  // without arguments
};

/// A prompt of the server.
struct ListedPrompt {
  std::string_view name;
  std::string_view summary;  // for `--list`
  std::string_view usage;    // the arguments in a line
  const Handler* handler;
};

/// How one argument of a prompt, or one variable of a resource template, is completed.
struct ListedCompletion {
  enum class Of : unsigned char { Prompt, Resource };

  Of of;
  std::string_view ref;       // the prompt's name or the template, as listed
  std::string_view argument;  // its name on the wire
  /// All values there are, where the argument is an enum or a bool.
  std::span<const std::string_view> values = {};
  /// Else what computes them. Its first argument is named "typed text" and holds what was typed, the others are
  /// arguments chosen before.
  const Handler* handler = nullptr;
};

/// What one revision sees of the server; the texts are JSON.
struct RevisionView {
  std::string_view server_info;   // an Implementation object
  std::string_view capabilities;  // a ServerCapabilities object
  std::span<const Page> tools;    // at least one page, here and below
  std::span<const Page> resources;
  std::span<const Page> resource_templates;
  std::span<const Page> prompts;
};

/// A whole server. All of it is constant data with static lifetime.
struct ServerDescriptor {
  std::string_view name;
  std::string_view version;
  std::string_view instructions;                       // plain text; empty: none
  std::string_view instructions_json;                  // the same as a JSON string; empty: none
  std::string_view manifest;                           // JSON text, with a newline at its end
  std::span<const ListedTool> tools;                   // sorted by name
  std::span<const ListedResource> resources;           // sorted by URI
  std::span<const ListedResource> resource_templates;  // sorted by template
  std::span<const ResourceProvider> resource_providers;
  std::span<const ListedPrompt> prompts;  // sorted by name
  std::span<const ListedCompletion> completions;
  std::span<const std::span<const AskedType>> asked;  // of all sources; a type may be there more than once
  std::array<RevisionView, kRevisionCount> views;     // by Revision
};

}  // namespace mcp::detail
