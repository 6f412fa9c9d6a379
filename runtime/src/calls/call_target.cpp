#include "calls/call_target.hpp"

#include <algorithm>
#include <exception>

#include "jsonrpc/errors.hpp"
#include "jsonrpc/message.hpp"

namespace mcp::protocol {

namespace {

/// Bytes of a URI whose memory a slot keeps.
constexpr std::size_t kKeptText = 1024;

}  // namespace

void CallTarget::set(const CallMethod& method, const BoundHandler& handler) {
  method_ = &method;
  bound_ = handler;
}

void CallTarget::set_resource(std::string_view uri, const Feature& resource) {
  uri_.assign(uri);
  subject_ = {uri_, resource.mime_type};
  caching_ = resource.caching;
}

void CallTarget::set_list(const Catalog& catalog, ListPage page, std::string_view after) {
  set(kListResources,
      {.name = {}, .handler = nullptr, .object = nullptr, .history = nullptr, .executor = catalog.executor()});
  page_ = std::move(page);
  after_.assign(after);
  list_timeout_ms_ = 0;
  for (const BoundHandler& provider : catalog.providers()) {
    const std::uint32_t timeout = provider.handler->timeout_ms;
    if (timeout != 0) list_timeout_ms_ = list_timeout_ms_ == 0 ? timeout : std::min(list_timeout_ms_, timeout);
  }
}

void CallTarget::trim() noexcept {
  for (std::string* const text : {&uri_, &after_}) {
    if (text->capacity() > kKeptText) *text = std::string();
  }
}

bool CallTarget::is_stoppable() const noexcept {
  const detail::Handler* const runs = handler();
  return runs == nullptr || runs->stoppable || runs->task != detail::TaskSupport::None;
}

bool CallTarget::has_context() const noexcept {
  const detail::Handler* const runs = handler();
  return runs == nullptr || runs->has_context || runs->task != detail::TaskSupport::None;
}

void log_problem(LogSink& log, const CallTarget& target, std::string_view problem, std::string_view why) noexcept {
  try {
    log.write(target.text() + ' ' + std::string(problem) + ": " + to_utf8(why));
  } catch (const std::exception&) {
    log.write("a call failed, and there is no memory to say which");
  }
}

}  // namespace mcp::protocol
