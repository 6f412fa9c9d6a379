#include "protocol/questions.hpp"

#include <mcp/codec/codec.hpp>
#include <mcp/codec/decoder.hpp>
#include <mcp/codec/document.hpp>
#include <mcp/codec/value_text.hpp>
#include <mcp/error.hpp>
#include <mcp/protocol/digest.hpp>
#include <mcp/protocol/errors.hpp>
#include <mcp/protocol/message.hpp>
#include <mcp/sampling.hpp>

namespace mcp::protocol {

namespace {

using Kind = detail::Question::Kind;

std::string form_params(const detail::Question& question, const detail::AskedType* form, Revision revision) {
  if (form == nullptr) {
    throw std::logic_error("Context::elicit(): the type of \"" + std::string(question.key) +
                           "\" was not seen by mcpgen; name the file that asks in SOURCES");
  }
  const bool knows_modes = revision >= Revision::V2025_11_25;
  const std::string_view schema = knows_modes ? form->form : form->form_2025_06_18;
  if (schema.empty()) {
    throw ToolError("The client's revision of the protocol, " + std::string(name_of(revision)) + ", has no form for " +
                    std::string(form->name) + "; it needs 2025-11-25.");
  }
  Writer params;
  params.raw(knows_modes ? R"({"mode":"form","message":)" : R"({"message":)");
  params.string(to_utf8(question.message));
  params.raw(R"(,"requestedSchema":)");
  params.raw(schema);
  params.raw('}');
  return std::string(params.view());
}

std::string url_params(const detail::Question& question, Revision revision, const std::string& id) {
  Writer params;
  params.raw(R"({"mode":"url","message":)");
  params.string(to_utf8(question.message));
  params.raw(R"(,"url":)");
  params.string(to_utf8(question.url));
  if (!is_modern(revision)) {
    params.raw(R"(,"elicitationId":)");
    params.string(id);
  }
  params.raw('}');
  return std::string(params.view());
}

bool is_roots_result(Value result) {
  if (result.kind() != JsonKind::Object) return false;
  const Found roots = find_member(result, "roots");
  if (roots.times != 1 || roots.value.kind() != JsonKind::Array) return false;
  ArrayCursor cursor(roots.value);
  Value root;
  while (cursor.next(root)) {
    if (root.kind() != JsonKind::Object) return false;
    Found uri, name;
    find_members(root, "uri", uri, "name", name);
    if (uri.times != 1 || uri.value.kind() != JsonKind::String) return false;
    if (name.times > 1 || (name.times == 1 && name.value.kind() != JsonKind::String)) return false;
  }
  return true;
}

/// A value of a form's type, to try an answer on.
class Trial {
 public:
  explicit Trial(const detail::Question& question) : drop_(question.drop), value_(question.make()) {}
  ~Trial() { drop_(value_); }
  Trial(const Trial&) = delete;
  Trial& operator=(const Trial&) = delete;

  [[nodiscard]] bool takes(Value content, const detail::AskedType& form) { return decode_form(content, form, value_); }

 private:
  void (*drop_)(void*);
  void* value_;
};

detail::SampleNeeds needs_of(const SampleRequest& request) { return detail::needs_of(request, Revision::V2026_07_28); }

}  // namespace

void MissingCapabilities::check(const detail::Question& question, const Client& client) {
  switch (question.kind) {
    case Kind::Form:
      forms_ |= !client.takes_forms;
      break;
    case Kind::Url:
      urls_ |= !client.takes_urls;
      break;
    case Kind::Sample:
      sampling_ |= !client.samples;
      tools_ |= needs_of(*question.sample).tools && !client.samples_with_tools;
      context_ |= needs_of(*question.sample).context && !client.samples_with_context;
      break;
    case Kind::Roots:
      roots_ |= !client.has_roots;
      break;
  }
}

MissingCapability MissingCapabilities::exception() const {
  std::string names, required;
  const auto add = [&](std::string_view name, std::string_view json) {
    names.append(names.empty() ? "" : ", ").append(name);
    required.append(required.empty() ? "{" : ",").append(json);
  };
  if (forms_ || urls_) {
    add(forms_ && urls_ ? "elicitation (form and url)"
        : forms_        ? "elicitation (form)"
                        : "elicitation (url)",
        forms_ && urls_ ? R"("elicitation":{"form":{},"url":{}})"
        : forms_        ? R"("elicitation":{"form":{}})"
                        : R"("elicitation":{"url":{}})");
  }
  if (sampling_ || tools_ || context_) {
    std::string parts, json;
    const auto part = [&](bool missing, std::string_view name) {
      if (!missing) return;
      parts.append(parts.empty() ? " (with " : " and ").append(name);
      json.append(json.empty() ? "\"" : ",\"").append(name).append("\":{}");
    };
    part(tools_, "tools");
    part(context_, "context");
    if (!parts.empty()) parts += ')';
    add("sampling" + parts, "\"sampling\":{" + json + '}');
  }
  if (roots_) add("roots", R"("roots":{})");
  return MissingCapability("The client lacks a capability that is needed here: " + names + '.', required + '}');
}

void write_question(const detail::Question& question, const detail::AskedType* form, Revision revision,
                    OpenQuestion& to) {
  switch (question.kind) {
    case Kind::Form:
      to.method = "elicitation/create";
      to.params = form_params(question, form, revision);
      to.digest = digest_of(to.params);
      return;
    case Kind::Url:
      to.method = "elicitation/create";
      to.digest = digest_of(url_params(question, Revision::V2026_07_28, {}));
      to.params = url_params(question, revision, is_modern(revision) ? std::string() : random_token(16));
      return;
    case Kind::Sample:
      if (const std::string problem = detail::problem_of(*question.sample, revision); !problem.empty()) {
        throw std::invalid_argument("mcp::Context::sample: " + problem);
      }
      to.method = "sampling/createMessage";
      to.params = detail::sample_params(*question.sample, revision);
      to.digest = digest_of(to.params);
      return;
    case Kind::Roots:
      to.method = "roots/list";
      to.params = "{}";
      to.digest = digest_of(to.method);
      return;
  }
}

bool is_answer(const detail::Question& question, const detail::AskedType* form, std::string_view json) {
  Document document;
  if (!document.parse_copy(json).empty()) return false;
  const Value result = document.root();
  switch (question.kind) {
    case Kind::Form:
    case Kind::Url: {
      ElicitAction action{};
      std::optional<Value> content;
      if (!read_elicit_result(result, action, content)) return false;
      if (question.kind == Kind::Url || action != ElicitAction::Accept) return true;
      return form != nullptr && content && Trial(question).takes(*content, *form);
    }
    case Kind::Sample: {
      SampleResult sample;
      return detail::decode_sample(result, sample).empty();
    }
    case Kind::Roots:
      return is_roots_result(result);
  }
  return false;
}

bool decode_form(Value content, const detail::AskedType& form, void* to) {
  Document schema, known;
  if (!schema.parse_copy(form.form).empty()) return false;
  const Value properties = find_member(schema.root(), "properties").value;
  Writer text;
  text.raw('{');
  ObjectCursor cursor(content);
  std::string_view name;
  Value value;
  while (cursor.next(name, value)) {
    if (find_member(properties, name).times == 0) continue;
    if (text.size() > 1) text.raw(',');
    text.string(name);
    text.raw(':');
    write_value(value, text);
  }
  text.raw('}');
  Decoder problems;
  return known.parse_copy(text.view()).empty() && form.ops->decode(known.root(), to, problems);
}

bool read_elicit_result(Value result, ElicitAction& action, std::optional<Value>& content) {
  if (result.kind() != JsonKind::Object) return false;
  Found done, filled;
  find_members(result, "action", done, "content", filled);
  if (done.times != 1 || done.value.kind() != JsonKind::String || filled.times > 1) return false;
  if (done.value.string() == "accept") {
    action = ElicitAction::Accept;
  } else if (done.value.string() == "decline") {
    action = ElicitAction::Decline;
  } else if (done.value.string() == "cancel") {
    action = ElicitAction::Cancel;
  } else {
    return false;
  }
  if (filled.times == 1) {
    if (filled.value.kind() != JsonKind::Object && filled.value.kind() != JsonKind::Null) return false;
    if (filled.value.kind() == JsonKind::Object) content = filled.value;
  }
  return true;
}

}  // namespace mcp::protocol
