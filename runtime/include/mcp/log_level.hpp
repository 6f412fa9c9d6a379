// The severity of a log message.
#pragma once

namespace mcp {

/// The levels of RFC 5424, by rising severity. (2026-07-28, server/utilities/logging, "Log Levels")
enum class LogLevel : unsigned char { Debug, Info, Notice, Warning, Error, Critical, Alert, Emergency };

}  // namespace mcp
