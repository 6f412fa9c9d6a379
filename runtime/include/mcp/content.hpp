// The content blocks of a tool's result: text, images, sound, links to resources, and embedded resources. A tool may
// return one block, a list of blocks, or a variant of block types:
//
//   mcp::Image plot(std::string formula) { return {.data = mcp::bytes(render(formula)), .mime_type = "image/png"}; }
//
// Each block is sent in a form that the client's protocol revision knows:
//   audio, before 2025-03-26           an embedded resource with the sound as its blob, uri `audio:///INDEX`
//   resource link, before 2025-06-18   a text block, `TITLE: URI` and the description below
// If a block breaks a rule stated here, the call fails with a tool error that names the rule.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include <mcp/bytes.hpp>
#include <mcp/export.hpp>
#include <mcp/role.hpp>

namespace mcp {

/// Hints for the client about a block. Empty members are not sent.
struct Annotations {
  std::vector<Role> audience{};                // intended readers; empty: all
  std::optional<double> priority{};            // from 0, optional, to 1, required
  std::optional<std::string> last_modified{};  // a date-time of RFC 3339; sent since 2025-06-18
};

/// Text. It must be UTF-8.
struct Text {
  std::string text;
  Annotations annotations{};
};

/// An image. `mime_type` is required, for example "image/png".
struct Image {
  Bytes data;
  std::string mime_type;
  Annotations annotations{};
};

/// Sound. `mime_type` is required, for example "audio/wav".
struct Audio {
  Bytes data;
  std::string mime_type;
  Annotations annotations{};
};

/// A link to a resource that the client may read. `uri` follows RFC 3986, so it has other characters as %XX.
struct ResourceLink {
  std::string uri;
  std::string name;
  std::optional<std::string> title{};
  std::optional<std::string> description{};
  std::optional<std::string> mime_type{};
  std::optional<std::uint64_t> size{};  // bytes
  Annotations annotations{};
};

/// The content of a resource. Exactly one of `text` and `blob` must be set.
struct EmbeddedResource {
  std::string uri;  // RFC 3986
  std::optional<std::string> mime_type{};
  std::optional<std::string> text{};
  std::optional<Bytes> blob{};
  Annotations annotations{};
};

/// A content block of any kind.
using Content = std::variant<Text, Image, Audio, ResourceLink, EmbeddedResource>;

namespace detail {

class Invocation;
template <class R>
struct ResultWriter;

using BlockPointer =
    std::variant<const Text*, const Image*, const Audio*, const ResourceLink*, const EmbeddedResource*>;

template <class T>
inline constexpr bool is_content = std::constructible_from<BlockPointer, const T*>;
template <class T, class A>
inline constexpr bool is_content<std::vector<T, A>> = is_content<T>;
template <class T, std::size_t N>
inline constexpr bool is_content<std::array<T, N>> = is_content<T>;
template <class T>
inline constexpr bool is_content<std::optional<T>> = is_content<T>;
template <class... T>
inline constexpr bool is_content<std::variant<T...>> = (is_content<T> && ...);

/// Appends pointers to all blocks in `result`, in order. They are valid as long as `result` is.
template <class R>
void collect_blocks(const R& result, std::vector<BlockPointer>& to) {
  if constexpr (std::constructible_from<BlockPointer, const R*>) {
    to.emplace_back(&result);
  } else if constexpr (requires { result.index(); }) {
    std::visit([&](const auto& alternative) { collect_blocks(alternative, to); }, result);
  } else if constexpr (requires { result.has_value(); }) {
    if (result) collect_blocks(*result, to);
  } else {
    for (const auto& element : result) collect_blocks(element, to);
  }
}

/// Writes the members of a result with these blocks and without structured content.
MCP_EXPORT void write_blocks(Invocation& call, std::span<const BlockPointer> blocks);

template <class R>
  requires is_content<R>
struct ResultWriter<R> {
  static void write(Invocation& call, const R& result) {
    std::vector<BlockPointer> blocks;
    collect_blocks(result, blocks);
    write_blocks(call, blocks);
  }
};

}  // namespace detail
}  // namespace mcp
