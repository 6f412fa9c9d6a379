// JSON texts of strangers: what parses, parses in both ways, and is written and read again as the same value.
#include <string>

#include <mcp/codec/json.hpp>
#include <mcp/codec/writer.hpp>
#include <mcp/json.hpp>

#include "codec/document.hpp"
#include "codec/equality.hpp"
#include "input.hpp"
#include "require.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text = fuzz::text_of(bytes, size);
  mcp::Document document;
  const std::string_view problem = document.parse_copy(text);
  std::string padded(text);
  padded.append(mcp::kJsonPadding, '\0');
  mcp::Document digits;
  const std::string_view other = digits.parse_keeping_digits(std::string_view(padded).substr(0, size));
  fuzz::require(problem.empty() == other.empty(), "Both ways to parse accept the same texts.", text);
  if (!problem.empty()) return 0;

  mcp::json value;
  mcp::Decoder decoder;
  if (!mcp::codec<mcp::json>::decode(document.root(), value, decoder)) return 0;
  mcp::Writer writer;
  mcp::codec<mcp::json>::encode(value, writer);
  mcp::Document again;
  fuzz::require(again.parse_copy(writer.view()).empty(), "What was written parses.", writer.view());
  mcp::json second;
  mcp::Decoder fresh;
  fuzz::require(mcp::codec<mcp::json>::decode(again.root(), second, fresh), "What was written decodes.", writer.view());
  fuzz::require(value == second, "What was written is the same value.", writer.view());
  return 0;
}
