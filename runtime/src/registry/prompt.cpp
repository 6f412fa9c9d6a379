// What prompts return, in the shape of each revision.
#include <mcp/prompt.hpp>

#include <span>

#include "registry/blocks.hpp"
#include "registry/members.hpp"

namespace mcp::detail {

void write_prompt(Invocation& call, const PromptMessage* messages, std::size_t count, const std::string* description) {
  Writer& to = call.result();
  Members members(to);
  if (description != nullptr) members.text("description", *description);
  members.list("messages", std::span(messages, count), [&](const PromptMessage& message, Writer&) {
    const auto index = static_cast<std::size_t>(&message - messages);
    write_object(to, [&](Members& own) {
      own.add("role", [&](Writer& role) { write_role(message.role, role); });
      own.add("content", [&](Writer& block) {
        const auto* const resource = std::get_if<EmbeddedResource>(&message.content);
        if (resource != nullptr && !resource->mime_type) block.fail("is a resource without a mime_type");
        write_block(block, call.revision(), pointer_to(message.content), index);
      });
    });
  });
}

}  // namespace mcp::detail
