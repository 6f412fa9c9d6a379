// What functions behind MCP_PROMPT and MCP_COMPLETE must be.
#pragma once

#include <string>
#include <string_view>

#include "diagnostics/diagnostic.hpp"
#include "model/declared.hpp"
#include "model/model.hpp"
#include "validate/handler_validator.hpp"

namespace mcpgen {

/// The wire name of what was typed, the first argument of a completion; as the runtime's kTypedArgument.
inline constexpr std::string_view kTypedArgument = "typed text";

class PromptValidator {
 public:
  PromptValidator(HandlerValidator& handlers, Sink& sink) : handlers_(handlers), sink_(sink) {}

  // Problems go to the sink; what comes back is of use only without any.
  [[nodiscard]] model::Prompt prompt(const declared::Function& function);
  [[nodiscard]] model::Completion completion(declared::Function function);

 private:
  void read_reference(const declared::Annotation& annotation, const std::string& what, model::Completion& to);
  bool check_typed(declared::Function& function, const std::string& what);

  HandlerValidator& handlers_;
  Sink& sink_;
};

}  // namespace mcpgen
