#include "requests/refusals.hpp"

#include <mcp/codec/writer.hpp>
#include <mcp/spec/revision_traits.hpp>

namespace mcp::protocol {

namespace {

/// The names of the revisions that have batches, as a list for people.
std::string revisions_with_batches() {
  std::string names;
  for (const spec::RevisionTraits& traits : spec::kRevisions) {
    if (traits.batches) names.append(names.empty() ? "" : ", ").append(traits.name);
  }
  return names;
}

}  // namespace

const std::string& ways_to_be_served() {
  static const std::string text =
      "send \"initialize\" first (revisions up to " + std::string(name_of(newest_legacy())) +
      "), or put \"io.modelcontextprotocol/protocolVersion\": \"" + std::string(name_of(newest_modern())) +
      "\" and \"io.modelcontextprotocol/clientCapabilities\": {} into params._meta of every request";
  return text;
}

std::string unsupported_version_data(std::string_view requested) {
  Writer data;
  data.raw(R"({"supported":)");
  data.raw(spec::modern_revisions());
  data.raw(R"(,"requested":)");
  data.string(requested);
  data.raw('}');
  return std::string(data.view());
}

std::string batch_problem(Value batch, std::optional<Revision> revision, const Limits& limits) {
  if (!revision || !spec::traits_of(*revision).batches) {
    return "Invalid request: batches exist in sessions of revision " + revisions_with_batches() + " only";
  }
  if (batch.size() == 0) return "Invalid request: the batch is empty";
  if (batch.size() > limits.max_batch) {
    return "Invalid request: the batch has " + std::to_string(batch.size()) + " messages, more than the limit of " +
           std::to_string(limits.max_batch);
  }
  return {};
}

}  // namespace mcp::protocol
