// Something that a server got at run time, as the catalog keeps it.
#pragma once

#include <cstddef>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <mcp/codec/writer.hpp>
#include <mcp/registry/descriptor.hpp>
#include <mcp/registry/handler.hpp>
#include <mcp/revision.hpp>
#include <mcp/spec/revision_traits.hpp>

namespace mcp::protocol {

/// Owns what its handler refers to; is the object that the handler is called with.
class DynamicFeature {
 public:
  virtual ~DynamicFeature() = default;
  DynamicFeature(const DynamicFeature&) = delete;
  DynamicFeature& operator=(const DynamicFeature&) = delete;

  [[nodiscard]] const std::string& name() const noexcept { return name_; }  // of a resource: its URI
  [[nodiscard]] const detail::Handler& handler() const noexcept { return handler_; }
  /// As the lists of that revision show it: JSON.
  [[nodiscard]] const std::string& entry(Revision revision) const noexcept {
    return entries_[static_cast<std::size_t>(revision)];
  }
  [[nodiscard]] virtual std::string_view mime_type() const noexcept { return {}; }
  [[nodiscard]] virtual detail::Caching caching() const noexcept { return {}; }

 protected:
  explicit DynamicFeature(std::string name) : name_(std::move(name)) {}

  /// For the constructors of derived classes: `what` is "tool" or the like, `Arguments` what the handler decodes into.
  template <class Arguments>
  void handle(void (*call)(void* arguments, void* object, detail::Invocation& invocation)) noexcept {
    handler_.name = name_;
    handler_.size = sizeof(Arguments);
    handler_.alignment = alignof(Arguments);
    handler_.construct = [](void* storage) { ::new (storage) Arguments(); };
    handler_.destroy = [](void* arguments) noexcept { static_cast<Arguments*>(arguments)->~Arguments(); };
    handler_.call = call;
    handler_.stoppable = true;
    handler_.has_context = true;
  }
  /// Renders the entry of every revision; throws std::invalid_argument if a text is not UTF-8 or a rule is broken.
  template <class F>
  void describe(std::string_view what, F&& write) {
    for (std::size_t i = 0; i < spec::kRevisions.size(); ++i) {
      Writer to;
      write(to, static_cast<Revision>(i));
      if (to.failed()) refuse(what, to.failure());
      entries_.emplace_back(to.view());
    }
  }
  [[noreturn]] void refuse(std::string_view what, std::string_view why) const;

  detail::Handler handler_{};

 private:
  const std::string name_;
  std::vector<std::string> entries_;  // by revision
};

}  // namespace mcp::protocol
