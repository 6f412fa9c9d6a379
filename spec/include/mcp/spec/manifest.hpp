// What `mcpgen link` writes as a server's manifest, and the server prints for `--manifest`.
#pragma once

namespace mcp::spec {

/// The member `manifest` of a manifest. Raised when manifests change their shape.
inline constexpr int kManifestVersion = 1;

}  // namespace mcp::spec
