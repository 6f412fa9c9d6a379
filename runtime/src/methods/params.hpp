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
struct codec<protocol::InitializeParams> : detail::ObjectCodec<protocol::InitializeParams> {
  using T = protocol::InitializeParams;
  static constexpr detail::Member kMembers[] = {MCP_REQUIRED(T, protocol_version, "protocolVersion"),
                                                MCP_REQUIRED(T, capabilities, "capabilities"),
                                                MCP_REQUIRED(T, client_info, "clientInfo")};
  static constexpr detail::Object kObject = protocol::message_object(kMembers);
};

template <>
struct codec<protocol::PaginatedParams> : detail::ObjectCodec<protocol::PaginatedParams> {
  using T = protocol::PaginatedParams;
  static constexpr detail::Member kMembers[] = {MCP_OPTIONAL(T, cursor, "cursor")};
  static constexpr detail::Object kObject = protocol::message_object(kMembers);
};

template <>
struct codec<protocol::SetLevelParams> : detail::ObjectCodec<protocol::SetLevelParams> {
  using T = protocol::SetLevelParams;
  static constexpr detail::Member kMembers[] = {MCP_REQUIRED(T, level, "level")};
  static constexpr detail::Object kObject = protocol::message_object(kMembers);
};

template <>
struct codec<protocol::SubscribeParams> : detail::ObjectCodec<protocol::SubscribeParams> {
  using T = protocol::SubscribeParams;
  static constexpr detail::Member kMembers[] = {MCP_REQUIRED(T, uri, "uri")};
  static constexpr detail::Object kObject = protocol::message_object(kMembers);
};

template <>
struct codec<protocol::TaskParams> : detail::ObjectCodec<protocol::TaskParams> {
  using T = protocol::TaskParams;
  static constexpr detail::Member kMembers[] = {MCP_REQUIRED(T, task_id, "taskId")};
  static constexpr detail::Object kObject = protocol::message_object(kMembers);
};

template <>
struct codec<protocol::UpdateTaskParams> : detail::ObjectCodec<protocol::UpdateTaskParams> {
  using T = protocol::UpdateTaskParams;
  static constexpr detail::Member kMembers[] = {MCP_REQUIRED(T, task_id, "taskId"),
                                                MCP_REQUIRED(T, input_responses, "inputResponses")};
  static constexpr detail::Object kObject = protocol::message_object(kMembers);
};

template <>
struct codec<protocol::CompleteParams::Reference> : detail::ObjectCodec<protocol::CompleteParams::Reference> {
  using T = protocol::CompleteParams::Reference;
  static constexpr detail::Member kMembers[] = {MCP_REQUIRED(T, type, "type"), MCP_OPTIONAL(T, name, "name"),
                                                MCP_OPTIONAL(T, uri, "uri")};
  static constexpr detail::Object kObject = protocol::message_object(kMembers);
};

template <>
struct codec<protocol::CompleteParams::Argument> : detail::ObjectCodec<protocol::CompleteParams::Argument> {
  using T = protocol::CompleteParams::Argument;
  static constexpr detail::Member kMembers[] = {MCP_REQUIRED(T, name, "name"), MCP_REQUIRED(T, value, "value")};
  static constexpr detail::Object kObject = protocol::message_object(kMembers);
};

template <>
struct codec<protocol::CompleteParams::Chosen> : detail::ObjectCodec<protocol::CompleteParams::Chosen> {
  using T = protocol::CompleteParams::Chosen;
  static constexpr detail::Member kMembers[] = {MCP_OPTIONAL(T, arguments, "arguments")};
  static constexpr detail::Object kObject = protocol::message_object(kMembers);
};

template <>
struct codec<protocol::CompleteParams> : detail::ObjectCodec<protocol::CompleteParams> {
  using T = protocol::CompleteParams;
  static constexpr detail::Member kMembers[] = {MCP_REQUIRED(T, ref, "ref"), MCP_REQUIRED(T, argument, "argument"),
                                                MCP_OPTIONAL(T, context, "context")};
  static constexpr detail::Object kObject = protocol::message_object(kMembers);
};

template <>
struct codec<protocol::Completion> : detail::ObjectCodec<protocol::Completion> {
  using T = protocol::Completion;
  static constexpr detail::Member kMembers[] = {MCP_REQUIRED(T, values, "values"), MCP_REQUIRED(T, total, "total"),
                                                MCP_REQUIRED(T, has_more, "hasMore")};
  static constexpr detail::Object kObject = protocol::message_object(kMembers);
};

template <>
struct codec<protocol::CompleteResult> : detail::ObjectCodec<protocol::CompleteResult> {
  using T = protocol::CompleteResult;
  static constexpr detail::Member kMembers[] = {MCP_REQUIRED(T, completion, "completion")};
  static constexpr detail::Object kObject = protocol::message_object(kMembers);
};

}  // namespace mcp
