// Validates what all kinds of handlers have in common: their parameters and how they are called.
#pragma once

#include <string>
#include <vector>

#include "diagnostics/diagnostic.hpp"
#include "model/declared.hpp"
#include "model/model.hpp"
#include "validate/type_validator.hpp"

namespace mcpgen {

/// The return type without mcp::Task and mcp::Result.
[[nodiscard]] const declared::Type& plain_result(const declared::Function& function);

class HandlerValidator {
 public:
  /// `undescribed` gets the warnings of missing descriptions.
  HandlerValidator(TypeValidator& types, const model::Model& model, Sink& sink, Sink& undescribed)
      : types_(types), model_(model), sink_(sink), undescribed_(undescribed) {}

  /// Sets the parameters of `to` and how it is called. `to.name` must be set. `noun` names the kind of handler in
  /// messages: "prompt". Returns false after reporting an invalid parameter; then parameters are missing.
  bool read(const declared::Function& function, const std::string& noun, model::Handler& to);

  /// The same for arguments that are sent as text.
  bool read_texts(const declared::Function& function, const std::string& noun, model::Handler& to);

  /// Warns of arguments without a description.
  void check_descriptions(const declared::Function& function, const std::string& noun, const model::Handler& handler);

 private:
  void add_parameter(const declared::Function& function, const declared::Parameter& parameter, const std::string& owner,
                     model::Handler& to);
  void mark_omitted_by_position(const declared::Function& function, const std::string& what, model::Handler& to);
  void check_documented_parameters(const declared::Function& function, const std::string& what);
  void check_case(const declared::Function& function, const std::string& what, const model::Handler& handler);
  [[nodiscard]] bool is_described(const model::Parameter& parameter) const;

  TypeValidator& types_;
  const model::Model& model_;
  Sink& sink_;
  Sink& undescribed_;
};

}  // namespace mcpgen
