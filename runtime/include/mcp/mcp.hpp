// The annotations, and everything that a handler or a program with its own `main` may use. A file that needs only the
// macros includes <mcp/annotations.hpp>, which takes almost no time to compile.
#pragma once

#include <mcp/push_macros.hpp>

#include <mcp/annotations.hpp>  // IWYU pragma: export
#include <mcp/asking.hpp>       // IWYU pragma: export
#include <mcp/bytes.hpp>        // IWYU pragma: export
#include <mcp/codec/codec.hpp>  // IWYU pragma: export
#include <mcp/codec/json.hpp>   // IWYU pragma: export
#include <mcp/completion.hpp>   // IWYU pragma: export
#include <mcp/content.hpp>      // IWYU pragma: export
#include <mcp/context.hpp>      // IWYU pragma: export
#include <mcp/dynamic.hpp>      // IWYU pragma: export
#include <mcp/error.hpp>        // IWYU pragma: export
#include <mcp/files.hpp>        // IWYU pragma: export
#include <mcp/handles.hpp>      // IWYU pragma: export
#include <mcp/json.hpp>         // IWYU pragma: export
#include <mcp/literal.hpp>      // IWYU pragma: export
#include <mcp/prompt.hpp>       // IWYU pragma: export
#include <mcp/resource.hpp>     // IWYU pragma: export
#include <mcp/result.hpp>       // IWYU pragma: export
#include <mcp/role.hpp>         // IWYU pragma: export
#include <mcp/sampling.hpp>     // IWYU pragma: export
#include <mcp/server.hpp>       // IWYU pragma: export
#include <mcp/task.hpp>         // IWYU pragma: export
#include <mcp/tool_result.hpp>  // IWYU pragma: export
#include <mcp/version.hpp>      // IWYU pragma: export

#include <mcp/stored_handles.hpp>  // IWYU pragma: export

#include <mcp/pop_macros.hpp>
