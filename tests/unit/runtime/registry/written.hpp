// Runs the writers of results outside a server.
#pragma once

#include <gtest/gtest.h>

#include <stop_token>
#include <string>
#include <string_view>

#include <mcp/codec/writer.hpp>
#include <mcp/context.hpp>
#include <mcp/json.hpp>
#include <mcp/registry/handler.hpp>
#include <mcp/revision.hpp>

namespace mcp {

inline constexpr Revision kRevisions[] = {Revision::V2024_11_05, Revision::V2025_03_26, Revision::V2025_06_18,
                                          Revision::V2025_11_25, Revision::V2026_07_28};

/// What `Writes::write()` makes of `value`, or "failed: WHY"; `open` and `close` make it a JSON text.
template <class Writes, class R>
std::string written_between(std::string_view open, std::string_view close, const R& value, Revision revision,
                            const detail::Subject& subject = detail::kNoSubject) {
  Writer writer;
  Context context{std::stop_token()};
  detail::Invocation call(context, writer, revision, subject);
  Writes::write(call, value);
  EXPECT_EQ(writer.path, nullptr);
  if (writer.failed()) return "failed: " + writer.failure();
  EXPECT_TRUE(json::accept(std::string(open) + std::string(writer.view()) + std::string(close))) << writer.view();
  return std::string(writer.view());
}

}  // namespace mcp
