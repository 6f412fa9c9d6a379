// The part of a program that is compiled with -fno-exceptions and -fno-rtti.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <mcp/serve.hpp>

/// Serves on a free port, with an authorizer that lets everybody in who names themselves.
mcp::Serving serve_without_exceptions(mcp::Server& server);
/// The length of the list `text`; nothing if it is no JSON.
std::optional<std::size_t> length_without_exceptions(const std::string& text);
