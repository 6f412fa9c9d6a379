// The table of revisions, in the order of their dates and of mcp::Revision. Each row is a copy of the one before with
// its changes. The table is a separate source, so that a test can be linked with another one.
#include <iterator>

#include <mcp/spec/revision_traits.hpp>

namespace mcp::spec {

namespace {

constexpr RevisionTraits k2024_11_05 = {.name = "2024-11-05", .era = Era::Legacy, .resource_not_found = -32002};

constexpr RevisionTraits k2025_03_26 = [] {
  RevisionTraits row = k2024_11_05;
  row.name = "2025-03-26";
  row.batches = true;
  row.progress_message = true;
  row.tool_annotations = true;
  row.completions = true;
  row.audio = true;
  return row;
}();

constexpr RevisionTraits k2025_06_18 = [] {
  RevisionTraits row = k2025_03_26;
  row.name = "2025-06-18";
  row.batches = false;
  row.titles = true;
  row.output_schemas = true;
  row.meta = true;
  row.resource_links = true;
  row.last_modified = true;
  row.forms = FormSchemas::Primitives;
  return row;
}();

constexpr RevisionTraits k2025_11_25 = [] {
  RevisionTraits row = k2025_06_18;
  row.name = "2025-11-25";
  row.no_null_id = true;
  row.icons = true;
  row.forms = FormSchemas::Choices;
  row.elicitation_modes = true;
  row.sampling_tools = true;
  row.primed_streams = true;
  return row;
}();

constexpr RevisionTraits k2026_07_28 = [] {
  RevisionTraits row = k2025_11_25;
  row.name = "2026-07-28";
  row.era = Era::Modern;
  row.resource_not_found = -32602;
  row.any_structured = true;
  row.tasks = true;
  return row;
}();

constexpr RevisionTraits kTable[] = {k2024_11_05, k2025_03_26, k2025_06_18, k2025_11_25, k2026_07_28};
static_assert(std::size(kTable) == static_cast<std::size_t>(Revision::V2026_07_28) + 1, "a name for each row");

}  // namespace

constinit const std::span<const RevisionTraits> kRevisions = kTable;

}  // namespace mcp::spec
