// What all functions behind annotations must be, whatever they are for: their parameters and how they are called.
#pragma once

#include <string>
#include <vector>

#include "diagnostics/diagnostic.hpp"
#include "model/declared.hpp"
#include "model/model.hpp"
#include "validate/type_validator.hpp"

namespace mcpgen {

/// What the return type is about: without mcp::Task and mcp::Result.
[[nodiscard]] const declared::Type& plain_result(const declared::Function& function);

class HandlerValidator {
 public:
  /// `undescribed` gets the warnings that a text is missing.
  HandlerValidator(TypeValidator& types, const model::Model& model, Sink& sink, Sink& undescribed)
      : types_(types), model_(model), sink_(sink), undescribed_(undescribed) {}

  /// Fills in how `function` is called and what its parameters are. `to.name` must be set; `noun` names its kind in
  /// messages: "prompt". False after reporting a parameter that cannot be one: some are missing then.
  bool read(const declared::Function& function, const std::string& noun, model::Handler& to);

  /// The same for arguments that arrive as text.
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
