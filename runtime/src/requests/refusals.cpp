#include "requests/refusals.hpp"

#include <mcp/codec/writer.hpp>

namespace mcp::protocol {

std::string unsupported_version_data(std::string_view requested) {
  Writer data;
  data.raw(R"({"supported":[")");
  data.raw(name_of(Revision::V2026_07_28));
  data.raw(R"("],"requested":)");
  data.string(requested);
  data.raw('}');
  return std::string(data.view());
}

std::string batch_problem(Value batch, std::optional<Revision> revision, const Limits& limits) {
  if (revision != Revision::V2025_03_26) {
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
