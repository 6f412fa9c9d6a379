// Tools whose arguments or result are mcp::json with a schema of the user's own. Linked only where there is one.
#include <stdexcept>

#include <mcp/codec/json.hpp>
#include <mcp/codec/raw_schema.hpp>
#include <mcp/codec/writer.hpp>
#include <mcp/registry/handler.hpp>

#include "codec/document.hpp"

namespace mcp::detail {

bool decode_raw(const RawSchema& schema, Value from, json& to, Decoder& problems) {
  return schema.conforms(from, problems) && codec<json>::decode(from, to, problems);
}

void write_raw(Invocation& call, const RawSchema& schema, const json& result) {
  Writer text;
  codec<json>::encode(result, text);
  if (!text.failed()) {  // else the call says so
    Document document;
    if (const std::string_view problem = document.parse_copy(text.view()); !problem.empty()) {
      throw std::runtime_error("the result is JSON that cannot be read: " + std::string(problem));
    }
    Decoder problems;
    if (!schema.conforms(document.root(), problems)) {
      throw std::runtime_error("the result does not fit its output schema: " + problems.report());
    }
  }
  call.result_object(ops_of<json>, &result);
}

}  // namespace mcp::detail
