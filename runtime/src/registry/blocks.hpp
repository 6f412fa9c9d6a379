// Content blocks in the shape of each revision: for results of tools, prompts, and what a model is asked.
#pragma once

#include <cstddef>

#include <mcp/codec/writer.hpp>
#include <mcp/content.hpp>
#include <mcp/revision.hpp>

namespace mcp::detail {

class Members;

/// Writes one block; `index` tells it from its neighbours.
void write_block(Writer& to, Revision revision, const BlockPointer& block, std::size_t index);
/// Adds the member `annotations`, if there are any that the revision knows.
void add_annotations(const Annotations& from, Revision revision, Members& members);
/// "user" or "assistant"
void write_role(Role role, Writer& to);
/// What a variant holds.
[[nodiscard]] inline BlockPointer pointer_to(const Content& content) {
  return std::visit([](const auto& block) -> BlockPointer { return &block; }, content);
}

}  // namespace mcp::detail
