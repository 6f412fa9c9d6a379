// What functions behind MCP_PROMPT and MCP_COMPLETE must be.
#pragma once

#include <string>

#include "diagnostics/diagnostic.hpp"
#include "model/declared.hpp"
#include "model/model.hpp"
#include "validate/handler_validator.hpp"

namespace mcpgen {

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
