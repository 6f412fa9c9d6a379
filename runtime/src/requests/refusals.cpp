#include "requests/refusals.hpp"

#include <mcp/codec/writer.hpp>
#include <mcp/spec/revision_traits.hpp>

namespace mcp::protocol {

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
    return "Invalid request: batches exist in sessions of revision 2025-03-26 only";
  }
  if (batch.size() == 0) return "Invalid request: the batch is empty";
  if (batch.size() > limits.max_batch) {
    return "Invalid request: the batch has " + std::to_string(batch.size()) + " messages, more than the limit of " +
           std::to_string(limits.max_batch);
  }
  return {};
}

}  // namespace mcp::protocol
