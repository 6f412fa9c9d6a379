// The difference of two lists of named things: tools, prompts and whatever else a manifest lists.
#pragma once

#include <string>
#include <string_view>

#include "diff/change.hpp"

namespace mcpgen::diff {

/// Whether a field is a text for people and language models and no promise to a client.
[[nodiscard]] bool is_wording(std::string_view field);

/// Compares two lists of tools.
void compare_tools(const Json& before, const Json& after, Changes& changes);

/// Compares two lists of things that have a `name` (prompts), a `uri` or `uriTemplate` (resources) or an `argument`
/// (completions). `list` is the member of the manifest: "prompts". Fields that are no wording are promises: a change of
/// one is breaking.
void compare_entries(std::string_view list, const Json& before, const Json& after, Changes& changes);

}  // namespace mcpgen::diff
