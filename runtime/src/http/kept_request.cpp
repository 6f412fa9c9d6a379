#include "http/kept_request.hpp"

#include "codec/document.hpp"

namespace mcp::protocol::http {

namespace {

/// Calls `visit` with every text of a request but those in its lists.
template <class Visit>
void for_each_text(Request& request, Visit visit) {
  for (std::string_view* const text :
       {&request.path, &request.query, &request.host, &request.origin, &request.requested_fields, &request.accept,
        &request.content_type, &request.version, &request.session_id, &request.last_event_id, &request.traceparent,
        &request.forwarded, &request.forwarded_for, &request.principal, &request.repeated,
        &request.mirrored.method.value, &request.mirrored.name.value, &request.body, &request.peer}) {
    visit(*text);
  }
}

}  // namespace

KeptRequest::KeptRequest(const Request& request)
    : credentials_(request.credentials.begin(), request.credentials.end()),
      params_(request.mirrored.params.begin(), request.mirrored.params.end()),
      request_(request) {
  std::vector<std::string_view*> texts;
  for_each_text(request_, [&](std::string_view& text) { texts.push_back(&text); });
  for (std::string_view& each : credentials_) texts.push_back(&each);
  for (ParamField& each : params_) texts.insert(texts.end(), {&each.name, &each.value});
  std::size_t size = kJsonPadding;
  for (const std::string_view* const text : texts) size += text->size() + 1;
  bytes_.reserve(size);
  for (std::string_view* const text : texts) {
    if (!is_there(*text)) continue;
    const std::size_t begin = bytes_.size();
    bytes_.append(*text).append(1, '\0');
    *text = std::string_view(bytes_.data() + begin, text->size());
  }
  bytes_.append(kJsonPadding, ' ');
  request_.credentials = credentials_;
  request_.mirrored.params = params_;
}

}  // namespace mcp::protocol::http
