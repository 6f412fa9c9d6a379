#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "peer.hpp"
#include "requests/session.hpp"

namespace mcp::protocol {
namespace session_test {

using testing::HasSubstr;
using namespace testing_support;

/// What a modern ping-like request with that much more in its `_meta` is answered.
std::string ask_with(std::string_view more) {
  Peer peer;
  std::string meta(kModernMeta);
  meta.insert(meta.size() - 1, "," + std::string(more));
  return peer.ask(request("1", "server/discover", "{" + meta + "}"));
}

TEST(ModernMeta, has_a_log_level_of_the_eight) {
  for (const std::string level : {"debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"}) {
    EXPECT_THAT(ask_with(R"("io.modelcontextprotocol/logLevel":")" + level + "\""), HasSubstr("resultType")) << level;
  }
  for (const std::string level : {"\"verbose\"", "\"\"", "\"Debug\"", "3", "null"}) {
    const std::string answer = ask_with(R"("io.modelcontextprotocol/logLevel":)" + level);
    EXPECT_THAT(answer, HasSubstr("-32602")) << level;
    EXPECT_THAT(answer, HasSubstr("emergency")) << level;
  }
}

TEST(ModernMeta, names_the_client_with_name_and_version) {
  EXPECT_THAT(ask_with(R"("io.modelcontextprotocol/clientInfo":{"name":"c","version":"1","title":"C"})"),
              HasSubstr("resultType"));
  for (const std::string info : {"\"c\"", "null", "{}", R"({"name":"c"})", R"({"version":"1"})",
                                 R"({"name":1,"version":"1"})", R"({"name":"c","version":1})"}) {
    const std::string answer = ask_with(R"("io.modelcontextprotocol/clientInfo":)" + info);
    EXPECT_THAT(answer, HasSubstr("-32602")) << info;
    EXPECT_THAT(answer, HasSubstr("clientInfo")) << info;
  }
}

TEST(ModernMeta, has_a_progress_token_that_is_a_string_or_an_integer) {
  for (const std::string token : {"\"t\"", "\"\"", "0", "-7", "18446744073709551615", "1.0"}) {
    EXPECT_THAT(ask_with(R"("progressToken":)" + token), HasSubstr("resultType")) << token;
  }
  for (const std::string token : {"null", "true", "1.5", "{}", "[1]"}) {
    const std::string answer = ask_with(R"("progressToken":)" + token);
    EXPECT_THAT(answer, HasSubstr("-32602")) << token;
    EXPECT_THAT(answer, HasSubstr("progressToken")) << token;
  }
}

}  // namespace session_test
}  // namespace mcp::protocol
