#include "catalog/response_templates.hpp"

#include <utility>

#include <nlohmann/json.hpp>

#include <mcp/server.hpp>
#include <mcp/spec/extensions.hpp>
#include <mcp/spec/revision_traits.hpp>

#include "registry/versioned_object.hpp"

namespace mcp::protocol {

namespace {

/// Clients that listen are told of changes. Five minutes bound how long others miss them, or a new build of the server.
constexpr std::string_view kCaching = R"(,"ttlMs":300000,"cacheScope":"public")";
/// What functions list may be for one principal, and gone at once.
constexpr std::string_view kNoCaching = R"(,"ttlMs":0,"cacheScope":"private")";

using Json = nlohmann::ordered_json;

/// What may change while a server runs.
struct Changing {
  Capability capability;
  const char* name;
  List list;
};
constexpr Changing kChanging[] = {{Capability::Tools, "tools", List::Tools},
                                  {Capability::Resources, "resources", List::Resources},
                                  {Capability::Prompts, "prompts", List::Prompts}};

constexpr unsigned bit(Capability capability) { return 1U << static_cast<unsigned>(capability); }

/// A ServerCapabilities object: what was declared and what was gained, and that clients are told when it changes.
Json capabilities_with(const Json& declared, std::size_t gained) {
  Json capabilities = declared;
  for (std::size_t i = 0; i < std::size(kChanging); ++i) {
    if ((gained >> i & 1) != 0) capabilities.emplace(kChanging[i].name, Json::object());
    const auto found = capabilities.find(kChanging[i].name);
    if (found == capabilities.end()) continue;
    if (kChanging[i].list == List::Resources) (*found)["subscribe"] = true;
    (*found)["listChanged"] = true;
  }
  // What was added takes a Context, which logs.
  if (gained != 0) capabilities.emplace("logging", Json::object());
  return capabilities;
}

unsigned bits_of(const Json& capabilities, const detail::ServerDescriptor& descriptor) {
  unsigned bits = bit(Capability::None);
  for (const Changing& changing : kChanging) {
    if (capabilities.contains(changing.name)) bits |= bit(changing.capability);
  }
  if (capabilities.contains("logging")) bits |= bit(Capability::Logging);
  // 2024-11-05 has completion, and no capability for it.
  if (!descriptor.completions.empty()) bits |= bit(Capability::Completions);
  const auto extensions = capabilities.find("extensions");
  if (extensions != capabilities.end() && extensions->contains(spec::kTasksExtension)) {
    bits |= bit(Capability::Tasks);
  }
  return bits;
}

}  // namespace

ResponseTemplates::ResponseTemplates(const Server& server)
    : descriptor_(server.descriptor()), catalog_(server.catalog()), shapes_(spec::kRevisions.size()) {
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    const auto revision = static_cast<Revision>(i);
    Shape& shape = shapes_[i];
    shape.server_info = detail::object_text(descriptor_.info, revision);
    shape.head = std::string(kResult) + '{';
    shape.tail = "}}";
    if (is_modern(revision)) {
      shape.head.append(R"("resultType":"complete",)");
      shape.tail = R"(,"_meta":{"io.modelcontextprotocol/serverInfo":)";
      shape.tail.append(shape.server_info).append("}}}");
    }
  }
  render(0, 1);
}

std::string ResponseTemplates::opening_with(Revision revision, std::string_view capabilities) const {
  std::string text;
  if (is_modern(revision)) {
    text.append(R"("supportedVersions":)").append(spec::modern_revisions()).append(R"(,"capabilities":)");
    text.append(capabilities);
  } else {
    text.append(R"("protocolVersion":")").append(name_of(revision)).append(R"(","capabilities":)");
    text.append(capabilities).append(R"(,"serverInfo":)").append(server_info(revision));
  }
  if (!descriptor_.instructions.empty()) {
    text.append(R"(,"instructions":)").append(Json(descriptor_.instructions).dump());
  }
  return text;
}

void ResponseTemplates::render(std::size_t first, std::size_t last) const {
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    const auto revision = static_cast<Revision>(i);
    const Json declared = Json::parse(detail::object_text(descriptor_.capabilities, revision));
    for (std::size_t gained = first; gained < last; ++gained) {
      const Json capabilities = capabilities_with(declared, gained);
      shapes_[i].openings[gained] = opening_with(revision, capabilities.dump());
      shapes_[i].capabilities[gained] = bits_of(capabilities, descriptor_);
    }
  }
}

void ResponseTemplates::begin_modern(Writer& to, std::string_view id, std::string_view type) {
  to.raw(kResponseHead);
  to.raw(id);
  to.raw(kResult);
  to.raw(R"({"resultType":")");
  to.raw(type);
  to.raw(R"(",)");
}

std::string_view ResponseTemplates::caching(Revision revision, bool is_retry) const noexcept {
  if (!is_modern(revision)) return {};
  return is_retry ? kNoCaching : kCaching;
}

std::string_view ResponseTemplates::caching(List list, Revision revision, bool is_retry) const noexcept {
  return caching(revision, is_retry || (list == List::Resources && !catalog_.providers().empty()));
}

std::string_view ResponseTemplates::server_info(Revision revision) const noexcept {
  return shape(revision).server_info;
}

std::size_t ResponseTemplates::gained() const {
  std::size_t gained = 0;
  for (std::size_t i = 0; i < std::size(kChanging); ++i) {
    if (catalog_.grew(kChanging[i].list)) gained |= std::size_t{1} << i;
  }
  // Most servers gain nothing, and shall start soon.
  if (gained != 0) all_rendered_.run([this] { render(1, kOpenings); });
  return gained;
}

std::string_view ResponseTemplates::opening(Revision revision) const { return shape(revision).openings[gained()]; }

bool ResponseTemplates::has(Capability capability, Revision revision) const {
  return (shape(revision).capabilities[gained()] & bit(capability)) != 0;
}

}  // namespace mcp::protocol
