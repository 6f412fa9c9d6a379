// A schema and a value, a line each: compiling and checking end, with a reason where something is refused, and the same
// twice.
#include <string>

#include <mcp/codec/decoder.hpp>

#include "codec/document.hpp"
#include "input.hpp"
#include "require.hpp"
#include "schema/raw_schema_check.hpp"
#include "schema/raw_schema_tree.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  std::string_view rest = fuzz::text_of(bytes, size);
  const std::string_view schema = fuzz::take_until(rest, "\n");
  const mcp::internal::SchemaTree tree(schema, mcp::internal::SchemaHeaders::Refused);
  if (!tree.problem().empty()) return 0;
  mcp::Document document;
  if (!document.parse_copy(rest).empty()) return 0;
  mcp::Decoder problems;
  const bool fits = mcp::internal::check(tree, document.root(), problems);
  fuzz::require(fits == problems.report().empty(), "A value is refused with a reason, and accepted without.", rest);
  mcp::Decoder again;
  fuzz::require(mcp::internal::check(tree, document.root(), again) == fits, "A check says the same twice.", rest);
  return 0;
}
