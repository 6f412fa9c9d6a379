#include "http/request_fields.hpp"

#include <utility>

#include "http/ascii.hpp"

namespace mcp::protocol::http {

namespace {

constexpr std::string_view kMcp = "Mcp-";
constexpr std::string_view kParam = "Param-";

bool starts_ignoring_case(std::string_view text, std::string_view prefix) {
  return text.size() >= prefix.size() && equal_ignoring_case(text.substr(0, prefix.size()), prefix);
}

/// The path of a target in origin form or absolute form, and the authority of the latter.
std::string_view path_of(std::string_view target, std::string_view& authority) noexcept {
  const std::size_t scheme = target.starts_with('/') ? std::string_view::npos : target.find("://");
  if (scheme == std::string_view::npos) return target;
  const std::size_t start = scheme + 3;
  const std::size_t path = target.find_first_of("/?", start);
  authority = target.substr(start, path == std::string_view::npos ? path : path - start);
  return path == std::string_view::npos ? std::string_view("/") : target.substr(path);
}

}  // namespace

Verb verb_of(std::string_view method) noexcept {
  constexpr std::pair<std::string_view, Verb> kVerbs[] = {{"POST", Verb::Post},
                                                          {"GET", Verb::Get},
                                                          {"DELETE", Verb::Delete},
                                                          {"HEAD", Verb::Head},
                                                          {"OPTIONS", Verb::Options}};
  for (const auto& [name, verb] : kVerbs) {
    if (method == name) return verb;
  }
  return Verb::Other;
}

void RequestFields::set_target(std::string_view target) noexcept {
  const std::string_view path = path_of(target, authority_);
  const std::size_t query = path.find('?');
  request.path = path.substr(0, query);
  if (query != std::string_view::npos) request.query = path.substr(query + 1);
}

void RequestFields::set(std::string_view& to, std::string_view name, std::string_view value) {
  if (is_there(to)) request.repeated = name;
  to = value;
}

void RequestFields::set_credential(std::string_view name, std::string_view value) {
  for (std::size_t i = 0; i < credential_names_.size(); ++i) {
    if (!equal_ignoring_case(name, credential_names_[i])) continue;
    credentials_.resize(credential_names_.size());
    set(credentials_[i], credential_names_[i], value);
  }
}

void RequestFields::add_accept(std::string_view value) {
  if (!is_there(request.accept)) {
    request.accept = value;
    return;
  }
  std::string all(request.accept);
  all.append(", ").append(value);
  accept_ = std::move(all);
  request.accept = accept_;
}

void RequestFields::add_mcp(std::string_view rest, std::string_view value) {
  if (equal_ignoring_case(rest, "Session-Id")) return set(request.session_id, "Mcp-Session-Id", value);
  if (equal_ignoring_case(rest, "Protocol-Version")) return set(request.version, "MCP-Protocol-Version", value);
  if (equal_ignoring_case(rest, "Method")) return request.mirrored.method.add(value);
  if (equal_ignoring_case(rest, "Name")) return request.mirrored.name.add(value);
  if (starts_ignoring_case(rest, kParam)) params.push_back({rest.substr(kParam.size()), value});
}

void RequestFields::add(std::string_view name, std::string_view value) {
  // A value that was sent has data, be it empty.
  if (value.data() == nullptr) value = "";
  set_credential(name, value);
  if (starts_ignoring_case(name, kMcp)) return add_mcp(name.substr(kMcp.size()), value);
  const auto is = [&](std::string_view known) { return equal_ignoring_case(name, known); };
  if (is("Host")) return set(request.host, "Host", value);
  if (is("Content-Type")) return set(request.content_type, "Content-Type", value);
  if (is("Accept")) return add_accept(value);
  if (is("Origin")) return set(request.origin, "Origin", value);
  if (is("Last-Event-ID")) return set(request.last_event_id, "Last-Event-ID", value);
  if (is("Access-Control-Request-Headers")) {
    request.requested_fields = value;
  } else if (is("Forwarded")) {
    request.forwarded = value;
  } else if (is("X-Forwarded-For")) {
    request.forwarded_for = value;
  } else if (is("traceparent")) {
    request.traceparent = value;
  }
}

void RequestFields::finish() {
  // An authorizer finds each field in its place, be none of them sent.
  credentials_.resize(credential_names_.size());
  request.credentials = credentials_;
  // The target takes precedence over the Host field (RFC 9112, 3.2.2).
  if (!authority_.empty()) request.host = authority_;
}

void RequestFields::move(std::string_view from, const char* to) noexcept {
  const auto move = [&](std::string_view& text) {
    if (text.data() >= from.data() && text.data() <= from.data() + from.size()) {
      text = std::string_view(to + (text.data() - from.data()), text.size());
    }
  };
  for (std::string_view* const text :
       {&request.path, &request.query, &request.host, &request.origin, &request.requested_fields, &request.accept,
        &request.content_type, &request.version, &request.session_id, &request.last_event_id, &request.traceparent,
        &request.forwarded, &request.forwarded_for, &request.mirrored.method.value, &request.mirrored.name.value}) {
    move(*text);
  }
  for (std::string_view& field : credentials_) move(field);
  for (ParamField& field : params) {
    move(field.name);
    move(field.value);
  }
}

}  // namespace mcp::protocol::http
