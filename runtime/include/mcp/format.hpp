// The formats that texts can be held to.
#pragma once

namespace mcp::detail {

/// What a string may have to look like, by the names of JSON Schema.
enum class Format : unsigned char {
  None,
  Date,      ///< RFC 3339
  DateTime,  ///< RFC 3339
  Time,      ///< RFC 3339, with its offset
  Duration,  ///< RFC 3339, years and months too
  Email,     ///< local@domain: a dot-atom of ASCII characters, and a host name
  Hostname,  ///< RFC 1123
  Ipv4,
  Ipv6,  ///< without a zone
  Uri,   ///< RFC 3986, with a scheme
  Uuid,  ///< RFC 4122, the form with hyphens
};

}  // namespace mcp::detail
