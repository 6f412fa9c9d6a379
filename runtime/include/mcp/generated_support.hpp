// The one header that generated code includes. Free of simdjson, Asio and nlohmann's definitions: it is compiled with
// every source of a server.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include <mcp/codec/codec.hpp>
#include <mcp/codec/object.hpp>
#include <mcp/registry/descriptor.hpp>
#include <mcp/registry/tool.hpp>
#include <mcp/server.hpp>
#include <mcp/version.hpp>

namespace mcp::detail {

/// The signature of a function or member function pointer.
template <class F>
struct Signature;
template <class R, class... A>
struct Signature<R (*)(A...)> {
  using Result = R;
  template <std::size_t I>
  using Parameter = std::tuple_element_t<I, std::tuple<A...>>;
};
template <class R, class... A>
struct Signature<R (*)(A...) noexcept> : Signature<R (*)(A...)> {};
template <class R, class C, class... A>
struct Signature<R (C::*)(A...)> : Signature<R (*)(A...)> {};
template <class R, class C, class... A>
struct Signature<R (C::*)(A...) noexcept> : Signature<R (*)(A...)> {};
template <class R, class C, class... A>
struct Signature<R (C::*)(A...)&> : Signature<R (*)(A...)> {};
template <class R, class C, class... A>
struct Signature<R (C::*)(A...) & noexcept> : Signature<R (*)(A...)> {};
template <class R, class C, class... A>
struct Signature<R (C::*)(A...) const> : Signature<R (*)(A...)> {};
template <class R, class C, class... A>
struct Signature<R (C::*)(A...) const noexcept> : Signature<R (*)(A...)> {};
template <class R, class C, class... A>
struct Signature<R (C::*)(A...) const&> : Signature<R (*)(A...)> {};
template <class R, class C, class... A>
struct Signature<R (C::*)(A...) const & noexcept> : Signature<R (*)(A...)> {};

/// The declared type of parameter I of a tool's function.
template <class F, std::size_t I>
using parameter_t = typename Signature<std::remove_cv_t<F>>::template Parameter<I>;
/// What holds its value until the call has ended: a std::string where the function takes a std::string_view.
template <class F, std::size_t I>
using argument_t = typename Storage<std::remove_cvref_t<parameter_t<F, I>>>::Owner;

/// Whether the JSON of a T is an object: a struct or a map.
template <class T>
inline constexpr bool has_object_root = requires { codec<T>::kObject; } || requires { requires codec<T>::kObjectRoot; };

/// An argument that is left out by passing fewer arguments: its default is no constant, or one before it has none.
template <class T>
struct Omittable {
  std::optional<T> value;

  [[nodiscard]] bool given() const noexcept { return value.has_value(); }
};

/// For a call that gives `given` but not `missing`, which stands before it. Throws ToolError.
[[noreturn]] void refuse_without(std::string_view given, std::string_view missing);

/// Text is one text block, any other value is structured content.
template <class R>
struct ResultWriter {
  static void write(ToolCall& call, const R& result) {
    if constexpr (std::is_same_v<R, std::string> || std::is_same_v<R, std::string_view>) {
      call.result_text(result);
    } else if constexpr (std::is_same_v<R, const char*>) {
      call.result_text_or_null(result);
    } else if constexpr (has_object_root<R>) {
      call.result_object(result_ops_of<R>, std::addressof(result));
    } else {
      call.result_wrapped(result_ops_of<R>, std::addressof(result));
    }
  }
};

/// Writes what a handler returned.
template <class R>
void write_result(ToolCall& call, const R& result) {
  ResultWriter<R>::write(call, result);
}

/// Calls `invoke` and writes what it returns.
template <class F>
void answer(ToolCall& call, F&& invoke) {
  using R = std::remove_cvref_t<std::invoke_result_t<F>>;
  if constexpr (std::is_void_v<R>) {
    std::forward<F>(invoke)();
    call.result_nothing();
  } else {
    const auto& result = std::forward<F>(invoke)();
    write_result<R>(call, result);
  }
}

template <class T>
void construct(void* storage) {
  ::new (storage) T();
}
template <class T>
void destroy(void* object) noexcept {
  static_cast<T*>(object)->~T();
}

/// Argument I as the function takes it: moved where it takes a value, a view of it where it takes a view, else a
/// reference.
template <class F, std::size_t I>
[[nodiscard]] constexpr decltype(auto) pass(argument_t<F, I>& argument) noexcept {
  using Bare = std::remove_cvref_t<parameter_t<F, I>>;
  if constexpr (std::is_same_v<argument_t<F, I>, Bare>) {
    return std::forward<parameter_t<F, I>>(argument);
  } else {
    return Storage<Bare>::view(argument);
  }
}

/// The table entry of the tool that generated code describes as T.
template <class T>
[[nodiscard]] constexpr Tool make_tool(std::string_view name, const Owner* owner, bool stoppable) {
  using Arguments = typename T::McpArguments;
  Tool tool{name,
            &T::kMcpArguments,
            sizeof(Arguments),
            alignof(Arguments),
            &construct<Arguments>,
            &destroy<Arguments>,
            &T::mcp_call,
            owner,
            stoppable};
  if constexpr (requires { &T::mcp_decode; }) tool.decode = &T::mcp_decode;
  if constexpr (requires { T::kMcpMirrored; }) tool.mirrored = T::kMcpMirrored;
  if constexpr (requires { T::kMcpTimeout; }) tool.timeout_ms = T::kMcpTimeout;
  if constexpr (requires { T::kMcpScoped; }) tool.scoped = T::kMcpScoped;
  return tool;
}

template <class T>
[[nodiscard]] constexpr Owner make_owner(std::string_view name) {
  if constexpr (std::is_default_constructible_v<T>) {
    return {name, &type_tag<T>, []() -> void* { return ::new T(); },
            [](void* object) { ::delete static_cast<T*>(object); }};
  } else {
    return {name, &type_tag<T>, nullptr, nullptr};
  }
}

}  // namespace mcp::detail

namespace mcp {

template <class T>
struct codec<detail::Omittable<T>> {
  static bool decode(Value from, detail::Omittable<T>& to, Decoder& problems) {
    return codec<T>::decode(from, to.value.emplace(), problems);
  }
  static void encode(const detail::Omittable<T>& from, Writer& to) { codec<T>::encode(*from.value, to); }
};

}  // namespace mcp
