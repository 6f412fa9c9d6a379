#include <cstddef>
#include <optional>
#include <string>

#include <mcp/codec/codec.hpp>
#include <mcp/codec/writer.hpp>
#include <mcp/error.hpp>
#include <mcp/generated_support.hpp>
#include <mcp/registry/tool.hpp>

namespace mcp::detail {

namespace {

constexpr std::string_view kTextBlock = R"("content":[{"type":"text","text":)";

/// Where structured content is built before it goes out twice. One a thread, so that its memory is reused, unless
/// there is much of it: an idle thread keeps no big buffers.
class Scratch {
 public:
  Scratch() {
    if (!writer()) writer().emplace();
    writer()->clear();
  }
  ~Scratch() {
    if (writer()->size() > kKept) writer().reset();
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  Writer& operator*() const noexcept { return *writer(); }

 private:
  static constexpr std::size_t kKept = std::size_t{1} << 20;

  static std::optional<Writer>& writer() noexcept {
    thread_local std::optional<Writer> writer;
    return writer;
  }
};

}  // namespace

void refuse_without(std::string_view given, std::string_view missing) {
  throw ToolError("$: argument \"" + std::string(given) + "\" can be given only together with \"" +
                  std::string(missing) + '"');
}

void ToolCall::result_nothing() { result_.raw(R"("content":[])"); }

void ToolCall::result_text(std::string_view text) {
  result_.raw(kTextBlock);
  result_.string(text);
  result_.raw("}]");
}

void ToolCall::result_object(const Ops& ops, const void* value) { structured(ops, value, false); }

void ToolCall::result_wrapped(const Ops& ops, const void* value) { structured(ops, value, true); }

void ToolCall::structured(const Ops& ops, const void* value, bool wrapped) {
  const Scratch scratch;
  Writer& json = *scratch;
  if (wrapped) json.raw(R"({"result":)");
  ops.encode(value, json);
  if (wrapped) json.raw('}');
  if (json.failed()) return result_.fail_as(json.failure());

  result_.raw(kTextBlock);
  result_.raw('"');
  result_.escaped(json.view());
  result_.raw("\"}]");
  if (revision_ >= Revision::V2025_06_18) {
    result_.raw(R"(,"structuredContent":)");
    result_.raw(json.view());
  }
}

}  // namespace mcp::detail
