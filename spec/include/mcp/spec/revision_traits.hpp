// The traits of each protocol revision. Generator and runtime test traits instead of comparing revisions, so that a new
// revision is a new row.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include <mcp/revision.hpp>

namespace mcp::spec {

/// How the revision of a request is determined.
enum class Era : unsigned char {
  Legacy,  ///< `initialize` opens a session and agrees on one
  Modern,  ///< each request declares its revision in `_meta`
};

/// The schemas of forms (`elicitation/create`) that clients of a revision support.
enum class FormSchemas : unsigned char {
  None,        ///< the revision has no forms
  Primitives,  ///< texts, numbers, booleans and `enum` with `enumNames`; only booleans have defaults
  Choices,     ///< also multiple choice, `oneOf` with titles, and defaults of every type
};
/// The number of values other than None.
inline constexpr std::size_t kFormSchemas = 2;
/// The place of `forms`, which is not None, in a table of schemas.
[[nodiscard]] constexpr std::size_t index_of(FormSchemas forms) noexcept { return static_cast<std::size_t>(forms) - 1; }

/// The traits of a revision. Features that a revision does not have are neither sent to its clients nor expected from
/// them.
struct RevisionTraits {
  std::string_view name;
  Era era = Era::Legacy;

  // Messages.
  bool batches = false;           ///< arrays of messages
  bool progress_message = false;  ///< `message` in progress notifications
  bool no_null_id = false;        ///< errors about unreadable messages omit `id` instead of sending null
  int resource_not_found = 0;     ///< the code of the error

  // Lists.
  bool titles = false;            ///< `title` beside `name`; without it, annotations of tools have the title
  bool tool_annotations = false;  ///< `annotations` of tools
  bool output_schemas = false;    ///< `outputSchema`, and `structuredContent` of results
  bool any_structured = false;    ///< `structuredContent` may be any JSON value, not only an object
  bool meta = false;              ///< `_meta` of list entries and of contents
  bool icons = false;             ///< `icons`, and `websiteUrl` of the server
  bool completions = false;       ///< the capability of that name; the method is in all revisions
  bool tasks = false;             ///< the extension io.modelcontextprotocol/tasks

  // Contents.
  bool audio = false;
  bool resource_links = false;
  bool last_modified = false;  ///< `lastModified` in annotations

  // Questions to clients.
  FormSchemas forms = FormSchemas::None;
  bool elicitation_modes = false;  ///< `mode` of `elicitation/create`: forms, and URLs to open
  bool sampling_tools = false;     ///< tools in sampling, and capabilities for them and for `includeContext`

  // HTTP.
  bool primed_streams = false;  ///< an event stream begins with an event that has an id and no data
};

/// A row for each revision, indexed by mcp::Revision. There is at least one of each era.
extern const std::span<const RevisionTraits> kRevisions;

[[nodiscard]] inline const RevisionTraits& traits_of(Revision revision) noexcept {
  return kRevisions[static_cast<std::size_t>(revision)];
}

/// mcp::is_modern(), inline for what runs with every request.
[[nodiscard]] inline bool is_modern(Revision revision) noexcept { return traits_of(revision).era == Era::Modern; }

/// The names of all modern revisions, newest first, as a JSON array.
[[nodiscard]] std::string modern_revisions();

}  // namespace mcp::spec
