// Completions: what their functions are given, and how much clients get.
#pragma once

#include <cstddef>
#include <string_view>

namespace mcp::spec {

/// The wire name of the first argument of a function that completes: what was typed. No argument that a client names
/// can be called so.
inline constexpr std::string_view kTypedArgument = "typed text";

/// Values of one answer (2026-07-28, server/utilities/completion, "Completion Results").
inline constexpr std::size_t kMostCompletions = 100;

}  // namespace mcp::spec
