// The roles in a conversation: a speaker, or an intended reader.
#pragma once

namespace mcp {

enum class Role : unsigned char { User, Assistant };

}  // namespace mcp
