// Annotations of contents and resources: whom they are for, and how much they matter.
#pragma once

#include <optional>
#include <string_view>

#include <mcp/role.hpp>

namespace mcp::spec {

/// As messages spell it. Empty for what is no role.
[[nodiscard]] constexpr std::string_view name_of(Role role) noexcept {
  switch (role) {
    case Role::User:
      return "user";
    case Role::Assistant:
      return "assistant";
  }
  return {};
}

/// The role of that name; nothing if there is none.
[[nodiscard]] constexpr std::optional<Role> role_named(std::string_view name) noexcept {
  for (const Role role : {Role::User, Role::Assistant}) {
    if (name_of(role) == name) return role;
  }
  return std::nullopt;
}

/// Whether `priority` is from 0 (optional) to 1 (required). A NaN is not.
[[nodiscard]] constexpr bool is_priority(double priority) noexcept { return priority >= 0 && priority <= 1; }

}  // namespace mcp::spec
