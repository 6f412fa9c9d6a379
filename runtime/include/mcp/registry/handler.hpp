// What generated code says about one function that a client can reach (a tool, a resource, a prompt, a completion, a
// list of resources), and what it needs to answer one request.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include <mcp/asks.hpp>  // IWYU pragma: export
#include <mcp/context.hpp>
#include <mcp/export.hpp>
#include <mcp/registry/type_tag.hpp>
#include <mcp/revision.hpp>
#include <mcp/task_support.hpp>

namespace mcp {
class Decoder;
class Value;
class Writer;
}  // namespace mcp

namespace mcp::detail {

class Invocation;
struct Object;  // codec/object.hpp: the members of a struct
struct Ops;     // codec/codec.hpp: the codec of a type, erased

/// Hears that a coroutine has ended.
class MCP_EXPORT TaskEnd {
 public:
  /// Once, on any thread, maybe before start() has returned. Writes the result and destroys the coroutine.
  virtual void on_task_end() noexcept = 0;

 protected:
  ~TaskEnd() = default;
};

/// How the coroutine of a handler is run; task.hpp has them for every type of result.
struct TaskOperations {
  void (*start)(void* coroutine, TaskEnd& end);
  void (*write)(void* coroutine, Invocation& call);  // throws what the handler threw
  void (*destroy)(void* coroutine) noexcept;
};

/// The coroutine that a handler returned; owned by the thread that runs the call.
struct PendingTask {
  void* coroutine = nullptr;  // null: none
  const TaskOperations* operations = nullptr;
};

/// What a resources/read asks for.
struct Subject {
  std::string_view uri = {};        // as the client wrote it
  std::string_view mime_type = {};  // what the resource declares; empty: nothing
};
inline constexpr Subject kNoSubject{};

/// One running request, as generated code sees it: the context for the handler, and where its result goes. The result
/// is written as the own members of the method's result (of a tools/call `"content":[…],"structuredContent":…`) in the
/// shape that `revision` knows.
class MCP_EXPORT Invocation {
 public:
  Invocation(Context& context, Writer& result, Revision revision, const Subject& subject = kNoSubject) noexcept
      : context_(context), result_(result), revision_(revision), subject_(subject) {}

  [[nodiscard]] Context& context() noexcept { return context_; }
  /// Where the members go, and in which shape, for what writes them itself.
  [[nodiscard]] Writer& result() noexcept { return result_; }
  [[nodiscard]] Revision revision() const noexcept { return revision_; }
  /// Of a resources/read.
  [[nodiscard]] const Subject& subject() const noexcept { return subject_; }

  /// The handler returned nothing: empty content.
  void result_nothing();
  /// The handler returned text: one text block.
  void result_text(std::string_view text);
  /// The same; a null pointer cannot be written.
  void result_text_or_null(const char* text);
  /// The handler returned a value whose JSON is an object: structured content and its text copy.
  void result_object(const Ops& ops, const void* value);
  /// The handler returned any other value: the same, as `{"result": value}`.
  void result_wrapped(const Ops& ops, const void* value);

  /// The handler returned a coroutine that has not started: the result comes when it has ended.
  void result_later(PendingTask task) noexcept { task_ = task; }
  [[nodiscard]] const PendingTask& task() const noexcept { return task_; }

 private:
  void structured(const Ops& ops, const void* value, bool wrapped);

  Context& context_;
  Writer& result_;
  Revision revision_;
  const Subject& subject_;
  PendingTask task_;
};

/// How what a handler returned is written: `static void write(Invocation&, const R&)`. The one for every type that has
/// no own is in generated_support.hpp.
template <class R>
struct ResultWriter;

/// A class whose member functions are handlers.
struct Owner {
  std::string_view name;   // as a user would write it: "shop::Basket"
  const void* tag;         // &type_tag<T>
  void* (*make)();         // makes an instance; null if T is not default-constructible
  void (*destroy)(void*);  // of what make() returned
};

/// An argument that HTTP clients repeat as the header `Mcp-Param-<name>` (2026-07-28, basic/transports/streamable-http,
/// "Custom Headers from Tool Parameters").
struct MirroredArgument {
  enum class Kind : unsigned char { String, Integer, Boolean };

  std::string_view name;                   // what follows "Mcp-Param-", as declared
  std::span<const std::string_view> path;  // member names that lead from `arguments` to the value
  Kind kind;
};

/// An argument that arrives as text although it need not be one: of prompts, of URI templates, of completions. A text
/// that is a JSON number, or `true` or `false`, becomes that before it is decoded; one that is not stays a text, and
/// the decoder says what is wrong with it.
struct TextArgument {
  enum class Kind : unsigned char { Text, Number, Boolean };

  std::string_view name;  // on the wire
  Kind kind;
};

using mcp::TaskSupport;  // as generated code names it

/// One handler of one source file. The arguments live in `size` bytes that the caller provides: construct() fills in
/// the defaults, the runtime decodes the arguments over them, call() passes them to the function, destroy() ends them.
struct Handler {
  std::string_view name = {};  // of the tool or the prompt; else for messages to people
  const Object* arguments = nullptr;
  std::size_t size = 0;
  std::size_t alignment = 0;
  void (*construct)(void* arguments) = nullptr;
  void (*destroy)(void* arguments) noexcept = nullptr;
  /// `object` is the owner's instance; null for a free function. Throws what the function throws.
  void (*call)(void* arguments, void* object, Invocation& invocation) = nullptr;
  const Owner* owner = nullptr;  // null for a free or static member function
  bool stoppable = false;        // takes a stop_token or a Context: cancellation must reach it
  /// Takes all arguments as they are, for a tool with a schema of its own; null: `arguments` says how.
  bool (*decode)(Value from, void* arguments, Decoder& problems) = nullptr;
  /// Sorted by name without regard to case.
  std::span<const MirroredArgument> mirrored = {};
  /// Of prompts, resources and completions: how each argument is read from text, in the order of `arguments`.
  std::span<const TextArgument> texts = {};
  /// Milliseconds from the moment a call is queued to the one when it is answered for the handler; 0: none.
  std::uint32_t timeout_ms = 0;
  /// The name of the executor that runs it (Server::executor()); empty: that of Server::run_on().
  std::string_view executor = {};
  bool scoped = false;  // a caller must be allowed to call it: not to be served to callers nobody knows
  /// Takes a Context: may report, log and ask, and is run again when the client has answered.
  bool has_context = false;
  /// call() leaves the arguments as they are, so that it can be run again with them.
  bool can_run_again = true;
  TaskSupport task = TaskSupport::None;
  /// Calls Context::start_task() itself: until then it runs within the request.
  bool starts_task = false;
  /// Answers of a client count once: with the sealed state that they belong to, and never again.
  bool single_use = false;
  /// Tells one contract of the handler from another: a hash of what the manifest says of it.
  std::uint64_t contract = 0;
  /// As `decode`, with the object that call() gets: for what was added at run time, whose schema belongs to the object.
  bool (*decode_for)(Value from, void* arguments, void* object, Decoder& problems) = nullptr;
  /// What it may ask the client for, as far as its source shows: bits of kAsksForms and the others.
  unsigned asks = 0;
};

/// A type that a handler asks for (Context::elicit) or keeps (Context::once, StoredHandles), to be found by its tag.
struct AskedType {
  const void* tag;        // &type_tag<T>
  const Ops* ops;         // its codec
  std::string_view name;  // as a user would write it
  /// The `requestedSchema` of its form: for clients that know primitives alone, and for those that know choices of
  /// several and defaults, too (spec::FormSchemas). Empty: it cannot be asked for there.
  std::array<std::string_view, 2> forms = {};
  bool is_stored = false;  // kept by StoredHandles alone, so that no client carries it
};

}  // namespace mcp::detail
