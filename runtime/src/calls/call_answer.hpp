// What a call answers: its result, or what went wrong in the form that its method has for it.
#pragma once

#include <string>
#include <string_view>

#include <mcp/codec/writer.hpp>
#include <mcp/revision.hpp>

#include "calls/call_target.hpp"
#include "jsonrpc/errors.hpp"
#include "mrtr/call_environment.hpp"
#include "scheduling/executor.hpp"

namespace mcp::protocol {

/// A whole response, written into the memory of a thread. It lives on the stack of the thread that answers; all that it
/// is given outlives it.
class CallAnswer {
 public:
  /// `id` is JSON; `uses_answers` says that the request brought answers of the client, so that nobody may keep its own.
  CallAnswer(const CallEnvironment& environment, const CallTarget& target, std::string_view id, Revision revision,
             bool uses_answers, WorkerScratch& scratch) noexcept
      : environment_(environment),
        target_(target),
        name_(target.name()),
        id_(id),
        revision_(revision),
        uses_answers_(uses_answers),
        scratch_(scratch) {
    scratch_.clear();
  }

  /// What runs now, for the log; of a list, one of several.
  void set_name(std::string_view name) noexcept { name_ = name; }
  /// "tool add", for the log.
  [[nodiscard]] std::string what() const { return std::string(target_.method().noun) + ' ' + std::string(name_); }

  /// Starts a result, anew if something was written; a big one that is given up gives its memory back.
  Writer& begin();
  /// Writes what follows the members that the handler wrote.
  void end(Writer& to);
  /// The handler failed; `text` says why.
  void fail(std::string_view text);
  /// The request is refused by an error of JSON-RPC. `data` is JSON; empty: none.
  void refuse(ErrorCode code, std::string_view text, std::string_view data = {});
  /// In a catch block: what the exception means.
  void fail_by_exception();
  /// The same; nothing is written where there is no memory for it.
  void fail_by_exception_if_possible() noexcept;
  /// Nothing is answered.
  void clear() noexcept { scratch_.clear(); }

  /// Empty: there is no answer.
  [[nodiscard]] std::string_view text() const noexcept { return scratch_.written(); }
  /// Of an error response; ErrorCode{}: it is a result.
  [[nodiscard]] ErrorCode code() const noexcept { return code_; }
  [[nodiscard]] WorkerScratch& scratch() noexcept { return scratch_; }

 private:
  void report(const char* problem);

  const CallEnvironment& environment_;
  const CallTarget& target_;
  std::string_view name_;
  const std::string_view id_;
  const Revision revision_;
  const bool uses_answers_;
  WorkerScratch& scratch_;
  ErrorCode code_{};
};

}  // namespace mcp::protocol
