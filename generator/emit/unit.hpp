// The generated part of one source file: codecs of its structs and enums, one table entry per tool.
#pragma once

#include <string>

#include "model/model.hpp"

namespace mcpgen {

/// `source` is the file's base name, for the banner.
[[nodiscard]] std::string unit_code(const model::Model& model, const std::string& source);

}  // namespace mcpgen
