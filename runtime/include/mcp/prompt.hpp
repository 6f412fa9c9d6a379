// The return types of functions with MCP_PROMPT: messages for a model.
#pragma once

#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <mcp/content.hpp>
#include <mcp/export.hpp>
#include <mcp/registry/handler.hpp>
#include <mcp/role.hpp>

namespace mcp {

/// One message. (2026-07-28, server/prompts, "PromptMessage")
struct PromptMessage {
  Role role = Role::User;
  Content content;
};

/// Messages, and a description of the prompt with these arguments.
struct PromptResult {
  std::vector<PromptMessage> messages;
  std::optional<std::string> description{};
};

namespace detail {

MCP_EXPORT void write_prompt(Invocation& call, const PromptMessage* messages, std::size_t count,
                             const std::string* description);

/// Writes a prompt's return value as the members of a GetPromptResult. Texts and content blocks become messages of the
/// user.
template <class R>
struct PromptWriter {
  static void write(Invocation& call, const R& result) {
    if constexpr (std::is_same_v<R, PromptResult>) {
      write_prompt(call, result.messages.data(), result.messages.size(),
                   result.description ? &*result.description : nullptr);
    } else if constexpr (std::is_same_v<R, std::vector<PromptMessage>>) {
      write_prompt(call, result.data(), result.size(), nullptr);
    } else if constexpr (std::is_same_v<R, PromptMessage>) {
      write_prompt(call, &result, 1, nullptr);
    } else if constexpr (std::convertible_to<const R&, std::string_view>) {
      const PromptMessage message{Role::User, Text{.text = std::string(std::string_view(result))}};
      write_prompt(call, &message, 1, nullptr);
    } else if constexpr (std::constructible_from<Content, const R&>) {
      const PromptMessage message{Role::User, Content(result)};
      write_prompt(call, &message, 1, nullptr);
    } else if constexpr (requires {
                           result.error();
                           result.value();
                         }) {  // mcp::Result
      PromptWriter<std::remove_cvref_t<decltype(result.value())>>::write(call, result.value());
    } else {
      static_assert(
          requires {
            result.begin();
            Content(*result.begin());
          }, "MCP_PROMPT: return text, content, mcp::PromptMessage, a vector of these, or mcp::PromptResult");
      std::vector<PromptMessage> messages;
      for (const auto& block : result) messages.push_back({Role::User, Content(block)});
      write_prompt(call, messages.data(), messages.size(), nullptr);
    }
  }
};

}  // namespace detail
}  // namespace mcp
