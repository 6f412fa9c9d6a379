// Texts of annotations as mcpgen reads them: doc comments, patterns, names, URIs, media types, formats and JSON. What
// comes out is valid UTF-8, and what is accepted has the form that is promised.
#include <string>
#include <vector>

#include <mcp/spec/formats.hpp>
#include <mcp/spec/uri_template.hpp>

#include "input.hpp"
#include "model/strict_json.hpp"
#include "require.hpp"
#include "text/cpp_literals.hpp"
#include "text/doc_text.hpp"
#include "validate/pattern.hpp"
#include "validate/raw_schema.hpp"
#include "validate/uri_template.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string text(fuzz::text_of(bytes, size));
  const mcpgen::DocText doc = mcpgen::read_doc_text(text);
  fuzz::require(mcpgen::is_utf8(doc.description) && mcpgen::is_utf8(doc.returns), "A doc text is UTF-8.", text);
  for (const auto& parameter : doc.parameters) {
    fuzz::require(mcpgen::is_utf8(parameter.name + parameter.text), "A parameter's text is UTF-8.", text);
    fuzz::require(text.compare(parameter.offset, parameter.name.size(), parameter.name) == 0 || !mcpgen::is_utf8(text),
                  "A parameter's name stands where it was found.", parameter.name);
  }
  if (mcpgen::is_utf8(text) && mcpgen::why_bad_pattern(text).empty()) (void)mcpgen::matches_pattern("some text", text);
  const bool is_uri = mcpgen::parse_uri(text).problem.empty();
  fuzz::require(!is_uri || mcp::spec::read_template(text).problem.empty(), "A URI of an annotation parses.", text);
  for (const auto& format : mcp::spec::kFormats) (void)mcp::spec::has_format(text, format.format);
  std::vector<std::string> problems;
  const auto value = mcpgen::parse_strictly(text, problems);
  fuzz::require(value.is_discarded() <= !problems.empty(), "JSON is refused with a reason.", text);
  if (!problems.empty()) return 0;
  std::vector<std::string> again;
  fuzz::require(mcpgen::parse_strictly(value.dump(), again) == value, "JSON that is written reads as the same.", text);
  (void)mcpgen::check_schema(text, mcpgen::SchemaRoot::Any);
  return 0;
}
