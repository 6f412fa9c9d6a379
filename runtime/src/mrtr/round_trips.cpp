#include "mrtr/round_trips.hpp"

#include <stdexcept>
#include <utility>

#include <mcp/codec/codec.hpp>
#include <mcp/codec/decoder.hpp>
#include <mcp/error.hpp>
#include <mcp/registry/handler.hpp>

#include "catalog/catalog.hpp"
#include "codec/document.hpp"
#include "codec/value_text.hpp"
#include "jsonrpc/message.hpp"
#include "mrtr/call_environment.hpp"
#include "mrtr/questions.hpp"

namespace mcp::protocol {

namespace {

/// How often a question is asked whose answers cannot be used.
constexpr unsigned kMostAttempts = 3;

std::string text_of(Value value) {
  Writer text;
  write_value(value, text);
  return std::string(text.view());
}

}  // namespace

void RoundTrips::begin(Asking asking, const Retry& retry) {
  asking_ = asking;
  if (retry.responses.count == 1) {
    ObjectCursor cursor(retry.responses.value);
    std::string_view key;
    Value response;
    while (cursor.next(key, response)) replies_.insert_or_assign(std::string(key), text_of(response));
  }
  if (retry.state.count == 1) state_.emplace(retry.state.value.string());
}

void RoundTrips::start_run(std::map<std::string, ClientReply, std::less<>> replies) {
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

void RoundTrips::clear() noexcept {
  state_.reset();
  round_ = 0;
  kept_.clear();
  values_.clear();
  replies_.clear();
  asked_.clear();
  attempts_.clear();
  refused_.clear();
  seen_.clear();
  used_names_.reset();
  open_.clear();
}

/// A task's client may answer late: it must not take one question for another.
std::string RoundTrips::wire_name(std::string_view key) {
  std::string name(key);
  if (!used_names_) return name;
  for (unsigned times = 2; !used_names_->insert(name).second; ++times) {
    name.assign(key).append("#").append(std::to_string(times));
  }
  return name;
}

bool RoundTrips::find_answer(detail::Question& question, const std::string& digest, bool again) {
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

void RoundTrips::check_may_ask() const {
  if (asking_ == Asking::Forbidden) {
    throw std::logic_error("a completion or a list of resources cannot ask the client");
  }
  if (asking_ == Asking::Unrepeatable) {
    throw std::logic_error(
        "a handler that asks the client is run again: it must take its arguments by value, copyable, "
        "or by const reference");
  }
  if (facts_.legacy() != nullptr && !facts_.legacy()->ready) {
    throw ClientError(0, "The client cannot be asked before it has sent notifications/initialized.");
  }
}

void RoundTrips::resolve(detail::Question* questions, std::size_t count) {
  check_may_ask();
  MissingCapabilities missing;
  std::vector<OpenQuestion> open;
  for (std::size_t i = 0; i < count; ++i) {
    detail::Question& question = questions[i];
    if (question.key.empty()) throw std::logic_error("a question to the client has an empty key");
    missing.check(question, facts_.client());
    if (missing.any()) continue;
    OpenQuestion asked;
    asked.key.assign(question.key);
    write_question(question, environment_.catalog.asked(question.form), facts_.revision(), asked);
    const auto [seen, is_first] = seen_.try_emplace(asked.key, asked.digest);
    if (!is_first && seen->second != asked.digest) {
      throw std::logic_error("two questions of one handler have the key \"" + asked.key + "\"");
    }
    if (find_answer(question, asked.digest, !is_first)) continue;
    if (const auto refused = refused_.find(asked.key); refused != refused_.end()) {
      // The client learns why it is asked again. It stays the same question.
      const std::string message =
          std::string(question.message) + "\n\nThe last answer could not be used: " + refused->second;
      detail::Question again = question;
      again.message = message;
      OpenQuestion with_reason;
      write_question(again, environment_.catalog.asked(question.form), facts_.revision(), with_reason);
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

bool RoundTrips::recall(std::string_view key, const void* tag, void* value) {
  const auto found = values_.find(key);
  if (found == values_.end()) return false;
  const detail::AskedType* const type = environment_.catalog.asked(tag);
  Document document;
  Decoder problems;
  return type != nullptr && document.parse_copy(found->second).empty() &&
         type->ops->decode(document.root(), value, problems);
}

void RoundTrips::keep(std::string_view key, const void* tag, const void* value) {
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

ElicitAction RoundTrips::read_form(const detail::Question& question, void* value) const {
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

}  // namespace mcp::protocol
