// The sources of one program, each with an nlohmann::json of its own.
#pragma once

#include <cstddef>
#include <string>

#include <mcp/serve.hpp>

std::size_t size_of_old_json();
std::string through_old_json(const std::string& text);
unsigned short port_seen_by_old_json(const mcp::Serving& serving);

std::size_t size_of_json_with_diagnostics();
std::string through_json_with_diagnostics(const std::string& text);
std::string diagnosis_of_missing_member();
