// What resources and their providers return, in the shape of each revision.
#include <mcp/resource.hpp>
#include <mcp/spec/revision_traits.hpp>

#include "registry/blocks.hpp"
#include "registry/members.hpp"
#include "registry/provided_entries.hpp"
#include "registry/scratch.hpp"

namespace mcp::detail {

namespace {

constexpr std::string_view kJson = "application/json";

/// `"contents":[…]`; `fill` adds the members of element i.
template <class F>
void write_contents(Writer& to, std::size_t count, F&& fill) {
  to.raw(R"("contents":[)");
  const PathScope contents(to, std::string_view("contents"));
  for (std::size_t i = 0; i < count; ++i) {
    const PathScope at(to, i);
    if (i != 0) to.raw(',');
    write_object(to, [&](Members& members) { fill(members, i); });
  }
  to.raw(']');
}

/// The members that say whose contents these are.
void add_subject(const Subject& subject, std::string_view otherwise, Members& members) {
  members.text("uri", subject.uri);
  const std::string_view type = subject.mime_type.empty() ? otherwise : subject.mime_type;
  if (!type.empty()) members.text("mimeType", type);
}

}  // namespace

void write_resource_text(Invocation& call, std::string_view text) {
  write_contents(call.result(), 1, [&](Members& members, std::size_t) {
    add_subject(call.subject(), {}, members);
    members.text("text", text);
  });
}

void write_resource_blob(Invocation& call, const Bytes& blob) {
  write_contents(call.result(), 1, [&](Members& members, std::size_t) {
    add_subject(call.subject(), {}, members);
    members.base64("blob", blob);
  });
}

void write_resource_json(Invocation& call, const Ops& ops, const void* value) {
  const Scratch scratch;
  Writer& json = *scratch;
  ops.encode(value, json);
  if (json.failed()) return call.result().fail_as(json.failure());
  write_contents(call.result(), 1, [&](Members& members, std::size_t) {
    add_subject(call.subject(), kJson, members);
    members.add("text", [&](Writer& to) {
      to.raw('"');
      to.escaped(json.view());
      to.raw('"');
    });
  });
}

void write_resource_contents(Invocation& call, const ResourceContents* contents, std::size_t count) {
  Writer& to = call.result();
  write_contents(to, count, [&](Members& members, std::size_t i) {
    const ResourceContents& from = contents[i];
    if (from.text && from.blob) to.fail("has both a text and a blob");
    if (!from.text && !from.blob) to.fail("has neither a text nor a blob");
    if (from.uri.empty()) {
      members.text("uri", call.subject().uri);
    } else {
      members.uri(from.uri);
    }
    if (from.mime_type) {
      members.mime_type(*from.mime_type);
    } else if (!call.subject().mime_type.empty()) {
      members.text("mimeType", call.subject().mime_type);
    }
    members.optional_text("text", from.text);
    if (from.blob) members.base64("blob", *from.blob);
  });
}

void write_resource_list(Invocation& call, const Resource* resources, std::size_t count) {
  Writer& to = call.result();
  const Revision revision = call.revision();
  for (std::size_t i = 0; i < count; ++i) {
    const PathScope at(to, i);
    const Resource& from = resources[i];
    if (i != 0) to.raw(kBetweenEntries);
    write_object(to, [&](Members& members) {
      members.uri(from.uri);
      members.filled("name", from.name);
      if (spec::traits_of(revision).titles) members.optional_text("title", from.title);
      members.optional_text("description", from.description);
      if (from.mime_type) members.mime_type(*from.mime_type);
      if (from.size) members.add("size", [&](Writer& size) { size.unsigned_integer(*from.size); });
      add_annotations(from.annotations, revision, members);
    });
  }
}

}  // namespace mcp::detail
