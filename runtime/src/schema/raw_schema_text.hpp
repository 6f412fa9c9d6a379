// Describes the constraints of a raw schema, for error texts.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "schema/raw_schema_tree.hpp"

namespace mcp::internal {

/// The text behind "expected": `integer between 1 and 10`, `one of "a", "b"`, `string or null`. Empty if the schema has
/// no constraint that fits in a few words.
[[nodiscard]] std::string described(const SchemaNode& node);

/// The same, but also empty if the schema has further constraints.
[[nodiscard]] std::string described_fully(const SchemaNode& node);

/// The same, only for values of type `type`, one bit of TypeBit.
[[nodiscard]] std::string described(const SchemaNode& node, unsigned char type);

/// "a", "a or b", "a, b or c", without duplicates.
[[nodiscard]] std::string joined_by_or(std::span<const std::string> texts);

/// "2 to 3 elements", "at least 1 member".
[[nodiscard]] std::string sized(const SizeRange& range, std::string_view unit);

/// The members that the `properties` of `node`, and of the schemas that it combines, name.
[[nodiscard]] std::vector<std::string_view> accepted_names(const SchemaNode& node);

}  // namespace mcp::internal
