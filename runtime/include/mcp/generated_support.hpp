// The only header that generated code includes. It includes neither simdjson nor Asio nor nlohmann's definitions,
// because it is compiled with every source of a server.
#pragma once

#include <mcp/push_macros.hpp>

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
#include <mcp/export.hpp>
#include <mcp/registry/descriptor.hpp>
#include <mcp/registry/handler.hpp>
#include <mcp/server.hpp>
#include <mcp/version.hpp>

namespace mcp::detail {

/// The signature of a function or member function pointer.
template <class F>
struct Signature;
template <class R, class... A>
struct Signature<R (*)(A...)> {
  using Result = R;
  /// Whether every argument can be passed so that it stays unchanged. (Context and std::stop_token are not arguments.)
  static constexpr bool kKeepsArguments =
      ((std::is_same_v<A, Context&> || (std::is_lvalue_reference_v<A> && std::is_const_v<std::remove_reference_t<A>>) ||
        (!std::is_reference_v<A> && std::is_copy_constructible_v<A>)) &&
       ...);
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

/// The declared type of parameter I of a handler's function.
template <class F, std::size_t I>
using parameter_t = typename Signature<std::remove_cv_t<F>>::template Parameter<I>;
/// The type that holds the argument until the call has ended: for a parameter of type std::string_view, a std::string.
template <class F, std::size_t I>
using argument_t = typename Storage<std::remove_cvref_t<parameter_t<F, I>>>::Owner;

/// Whether the JSON of a T is an object: a struct or a map.
template <class T>
inline constexpr bool has_object_root = requires { codec<T>::kObject; } || requires { requires codec<T>::kObjectRoot; };

/// An argument that a call omits by passing fewer arguments, because its default, or that of an earlier parameter, is
/// not a constant.
template <class T>
struct Omittable {
  std::optional<T> value;

  [[nodiscard]] bool given() const noexcept { return value.has_value(); }
};

/// Refuses a call that has the argument `given` but not the earlier `missing`. Throws ToolError.
[[noreturn]] MCP_EXPORT void refuse_without(std::string_view given, std::string_view missing);

/// Writes a text as one text block, and any other value as structured content.
template <class R>
struct ResultWriter {
  static void write(Invocation& call, const R& result) {
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

/// Writes the return value of a handler.
template <class R>
void write_result(Invocation& call, const R& result) {
  ResultWriter<R>::write(call, result);
}

/// Calls `invoke` and writes its return value by Writer<R>, the writer of a resource, prompt, completion or list.
template <template <class> class Writer, class F>
void answer_with(Invocation& call, F&& invoke) {
  const auto& result = std::forward<F>(invoke)();
  Writer<std::remove_cvref_t<decltype(result)>>::write(call, result);
}

/// Calls `invoke` and writes its return value.
template <class F>
void answer(Invocation& call, F&& invoke) {
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

/// Whether keep() leaves every argument of a function unchanged.
template <class F>
inline constexpr bool can_run_again = Signature<std::remove_cv_t<F>>::kKeepsArguments;

/// Passes argument I to a function that may be run again with the same arguments: copies it if the parameter is a
/// copyable value, else does what pass() does.
template <class F, std::size_t I>
[[nodiscard]] decltype(auto) keep(argument_t<F, I>& argument) {
  using Parameter = parameter_t<F, I>;
  using Bare = std::remove_cvref_t<Parameter>;
  if constexpr (!std::is_same_v<argument_t<F, I>, Bare>) {
    return Storage<Bare>::view(argument);
  } else if constexpr (!std::is_reference_v<Parameter> && std::is_copy_constructible_v<Bare>) {
    return Bare(argument);
  } else {
    return std::forward<Parameter>(argument);
  }
}

/// Passes argument I to a function: moves it into a value, makes a view for a view, and else passes a reference.
template <class F, std::size_t I>
[[nodiscard]] decltype(auto) pass(argument_t<F, I>& argument) noexcept {
  using Bare = std::remove_cvref_t<parameter_t<F, I>>;
  if constexpr (std::is_same_v<argument_t<F, I>, Bare>) {
    return std::forward<parameter_t<F, I>>(argument);
  } else {
    return Storage<Bare>::view(argument);
  }
}

/// What a handler without arguments has instead of them.
struct NoArguments {};
inline constexpr Object kNoArguments{nullptr, 0};

/// The table entry of the handler that generated code describes as T, with what `said` says of it already.
template <class T>
[[nodiscard]] constexpr Handler make_handler(const Handler& said) {
  using Arguments = typename T::McpArguments;
  Handler handler = said;
  handler.arguments = &kNoArguments;
  if constexpr (requires { &T::kMcpArguments; }) handler.arguments = &T::kMcpArguments;
  handler.size = sizeof(Arguments);
  handler.alignment = alignof(Arguments);
  handler.construct = &construct<Arguments>;
  handler.destroy = &destroy<Arguments>;
  handler.call = &T::mcp_call;
  if constexpr (requires { &T::mcp_decode; }) handler.decode = &T::mcp_decode;
  if constexpr (requires { T::kMcpMirrored; }) handler.mirrored = T::kMcpMirrored;
  if constexpr (requires { T::kMcpTexts; }) handler.texts = T::kMcpTexts;
  if constexpr (requires { typename T::McpFunction; }) {
    handler.can_run_again = !said.has_context || can_run_again<typename T::McpFunction>;
  }
  return handler;
}
template <class T>
[[nodiscard]] constexpr Handler make_handler(std::string_view name, const Owner* owner, bool stoppable) {
  return make_handler<T>({.name = name, .owner = owner, .stoppable = stoppable});
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

#include <mcp/pop_macros.hpp>
