// Tools that are coroutines: a tool that returns `mcp::Task<T>` instead of T holds no thread while it waits.
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
#include <mcp/registry/handler.hpp>

namespace mcp {

template <class T = void>
class Task;

namespace detail {

/// What the promises of all tasks share: who goes on when the coroutine has ended.
class TaskPromiseBase {
 public:
  struct FinalAwaiter {
    [[nodiscard]] bool await_ready() const noexcept { return false; }
    template <class Promise>
    std::coroutine_handle<> await_suspend(std::coroutine_handle<Promise> ended) const noexcept {
      TaskPromiseBase& promise = ended.promise();
      if (promise.awaiting_) return promise.awaiting_;
      promise.end_->on_task_end();  // the coroutine is gone now
      return std::noop_coroutine();
    }
    void await_resume() const noexcept {}
  };

  [[nodiscard]] std::suspend_always initial_suspend() const noexcept { return {}; }
  [[nodiscard]] FinalAwaiter final_suspend() const noexcept { return {}; }
  void unhandled_exception() noexcept { failure_ = std::current_exception(); }

  void tell(std::coroutine_handle<> awaiting) noexcept { awaiting_ = awaiting; }
  void tell(TaskEnd& end) noexcept { end_ = &end; }

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
  /// Throws what the coroutine threw.
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

/// The result of a tool that is a coroutine, and of coroutines that it awaits. T is all that a tool may return, void
/// and mcp::Result<T> too; schema, errors and answers are those of T.
///
///   MCP_TOOL()
///   mcp::Task<std::string> remind(std::string what, std::chrono::seconds after, mcp::Context& ctx) {
///     co_await ctx.sleep_for(after);
///     co_return "It is time: " + what;
///   }
///
/// Starts when it is awaited, or by the server; each task once. It may await other tasks (`co_await other(x)`) and any
/// awaitable, by whatever thread that resumes it: on that thread it goes on, and there its result is sent. What blocks
/// a thread blocks one of the server's workers, as in any tool.
///
/// Traps:
/// - The server keeps arguments and Context alive until the tool has ended, so it may take them by reference. Whoever
///   awaits a task of his own keeps its arguments alive himself: `co_await f(std::string("x"))` does,
///   `auto t = f(std::string("x")); co_await std::move(t);` does not, if f takes a reference.
/// - A lambda that is a coroutine does not own what it captures: the lambda object must outlive the task. Pass values
///   as parameters instead.
/// - A std::string_view that is returned must not look at a local variable of the coroutine.
/// - No lock may be held across co_await: another thread could be the one that unlocks it.
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

  /// Starts it; gives its result, or throws what it threw. The task must not be empty (moved from).
  auto operator co_await() && noexcept {
    struct Awaiter {
      [[nodiscard]] bool await_ready() const noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<> awaiting) const noexcept {
        coroutine.promise().tell(awaiting);
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

  /// For the server: the coroutine, which is no longer this object's.
  [[nodiscard]] std::coroutine_handle<promise_type> release() noexcept { return std::exchange(coroutine_, {}); }

 private:
  friend promise_type;
  explicit Task(std::coroutine_handle<promise_type> coroutine) noexcept : coroutine_(coroutine) {}

  std::coroutine_handle<promise_type> coroutine_;
};

/// What Context::sleep_for() gives: to be awaited once, at once.
class [[nodiscard]] Sleep {
 public:
  Sleep(const Context& context, std::int64_t nanoseconds);
  ~Sleep();
  Sleep(const Sleep&) = delete;
  Sleep& operator=(const Sleep&) = delete;

  [[nodiscard]] bool await_ready() const noexcept;
  /// False if it is over already.
  bool await_suspend(std::coroutine_handle<> sleeper);
  void await_resume();

 private:
  struct State;

  std::unique_ptr<State> state_;
};

template <class Duration>
Sleep Context::sleep_for(Duration time) const {
  using Period = typename Duration::period;
  constexpr double kLongest = 1e9;  // seconds: some thirty years
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

/// How a task of T is run, with its result written by Writer.
template <class T, class Writer>
struct TaskDriver {
  using Coroutine = std::coroutine_handle<TaskPromise<T>>;

  static void start(void* coroutine, TaskEnd& end) {
    const Coroutine handle = Coroutine::from_address(coroutine);
    handle.promise().tell(end);
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

/// Leaves the task that `invoke` returns to the call; Writer, if it is not void, writes its result.
template <class Writer = void, class F>
void answer_task(Invocation& call, F&& invoke) {
  auto task = std::forward<F>(invoke)();
  using T = typename TaskResult<decltype(task)>::Type;
  using ChosenWriter = std::conditional_t<std::is_void_v<Writer>, ResultWriter<T>, Writer>;
  const auto coroutine = task.release();
  if (!coroutine) throw std::logic_error("the tool returned a task that was moved from");
  call.result_later({coroutine.address(), &TaskDriver<T, ChosenWriter>::kOperations});
}

/// The same with the writer of a resource, prompt, completion or list for whatever the task gives.
template <template <class> class Writer, class F>
void answer_task_with(Invocation& call, F&& invoke) {
  using T = typename TaskResult<std::remove_cvref_t<std::invoke_result_t<F>>>::Type;
  answer_task<Writer<T>>(call, std::forward<F>(invoke));
}

}  // namespace detail
}  // namespace mcp
