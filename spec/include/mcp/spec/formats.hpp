// The formats that texts are held to: their names in JSON Schema, and what each demands.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include <mcp/format.hpp>

namespace mcp::spec {

/// A format and its name in JSON Schema.
struct NamedFormat {
  std::string_view name;
  detail::Format format;
};
/// All that are checked, sorted by name.
inline constexpr std::array<NamedFormat, 10> kFormats = {{{"date", detail::Format::Date},
                                                          {"date-time", detail::Format::DateTime},
                                                          {"duration", detail::Format::Duration},
                                                          {"email", detail::Format::Email},
                                                          {"hostname", detail::Format::Hostname},
                                                          {"ipv4", detail::Format::Ipv4},
                                                          {"ipv6", detail::Format::Ipv6},
                                                          {"time", detail::Format::Time},
                                                          {"uri", detail::Format::Uri},
                                                          {"uuid", detail::Format::Uuid}}};

/// Empty for None.
[[nodiscard]] std::string_view name_of(detail::Format format) noexcept;
/// The format called `name`; nothing if there is none.
[[nodiscard]] std::optional<detail::Format> format_named(std::string_view name) noexcept;

/// Whether `text` has the format; every text has None.
[[nodiscard]] bool has_format(std::string_view text, detail::Format format);

}  // namespace mcp::spec
