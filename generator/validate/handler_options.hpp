// The options that several kinds of annotated functions share.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "diagnostics/diagnostic.hpp"
#include "model/declared.hpp"
#include "model/model.hpp"

namespace mcpgen {

// `what` names the function in messages: "tool `f`".

/// `.icons`.
[[nodiscard]] std::vector<model::Icon> read_icons(const declared::Annotation& annotation, std::string_view what,
                                                  Sink& sink);

/// `.website` of a server; empty: none.
[[nodiscard]] std::string read_website(const declared::Annotation& annotation, Sink& sink);

/// `.meta`, an object; null: none.
[[nodiscard]] nlohmann::ordered_json read_meta(const declared::Annotation& annotation, const std::string& what,
                                               Sink& sink);

/// `.scopes`.
[[nodiscard]] std::string read_scopes(const declared::Annotation& annotation, const std::string& what, Sink& sink);

/// `.timeout_ms`; 0: none.
[[nodiscard]] std::uint32_t read_timeout(const declared::Annotation& annotation, const std::string& what, Sink& sink);

/// `.executor`; empty: none.
[[nodiscard]] std::string read_executor(const declared::Annotation& annotation, const std::string& what, Sink& sink);

}  // namespace mcpgen
