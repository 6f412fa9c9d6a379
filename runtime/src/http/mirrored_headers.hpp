// Compares what a client repeats in headers (Mcp-Method, Mcp-Name, Mcp-Param-*) with the body, so that a proxy
// that routes by the headers and the tool that runs by the body act on the same values (2026-07-28,
// basic/transports/streamable-http, "Request Metadata").
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <mcp/codec/value.hpp>
#include <mcp/registry/handler.hpp>

namespace mcp::protocol::http {

/// A header that may come once: its value as it came, and how often it did.
struct SingleField {
  std::string_view value;  // the first
  unsigned count = 0;

  void add(std::string_view occurrence) noexcept {
    if (count++ == 0) value = occurrence;
  }
};

/// One `Mcp-Param-<name>` header as it came.
struct ParamField {
  std::string_view name;  // what follows "Mcp-Param-"
  std::string_view value;
};

struct MirroredFields {
  SingleField method;                  // Mcp-Method
  SingleField name;                    // Mcp-Name
  std::span<const ParamField> params;  // every occurrence
};

/// The parts of the body that the headers repeat.
struct MirroredBody {
  std::string_view method;
  std::optional<Value> params;  // of any kind
  /// Of the tool that is called; empty for every other method, and for tools that do not exist.
  std::span<const detail::MirroredArgument> arguments;
};

/// Whether headers have to be there, or are only compared if they are: legacy clients, notifications.
enum class Mirroring : unsigned char { Required, Optional };

/// Empty if headers and body say the same, else a text for the client that names the header that differs: the message
/// of an error. What is wrong with the body alone (no `params.name`, an argument of a wrong type) is left to those who
/// read the body. Valid UTF-8. Allocates only to decode base64 and for numbers in unusual spellings.
[[nodiscard]] std::string find_header_mismatch(const MirroredFields& fields, const MirroredBody& body,
                                               Mirroring mirroring);

}  // namespace mcp::protocol::http
