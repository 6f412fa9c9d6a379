#include "mrtr/request_context.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include <mcp/codec/codec.hpp>
#include <mcp/codec/decoder.hpp>
#include <mcp/json.hpp>
#include <mcp/registry/handler.hpp>

#include "base/digest.hpp"
#include "catalog/catalog.hpp"
#include "codec/document.hpp"
#include "codec/value_text.hpp"
#include "jsonrpc/errors.hpp"
#include "jsonrpc/message.hpp"
#include "mrtr/call_environment.hpp"
#include "mrtr/questions.hpp"
#include "tasks/task_runner.hpp"

namespace mcp::protocol {

namespace {

/// How often a question is asked whose answers cannot be used.
constexpr unsigned kMostAttempts = 3;

std::string text_of(Value value) {
  Writer text;
  write_value(value, text);
  return std::string(text.view());
}

std::string_view text_member(const nlohmann::json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? std::string_view(found->get_ref<const std::string&>())
                                                     : std::string_view();
}

/// A string, or an integer in any spelling.
bool is_token(Value value) {
  switch (value.kind()) {
    case JsonKind::String:
    case JsonKind::Integer:
    case JsonKind::Unsigned:
    case JsonKind::BigNumber:
      return true;
    case JsonKind::Real:
      return std::trunc(value.real()) == value.real();
    default:
      return false;
  }
}

/// Empties a text; one that was large gives its memory back.
void forget(std::string& text) noexcept {
  constexpr std::size_t kKept = 4096;
  if (text.capacity() > kKept) text = std::string();
  text.clear();
}

}  // namespace

bool Throttle::take(std::chrono::steady_clock::time_point now) noexcept {
  const auto start = std::max(full_at_, now);
  if (start - now > interval_ * (burst_ - 1)) return false;
  full_at_ = start + interval_;
  return true;
}

void RequestContext::begin(const Request& request, Asking asking, const Retry& retry) {
  clear();
  revision_ = request.revision;
  asking_ = asking;
  if (request.client != nullptr) legacy_ = *request.client;
  principal_.assign(request.principal);
  peer_.assign(request.peer);
  outlet_ = request.reply;
  if (request.meta) {
    Writer text;
    write_value(*request.meta, text);
    meta_text_.assign(text.view());
    const MemberLookup token = find_member(*request.meta, "progressToken");
    // Whether it is one was checked for modern requests alone.
    if (token.count == 1 && is_token(token.value)) progress_token_ = text_of(token.value);
  }
  if (!is_modern(revision_)) return;
  read_modern(request);
  if (retry.responses.count == 1) {
    ObjectCursor cursor(retry.responses.value);
    std::string_view key;
    Value response;
    while (cursor.next(key, response)) replies_.insert_or_assign(std::string(key), text_of(response));
  }
  if (retry.state.count == 1) {
    state_.assign(retry.state.value.string());
    has_state_ = true;
  }
}

void RequestContext::read_modern(const Request& request) {
  if (!request.meta) return;
  ObjectCursor cursor(*request.meta);
  std::string_view name;
  Value value;
  while (cursor.next(name, value)) {
    if (name == kCapabilitiesKey) {
      read_capabilities(value, revision_, client_, knows_tasks_);
    } else if (name == kClientInfoKey) {
      read_client_info(value, client_);
    } else if (name == kLogLevelKey && value.kind() == JsonKind::String) {
      LogLevel level{};
      if (read_log_level(value.string(), level)) log_level_ = level;
    }
  }
}

void RequestContext::start_run(std::map<std::string, ClientReply, std::less<>> replies) {
  // They are judged by the questions that the handler asks now.
  for (const OpenQuestion& question : open_) {
    const auto reply = replies.find(question.name);
    if (reply == replies.end()) continue;
    asked_.insert_or_assign(question.key, question.digest);
    if (reply->second.failed) {
      kept_[question.key] = {question.digest, std::move(reply->second.text), true, reply->second.code};
    } else {
      replies_.insert_or_assign(question.key, std::move(reply->second.text));
    }
  }
  open_.clear();
  seen_.clear();
  refused_.clear();
}

void RequestContext::close() noexcept {
  const std::lock_guard lock(reporting_);
  outlet_ = nullptr;
}

void RequestContext::clear() noexcept {
  legacy_.reset();
  client_ = {};
  knows_tasks_ = false;
  log_level_.reset();
  forget(principal_);
  forget(peer_);
  forget(meta_text_);
  meta_.reset();
  forget(progress_token_);
  forget(state_);
  has_state_ = false;
  {
    const std::lock_guard lock(reporting_);
    outlet_ = nullptr;
    last_progress_.reset();
    progress_throttle_.refill();
    log_throttle_.refill();
    task_.clear();
  }
  round_ = 0;
  kept_.clear();
  values_.clear();
  replies_.clear();
  asked_.clear();
  attempts_.clear();
  refused_.clear();
  seen_.clear();
  used_names_.clear();
  open_.clear();
  start_task = nullptr;
}

void RequestContext::notify(std::string_view method, const Writer& params) {
  if (params.failed()) return;
  Writer message;
  message.raw(R"({"jsonrpc":"2.0","method":")");
  message.raw(method);
  message.raw(R"(","params":{)");
  message.raw(params.view());
  message.raw("}}");
  outlet_->notify(message.view());
}

void RequestContext::progress(double done, std::optional<double> total, std::string_view message) {
  const std::lock_guard lock(reporting_);
  if (!std::isfinite(done) || (total && !std::isfinite(*total)) || (last_progress_ && done <= *last_progress_)) return;
  const bool is_task = !task_.empty();
  if (!is_task && (outlet_ == nullptr || progress_token_.empty())) return;
  if (!progress_throttle_.take(std::chrono::steady_clock::now())) return;
  last_progress_ = done;
  if (is_task) {
    if (!message.empty()) environment_.tasks.report(task_, to_utf8(message));
    return;
  }
  Writer params;
  params.raw(R"("progressToken":)");
  params.raw(progress_token_);
  params.raw(R"(,"progress":)");
  params.real(done);
  if (total) {
    params.raw(R"(,"total":)");
    params.real(*total);
  }
  if (!message.empty() && revision_ >= Revision::V2025_03_26) {
    params.raw(R"(,"message":)");
    params.string(to_utf8(message));
  }
  notify("notifications/progress", params);
}

bool RequestContext::wants(LogLevel level) const noexcept {
  if (is_modern(revision_)) return log_level_ && level >= *log_level_;
  return legacy_ && level >= legacy_->log_level.load(std::memory_order_relaxed);
}

void RequestContext::log(LogLevel level, std::string_view data, std::string_view logger) {
  if (!wants(level)) return;
  const std::lock_guard lock(reporting_);
  if (outlet_ == nullptr || !task_.empty() || !log_throttle_.take(std::chrono::steady_clock::now())) return;
  Writer params;
  params.raw(R"("level":")");
  params.raw(name_of(level));
  params.raw('"');
  if (!logger.empty()) {
    params.raw(R"(,"logger":)");
    params.string(to_utf8(logger));
  }
  params.raw(R"(,"data":)");
  params.raw(data);
  notify("notifications/message", params);
}

const nlohmann::json& RequestContext::meta() {
  const std::lock_guard lock(reporting_);
  if (!meta_) {
    meta_ = std::make_shared<const nlohmann::json>(meta_text_.empty() ? nlohmann::json()
                                                                      : nlohmann::json::parse(meta_text_));
  }
  return *meta_;
}

TraceContext RequestContext::trace_context() {
  const nlohmann::json& all = meta();
  if (!all.is_object()) return {};
  return {text_member(all, "traceparent"), text_member(all, "tracestate"), text_member(all, "baggage")};
}

std::string RequestContext::wire_name(std::string_view key) {
  std::string name(key);
  if (task_.empty()) return name;
  for (unsigned times = 2; !used_names_.insert(name).second; ++times) {
    name.assign(key).append("#").append(std::to_string(times));
  }
  return name;
}

bool RequestContext::find_answer(detail::Question& question, const std::string& digest, bool again) {
  const std::string key(question.key);
  // An address was opened, or there was no answer: a handler that asks once more found that this was not the end of it.
  if (const auto kept = kept_.find(key); again && kept != kept_.end()) {
    if (question.kind == detail::Question::Kind::Url || kept->second.failed) kept_.erase(kept);
  }
  if (const auto kept = kept_.find(key); kept != kept_.end()) {
    if (kept->second.digest == digest) {
      if (kept->second.failed) throw ClientError(kept->second.code, kept->second.json);
      question.answer = kept->second.json;
      return true;
    }
    kept_.erase(kept);  // of another question: what it said yes to is not what is asked now
  }
  const auto reply = replies_.find(key);
  if (reply == replies_.end()) return false;
  const std::string answer = std::move(reply->second);
  replies_.erase(reply);
  const auto asked = asked_.find(key);
  if (asked != asked_.end() && asked->second != digest) {
    attempts_.erase(key);  // they were at another question
    return false;
  }
  if (std::string problem = problem_of_answer(question, environment_.catalog.asked(question.form), answer);
      !problem.empty()) {
    if (++attempts_[key] >= kMostAttempts) {
      throw ToolError("The answer to \"" + key + "\" could not be used, and was asked for " +
                      std::to_string(kMostAttempts) + " times: " + problem);
    }
    refused_[key] = std::move(problem);
    return false;
  }
  attempts_.erase(key);
  Kept& kept = kept_[key];
  kept = {digest, answer};
  question.answer = kept.json;
  return true;
}

void RequestContext::resolve(detail::Question* questions, std::size_t count) {
  if (asking_ == Asking::Forbidden) {
    throw std::logic_error("a completion or a list of resources cannot ask the client");
  }
  if (asking_ == Asking::Unrepeatable) {
    throw std::logic_error(
        "a handler that asks the client is run again: it must take its arguments by value, copyable, "
        "or by const reference");
  }
  if (legacy_ && !legacy_->ready) {
    throw ClientError(0, "The client cannot be asked before it has sent notifications/initialized.");
  }
  MissingCapabilities missing;
  std::vector<OpenQuestion> open;
  for (std::size_t i = 0; i < count; ++i) {
    detail::Question& question = questions[i];
    if (question.key.empty()) throw std::logic_error("a question to the client has an empty key");
    missing.check(question, client());
    if (missing.any()) continue;
    OpenQuestion asked;
    asked.key.assign(question.key);
    write_question(question, environment_.catalog.asked(question.form), revision_, asked);
    const auto [seen, is_first] = seen_.try_emplace(asked.key, asked.digest);
    if (!is_first && seen->second != asked.digest) {
      throw std::logic_error("two questions of one handler have the key \"" + asked.key + "\"");
    }
    if (find_answer(question, asked.digest, !is_first)) continue;
    if (const auto refused = refused_.find(asked.key); refused != refused_.end()) {
      // Whoever is asked again learns why. It stays the same question.
      const std::string message =
          std::string(question.message) + "\n\nThe last answer could not be used: " + refused->second;
      detail::Question again = question;
      again.message = message;
      OpenQuestion with_reason;
      write_question(again, environment_.catalog.asked(question.form), revision_, with_reason);
      asked.params = std::move(with_reason.params);
    }
    open.push_back(std::move(asked));
  }
  if (missing.any()) throw missing.exception();
  if (open.empty()) return;
  if (round_ >= environment_.limits.max_rounds) {
    throw ToolError("The request asked the client more than " + std::to_string(environment_.limits.max_rounds) +
                    " times over.");
  }
  for (OpenQuestion& question : open) {
    question.name = wire_name(question.key);
    open_.push_back(std::move(question));
  }
  ++round_;
  throw Suspended();
}

bool RequestContext::recall(std::string_view key, const void* tag, void* value) {
  const auto found = values_.find(key);
  if (found == values_.end()) return false;
  const detail::AskedType* const type = environment_.catalog.asked(tag);
  Document document;
  Decoder problems;
  return type != nullptr && document.parse_copy(found->second).empty() &&
         type->ops->decode(document.root(), value, problems);
}

void RequestContext::keep(std::string_view key, const void* tag, const void* value) {
  const detail::AskedType* const type = environment_.catalog.asked(tag);
  if (type == nullptr) {
    throw std::logic_error("Context::once(): the type of \"" + std::string(key) +
                           "\" was not seen by mcpgen; name the file that calls it in SOURCES");
  }
  Writer text;
  type->ops->encode(value, text);
  if (text.failed())
    throw std::logic_error("Context::once(): what \"" + std::string(key) + "\" gave " + text.failure());
  values_.insert_or_assign(std::string(key), std::string(text.view()));
}

ElicitAction RequestContext::read_form(const detail::Question& question, void* value) const {
  Document document;
  ElicitAction action{};
  std::optional<Value> content;
  if (!document.parse_copy(question.answer).empty() || !read_elicit_result(document.root(), action, content)) {
    throw std::logic_error("an answer was kept that is none");
  }
  if (question.form == nullptr || action != ElicitAction::Accept) return action;
  const detail::AskedType* const type = environment_.catalog.asked(question.form);
  if (type == nullptr || !content || !decode_form(*content, *type, value).empty()) {
    throw std::logic_error("a form was kept that does not fit its type");
  }
  return action;
}

void RequestContext::become_task(std::string id) {
  const std::lock_guard lock(reporting_);
  task_ = std::move(id);
  outlet_ = nullptr;
}

}  // namespace mcp::protocol
