#include "test/script.hpp"

#include <utility>

#include <mcp/spec/revision_traits.hpp>

#include "mrtr/sample_request.hpp"

namespace mcp::test {

namespace {

/// The capability that is declared for sampling. It includes tools and context, so that a script can answer such
/// requests too.
json sampling_capability(Revision revision) {
  json sampling = json::object();
  if (spec::traits_of(revision).sampling_tools) sampling = {{"tools", json::object()}, {"context", json::object()}};
  return sampling;
}

json elicit_json(const ElicitAnswer& answer) {
  constexpr const char* kActions[] = {"accept", "decline", "cancel"};
  json result = {{"action", kActions[static_cast<std::size_t>(answer.action)]}};
  if (!answer.content.is_null()) result["content"] = answer.content;
  return result;
}

json roots_json(const std::vector<Root>& roots) {
  json list = json::array();
  for (const Root& root : roots) {
    json entry = {{"uri", root.uri}};
    if (!root.name.empty()) entry["name"] = root.name;
    list.push_back(std::move(entry));
  }
  return {{"roots", std::move(list)}};
}

[[noreturn]] void refuse(std::string_view method, const json& params) {
  throw UnexpectedQuestion("the server asked what the script has no answer to: " + std::string(method) + ' ' +
                           params.dump(-1, ' ', false, json::error_handler_t::replace));
}

}  // namespace

SampleResult say(std::string_view text) {
  return {.content = {Text{std::string(text)}}, .model = "scripted", .stop_reason = "endTurn"};
}

json sample_json(const SampleResult& result, Revision revision) {
  // A message of a request has the same shape.
  const json params = json::parse(detail::sample_params({.messages = {result.message()}, .max_tokens = 1}, revision));
  json answer = params.at("messages").at(0);
  answer["model"] = result.model;
  if (!result.stop_reason.empty()) answer["stopReason"] = result.stop_reason;
  return answer;
}

json Script::capabilities(Revision revision) const {
  json all = json::object();
  const spec::RevisionTraits& traits = spec::traits_of(revision);
  if (traits.forms != spec::FormSchemas::None && (forms.used || urls.used)) {
    json& elicitation = all["elicitation"] = json::object();
    if (traits.elicitation_modes) {
      if (forms.used) elicitation["form"] = json::object();
      if (urls.used) elicitation["url"] = json::object();
    } else if (!forms.used) {
      all.erase("elicitation");
    }
  }
  if (samples.used) all["sampling"] = sampling_capability(revision);
  if (roots) all["roots"] = json::object();
  return all;
}

json Script::answer(std::string_view method, const json& params, Revision revision) {
  if (method == "ping") return json::object();
  if (method == "roots/list") {
    if (!roots) refuse(method, params);
    return roots_json(*roots);
  }
  if (method == "elicitation/create") {
    const bool is_url = params.is_object() && params.value("mode", "form") == "url";
    const std::optional<ElicitAnswer> answer = (is_url ? urls : forms).next(params);
    if (!answer) refuse(method, params);
    return elicit_json(*answer);
  }
  if (method == "sampling/createMessage") {
    const std::optional<SampleResult> answer = samples.next(params);
    if (!answer) refuse(method, params);
    return sample_json(*answer, revision);
  }
  refuse(method, params);
}

}  // namespace mcp::test
