// What a call writes: its result, or what went wrong in the form that its method has for it.
#include <exception>
#include <memory>
#include <utility>
#include <vector>

#include <mcp/codec/object.hpp>
#include <mcp/error.hpp>
#include <mcp/json.hpp>
#include <mcp/resource.hpp>

#include "base/digest.hpp"
#include "calls/calls.hpp"
#include "catalog/json_cuts.hpp"
#include "catalog/resource_page.hpp"
#include "mrtr/process_binding.hpp"
#include "requests/refusals.hpp"

namespace mcp::protocol {

/// Starts the answer, anew if one was begun; a big one that is given up gives its memory back.
Writer& Call::begin(WorkerScratch& scratch) {
  error_ = {};
  Writer& to = scratch.writer();
  environment_.answers.begin_result(to, id_, revision_);
  return to;
}

void Call::write_result(WorkerScratch& scratch) noexcept {
  try {
    try {
      Writer& to = begin(scratch);
      const std::size_t start = to.size();
      write_members(to);
      if (task_.coroutine != nullptr && !writing_task_) return scratch.clear();
      if (has_request_ && !request_->open_questions().empty()) throw Suspended();  // which a handler caught
      if (to.failed()) {
        const std::string problem = std::string(kind_ == CallKind::Tool ? "The tool's result" : "The result") +
                                    " cannot be written as JSON: " + to_utf8(to.failure());
        environment_.log.write(what() + ": " + problem);
        write_failure(scratch, problem);
      } else if (to.size() - start > environment_.limits.max_result) {
        write_failure(scratch, std::string(kind_ == CallKind::Tool ? "The tool's result has " : "The result has ") +
                                   std::to_string(to.size() - start) + " bytes, more than the limit of " +
                                   std::to_string(environment_.limits.max_result) + "; ask for less.");
      } else {
        end_members(to);
      }
    } catch (...) {
      // Questions count, whatever became of the exception that leads out of the handler.
      if (has_request_ && !request_->open_questions().empty()) {
        scratch.clear();
        if (!must_suspend()) write_input_required(scratch);
      } else {
        write_exception(scratch);
      }
    }
  } catch (...) {
    scratch.clear();  // no memory even for an error: the request stays without an answer
  }
}

void Call::write_members(Writer& to) {
  if (kind_ == CallKind::ResourceList) return write_list(to);
  detail::Invocation invocation(*context_, to, revision_, subject_);
  if (writing_task_) {
    task_.operations->write(task_.coroutine, invocation);
  } else {
    handler()->call(arguments_, target_.object, invocation);
    task_ = invocation.task();
  }
}

/// The page that was asked for, and behind its entries those that come and go.
void Call::write_list(Writer& to) {
  Writer entries;
  entries.raw('[');
  for (const BoundHandler& provider : environment_.catalog.providers()) {
    ArgumentStorage storage;
    void* const arguments = storage.provide(provider.handler->size, provider.handler->alignment);
    provider.handler->construct(arguments);
    const auto destroy = [&](void* at) { provider.handler->destroy(at); };
    const std::unique_ptr<void, decltype(destroy)> ending(arguments, destroy);
    target_.name = provider.name;
    const std::size_t start = entries.size();
    if (start > 1) entries.raw(',');
    const std::size_t own = entries.size();
    detail::Invocation invocation(*context_, entries, revision_);
    provider.handler->call(arguments, provider.object, invocation);
    if (entries.failed()) return to.fail_as(entries.failure());
    if (entries.size() == own) entries.truncate(start);  // it lists nothing
  }
  target_.name = {};
  entries.raw(']');
  if (!write_resource_page(page_.body, elements_of_array(entries.view()), after_, to)) {
    throw ProtocolError(static_cast<int>(ErrorCode::InvalidParams), std::string(kUnknownCursor));
  }
}

/// What follows the members that the handler wrote.
void Call::end_members(Writer& to) {
  if (is_modern(revision_)) {
    if (kind_ == CallKind::Resource) {
      write_caching(is_retry_ ? detail::Caching{} : caching_, to);
    } else if (kind_ == CallKind::ResourceList) {
      to.raw(environment_.answers.caching(List::Resources, revision_, is_retry_));
    }
  }
  environment_.answers.end_result(to, revision_);
}

/// What went wrong, in the form that the method has for it.
void Call::write_failure(WorkerScratch& scratch, std::string_view text) {
  if (kind_ != CallKind::Tool) return write_refusal(scratch, ErrorCode::InternalError, text);
  Writer& to = begin(scratch);
  write_tool_error(to, text);
  environment_.answers.end_result(to, revision_);
}

void Call::write_refusal(WorkerScratch& scratch, ErrorCode code, std::string_view text, std::string_view data) {
  Writer& to = scratch.writer();
  write_error(to, id_, code, text, data);
  error_ = code;
}

/// In a catch block.
void Call::write_exception(WorkerScratch& scratch) {
  try {
    throw;
  } catch (const ProtocolError& error) {
    write_refusal(scratch, static_cast<ErrorCode>(error.code()), to_utf8(error.what()));
  } catch (const MissingCapability& error) {
    if (!is_modern(revision_)) return write_failure(scratch, to_utf8(error.what()));
    write_refusal(scratch, ErrorCode::MissingCapability, to_utf8(error.what()),
                  R"({"requiredCapabilities":)" + error.required() + '}');
  } catch (const NotFound& error) {
    if (kind_ != CallKind::Resource) return write_failure(scratch, to_utf8(error.what()));
    write_refusal(scratch, not_found(revision_), "Resource not found: " + to_utf8(error.what()), uri_data(uri_));
  } catch (const ToolError& error) {
    write_failure(scratch, to_utf8(error.what()));
  } catch (const std::exception& error) {
    report_exception(scratch, error.what());
  } catch (...) {
    report_exception(scratch, "an exception that is no std::exception");
  }
}

/// In a catch block. Nothing is written where there is no memory for it.
void Call::write_exception_if_possible(WorkerScratch& scratch) noexcept {
  try {
    write_exception(scratch);
  } catch (...) {
    scratch.clear();
  }
}

void Call::report_exception(WorkerScratch& scratch, const char* what_failed) {
  write_failure(scratch, kind_ == CallKind::Tool ? kToolFailed : kHandlerFailed);
  environment_.log.write(what() + " failed: " + to_utf8(what_failed));
}

void Call::write_input_required(WorkerScratch& scratch) {
  try {
    Writer& to = scratch.writer();
    environment_.answers.begin_input_required(to, id_);
    request_->write_input_required(to, state_subject());
    environment_.answers.end_result(to, revision_);
  } catch (...) {
    write_exception(scratch);
  }
}

const std::string& Call::argument_digest() {
  if (!digest_.empty() || arguments_ == nullptr) return digest_;
  if (has_own_decoder()) {
    digest_ = digest_of(json::parse(raw_arguments_).dump());  // sorted by name
    return digest_;
  }
  Writer text;
  detail::encode_object(arguments_, *handler()->arguments, text);
  digest_ = digest_of(text.view());
  return digest_;
}

StateSubject Call::state_subject() {
  constexpr std::string_view kMethods[] = {"tools/call", "prompts/get", "resources/read", "completion/complete",
                                           "resources/list"};
  const bool bound = handler() != nullptr && handler()->single_use && environment_.own_process != nullptr;
  return {kMethods[static_cast<std::size_t>(kind_)],
          target_.name,
          argument_digest(),
          handler() != nullptr ? handler()->contract : 0,
          request_->principal(),
          bound ? environment_.own_process->id() : std::string_view()};
}

}  // namespace mcp::protocol
