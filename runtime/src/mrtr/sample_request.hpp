// A request to the client's model as JSON: what it needs of the client, the rules that it must keep, and its answer.
#pragma once

#include <string>

#include <mcp/codec/value.hpp>
#include <mcp/revision.hpp>
#include <mcp/sampling.hpp>

namespace mcp::detail {

/// What of a request JSON cannot carry, like "$.messages[0].content.text is not valid UTF-8"; empty: nothing.
[[nodiscard]] std::string unwritable_in(const SampleRequest& request, Revision revision);

/// The subcapabilities of `sampling` that a request needs.
struct SampleNeeds {
  bool tools = false;
  bool context = false;
};
[[nodiscard]] SampleNeeds needs_of(const SampleRequest& request, Revision revision) noexcept;
/// `needs` as a ClientCapabilities object, in JSON: `{"sampling":{"tools":{}}}`.
[[nodiscard]] std::string capability_of(const SampleNeeds& needs);

/// Returns an error text if the request breaks a rule or `revision` cannot express it; else an empty text.
[[nodiscard]] std::string problem_of(const SampleRequest& request, Revision revision);
/// The `params` of sampling/createMessage, as JSON for `revision`. Throws std::invalid_argument for a value that JSON
/// cannot express. Precondition: problem_of() is empty.
[[nodiscard]] std::string sample_params(const SampleRequest& request, Revision revision);
/// Reads a CreateMessageResult of any revision. Returns an error text; empty on success.
[[nodiscard]] std::string decode_sample(Value result, SampleResult& to);

}  // namespace mcp::detail
