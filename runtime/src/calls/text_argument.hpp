// Arguments that arrive as text, made JSON for the decoder.
#pragma once

#include <mcp/codec/writer.hpp>
#include <mcp/registry/handler.hpp>

#include "calls/call_arguments.hpp"

namespace mcp::protocol {

/// Appends the argument as the JSON value that the handler's type wants, if the text is one; else as a string, which
/// the decoder will refuse.
void write_text_argument(const detail::Handler& handler, const TextValue& argument, Writer& to);

}  // namespace mcp::protocol
