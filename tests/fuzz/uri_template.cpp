// A template and a URI, a line each: what matches expands to a URI that matches with the same values, and the
// generator's grammar is the runtime's.
#include <algorithm>
#include <stdexcept>
#include <string>

#include <mcp/spec/uri.hpp>
#include <mcp/spec/uri_template.hpp>

#include "catalog/uri_template.hpp"
#include "input.hpp"
#include "require.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  std::string_view rest = fuzz::text_of(bytes, size);
  const std::string_view text = fuzz::take_until(rest, "\n");
  if (text.size() > 256 || rest.size() > 1024) return 0;
  const bool is_good = mcp::spec::read_template(text).problem.empty();
  try {
    const mcp::protocol::UriTemplate uris(text);
    fuzz::require(is_good, "A template that the runtime takes is one of the grammar.", text);
    mcp::protocol::UriTemplate::Values values;
    if (!uris.match(rest, values)) return 0;
    // A "%41" in the value of a `{+var}` is expanded as it is, so that the URI has the value "A".
    if (std::ranges::any_of(values, [](const auto& value) { return value && value->find('%') != value->npos; }))
      return 0;
    const std::string expanded = uris.expand(values);
    mcp::protocol::UriTemplate::Values again;
    fuzz::require(uris.match(expanded, again), "What a template expands to matches it.", expanded);
    fuzz::require(uris.expand(again) == expanded, "What matched expands to the same URI again.", expanded);
  } catch (const std::invalid_argument& problem) {
    fuzz::require(!is_good, "A template of the grammar is one that the runtime takes.", problem.what());
  }
  return 0;
}
