#include "calls/call_answer.hpp"

#include <exception>

#include <mcp/error.hpp>
#include <mcp/resource.hpp>

#include "base/log_sink.hpp"
#include "catalog/resource_page.hpp"
#include "catalog/response_templates.hpp"
#include "jsonrpc/message.hpp"
#include "requests/refusals.hpp"

namespace mcp::protocol {

Writer& CallAnswer::begin() {
  code_ = {};
  Writer& to = scratch_.writer();
  environment_.response_templates.begin_result(to, id_, revision_);
  return to;
}

void CallAnswer::end(Writer& to) {
  if (target_.is_resource() && spec::is_modern(revision_)) {
    write_caching(uses_answers_ ? detail::Caching{} : target_.caching(), to);
  } else if (target_.is_list()) {
    to.raw(environment_.response_templates.caching(List::Resources, revision_, uses_answers_));
  }
  environment_.response_templates.end_result(to, revision_);
}

void CallAnswer::fail(std::string_view text) {
  if (!target_.method().fails_in_result) return refuse(ErrorCode::InternalError, text);
  Writer& to = begin();
  write_tool_error(to, text);
  environment_.response_templates.end_result(to, revision_);
}

void CallAnswer::refuse(ErrorCode code, std::string_view text, std::string_view data) {
  write_error(scratch_.writer(), id_, code, text, data);
  code_ = code;
}

void CallAnswer::fail_by_exception() {
  try {
    throw;
  } catch (const ProtocolError& error) {
    refuse(static_cast<ErrorCode>(error.code()), to_utf8(error.what()));
  } catch (const MissingCapability& error) {
    if (!is_modern(revision_)) return fail(to_utf8(error.what()));
    refuse(ErrorCode::MissingCapability, to_utf8(error.what()), R"({"requiredCapabilities":)" + error.required() + '}');
  } catch (const NotFound& error) {
    if (!target_.is_resource()) return fail(to_utf8(error.what()));
    refuse(not_found(revision_), "Resource not found: " + to_utf8(error.what()), uri_data(target_.uri()));
  } catch (const ToolError& error) {
    fail(to_utf8(error.what()));
  } catch (const std::exception& error) {
    report(error.what());
  } catch (...) {
    report("an exception that is no std::exception");
  }
}

void CallAnswer::fail_by_exception_if_possible() noexcept {
  try {
    fail_by_exception();
  } catch (...) {
    clear();
  }
}

/// The client learns that the handler failed, the log learns why.
void CallAnswer::report(const char* problem) {
  fail(target_.method().fails_in_result ? kToolFailed : kHandlerFailed);
  environment_.log.write(what() + " failed: " + to_utf8(problem));
}

}  // namespace mcp::protocol
