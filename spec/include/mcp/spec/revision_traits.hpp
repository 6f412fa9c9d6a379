// What each revision of the protocol knows. To both halves a revision is its row of traits: neither compares revisions,
// so that another one is another row.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include <mcp/revision.hpp>

namespace mcp::spec {

/// How a client learns which revision a request is of.
enum class Era : unsigned char {
  Legacy,  ///< `initialize` opens a session and agrees on one
  Modern,  ///< each request declares it in `_meta`
};

/// Which schemas of forms (`elicitation/create`) clients of a revision understand.
enum class FormSchemas : unsigned char {
  None,        ///< none: nothing can be asked by a form
  Primitives,  ///< texts, numbers, booleans and `enum` with `enumNames`; defaults of booleans alone
  Choices,     ///< also several of a list, `oneOf` with titles, and defaults of every type
};
/// How many of them are schemas.
inline constexpr std::size_t kFormSchemas = 2;
/// The place of `forms`, which is not None, in a table of schemas.
[[nodiscard]] constexpr std::size_t index_of(FormSchemas forms) noexcept { return static_cast<std::size_t>(forms) - 1; }

/// The row of a revision. What a revision does not know is neither sent to its clients nor expected from them.
struct RevisionTraits {
  std::string_view name;
  Era era = Era::Legacy;

  // Messages.
  bool batches = false;           ///< arrays of messages
  bool progress_message = false;  ///< `message` in progress notifications
  bool no_null_id = false;        ///< errors about unreadable messages leave `id` out, instead of null
  int resource_not_found = 0;     ///< the code of the error

  // What is listed.
  bool titles = false;            ///< `title` beside `name`; before, annotations of tools have it
  bool tool_annotations = false;  ///< `annotations` of tools
  bool output_schemas = false;    ///< `outputSchema`, and `structuredContent` of results
  bool any_structured = false;    ///< `structuredContent` may be any JSON value, not an object alone
  bool meta = false;              ///< `_meta` of what is listed, and of contents
  bool icons = false;             ///< `icons`, and `websiteUrl` of the server
  bool completions = false;       ///< the capability of that name; the method is in all revisions
  bool tasks = false;             ///< the extension io.modelcontextprotocol/tasks

  // Contents.
  bool audio = false;
  bool resource_links = false;
  bool last_modified = false;  ///< `lastModified` in annotations

  // What clients are asked.
  FormSchemas forms = FormSchemas::None;
  bool elicitation_modes = false;  ///< `mode` of `elicitation/create`: forms, and URLs to open
  bool sampling_tools = false;     ///< tools in sampling, and capabilities for them and for `includeContext`

  // HTTP.
  bool primed_streams = false;  ///< an event stream begins with an event that has an id and no data
};

/// A row for each revision, by its number. Never empty, and at least one of each era.
extern const std::span<const RevisionTraits> kRevisions;

[[nodiscard]] inline const RevisionTraits& traits_of(Revision revision) noexcept {
  return kRevisions[static_cast<std::size_t>(revision)];
}

/// The names of all modern revisions, newest first, as a JSON array.
[[nodiscard]] std::string modern_revisions();

}  // namespace mcp::spec
