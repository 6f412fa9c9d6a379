// What functions behind MCP_RESOURCE and MCP_RESOURCE_LIST must be.
#pragma once

#include <optional>
#include <string>

#include "diagnostics/diagnostic.hpp"
#include "model/declared.hpp"
#include "model/model.hpp"
#include "validate/handler_validator.hpp"
#include "validate/type_validator.hpp"
#include "validate/uri_template.hpp"

namespace mcpgen {

class ResourceValidator {
 public:
  ResourceValidator(HandlerValidator& handlers, TypeValidator& types, Sink& sink)
      : handlers_(handlers), types_(types), sink_(sink) {}

  // Problems go to the sink; what comes back is of use only without any.
  [[nodiscard]] model::Resource resource(const declared::Function& function);
  [[nodiscard]] model::ResourceList list(const declared::Function& function);

 private:
  void read_options(const declared::Annotation& annotation, const std::string& what, model::Resource& to);
  UriTemplate read_uri(const declared::Function& function, const std::string& what, model::Resource& to);
  void bind_variables(const declared::Function& function, const UriTemplate& uri, const model::Resource& resource);
  void check_result(const declared::Function& function, const std::string& what, model::Resource& to);

  HandlerValidator& handlers_;
  TypeValidator& types_;
  Sink& sink_;
};

}  // namespace mcpgen
