#include <mcp/stored_handles.hpp>

#include <exception>
#include <stdexcept>
#include <utility>

#include <mcp/codec/decoder.hpp>
#include <mcp/codec/writer.hpp>
#include <mcp/error.hpp>
#include <mcp/handle_store.hpp>
#include <mcp/registry/handler.hpp>

#include "api/handle_texts.hpp"
#include "api/memory_handle_store.hpp"
#include "catalog/catalog.hpp"
#include "codec/document.hpp"
#include "jsonrpc/errors.hpp"
#include "mrtr/request_context.hpp"

namespace mcp::detail {

namespace {

constexpr std::size_t kMaxName = 64;  // bytes of .table and .noun
/// Each attempt that fails is one that succeeded elsewhere, so this is far more than a value is changed at a time.
constexpr std::size_t kMaxAttempts = 100;

StoredHandleOptions checked(StoredHandleOptions options) {
  if (options.table.empty()) options.table = options.noun;
  const auto check = [](bool holds, const char* problem) {
    if (!holds) throw std::invalid_argument(std::string("mcp::StoredHandles: ") + problem);
  };
  check(options.max_bytes >= 2, ".max_bytes must be 2 or more");
  check(options.noun.size() <= kMaxName, ".noun is longer than 64 bytes");
  check(options.table.size() <= kMaxName, ".table is longer than 64 bytes");
  return options;
}

}  // namespace

class MCP_HIDDEN StoredHandleTable::Impl {
 public:
  explicit Impl(StoredHandleOptions given)
      : options(checked(std::move(given))),
        texts("mcp::StoredHandles", options.noun, options.made_by, options.lifetime, options.max) {}

  [[nodiscard]] HandleLimits limits() const { return {options.lifetime, options.max}; }
  [[nodiscard]] HandleKey key(std::string_view id, const Context& context) const {
    return {options.table, id, context.principal()};
  }
  [[nodiscard]] HandleStore& store(const protocol::CallEnvironment& server) {
    if (options.store) return *options.store;
    return server.handle_store != nullptr ? *server.handle_store : memory;
  }
  [[nodiscard]] const AskedType& type(const void* tag, const protocol::CallEnvironment& server) const {
    const AskedType* const found = server.catalog.asked(tag);
    if (found != nullptr) return *found;
    throw std::logic_error("mcp::StoredHandles: the type of a " + options.noun +
                           " was not seen by mcpgen; name the file that calls it in SOURCES");
  }

  /// Calls `ask(store)`. If that throws, logs why, and throws a ToolError with that text.
  template <class F>
  auto ask(const protocol::CallEnvironment& server, std::string_view text, F&& ask_store) {
    try {
      return ask_store(store(server));
    } catch (const std::exception& error) {
      server.log.write("the store of each " + options.noun + " failed: " + protocol::to_utf8(error.what()));
    } catch (...) {
      server.log.write("the store of each " + options.noun + " failed");
    }
    throw ToolError(std::string(text));
  }
  [[nodiscard]] std::string unreachable() const {
    return "No " + options.noun + " can be reached now; try again later.";
  }

  void write(const void* tag, const void* value, const protocol::CallEnvironment& server, Writer& text) const {
    type(tag, server).ops->encode(value, text);
    if (text.failed()) throw std::logic_error("mcp::StoredHandles: a " + options.noun + ": " + text.failure());
    if (text.size() <= options.max_bytes) return;
    throw ToolError("The " + options.noun + " would be too large: " + std::to_string(text.size()) + " bytes, of " +
                    std::to_string(options.max_bytes) + " that are allowed.");
  }

  const StoredHandleOptions options;
  const HandleTexts texts;
  MemoryHandleStore memory;
};

StoredHandleTable::StoredHandleTable(StoredHandleOptions options) : impl_(std::make_unique<Impl>(std::move(options))) {}

StoredHandleTable::~StoredHandleTable() = default;

const protocol::CallEnvironment& StoredHandleTable::environment_of(const Context& context) {
  if (context.request_ == nullptr) throw std::logic_error("mcp::StoredHandles: no server runs this call");
  return context.request_->environment();
}

std::string StoredHandleTable::add(const void* tag, const void* value, const Context& context) {
  const protocol::CallEnvironment& server = environment_of(context);
  Writer text;
  impl_->write(tag, value, server, text);
  std::string id = impl_->texts.make_id();
  impl_->ask(server, "No " + impl_->options.noun + " can be made now; try again later.",
             [&](HandleStore& store) { store.add(impl_->key(id, context), text.view(), impl_->limits()); });
  return id;
}

std::uint64_t StoredHandleTable::find(const void* tag, std::string_view id, const Context& context, void* to) {
  const protocol::CallEnvironment& server = environment_of(context);
  const AskedType& type = impl_->type(tag, server);
  // What a model makes up need not trouble the store.
  if (!impl_->texts.is_id(id)) throw ToolError(impl_->texts.missing());
  const std::optional<StoredHandle> found = impl_->ask(server, impl_->unreachable(), [&](HandleStore& store) {
    return store.find(impl_->key(id, context), impl_->limits());
  });
  if (!found) throw ToolError(impl_->texts.missing());
  Document document;
  Decoder problems;
  if (document.parse_copy(found->text).empty() && type.ops->decode(document.root(), to, problems))
    return found->version;
  server.log.write("a stored " + impl_->options.noun +
                   " does not fit its type: " + protocol::to_utf8(problems.report()));
  throw ToolError("The " + impl_->options.noun + " was kept by another version of this server and cannot be read." +
                  impl_->texts.make_another());
}

bool StoredHandleTable::replace(const void* tag, std::string_view id, const Context& context, std::uint64_t version,
                                const void* value, std::size_t attempt) {
  const protocol::CallEnvironment& server = environment_of(context);
  Writer text;
  impl_->write(tag, value, server, text);
  const HandleReplace outcome = impl_->ask(
      server, "It is not known whether the " + impl_->options.noun + " was changed; look at it before you try again.",
      [&](HandleStore& store) {
        return store.replace(impl_->key(id, context), version, text.view(), impl_->limits());
      });
  switch (outcome) {
    case HandleReplace::Replaced:
      return true;
    case HandleReplace::Changed:
      break;
    case HandleReplace::Missing:
      throw ToolError(impl_->texts.missing());
  }
  if (attempt < kMaxAttempts) return false;
  throw ToolError("The " + impl_->options.noun + " is being changed by too many calls; try again later.");
}

bool StoredHandleTable::erase(std::string_view id, const Context& context) {
  const protocol::CallEnvironment& server = environment_of(context);
  if (!impl_->texts.is_id(id)) return false;
  return impl_->ask(server, impl_->unreachable(),
                    [&](HandleStore& store) { return store.erase(impl_->key(id, context)); });
}

std::string StoredHandleTable::describe_lifetime() const { return impl_->texts.describe_lifetime(); }

}  // namespace mcp::detail
