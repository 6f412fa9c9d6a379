#include "http/authorization.hpp"

#include <algorithm>
#include <exception>
#include <string>
#include <utility>

#include "jsonrpc/errors.hpp"

namespace mcp {

void Authorization::grant(std::string_view principal) {
  reset();
  principal_.assign(principal);
  status_ = 0;
}

void Authorization::refuse(unsigned status, std::string_view text, std::string_view challenge,
                           std::chrono::seconds retry_after) {
  reset();
  text_.assign(text);
  challenge_.assign(challenge);
  retry_after_ = retry_after;
  status_ = status;
}

void Authorization::reset() {
  principal_.clear();
  status_ = 503;
  text_.clear();
  challenge_.clear();
  retry_after_ = {};
}

}  // namespace mcp

namespace mcp::protocol::http {

namespace {

std::string_view verb_name(Verb verb) noexcept {
  switch (verb) {
    case Verb::Get:
      return "GET";
    case Verb::Head:
      return "HEAD";
    case Verb::Post:
      return "POST";
    case Verb::Delete:
      return "DELETE";
    case Verb::Options:
    case Verb::Other:
      break;
  }
  return {};
}

bool is_printable(std::string_view text) noexcept {
  return std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

/// What is wrong with a verdict; empty: nothing.
std::string_view problem_of(const Authorization& verdict) noexcept {
  if (verdict.is_granted()) return verdict.principal().empty() ? "it granted a request to nobody" : "";
  switch (verdict.status()) {
    case 401:
      if (verdict.challenge().empty()) return "it refused with 401 and no challenge";
      break;
    case 403:
    case 429:
    case 503:
      break;
    default:
      return "it refused with a status that is none of 401, 403, 429 and 503";
  }
  return is_printable(verdict.challenge()) ? "" : "its challenge is not printable ASCII";
}

Refusal refusal_of(const Authorization& verdict) {
  Refusal refusal{verdict.status(), to_utf8(verdict.text())};
  if (refusal.text.empty()) refusal.text = "The server cannot tell now who sends the request";
  if (!verdict.challenge().empty()) refusal.fields.append("WWW-Authenticate: ").append(verdict.challenge() + "\r\n");
  if (verdict.retry_after().count() > 0) {
    refusal.fields.append("Retry-After: ").append(std::to_string(verdict.retry_after().count())).append("\r\n");
  }
  return refusal;
}

}  // namespace

std::optional<Refusal> authorize(Authorizer& authorizer, Request& request, Authorization& verdict, LogSink& log) {
  verdict.reset();
  request.principal = {};
  std::string problem;
  try {
    authorizer.authorize({.verb = verb_name(request.verb),
                          .path = request.path,
                          .peer = request.peer,
                          .mcp_method = request.mirrored.method.value,
                          .mcp_name = request.mirrored.name.value,
                          .headers = request.credentials},
                         verdict);
    problem = problem_of(verdict);
  } catch (const std::exception& error) {
    problem = to_utf8(error.what());
  } catch (...) {
    problem = "it threw what is no std::exception";
  }
  if (!problem.empty()) {
    log.write("the authorizer failed: " + problem);
    verdict.reset();
  }
  if (!verdict.is_granted()) return refusal_of(verdict);
  request.principal = verdict.principal();
  return std::nullopt;
}

}  // namespace mcp::protocol::http
