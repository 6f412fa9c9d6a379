#include "server/completions.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include <mcp/spec/completion.hpp>

#include "validate/known_names.hpp"

namespace mcpgen {

using model::TypeKind;

namespace {

/// What tells one completed argument from another.
using Key = std::tuple<bool, std::string, std::string>;  // of a template; ref; argument

Key key_of(const model::Completion& completion) {
  return {!completion.is_of_prompt, completion.ref, completion.argument};
}

/// The values of an enum or a bool; none: it has too many to name.
std::vector<std::string> values_of(const model::Type& type, const model::Model& unit) {
  if (type.kind == TypeKind::Optional) return values_of(type.arguments.front(), unit);
  if (type.kind == TypeKind::Boolean) return {"true", "false"};
  std::vector<std::string> values;
  if (type.kind != TypeKind::Enum) return values;
  for (const model::Enumerator& each : unit.enums.at(type.key).enumerators) values.push_back(each.name);
  return values;
}

std::vector<std::string> argument_names(const model::Handler& handler) {
  std::vector<std::string> names;
  for (const model::Parameter& parameter : handler.parameters) {
    if (parameter.source == model::Source::Argument) names.push_back(parameter.name);
  }
  return names;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

/// What can be completed, by name.
class Owners {
 public:
  explicit Owners(const ServerModel& server) {
    for (const ServerModel::Ref& ref : server.prompts) prompts_.emplace(server.prompt(ref).name, &server.prompt(ref));
    for (const ServerModel::Ref& ref : server.resource_templates) {
      templates_.emplace(server.resource(ref).uri, &server.resource(ref));
    }
    for (const ServerModel::Ref& ref : server.resources) fixed_.push_back(server.resource(ref).uri);
  }

  void check(const model::Completion& completion, Sink& sink) const {
    const std::string what = "completion `" + completion.name + '`';
    const auto& owners = completion.is_of_prompt ? prompts_ : templates_;
    const auto owner = owners.find(completion.ref);
    if (owner == owners.end()) {
      sink.error("unknown-completion", completion.ref_at, what + " must be for " + missing(completion));
      return;
    }
    const std::string noun = completion.is_of_prompt ? "prompt `" : "template `";
    const std::string place =
        (completion.is_of_prompt ? "an argument of prompt `" : "a variable of template `") + completion.ref + '`';
    const std::vector<std::string> names = argument_names(*owner->second);
    if (!contains(names, completion.argument)) {
      sink.error("unknown-completion", completion.argument_at,
                 what + " must be for " + place + ", not for `" + completion.argument + '`' +
                     known_names(completion.argument, names, ": it has none"),
                 {{owner->second->at, noun + completion.ref + "` is here"}});
      return;
    }
    for (const model::Parameter& parameter : completion.parameters) {
      if (parameter.source != model::Source::Argument || parameter.name == mcp::spec::kTypedArgument) continue;
      if (parameter.name == completion.argument) {
        sink.error("unknown-completion", completion.at,
                   "parameter `" + parameter.name + "` of " + what +
                       " must be another argument than the one that is completed: its first parameter has what was "
                       "typed of that");
      } else if (!contains(names, parameter.name)) {
        sink.error("unknown-completion", completion.at,
                   "parameter `" + parameter.name + "` of " + what + " must be " + place +
                       known_names(parameter.name, names, {}),
                   {{owner->second->at, noun + completion.ref + "` is here"}});
      }
    }
  }

 private:
  [[nodiscard]] std::string missing(const model::Completion& completion) const {
    if (!completion.is_of_prompt && contains(fixed_, completion.ref)) {
      return "a template: resource `" + completion.ref + "` has no variables";
    }
    std::vector<std::string> names;
    for (const auto& [name, owner] : completion.is_of_prompt ? prompts_ : templates_) names.push_back(name);
    return (completion.is_of_prompt ? "a prompt of the server, not for `" : "a template of the server, not for `") +
           completion.ref + '`' + known_names(completion.ref, names, ": it has none");
  }

  std::map<std::string, const model::Handler*> prompts_;
  std::map<std::string, const model::Handler*> templates_;
  std::vector<std::string> fixed_;
};

}  // namespace

std::vector<ListedCompletion> completions_of(const ServerModel& server) {
  std::map<Key, ListedCompletion> found;
  for (const ServerModel::Ref& ref : server.completions) {
    const model::Completion& each = server.completion(ref);
    found.emplace(key_of(each), ListedCompletion{each.is_of_prompt, each.ref, each.argument, {}, ref});
  }
  const auto add_values = [&](const model::Handler& handler, const model::Model& unit, bool is_of_prompt,
                              const std::string& ref) {
    for (const model::Parameter& parameter : handler.parameters) {
      if (parameter.source != model::Source::Argument) continue;
      std::vector<std::string> values = values_of(parameter.type, unit);
      if (values.empty()) continue;
      found.try_emplace({!is_of_prompt, ref, parameter.name},
                        ListedCompletion{is_of_prompt, ref, parameter.name, std::move(values), {}});
    }
  };
  for (const ServerModel::Ref& ref : server.prompts) {
    add_values(server.prompt(ref), server.unit_of(ref), true, server.prompt(ref).name);
  }
  for (const ServerModel::Ref& ref : server.resource_templates) {
    add_values(server.resource(ref), server.unit_of(ref), false, server.resource(ref).uri);
  }
  std::vector<ListedCompletion> list;
  for (auto& [key, completion] : found) list.push_back(std::move(completion));
  return list;
}

void check_completions(const ServerModel& server, Sink& sink) {
  const Owners owners(server);
  std::map<Key, Location> places;
  for (const ServerModel::Ref& ref : server.completions) {
    const model::Completion& completion = server.completion(ref);
    owners.check(completion, sink);
    const auto [first, added] = places.emplace(key_of(completion), completion.at);
    if (added) continue;
    sink.error("duplicate-completion", completion.at,
               "`" + completion.argument + "` of `" + completion.ref + "` must be completed by only one function",
               {{first->second, "the other one is here"}});
  }
}

}  // namespace mcpgen
