#include <mcp/protocol/answers.hpp>

#include <mcp/codec/document.hpp>
#include <mcp/protocol/message.hpp>

namespace mcp::protocol {

namespace {

/// What a server offers is fixed while it runs. Five minutes bound how long a client misses a new build of it.
constexpr std::string_view kCaching = R"(,"ttlMs":300000,"cacheScope":"public")";

bool declares(std::string_view capabilities, std::string_view name) {
  Document document;
  if (!document.parse_copy(capabilities).empty() || document.root().kind() != JsonKind::Object) return false;
  return find_member(document.root(), name).times != 0;
}

std::string opening(const detail::ServerDescriptor& descriptor, Revision revision) {
  const detail::RevisionView& view = descriptor.views[static_cast<std::size_t>(revision)];
  std::string text;
  if (is_modern(revision)) {
    text.append(R"("supportedVersions":[")").append(name_of(revision)).append(R"("],"capabilities":)");
    text.append(view.capabilities);
  } else {
    text.append(R"("protocolVersion":")").append(name_of(revision)).append(R"(","capabilities":)");
    text.append(view.capabilities).append(R"(,"serverInfo":)").append(view.server_info);
  }
  if (!descriptor.instructions_json.empty()) text.append(R"(,"instructions":)").append(descriptor.instructions_json);
  return text;
}

}  // namespace

Answers::Answers(const detail::ServerDescriptor& descriptor) : descriptor_(descriptor) {
  for (std::size_t i = 0; i < kRevisionCount; ++i) {
    const auto revision = static_cast<Revision>(i);
    const detail::RevisionView& view = descriptor.views[i];
    Shape& shape = shapes_[i];
    shape.head = R"(,"result":{)";
    shape.tail = "}}";
    if (is_modern(revision)) {
      shape.head.append(R"("resultType":"complete",)");
      shape.tail = R"(,"_meta":{"io.modelcontextprotocol/serverInfo":)";
      shape.tail.append(view.server_info).append("}}}");
    }
    shape.opening = opening(descriptor, revision);
    shape.has_tools = declares(view.capabilities, "tools");
  }
}

std::string_view Answers::caching(Revision revision) const noexcept {
  return is_modern(revision) ? kCaching : std::string_view();
}

std::optional<std::string_view> Answers::tools_page(Revision revision,
                                                    std::optional<std::string_view> cursor) const noexcept {
  const auto pages = descriptor_.views[static_cast<std::size_t>(revision)].tools;
  if (!cursor) return pages.empty() ? std::nullopt : std::optional(pages.front().body);
  for (const detail::Page& page : pages) {
    if (!page.cursor.empty() && page.cursor == *cursor) return page.body;
  }
  return std::nullopt;
}

}  // namespace mcp::protocol
