// Implements resources that are added at run time.
#include <memory>
#include <stop_token>
#include <utility>

#include <mcp/codec/object.hpp>
#include <mcp/dynamic.hpp>
#include <mcp/features.hpp>
#include <mcp/generated_support.hpp>

#include "catalog/catalog.hpp"
#include "catalog/dynamic_feature.hpp"

namespace mcp {

namespace {

constexpr std::string_view kResource = "resource";
constexpr detail::Object kNoResourceArguments{nullptr, 0};

class AddedResource final : public protocol::DynamicFeature {
 public:
  explicit AddedResource(DynamicResource resource)
      : DynamicFeature(resource.resource.uri),
        mime_type_(resource.resource.mime_type.value_or("")),
        caching_{resource.ttl_ms, resource.is_public},
        read_(std::move(resource.read)) {
    if (!read_) refuse(kResource, "it has no function; set .read");
    handle<Nothing>(&AddedResource::call);
    handler_.arguments = &kNoResourceArguments;
    describe(kResource, [&](Writer& to, Revision revision) {
      Context context{std::stop_token()};
      detail::Invocation invocation(context, to, revision);
      detail::write_resource_list(invocation, &resource.resource, 1);
    });
  }

  [[nodiscard]] std::string_view mime_type() const noexcept override { return mime_type_; }
  [[nodiscard]] detail::Caching caching() const noexcept override { return caching_; }

 private:
  struct Nothing {};

  static void call(void*, void* object, detail::Invocation& invocation) {
    const AddedResource& resource = *static_cast<AddedResource*>(static_cast<DynamicFeature*>(object));
    detail::answer_with<detail::ResourceWriter>(invocation, [&] { return resource.read_(invocation.context()); });
  }

  const std::string mime_type_;
  const detail::Caching caching_;
  const std::function<ResourceContents(Context&)> read_;
};

}  // namespace

void ResourceRegistry::add(DynamicResource resource) const {
  catalog_.add(protocol::List::Resources, std::make_unique<AddedResource>(std::move(resource)));
}

}  // namespace mcp
