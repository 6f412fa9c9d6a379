// Implements prompts that are added at run time.
#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include <mcp/codec/codec.hpp>
#include <mcp/codec/containers.hpp>
#include <mcp/codec/object.hpp>
#include <mcp/dynamic.hpp>
#include <mcp/features.hpp>
#include <mcp/generated_support.hpp>
#include <mcp/spec/names.hpp>
#include <mcp/spec/revision_traits.hpp>

#include "catalog/catalog.hpp"
#include "catalog/dynamic_feature.hpp"
#include "jsonrpc/errors.hpp"
#include "registry/members.hpp"

namespace mcp {

namespace {

constexpr std::string_view kPrompt = "prompt";

using Arguments = std::map<std::string, std::string>;

/// The arguments of a call.
constexpr detail::Member kPromptMembers[] = {detail::required<Arguments>("\"arguments\":", 0)};
constexpr detail::Object kPromptArguments{kPromptMembers, 1};
constexpr detail::Object kNoPromptArguments{nullptr, 0};

class AddedPrompt final : public protocol::DynamicFeature {
 public:
  explicit AddedPrompt(DynamicPrompt prompt)
      : DynamicFeature(prompt.name), arguments_(std::move(prompt.arguments)), get_(std::move(prompt.get)) {
    if (!spec::is_prompt_name(prompt.name)) refuse(kPrompt, "its name must " + std::string(spec::kPromptNameRule));
    if (!get_) refuse(kPrompt, "it has no function; set .get");
    list_arguments();
    handle<Arguments>(&AddedPrompt::call);
    handler_.arguments = arguments_.empty() ? &kNoPromptArguments : &kPromptArguments;
    handler_.texts = texts_;
    handler_.decode_for = &AddedPrompt::decode;
    describe(kPrompt, [&](Writer& to, Revision revision) { write(to, revision, prompt); });
  }

 private:
  /// The arguments are decoded into an array of texts.
  void list_arguments() {
    std::set<std::string_view> names;
    for (const DynamicPromptArgument& argument : arguments_) {
      if (argument.name.empty()) refuse(kPrompt, "an argument has no name");
      if (!names.insert(argument.name).second) {
        refuse(kPrompt, "it has two arguments named " + protocol::in_quotes(argument.name));
      }
      members_.push_back({argument.name,
                          {},
                          members_.size() * sizeof(std::string),
                          &detail::ops_of<std::string>,
                          nullptr,
                          argument.required});
      texts_.push_back({argument.name, detail::TextArgument::Kind::Text});
    }
    table_ = {members_.data(), members_.size()};
  }

  void write(Writer& to, Revision revision, const DynamicPrompt& prompt) const {
    const auto describe_one = [&](detail::Members& members, const auto& one) {
      members.text("name", one.name);
      if (!one.title.empty() && spec::traits_of(revision).titles) members.text("title", one.title);
      if (!one.description.empty()) members.text("description", one.description);
    };
    detail::write_object(to, [&](detail::Members& members) {
      describe_one(members, prompt);
      if (arguments_.empty()) return;
      members.list("arguments", arguments_, [&](const DynamicPromptArgument& argument, Writer& element) {
        detail::write_object(element, [&](detail::Members& own) {
          describe_one(own, argument);
          if (argument.required) own.add("required", [](Writer& flag) { flag.boolean(true); });
        });
      });
    });
  }

  static bool decode(Value from, void* arguments, void* object, Decoder& problems) {
    const AddedPrompt& prompt = *static_cast<AddedPrompt*>(static_cast<DynamicFeature*>(object));
    std::vector<std::string> texts(prompt.arguments_.size());
    std::vector<std::uint64_t> given(texts.size() / 64 + 1);
    if (!detail::decode_object(from, texts.data(), prompt.table_, problems, given.data())) return false;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if ((given[i / 64] >> (i % 64) & 1) == 0) continue;
      static_cast<Arguments*>(arguments)->emplace(prompt.arguments_[i].name, std::move(texts[i]));
    }
    return true;
  }
  static void call(void* arguments, void* object, detail::Invocation& invocation) {
    const AddedPrompt& prompt = *static_cast<AddedPrompt*>(static_cast<DynamicFeature*>(object));
    detail::answer_with<detail::PromptWriter>(
        invocation, [&] { return prompt.get_(*static_cast<const Arguments*>(arguments), invocation.context()); });
  }

  const std::vector<DynamicPromptArgument> arguments_;
  const std::function<PromptResult(const Arguments&, Context&)> get_;
  std::vector<detail::Member> members_;
  std::vector<detail::TextArgument> texts_;
  detail::Object table_{};
};

}  // namespace

void PromptRegistry::add(DynamicPrompt prompt) const {
  catalog_.add(protocol::List::Prompts, std::make_unique<AddedPrompt>(std::move(prompt)));
}

}  // namespace mcp
