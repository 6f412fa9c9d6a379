// Content blocks in the shape of each revision.
#include "registry/blocks.hpp"

#include <string>

#include <mcp/spec/content_annotations.hpp>
#include <mcp/spec/revision_traits.hpp>
#include <mcp/spec/rfc3339.hpp>

#include "registry/members.hpp"

namespace mcp::detail {

namespace {

/// Writes one block.
class BlockWriter {
 public:
  BlockWriter(Writer& to, Revision revision, std::size_t index) : to_(to), revision_(revision), index_(index) {}

  void write(const BlockPointer& block) {
    write_object(to_, [&](Members& members) {
      std::visit(
          [&](const auto* any) {
            fill(*any, members);
            add_annotations(any->annotations, revision_, members);
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
    if (spec::traits_of(revision_).audio) {
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
    if (spec::traits_of(revision_).resource_links) {
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
    if (spec::is_uri(uri)) return;
    const PathScope at(to_, std::string_view("uri"));
    to_.fail(kNoUri);
  }

  Writer& to_;
  Revision revision_;
  std::size_t index_;
};

}  // namespace

void write_role(Role role, Writer& to) {
  const std::string_view name = spec::name_of(role);
  name.empty() ? to.fail("is not a role") : to.string(name);
}

void add_annotations(const Annotations& from, Revision revision, Members& members) {
  // What one revision refuses, all do.
  if (from.last_modified && !spec::parse_date_time(*from.last_modified)) {
    return members.object("annotations", [](Members& annotations) {
      annotations.add("lastModified", [](Writer& text) { text.fail("is not a date-time of RFC 3339"); });
    });
  }
  const bool dated = from.last_modified && spec::traits_of(revision).last_modified;
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
        if (!spec::is_priority(*from.priority)) return number.fail("is not between 0 and 1");
        number.real(*from.priority);
      });
    }
    if (dated) annotations.text("lastModified", *from.last_modified);
  });
}

void write_block(Writer& to, Revision revision, const BlockPointer& block, std::size_t index) {
  BlockWriter(to, revision, index).write(block);
}

}  // namespace mcp::detail
