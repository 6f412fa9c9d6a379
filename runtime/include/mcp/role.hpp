// Who speaks in a conversation, or whom something is for.
#pragma once

namespace mcp {

enum class Role : unsigned char { User, Assistant };

}  // namespace mcp
