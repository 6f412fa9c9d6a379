// Which revision a message declares in its `_meta` (2026-07-28, basic/versioning).
#pragma once

#include <optional>
#include <string_view>

#include <mcp/codec/value.hpp>
#include <mcp/revision.hpp>

#include "requests/request_meta.hpp"

namespace mcp::protocol {

/// Which revision a message declares.
struct DeclaredRevision {
  enum class Kind : unsigned char {
    Legacy,       ///< says nothing: the session decides
    Modern,       ///< complete metadata of a revision we speak per request
    Unsupported,  ///< metadata of a revision we do not speak per request
    Malformed,    ///< metadata that breaks its own rules
  };
  Kind kind = Kind::Legacy;
  Revision revision{};              // of Modern
  std::string_view problem;         // of Malformed: a static text
  std::string_view requested;       // the revision that the metadata names; empty: none, or no string
  std::optional<RequestMeta> meta;  // where it is an object
};

/// Reads the declared revision out of a message's params; null or no object means Legacy.
[[nodiscard]] DeclaredRevision read_declared_revision(const std::optional<Value>& params);

}  // namespace mcp::protocol
