// The difference of two lists of a manifest: tools, prompts, resources and others.
#pragma once

#include <string>
#include <string_view>

#include "diff/change.hpp"

namespace mcpgen::diff {

/// Whether a field is only a text for users and models, which clients do not depend on.
[[nodiscard]] bool is_wording(std::string_view field);

/// Compares two lists of tools.
void compare_tools(const Json& before, const Json& after, Changes& changes);

/// Compares two lists of things that have a `name` (prompts), a `uri` or `uriTemplate` (resources) or an `argument`
/// (completions). `list` is the member of the manifest: "prompts". A change of any field other than such texts is
/// breaking.
void compare_entries(std::string_view list, const Json& before, const Json& after, Changes& changes);

}  // namespace mcpgen::diff
