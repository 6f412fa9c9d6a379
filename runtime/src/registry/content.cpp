// Results of tools that are made of blocks.
#include <mcp/content.hpp>

#include <memory>
#include <string_view>

#include <mcp/codec/json.hpp>
#include <mcp/registry/handler.hpp>
#include <mcp/spec/revision_traits.hpp>
#include <mcp/tool_result.hpp>

#include "registry/blocks.hpp"
#include "registry/scratch.hpp"

namespace mcp {

namespace detail {

namespace {

/// `"content":[…`, without the end of the list.
void begin_blocks(Writer& to, Revision revision, std::span<const BlockPointer> blocks) {
  to.raw(R"("content":[)");
  PathScope content(to, std::string_view("content"));
  PathScope at(to, std::size_t{0});
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    at.set_index(i);
    if (i != 0) to.raw(',');
    write_block(to, revision, blocks[i], i);
  }
}

}  // namespace

void write_blocks(Invocation& call, std::span<const BlockPointer> blocks) {
  begin_blocks(call.result(), call.revision(), blocks);
  call.result().raw(']');
}

void ResultWriter<ToolResult>::write(Invocation& call, const ToolResult& result) {
  Writer& to = call.result();
  const Revision revision = call.revision();
  const spec::RevisionTraits& traits = spec::traits_of(revision);
  std::vector<BlockPointer> blocks;
  collect_blocks(result.content(), blocks);
  begin_blocks(to, revision, blocks);
  const json* const structured = result.structured_content();
  if (structured == nullptr) {
    to.raw(']');
  } else {
    const Scratch scratch;
    Writer& text = *scratch;
    const bool wrapped = !structured->is_object() && !traits.any_structured;
    if (wrapped) text.raw(R"({"result":)");
    {
      const PathScope scope(text, std::string_view("structuredContent"));
      codec<json>::encode(*structured, text);
    }
    if (wrapped) text.raw('}');
    if (text.failed()) {
      if (!to.failed()) to.fail_as(text.failure());
      return;
    }
    if (blocks.empty()) {
      to.raw(R"({"type":"text","text":")");
      to.escaped(text.view());
      to.raw("\"}");
    }
    to.raw(']');
    if (traits.output_schemas) {
      to.raw(R"(,"structuredContent":)");
      to.raw(text.view());
    }
  }
  if (result.is_error()) to.raw(R"(,"isError":true)");
}

}  // namespace detail

void detail::JsonAccess<json>::structure(ToolResult& result, const json& value) {
  result.structured_ = std::make_shared<const json>(value);
}

}  // namespace mcp
