// What looks like a secret, by its name.
#pragma once

#include <string_view>

namespace mcpgen {

/// "userPassword", "api_token".
[[nodiscard]] bool is_secret_name(std::string_view name);

/// Does a name or a text for people speak of one? "Your PIN", "Number of the credit card".
[[nodiscard]] bool speaks_of_secret(std::string_view text);

/// Is the field of a form of that name for one? Names that are shorter than words of a text count too: "pass", "db_pw".
[[nodiscard]] bool is_secret_field(std::string_view name);

}  // namespace mcpgen
