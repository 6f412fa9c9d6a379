// A tool's result that the handler composes itself: content blocks, structured content, and the error flag.
#pragma once

#include <concepts>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <mcp/content.hpp>
#include <mcp/export.hpp>
#include <mcp/late_json.hpp>

namespace mcp {

/// A result is composed in place:
///
///   return mcp::ToolResult("3 files changed").add(mcp::ResourceLink{.uri = uri, .name = "diff"}).structure(summary);
///
/// Structured content is sent since 2025-06-18. If a result has no blocks, the JSON is also sent as a text block, for
/// older clients. Before 2026-07-28 structured content must be an object, so any other value is sent as `{"result":
/// VALUE}`.
class ToolResult {
 public:
  ToolResult() = default;
  /// One text block. NOLINTBEGIN(google-explicit-constructor): returned from handlers
  ToolResult(std::string text) { content_.emplace_back(Text{.text = std::move(text)}); }
  ToolResult(std::string_view text) : ToolResult(std::string(text)) {}
  ToolResult(const char* text) : ToolResult(std::string(text)) {}
  /// One block.
  template <class Block>
    requires(std::constructible_from<Content, Block &&> && !std::convertible_to<Block &&, std::string_view>)
  ToolResult(Block&& block) {
    content_.emplace_back(std::forward<Block>(block));
  }
  ToolResult(std::vector<Content> content) : content_(std::move(content)) {}
  /// NOLINTEND(google-explicit-constructor)

  /// The result of a call that failed: what went wrong, and what to do about it.
  [[nodiscard]] static ToolResult failure(std::string text) { return ToolResult(std::move(text)).fail(); }

  /// Appends a block.
  ToolResult& add(Content block) & {
    content_.push_back(std::move(block));
    return *this;
  }
  ToolResult&& add(Content block) && { return std::move(add(std::move(block))); }
  /// Appends a text block.
  ToolResult& add(std::string text) & { return add(Content(Text{.text = std::move(text)})); }
  ToolResult&& add(std::string text) && { return std::move(add(std::move(text))); }
  ToolResult& add(const char* text) & { return add(std::string(text)); }
  ToolResult&& add(const char* text) && { return std::move(add(text)); }

  /// Sets the structured content, an mcp::json: include <mcp/json.hpp> to call this.
  template <class Call = void>
  ToolResult& structure(const detail::late_json<Call>& value) & {
    detail::JsonAccess<detail::late_json<Call>>::structure(*this, value);
    return *this;
  }
  template <class Call = void>
  ToolResult&& structure(const detail::late_json<Call>& value) && {
    return std::move(structure(value));
  }

  /// Sets the error flag (`isError`). The blocks should say why the call failed.
  ToolResult& fail(bool failed = true) & {
    is_error_ = failed;
    return *this;
  }
  ToolResult&& fail(bool failed = true) && { return std::move(fail(failed)); }

  [[nodiscard]] const std::vector<Content>& content() const noexcept { return content_; }
  /// The structured content; null if there is none. It belongs to the result. The same holds.
  template <class Call = void>
  [[nodiscard]] const detail::late_json<Call>* structured_content() const noexcept {
    return static_cast<const detail::late_json<Call>*>(structured_.get());
  }
  [[nodiscard]] bool is_error() const noexcept { return is_error_; }

 private:
  template <class Json>
  friend struct detail::JsonAccess;

  std::vector<Content> content_;
  std::shared_ptr<const void> structured_;  // an mcp::json; shared: copies of a result never change it
  bool is_error_ = false;
};

namespace detail {

template <>
struct MCP_EXPORT ResultWriter<ToolResult> {
  static void write(Invocation& call, const ToolResult& result);
};

}  // namespace detail
}  // namespace mcp
