// The params and results of methods that run no handler, and of completion, as the specification's schema has them.
// Members that the server does not read are left out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "jsonrpc/params.hpp"
#include "requests/client.hpp"

namespace mcp::protocol {

/// initialize (2025-11-25, basic/lifecycle).
struct InitializeParams {
  std::string protocol_version;
  ObjectMember capabilities;
  Implementation client_info;
};

/// tools/list, prompts/list, resources/list, resources/templates/list (server/utilities/pagination).
struct PaginatedParams {
  std::optional<std::string> cursor;
};

/// logging/setLevel (2025-11-25, server/utilities/logging).
struct SetLevelParams {
  std::string level;
};

/// resources/subscribe and resources/unsubscribe (2025-11-25, server/resources).
struct SubscribeParams {
  std::string uri;
};

/// tasks/get and tasks/cancel.
struct TaskParams {
  std::string task_id;
};

/// tasks/update.
struct UpdateTaskParams {
  std::string task_id;
  ObjectMember input_responses;
};

/// completion/complete (server/utilities/completion).
struct CompleteParams {
  struct Reference {
    std::string type;
    TextMember name;  ///< of a prompt
    TextMember uri;   ///< of a resource or its template
  };
  struct Argument {
    std::string name;
    std::string value;
  };
  struct Chosen {
    std::optional<std::map<std::string, std::string>> arguments;
  };
  Reference ref;
  Argument argument;
  Chosen context;  ///< arguments that were chosen before; none before 2025-06-18
};

struct Completion {
  std::vector<std::string> values;
  std::uint64_t total = 0;
  bool has_more = false;
};

struct CompleteResult {
  Completion completion;
};

}  // namespace mcp::protocol

namespace mcp {

template <>
struct codec<protocol::InitializeParams> : protocol::MessageCodec<protocol::InitializeParams> {
  static constexpr detail::Member kMembers[] = {MCP_REQUIRED(protocol_version, "protocolVersion"),
                                                MCP_REQUIRED(capabilities, "capabilities"),
                                                MCP_REQUIRED(client_info, "clientInfo")};
};

template <>
struct codec<protocol::PaginatedParams> : protocol::MessageCodec<protocol::PaginatedParams> {
  static constexpr detail::Member kMembers[] = {MCP_OPTIONAL(cursor, "cursor")};
};

template <>
struct codec<protocol::SetLevelParams> : protocol::MessageCodec<protocol::SetLevelParams> {
  static constexpr detail::Member kMembers[] = {MCP_REQUIRED(level, "level")};
};

template <>
struct codec<protocol::SubscribeParams> : protocol::MessageCodec<protocol::SubscribeParams> {
  static constexpr detail::Member kMembers[] = {MCP_REQUIRED(uri, "uri")};
};

template <>
struct codec<protocol::TaskParams> : protocol::MessageCodec<protocol::TaskParams> {
  static constexpr detail::Member kMembers[] = {MCP_REQUIRED(task_id, "taskId")};
};

template <>
struct codec<protocol::UpdateTaskParams> : protocol::MessageCodec<protocol::UpdateTaskParams> {
  static constexpr detail::Member kMembers[] = {MCP_REQUIRED(task_id, "taskId"),
                                                MCP_REQUIRED(input_responses, "inputResponses")};
};

template <>
struct codec<protocol::CompleteParams::Reference> : protocol::MessageCodec<protocol::CompleteParams::Reference> {
  static constexpr detail::Member kMembers[] = {MCP_REQUIRED(type, "type"), MCP_OPTIONAL(name, "name"),
                                                MCP_OPTIONAL(uri, "uri")};
};

template <>
struct codec<protocol::CompleteParams::Argument> : protocol::MessageCodec<protocol::CompleteParams::Argument> {
  static constexpr detail::Member kMembers[] = {MCP_REQUIRED(name, "name"), MCP_REQUIRED(value, "value")};
};

template <>
struct codec<protocol::CompleteParams::Chosen> : protocol::MessageCodec<protocol::CompleteParams::Chosen> {
  static constexpr detail::Member kMembers[] = {MCP_OPTIONAL(arguments, "arguments")};
};

template <>
struct codec<protocol::CompleteParams> : protocol::MessageCodec<protocol::CompleteParams> {
  static constexpr detail::Member kMembers[] = {MCP_REQUIRED(ref, "ref"), MCP_REQUIRED(argument, "argument"),
                                                MCP_OPTIONAL(context, "context")};
};

template <>
struct codec<protocol::Completion> : protocol::MessageCodec<protocol::Completion> {
  static constexpr detail::Member kMembers[] = {MCP_REQUIRED(values, "values"), MCP_REQUIRED(total, "total"),
                                                MCP_REQUIRED(has_more, "hasMore")};
};

template <>
struct codec<protocol::CompleteResult> : protocol::MessageCodec<protocol::CompleteResult> {
  static constexpr detail::Member kMembers[] = {MCP_REQUIRED(completion, "completion")};
};

}  // namespace mcp
