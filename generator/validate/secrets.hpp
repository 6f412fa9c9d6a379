// Recognises names and texts of secrets.
#pragma once

#include <string_view>

namespace mcpgen {

/// "userPassword", "api_token".
[[nodiscard]] bool is_secret_name(std::string_view name);

/// Whether a name or a text mentions a secret: "Your PIN", "Number of the credit card".
[[nodiscard]] bool speaks_of_secret(std::string_view text);

/// Is the field of a form of that name for one? Names that are shorter than words of a text count too: "pass", "db_pw".
[[nodiscard]] bool is_secret_field(std::string_view name);

}  // namespace mcpgen
