// Questions to a client in the shape of its revision, and whether what it answered is an answer.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <mcp/asking.hpp>
#include <mcp/codec/writer.hpp>
#include <mcp/context.hpp>
#include <mcp/registry/handler.hpp>
#include <mcp/revision.hpp>

#include "jsonrpc/message.hpp"
#include "mrtr/open_question.hpp"

namespace mcp::protocol {

/// The capabilities that questions need and a client lacks.
class MissingCapabilities {
 public:
  /// Notes what `question` needs beyond what `client` has.
  void check(const detail::Question& question, const Client& client);

  [[nodiscard]] bool any() const noexcept { return forms_ || urls_ || sampling_ || tools_ || context_ || roots_; }
  [[nodiscard]] MissingCapability exception() const;

 private:
  bool forms_ = false;
  bool urls_ = false;
  bool sampling_ = false;
  bool tools_ = false;
  bool context_ = false;
  bool roots_ = false;
};

/// Sets method, params and digest. `form` is that of a form's type; null for others. Throws ToolError for what the
/// revision cannot say.
void write_question(const detail::Question& question, const detail::AskedType* form, Revision revision,
                    OpenQuestion& to);

/// Why `json` is no result that answers the question, for people: "`age`: expected at most 150, got 200". Empty if it
/// is one.
[[nodiscard]] std::string problem_of_answer(const detail::Question& question, const detail::AskedType* form,
                                            std::string_view json);

/// Fills in a form's type, or says why it cannot, for people. Fields that the form does not have are passed over: its
/// schema does not forbid them.
[[nodiscard]] std::string decode_form(Value content, const detail::AskedType& form, void* to);

/// What an ElicitResult says was done, and its content where there is any; false if it is none.
[[nodiscard]] bool read_elicit_result(Value result, ElicitAction& action, std::optional<Value>& content);

/// What a ListRootsResult holds; false if it is none.
[[nodiscard]] bool read_roots_result(Value result, std::vector<Root>& roots);

}  // namespace mcp::protocol
