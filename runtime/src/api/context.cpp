#include <mcp/context.hpp>

#include <stdexcept>

#include <mcp/codec/writer.hpp>
#include <mcp/json.hpp>

#include "codec/document.hpp"
#include "jsonrpc/errors.hpp"
#include "mrtr/questions.hpp"
#include "mrtr/request_context.hpp"
#include "mrtr/sample_request.hpp"

namespace mcp {

namespace {

protocol::RequestContext& needed(protocol::RequestContext* request) {
  if (request == nullptr) throw std::logic_error("mcp::Context: no server runs this call, so nobody can be asked");
  return *request;
}

}  // namespace

void Context::progress(double done, std::optional<double> total, std::string_view message) {
  if (request_ != nullptr) request_->reporter().progress(done, total, message);
}

void Context::log(LogLevel level, std::string_view text, std::string_view logger) {
  if (request_ == nullptr || !request_->facts().wants(level)) return;
  Writer data;
  data.string(protocol::to_utf8(text));
  request_->reporter().log(level, data.view(), logger);
}

void detail::JsonAccess<json>::log(Context& context, LogLevel level, const json& data, std::string_view logger) {
  protocol::RequestContext* const request = context.request_;
  if (request == nullptr || !request->facts().wants(level)) return;
  request->reporter().log(level, data.dump(-1, ' ', false, json::error_handler_t::replace), logger);
}

const json& detail::JsonAccess<json>::meta(const Context& context) {
  static const json nothing;
  return context.request_ != nullptr ? context.request_->facts().meta() : nothing;
}

const Client& Context::client() const {
  static const Client kNobody;
  return request_ != nullptr ? request_->facts().client() : kNobody;
}

std::string_view Context::principal() const noexcept {
  return request_ != nullptr ? request_->facts().principal() : std::string_view();
}

TraceContext Context::trace_context() const {
  return request_ != nullptr ? request_->facts().trace_context() : TraceContext{};
}

const Server& Context::server() const { return needed(request_).environment().server; }

ElicitAction Context::elicit_url(std::string_view key, std::string_view message, std::string_view url) {
  detail::Question question{.kind = detail::Question::Kind::Url, .key = key, .message = message, .url = url};
  ask_all(&question, 1);
  return read_answer(UrlQuestion{}, question);
}

SampleResult Context::sample(std::string_view key, const SampleRequest& request) {
  detail::Question question{.kind = detail::Question::Kind::Sample, .key = key, .sample = &request};
  ask_all(&question, 1);
  return read_answer(SampleQuestion{}, question);
}

std::vector<Root> Context::roots(std::string_view key) {
  detail::Question question{.kind = detail::Question::Kind::Roots, .key = key};
  ask_all(&question, 1);
  return read_answer(RootsQuestion{}, question);
}

void Context::start_task() {
  protocol::RequestContext& request = needed(request_);
  if (request.start_task) request.start_task();
}

void Context::ask_all(detail::Question* questions, std::size_t count) {
  needed(request_).rounds().resolve(questions, count);
}

ElicitAction Context::read_form(const detail::Question& question, void* value) {
  return needed(request_).rounds().read_form(question, value);
}

bool Context::recall(std::string_view key, const void* tag, void* value) {
  return needed(request_).rounds().recall(key, tag, value);
}

void Context::keep(std::string_view key, const void* tag, const void* value) {
  needed(request_).rounds().keep(key, tag, value);
}

ElicitAction Context::read_answer(const UrlQuestion&, const detail::Question& question) {
  return needed(request_).rounds().read_form(question, nullptr);
}

SampleResult Context::read_answer(const SampleQuestion&, const detail::Question& question) {
  Document document;
  SampleResult result;
  if (!document.parse_copy(question.answer).empty() || !detail::decode_sample(document.root(), result).empty()) {
    throw std::logic_error("an answer was kept that is none");
  }
  return result;
}

std::vector<Root> Context::read_answer(const RootsQuestion&, const detail::Question& question) {
  Document document;
  std::vector<Root> roots;
  if (!document.parse_copy(question.answer).empty() || !protocol::read_roots_result(document.root(), roots)) {
    throw std::logic_error("an answer was kept that is none");
  }
  return roots;
}

}  // namespace mcp
