// Handlers that are coroutines. A handler that returns `mcp::Task<T>` instead of T holds no thread while it waits.
#pragma once

#include <concepts>
#include <coroutine>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include <mcp/context.hpp>
#include <mcp/error.hpp>
#include <mcp/export.hpp>
#include <mcp/registry/handler.hpp>

namespace mcp {

template <class T = void>
class Task;

namespace detail {

/// The common base of the promises of all tasks. It knows what to resume when the coroutine has ended.
class TaskPromiseBase {
 public:
  struct FinalAwaiter {
    [[nodiscard]] bool await_ready() const noexcept { return false; }
    template <class Promise>
    std::coroutine_handle<> await_suspend(std::coroutine_handle<Promise> ended) const noexcept {
      TaskPromiseBase& promise = ended.promise();
      if (promise.awaiting_) return promise.awaiting_;
      promise.end_->on_task_end();  // may destroy the coroutine
      return std::noop_coroutine();
    }
    void await_resume() const noexcept {}
  };

  [[nodiscard]] std::suspend_always initial_suspend() const noexcept { return {}; }
  [[nodiscard]] FinalAwaiter final_suspend() const noexcept { return {}; }
  void unhandled_exception() noexcept { failure_ = std::current_exception(); }

  void set_continuation(std::coroutine_handle<> awaiting) noexcept { awaiting_ = awaiting; }
  void set_continuation(TaskEnd& end) noexcept { end_ = &end; }

 protected:
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  std::coroutine_handle<> awaiting_;
  TaskEnd* end_ = nullptr;
  std::exception_ptr failure_;
};

template <class T>
class TaskPromise final : public TaskPromiseBase {
  static_assert(std::is_object_v<T> && !std::is_const_v<T>, "a Task<T> owns its result: T must be a plain value");

 public:
  [[nodiscard]] Task<T> get_return_object() noexcept;
  template <class U = T>
    requires std::convertible_to<U&&, T>
  void return_value(U&& value) {
    value_.emplace(std::forward<U>(value));
  }
  /// The result of the coroutine. Rethrows the exception that left it.
  [[nodiscard]] T& result() {
    rethrow();
    return *value_;
  }

 private:
  std::optional<T> value_;
};

template <>
class TaskPromise<void> final : public TaskPromiseBase {
 public:
  [[nodiscard]] Task<void> get_return_object() noexcept;
  void return_void() const noexcept {}
  void result() const { rethrow(); }
};

}  // namespace detail

/// The return type of a handler that is a coroutine, and of the coroutines that it awaits. T may be any type that the
/// handler could return itself, including void and mcp::Result<T>. Schema, errors and answers are those of T.
///
///   MCP_TOOL()
///   mcp::Task<std::string> remind(std::string what, std::chrono::seconds after, mcp::Context& ctx) {
///     co_await ctx.sleep_for(after);
///     co_return "It is time: " + what;
///   }
///
/// A task starts when it is awaited or when the server starts it, and only once. It may await other tasks (`co_await
/// other(x)`) and any other awaitable. It continues on the thread that resumes it, and its result is sent from that
/// thread. Code that blocks its thread blocks a worker of the server, as in any handler.
///
/// Traps:
/// - The server keeps arguments and Context alive until the handler has ended, so the handler may take them by
///   reference. A coroutine that awaits another task must keep that task's arguments alive. If f takes a reference,
///   `co_await f(std::string("x"))` is correct and `auto t = f(std::string("x")); co_await std::move(t);` is not.
/// - The coroutine of a lambda does not own the captures: the lambda object must outlive the task. Pass values as
///   parameters instead.
/// - A returned std::string_view must not refer to a local variable of the coroutine.
/// - No lock may be held across co_await, because another thread may resume the coroutine and unlock it.
/// - A task must not be destroyed while it is suspended.
template <class T>
class [[nodiscard]] Task {
 public:
  using promise_type = detail::TaskPromise<T>;

  Task(Task&& other) noexcept : coroutine_(std::exchange(other.coroutine_, {})) {}
  Task& operator=(Task&& other) noexcept {
    std::swap(coroutine_, other.coroutine_);
    return *this;
  }
  ~Task() {
    if (coroutine_) coroutine_.destroy();
  }

  /// Starts the task. The result of the expression is the task's result; an exception of the task is rethrown.
  /// Precondition: the task was not moved from.
  auto operator co_await() && noexcept {
    struct Awaiter {
      [[nodiscard]] bool await_ready() const noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<> awaiting) const noexcept {
        coroutine.promise().set_continuation(awaiting);
        return coroutine;
      }
      T await_resume() const {
        if constexpr (std::is_void_v<T>) {
          coroutine.promise().result();
        } else {
          return std::move(coroutine.promise().result());
        }
      }
      std::coroutine_handle<promise_type> coroutine;
    };
    return Awaiter{coroutine_};
  }

  /// For the runtime: transfers the ownership of the coroutine to the caller.
  [[nodiscard]] std::coroutine_handle<promise_type> release() noexcept { return std::exchange(coroutine_, {}); }

 private:
  friend promise_type;
  explicit Task(std::coroutine_handle<promise_type> coroutine) noexcept : coroutine_(coroutine) {}

  std::coroutine_handle<promise_type> coroutine_;
};

/// The awaitable that Context::sleep_for() returns. Await it once, in the same expression.
class MCP_EXPORT Sleep {
 public:
  Sleep(const Context& context, std::int64_t nanoseconds);
  ~Sleep();
  Sleep(const Sleep&) = delete;
  Sleep& operator=(const Sleep&) = delete;

  [[nodiscard]] bool await_ready() const noexcept;
  /// Returns false if the time is over already or the call was cancelled: the coroutine goes on at once.
  bool await_suspend(std::coroutine_handle<> sleeper);
  void await_resume();

 private:
  struct State;

  std::unique_ptr<State> state_;
};

template <class Duration>
Sleep Context::sleep_for(Duration time) const {
  using Period = typename Duration::period;
  constexpr double kLongest = 1e9;  // seconds, about thirty years
  const double seconds = static_cast<double>(time.count()) * static_cast<double>(Period::num) / Period::den;
  return Sleep(*this, static_cast<std::int64_t>((seconds < kLongest ? seconds : kLongest) * 1e9 + 0.5));
}

namespace detail {

template <class T>
Task<T> TaskPromise<T>::get_return_object() noexcept {
  return Task<T>(std::coroutine_handle<TaskPromise>::from_promise(*this));
}
inline Task<void> TaskPromise<void>::get_return_object() noexcept {
  return Task<void>(std::coroutine_handle<TaskPromise>::from_promise(*this));
}

template <class T>
struct TaskResult;
template <class T>
struct TaskResult<Task<T>> {
  using Type = T;
};

/// Runs a task of T for a call and writes its result by Writer.
template <class T, class Writer>
struct TaskDriver {
  using Coroutine = std::coroutine_handle<TaskPromise<T>>;

  static void start(void* coroutine, TaskEnd& end) {
    const Coroutine handle = Coroutine::from_address(coroutine);
    handle.promise().set_continuation(end);
    handle.resume();
  }
  static void write(void* coroutine, Invocation& call) {
    TaskPromise<T>& promise = Coroutine::from_address(coroutine).promise();
    if constexpr (std::is_void_v<T>) {
      promise.result();
      call.result_nothing();
    } else {
      Writer::write(call, std::as_const(promise.result()));
    }
  }
  static void destroy(void* coroutine) noexcept { Coroutine::from_address(coroutine).destroy(); }

  static constexpr TaskOperations kOperations{&start, &write, &destroy};
};

/// Transfers the task that `invoke` returns to the call. Writer, if it is not void, writes the task's result.
template <class Writer = void, class F>
void answer_task(Invocation& call, F&& invoke) {
  auto task = std::forward<F>(invoke)();
  using T = typename TaskResult<decltype(task)>::Type;
  using ChosenWriter = std::conditional_t<std::is_void_v<Writer>, ResultWriter<T>, Writer>;
  const auto coroutine = task.release();
  if (!coroutine) throw_logic_error("the tool returned a task that was moved from");
  call.result_later({coroutine.address(), &TaskDriver<T, ChosenWriter>::kOperations});
}

/// The same, with the writer of a resource, prompt, completion or list, instantiated with the task's result type.
template <template <class> class Writer, class F>
void answer_task_with(Invocation& call, F&& invoke) {
  using T = typename TaskResult<std::remove_cvref_t<std::invoke_result_t<F>>>::Type;
  answer_task<Writer<T>>(call, std::forward<F>(invoke));
}

}  // namespace detail
}  // namespace mcp
