#include "mrtr/questions.hpp"

#include <algorithm>
#include <cstddef>
#include <stdexcept>

#include <mcp/codec/codec.hpp>
#include <mcp/codec/decoder.hpp>
#include <mcp/error.hpp>
#include <mcp/spec/revision_traits.hpp>
#include <mcp/spec/text.hpp>
#include <mcp/spec/uri.hpp>

#include "base/digest.hpp"
#include "codec/document.hpp"
#include "codec/value_text.hpp"
#include "jsonrpc/errors.hpp"
#include "jsonrpc/message.hpp"
#include "jsonrpc/params.hpp"
#include "mrtr/sample_request.hpp"

namespace mcp::protocol {

namespace {

/// ElicitRequestParams of the schema: a form, or an address to open.
struct ElicitParams {
  std::optional<std::string> mode{};  ///< nothing where the revision knows forms alone
  std::string message{};
  JsonMember requested_schema{};
  std::optional<std::string> url{};
  std::optional<std::string> elicitation_id{};
};

struct ElicitResult {
  std::string action;
  std::optional<ObjectMember> content;
};

struct ListedRoot {
  std::string uri;
  std::optional<std::string> name;
};

struct ListRootsResult {
  std::vector<ListedRoot> roots;
};

}  // namespace

}  // namespace mcp::protocol

namespace mcp {

template <>
struct codec<protocol::ElicitParams> : protocol::MessageCodec<protocol::ElicitParams> {
  static constexpr detail::Member kMembers[] = {
      MCP_OPTIONAL(mode, "mode"), MCP_REQUIRED(message, "message"), MCP_OPTIONAL(requested_schema, "requestedSchema"),
      MCP_OPTIONAL(url, "url"), MCP_OPTIONAL(elicitation_id, "elicitationId")};
};

template <>
struct codec<protocol::ElicitResult> : protocol::MessageCodec<protocol::ElicitResult> {
  static constexpr detail::Member kMembers[] = {MCP_REQUIRED(action, "action"), MCP_OPTIONAL(content, "content")};
};

template <>
struct codec<protocol::ListedRoot> : protocol::MessageCodec<protocol::ListedRoot> {
  static constexpr detail::Member kMembers[] = {MCP_REQUIRED(uri, "uri"), MCP_OPTIONAL(name, "name")};
};

template <>
struct codec<protocol::ListRootsResult> : protocol::MessageCodec<protocol::ListRootsResult> {
  static constexpr detail::Member kMembers[] = {MCP_REQUIRED(roots, "roots")};
};

}  // namespace mcp

namespace mcp::protocol {

namespace {

using Kind = detail::Question::Kind;

std::string form_params(const detail::Question& question, const detail::AskedType* form, Revision revision) {
  if (form == nullptr) {
    throw std::logic_error("Context::elicit(): the type of \"" + std::string(question.key) +
                           "\" was not seen by mcpgen; name the file that asks in SOURCES");
  }
  const spec::RevisionTraits& traits = spec::traits_of(revision);
  // A client that declares elicitation is asked, though its revision does not know it.
  const std::string_view schema = form->forms[spec::index_of(std::max(traits.forms, spec::FormSchemas::Primitives))];
  if (schema.empty()) {
    throw ToolError("The client's revision of the protocol, " + std::string(name_of(revision)) + ", has no form for " +
                    std::string(form->name) + "; it needs 2025-11-25.");
  }
  ElicitParams params{.message = to_utf8(question.message), .requested_schema = {schema}};
  if (traits.elicitation_modes) params.mode = "form";
  return json_of(params);
}

/// Whether an address may be given to a browser: https, or http to a server on the same machine (2026-07-28,
/// client/elicitation, "Safe URL Handling").
bool may_be_opened(std::string_view url) {
  const std::string text = spec::lower_case(url);
  if (!spec::is_web_address(text)) return false;
  if (text.starts_with("https:")) return true;
  std::string_view host = std::string_view(text).substr(text.find("://") + 3);
  host = host.substr(0, host.find_first_of("/?#"));
  if (const std::size_t user = host.rfind('@'); user != std::string_view::npos) host.remove_prefix(user + 1);
  host = host.starts_with('[') ? host.substr(0, host.find(']') + 1) : host.substr(0, host.rfind(':'));
  const bool is_ipv4 = host.find_first_not_of("0123456789.") == std::string_view::npos;
  return host == "localhost" || host.ends_with(".localhost") || host == "[::1]" ||
         (is_ipv4 && host.starts_with("127."));
}

std::string url_params(const detail::Question& question, std::optional<std::string> id) {
  return json_of(ElicitParams{.mode = "url",
                              .message = to_utf8(question.message),
                              .url = to_utf8(question.url),
                              .elicitation_id = std::move(id)});
}

/// The report of a decoder in one line, with names in the place of paths: "`age`: expected at most 150, got 200".
std::string for_people(std::string_view report) {
  std::string text;
  while (!report.empty()) {
    std::string_view line = report.substr(0, report.find('\n'));
    report.remove_prefix(std::min(line.size() + 1, report.size()));
    if (!text.empty()) text += "; ";
    const std::size_t colon = line.find(": ");
    if (line.starts_with("$.") && colon != std::string_view::npos) {
      text.append("`").append(line.substr(2, colon - 2)).append("`");
      line.remove_prefix(colon);
    } else if (line.starts_with("$: ")) {
      line.remove_prefix(3);
    }
    text += line;
  }
  return text;
}

/// A value of a form's type, to try an answer on.
class Trial {
 public:
  explicit Trial(const detail::Question& question) : drop_(question.drop), value_(question.make()) {}
  ~Trial() { drop_(value_); }
  Trial(const Trial&) = delete;
  Trial& operator=(const Trial&) = delete;

  [[nodiscard]] std::string problem_of(Value content, const detail::AskedType& form) {
    return decode_form(content, form, value_);
  }

 private:
  void (*drop_)(void*);
  void* value_;
};

detail::SampleNeeds needs_of(const SampleRequest& request) { return detail::needs_of(request, newest_modern()); }

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
      if (!may_be_opened(question.url)) {
        throw std::invalid_argument("mcp::Context::elicit_url: " + in_quotes(question.url) +
                                    " is no address for a browser: an absolute https URL, or http on localhost");
      }
      to.method = "elicitation/create";
      to.params = url_params(question, std::nullopt);
      to.digest = digest_of(to.params);
      if (!is_modern(revision)) to.params = url_params(question, random_token(16));
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

std::string problem_of_answer(const detail::Question& question, const detail::AskedType* form, std::string_view json) {
  Document document;
  if (!document.parse_copy(json).empty()) return "it is no JSON";
  const Value result = document.root();
  switch (question.kind) {
    case Kind::Form:
    case Kind::Url: {
      ElicitAction action{};
      std::optional<Value> content;
      if (!read_elicit_result(result, action, content)) {
        return "it is no result with the action accept, decline or cancel, and content that is an object";
      }
      if (question.kind == Kind::Url || action != ElicitAction::Accept) return {};
      if (form == nullptr || !content) return "it has no content";
      return Trial(question).problem_of(*content, *form);
    }
    case Kind::Sample: {
      SampleResult sample;
      return for_people(detail::decode_sample(result, sample));
    }
    case Kind::Roots: {
      std::vector<Root> roots;
      return read_roots_result(result, roots) ? std::string() : "it is no list of roots, each with a uri";
    }
  }
  return {};
}

std::string decode_form(Value content, const detail::AskedType& form, void* to) {
  Document schema, known;
  if (!schema.parse_copy(form.forms.back()).empty()) return "its form has no schema";
  const Value properties = find_member(schema.root(), "properties").value;
  Writer text;
  text.raw('{');
  ObjectCursor cursor(content);
  std::string_view name;
  Value value;
  while (cursor.next(name, value)) {
    if (find_member(properties, name).count == 0) continue;
    if (text.size() > 1) text.raw(',');
    text.string(name);
    text.raw(':');
    write_value(value, text);
  }
  text.raw('}');
  if (!known.parse_copy(text.view()).empty()) return "it cannot be read";
  Decoder problems;
  return form.ops->decode(known.root(), to, problems) ? std::string() : for_people(problems.report());
}

bool read_elicit_result(Value result, ElicitAction& action, std::optional<Value>& content) {
  ElicitResult elicited;
  if (!read_members(result, elicited)) return false;
  if (elicited.action == "accept") {
    action = ElicitAction::Accept;
  } else if (elicited.action == "decline") {
    action = ElicitAction::Decline;
  } else if (elicited.action == "cancel") {
    action = ElicitAction::Cancel;
  } else {
    return false;
  }
  if (elicited.content) content = elicited.content->value;
  return true;
}

bool read_roots_result(Value result, std::vector<Root>& roots) {
  ListRootsResult listed;
  if (!read_members(result, listed)) return false;
  roots.clear();
  for (ListedRoot& root : listed.roots) roots.push_back({std::move(root.uri), std::move(root.name).value_or("")});
  return true;
}

}  // namespace mcp::protocol
