// Objects of generated code as one revision knows them.
#pragma once

#include <string>

#include <mcp/registry/descriptor.hpp>
#include <mcp/revision.hpp>

namespace mcp::detail {

/// Appends the object as `revision` knows it.
void append_object(VersionedObject object, Revision revision, std::string& to);

/// The same as a text of its own.
[[nodiscard]] std::string object_text(VersionedObject object, Revision revision);

}  // namespace mcp::detail
