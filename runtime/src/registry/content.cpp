// Content blocks and whole results in the shape of each revision.
#include <mcp/content.hpp>

#include <cmath>
#include <memory>
#include <string_view>

#include <mcp/codec/bytes.hpp>
#include <mcp/codec/codec.hpp>
#include <mcp/json.hpp>
#include <mcp/registry/handler.hpp>
#include <mcp/tool_result.hpp>

#include "codec/formats.hpp"
#include "registry/scratch.hpp"

namespace mcp {

namespace detail {

namespace {

constexpr std::string_view kNoUri = "is not a URI (RFC 3986)";

class Members;
template <class F>
void write_object(Writer& to, F&& fill);

/// Writes the members of an object; write_object() writes what is around them.
class Members {
 public:
  explicit Members(Writer& to) : to_(to) {}

  /// Starts a member; `write` writes its value. `name` needs no escape.
  template <class F>
  void add(std::string_view name, F&& write) {
    const PathScope scope(to_, name);
    if (!first_) to_.raw(',');
    first_ = false;
    to_.raw('"');
    to_.raw(name);
    to_.raw("\":");
    write(to_);
  }
  /// A member that is an object; `fill` adds its members.
  template <class F>
  void object(std::string_view name, F&& fill) {
    add(name, [&](Writer& to) { write_object(to, fill); });
  }
  void text(std::string_view name, std::string_view value) {
    add(name, [&](Writer& to) { to.string(value); });
  }
  void optional_text(std::string_view name, const std::optional<std::string>& value) {
    if (value) text(name, *value);
  }
  void base64(std::string_view name, const Bytes& value) {
    add(name, [&](Writer& to) { codec<Bytes>::encode(value, to); });
  }
  void uri(const std::string& value) {
    add("uri", [&](Writer& to) {
      if (!codec_internal::has_format(value, Format::Uri)) return to.fail(kNoUri);
      to.string(value);
    });
  }
  void mime_type(const std::string& value) {
    add("mimeType", [&](Writer& to) {
      if (value.empty()) return to.fail("is empty");
      to.string(value);
    });
  }

 private:
  Writer& to_;
  bool first_ = true;
};

template <class F>
void write_object(Writer& to, F&& fill) {
  to.raw('{');
  Members members(to);
  fill(members);
  to.raw('}');
}

void write_role(Role role, Writer& to) {
  switch (role) {
    case Role::User:
      return to.string("user");
    case Role::Assistant:
      return to.string("assistant");
  }
  to.fail("is not a role");
}

/// Writes one block after another.
class BlockWriter {
 public:
  BlockWriter(Writer& to, Revision revision) : to_(to), revision_(revision) {}

  void write(const BlockPointer& block, std::size_t index) {
    index_ = index;
    write_object(to_, [&](Members& members) {
      std::visit(
          [&](const auto* any) {
            fill(*any, members);
            annotate(any->annotations, members);
          },
          block);
    });
  }

 private:
  void fill(const Text& block, Members& members) {
    members.text("type", "text");
    members.text("text", block.text);
  }
  void fill(const Image& block, Members& members) {
    members.text("type", "image");
    members.base64("data", block.data);
    members.mime_type(block.mime_type);
  }
  void fill(const Audio& block, Members& members) {
    if (revision_ >= Revision::V2025_03_26) {
      members.text("type", "audio");
      members.base64("data", block.data);
      members.mime_type(block.mime_type);
      return;
    }
    members.text("type", "resource");
    members.object("resource", [&](Members& resource) {
      resource.uri("audio:///" + std::to_string(index_));
      resource.mime_type(block.mime_type);
      resource.base64("blob", block.data);
    });
  }
  void fill(const ResourceLink& block, Members& members) {
    if (revision_ >= Revision::V2025_06_18) {
      members.text("type", "resource_link");
      members.uri(block.uri);
      members.text("name", block.name);
      members.optional_text("title", block.title);
      members.optional_text("description", block.description);
      members.optional_text("mimeType", block.mime_type);
      if (block.size) members.add("size", [&](Writer& to) { to.unsigned_integer(*block.size); });
      return;
    }
    check_uri(block.uri);
    members.text("type", "text");
    std::string text = block.title ? *block.title : block.name;
    text += ": " + block.uri;
    if (block.description) text += '\n' + *block.description;
    members.text("text", text);
  }
  void fill(const EmbeddedResource& block, Members& members) {
    members.text("type", "resource");
    members.object("resource", [&](Members& resource) {
      if (block.text && block.blob) to_.fail("has both a text and a blob");
      if (!block.text && !block.blob) to_.fail("has neither a text nor a blob");
      resource.uri(block.uri);
      resource.optional_text("mimeType", block.mime_type);
      resource.optional_text("text", block.text);
      if (block.blob) resource.base64("blob", *block.blob);
    });
  }

  /// What one revision refuses, all do.
  void check_uri(const std::string& uri) {
    if (codec_internal::has_format(uri, Format::Uri)) return;
    const PathScope at(to_, std::string_view("uri"));
    to_.fail(kNoUri);
  }

  void annotate(const Annotations& from, Members& members) {
    const bool dated = from.last_modified && revision_ >= Revision::V2025_06_18;
    if (from.audience.empty() && !from.priority && !dated) return;
    members.object("annotations", [&](Members& annotations) {
      if (!from.audience.empty()) {
        annotations.add("audience", [&](Writer& list) {
          char separator = '[';
          for (const Role role : from.audience) {
            list.raw(separator);
            write_role(role, list);
            separator = ',';
          }
          list.raw(']');
        });
      }
      if (from.priority) {
        annotations.add("priority", [&](Writer& number) {
          if (!(*from.priority >= 0 && *from.priority <= 1)) return number.fail("is not between 0 and 1");
          number.real(*from.priority);
        });
      }
      if (dated) {
        annotations.add("lastModified", [&](Writer& text) {
          if (!codec_internal::has_format(*from.last_modified, Format::DateTime)) {
            return text.fail("is not a date-time of RFC 3339");
          }
          text.string(*from.last_modified);
        });
      }
    });
  }

  Writer& to_;
  Revision revision_;
  std::size_t index_ = 0;
};

/// `"content":[…`, without the end of the list.
void begin_blocks(Writer& to, Revision revision, std::span<const BlockPointer> blocks) {
  to.raw(R"("content":[)");
  PathScope content(to, std::string_view("content"));
  PathScope at(to, std::size_t{0});
  BlockWriter writer(to, revision);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    at.set_index(i);
    if (i != 0) to.raw(',');
    writer.write(blocks[i], i);
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
  std::vector<BlockPointer> blocks;
  collect_blocks(result.content(), blocks);
  begin_blocks(to, revision, blocks);
  const json* const structured = result.structured_content();
  if (structured == nullptr) {
    to.raw(']');
  } else {
    const Scratch scratch;
    Writer& text = *scratch;
    const bool wrapped = !structured->is_object() && !is_modern(revision);
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
    if (revision >= Revision::V2025_06_18) {
      to.raw(R"(,"structuredContent":)");
      to.raw(text.view());
    }
  }
  if (result.is_error()) to.raw(R"(,"isError":true)");
}

}  // namespace detail

ToolResult& ToolResult::structure(const nlohmann::json& value) & {
  structured_ = std::make_shared<const nlohmann::json>(value);
  return *this;
}

}  // namespace mcp
