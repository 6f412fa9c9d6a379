#include <string>

#include <mcp/codec/codec.hpp>
#include <mcp/codec/filesystem.hpp>
#include <mcp/codec/writer.hpp>
#include <mcp/error.hpp>
#include <mcp/generated_support.hpp>
#include <mcp/registry/handler.hpp>
#include <mcp/result.hpp>
#include <mcp/spec/revision_traits.hpp>

#include "registry/scratch.hpp"

namespace mcp::detail {

namespace {

constexpr std::string_view kTextBlock = R"("content":[{"type":"text","text":)";

}  // namespace

void refuse_without(std::string_view given, std::string_view missing) {
  throw ToolError("$: argument \"" + std::string(given) + "\" can be given only together with \"" +
                  std::string(missing) + '"');
}

void Invocation::result_nothing() { result_.raw(R"("content":[])"); }

void Invocation::result_text(std::string_view text) {
  result_.raw(kTextBlock);
  result_.string(text);
  result_.raw("}]");
}

void Invocation::result_text_or_null(const char* text) {
  if (text == nullptr) return result_.fail("is a null pointer");
  result_text(text);
}

void Invocation::result_object(const Ops& ops, const void* value) { structured(ops, value, false); }

void Invocation::result_wrapped(const Ops& ops, const void* value) { structured(ops, value, true); }

void Invocation::structured(const Ops& ops, const void* value, bool wrapped) {
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
  if (spec::traits_of(revision_).output_schemas) {
    result_.raw(R"(,"structuredContent":)");
    result_.raw(json.view());
  }
}

void write_nothing(Invocation& call) { call.result_nothing(); }

void ResultWriter<std::filesystem::path>::write(Invocation& call, const std::filesystem::path& result) {
  call.result_text(result.native());
}

}  // namespace mcp::detail
