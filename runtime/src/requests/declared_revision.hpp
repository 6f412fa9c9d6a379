// Reads the revision that a message declares in its `_meta` (2026-07-28, basic/versioning).
#pragma once

#include <optional>
#include <string_view>

#include <mcp/codec/value.hpp>
#include <mcp/revision.hpp>

#include "requests/request_meta.hpp"

namespace mcp::protocol {

/// The revision that a message declares.
struct DeclaredRevision {
  enum class Kind : unsigned char {
    Legacy,       ///< declares nothing, so the session's revision holds
    Modern,       ///< valid metadata of a supported modern revision
    Unsupported,  ///< metadata of an unsupported revision
    Malformed,    ///< invalid metadata
  };
  Kind kind = Kind::Legacy;
  Revision revision{};              // of Modern
  std::string_view problem;         // of Malformed: a static error text
  std::string_view requested;       // the named revision; empty: none, or not a string
  std::optional<RequestMeta> meta;  // nullopt: `_meta` is missing or not an object

  /// `meta` for a Request, which must not outlive this. Null: it has none.
  [[nodiscard]] const RequestMeta* request_meta() const noexcept { return meta ? &*meta : nullptr; }
};

/// Reads the declared revision from a message's params. Missing params, or params that are not an object, mean Legacy.
[[nodiscard]] DeclaredRevision read_declared_revision(const std::optional<Value>& params);

}  // namespace mcp::protocol
