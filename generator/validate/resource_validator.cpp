#include "validate/resource_validator.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>

#include <mcp/spec/content_annotations.hpp>
#include <mcp/spec/media_type.hpp>
#include <mcp/spec/rfc3339.hpp>

#include "validate/handler_options.hpp"
#include "validate/known_names.hpp"
#include "validate/options.hpp"

namespace mcpgen {

using Json = nlohmann::ordered_json;

namespace {

bool is_vector_of(const declared::Type& type, std::string_view name) {
  return type.kind == declared::TypeKind::List && type.is_vector && is_answer(type.arguments.front(), name);
}

std::string braced(const std::vector<UriVariable>& variables) {
  std::string text;
  for (const UriVariable& each : variables) text += (text.empty() ? "{" : ", {") + each.name + '}';
  return text;
}

}  // namespace

model::Resource ResourceValidator::resource(const declared::Function& function) {
  model::Resource to;
  to.name = text_option(function.annotation, "name", function.name);
  const std::string what = "resource `" + to.name + '`';
  if (to.name.empty()) {
    sink_.error("bad-name", find_option(function.annotation, "name")->at, "the name of a resource must not be empty");
  }
  const UriTemplate uri = read_uri(function, what, to);
  read_options(function.annotation, what, to);
  to.description = text_option(function.annotation, "description", function.doc.description);
  if (handlers_.read_texts(function, "resource", to) && uri.problem.empty()) bind_variables(function, uri, to);
  check_result(function, what, to);
  return to;
}

UriTemplate ResourceValidator::read_uri(const declared::Function& function, const std::string& what,
                                        model::Resource& to) {
  UriTemplate uri;
  const declared::Option* option = find_option(function.annotation, "uri");
  if (option == nullptr) {
    uri.problem = "missing";
    sink_.error("bad-uri", function.annotation.at,
                what + " must have a `.uri`, as in MCP_RESOURCE(.uri = \"notes://{name}\")");
    return uri;
  }
  to.uri = option->value.get<std::string>();
  uri = parse_uri(to.uri);
  to.is_template = !uri.variables.empty();
  if (!uri.problem.empty()) {
    sink_.error("bad-uri", option->at, "the `.uri` of " + what + ", `" + to.uri + "`, must " + uri.problem);
  }
  return uri;
}

void ResourceValidator::bind_variables(const declared::Function& function, const UriTemplate& uri,
                                       const model::Resource& resource) {
  const std::string what = "resource `" + resource.name + '`';
  std::vector<std::string> names;
  for (const model::Parameter& parameter : resource.parameters) {
    if (parameter.source == model::Source::Argument) names.push_back(parameter.name);
  }
  const Location& uri_at = find_option(function.annotation, "uri")->at;
  for (const UriVariable& variable : uri.variables) {
    if (std::ranges::find(names, variable.name) != names.end()) continue;
    sink_.error("variable-without-parameter", uri_at,
                what + " must take a parameter `" + variable.name + "`: its `.uri` has {" + variable.name + '}' +
                    known_names(variable.name, names, ", and the function takes no arguments"));
  }
  for (std::size_t i = 0; i < resource.parameters.size(); ++i) {
    const model::Parameter& parameter = resource.parameters[i];
    if (parameter.source != model::Source::Argument) continue;
    const Location& at = function.parameters[i].at;
    const auto variable = std::ranges::find(uri.variables, parameter.name, &UriVariable::name);
    if (variable == uri.variables.end()) {
      sink_.error("parameter-without-variable", at,
                  "parameter `" + parameter.name + "` of " + what + " must be a variable of its `.uri`, {" +
                      parameter.name +
                      "}: " + (uri.variables.empty() ? "it has none" : "it has " + braced(uri.variables)));
    } else if (!variable->is_query && !parameter.required) {
      sink_.error("optional-variable", at,
                  "parameter `" + parameter.name + "` of " + what +
                      " must be required: only variables of a query, as in {?" + parameter.name +
                      "}, may be left out of a URI");
    }
  }
}

void ResourceValidator::read_options(const declared::Annotation& annotation, const std::string& what,
                                     model::Resource& to) {
  to.title = text_option(annotation, "title");
  to.icons = read_icons(annotation, what, sink_);
  to.meta = read_meta(annotation, what, sink_);
  to.scopes = read_scopes(annotation, what, sink_);
  to.timeout_ms = read_timeout(annotation, what, sink_);
  to.executor = read_executor(annotation, what, sink_);
  const auto refuse = [&](const declared::Option& option, std::string_view must) {
    sink_.error("bad-resource", option.at,
                "`." + option.name + "` of " + what + " must " + std::string(must) + ", not " + option.value.dump());
  };
  if (const declared::Option* option = find_option(annotation, "mime_type")) {
    to.mime_type = option->value.get<std::string>();
    if (!mcp::spec::is_media_type(to.mime_type)) refuse(*option, "be a media type, as in \"text/markdown\"");
  }
  if (const declared::Option* option = find_option(annotation, "size")) {
    if (option->value.is_number_integer() && option->value >= 0) {
      to.size = option->value.get<std::uint64_t>();
      if (to.is_template) refuse(*option, "stand on a resource of a fixed URI: a template has many sizes");
    } else {
      refuse(*option, "be a whole number of bytes");
    }
  }
  if (const declared::Option* option = find_option(annotation, "audience")) {
    for (const Json& role : option->value) {
      to.audience.emplace_back(mcp::spec::name_of(role == "Assistant" ? mcp::Role::Assistant : mcp::Role::User));
    }
  }
  if (const declared::Option* option = find_option(annotation, "priority")) {
    to.priority = option->value.get<double>();
    if (!mcp::spec::is_priority(*to.priority)) refuse(*option, "be a number from 0 to 1");
  }
  if (const declared::Option* option = find_option(annotation, "last_modified")) {
    to.last_modified = option->value.get<std::string>();
    if (!mcp::spec::parse_date_time(to.last_modified))
      refuse(*option, "be a date-time of RFC 3339, as in \"2026-07-28T12:00:00Z\"");
  }
  if (const declared::Option* option = find_option(annotation, "cache_ttl_ms")) {
    if (option->value.is_number_integer() && option->value >= 0 &&
        option->value <= std::numeric_limits<std::uint32_t>::max()) {
      to.cache_ttl_ms = option->value.get<std::uint32_t>();
    } else {
      refuse(*option, "be a whole number of milliseconds, up to 4294967295");
    }
  }
  to.is_cached_for_all = text_option(annotation, "cache_scope") == "Public";
}

void ResourceValidator::check_result(const declared::Function& function, const std::string& what, model::Resource& to) {
  const declared::Type& type = plain_result(function);
  const bool is_text = type.kind == declared::TypeKind::String && !type.is_path;
  if (is_text || type.kind == declared::TypeKind::Bytes || is_answer(type, "ResourceContents") ||
      is_vector_of(type, "ResourceContents")) {
    return;
  }
  constexpr std::string_view kAccepted =
      " must return text, mcp::Bytes, a value that is sent as JSON, mcp::ResourceContents or a std::vector of those";
  if (type.kind == declared::TypeKind::Void) {
    sink_.error("bad-result", function.result_at, what + std::string(kAccepted) + ", not nothing");
    return;
  }
  const std::optional<model::Type> value = types_.convert(type, {what, "the result", {}, function.result_at});
  if (!value) return;
  if (model::is_content(*value)) {
    sink_.error("bad-result", function.result_at,
                what + std::string(kAccepted) + ", not `" + type.spelling + "`: blocks are for tools and prompts");
    return;
  }
  if (to.mime_type.empty()) to.mime_type = "application/json";
}

model::ResourceList ResourceValidator::list(const declared::Function& function) {
  model::ResourceList to;
  to.name = function.name;
  const std::string what = "resource list `" + to.name + '`';
  to.timeout_ms = read_timeout(function.annotation, what, sink_);
  for (const declared::Parameter& parameter : function.parameters) {
    if (parameter.injected != declared::Injected::None) continue;
    sink_.error(
        "list-parameter", parameter.at,
        what + " must take nothing but mcp::Context& and std::stop_token: clients send no arguments for a list");
    return to;
  }
  handlers_.read(function, "resource list", to);
  const declared::Type& type = plain_result(function);
  if (function.result.kind == declared::TypeKind::Task) {
    sink_.error("bad-result", function.result_at,
                what + " must not be a coroutine: the lists of a server are made one after the other");
  } else if (!is_vector_of(type, "Resource")) {
    sink_.error("bad-result", function.result_at,
                what + " must return std::vector<mcp::Resource>, the entries of the list, not `" + type.spelling + '`');
  }
  return to;
}

}  // namespace mcpgen
