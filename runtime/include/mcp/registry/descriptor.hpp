// What the generated server unit hands to the runtime: constant tables, nothing that runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include <mcp/registry/handler.hpp>
#include <mcp/revision.hpp>

namespace mcp::detail {

/// No revision: what has it for its end is in all later ones, those that are still to come included.
inline constexpr Revision kNoRevision{0xFF};

/// Members of a JSON object, and the revisions that have them.
struct VersionedMembers {
  std::string_view json;                   // `"name":value`, several with commas between them; never empty
  Revision since = Revision::V2024_11_05;  // the first revision that has them
  Revision until = kNoRevision;            // the first later one that has them no more
};

/// A JSON object as each revision knows it: those of its members, in this order, that the revision has.
using VersionedObject = std::span<const VersionedMembers>;

/// A tool of the server, by the name it has on the wire.
struct ListedTool {
  std::string_view name;
  std::string_view summary;  // first line of the description, for `--list`
  std::string_view usage;    // the parameters in a line, for `--list`: "location, [units], [region]"
  const Handler* handler;
  VersionedObject entry = {};  // a Tool object
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
  VersionedObject entry = {};  // a Resource or a ResourceTemplate object
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
  VersionedObject entry = {};  // a Prompt object
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

/// A whole server. All of it is constant data with static lifetime.
struct ServerDescriptor {
  std::string_view name;
  std::string_view version;
  std::string_view instructions = {};                       // plain text; empty: none
  std::size_t page_size = 100;                              // entries on a page of a list; at least one
  VersionedObject info = {};                                // an Implementation object
  VersionedObject capabilities = {};                        // a ServerCapabilities object
  std::span<const ListedTool> tools = {};                   // sorted by name
  std::span<const ListedResource> resources = {};           // sorted by URI
  std::span<const ListedResource> resource_templates = {};  // sorted by template
  std::span<const ResourceProvider> resource_providers = {};
  std::span<const ListedPrompt> prompts = {};  // sorted by name
  std::span<const ListedCompletion> completions = {};
  std::span<const std::span<const AskedType>> asked = {};  // of all sources; a type may be there more than once
};

}  // namespace mcp::detail
