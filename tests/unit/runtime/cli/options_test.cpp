#include <string>
#include <variant>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/options.hpp"
#include "cli/settings.hpp"

namespace mcp::cli {
namespace options_test {

using testing::HasSubstr;
using testing::StartsWith;
using Arguments = std::vector<std::string_view>;

std::variant<Options, UsageError> parse(const Arguments& arguments) { return parse_options(arguments); }

std::string problem(const Arguments& arguments) {
  const auto parsed = parse(arguments);
  const auto* const error = std::get_if<UsageError>(&parsed);
  return error != nullptr ? error->text
                          : "nothing: " + std::to_string(static_cast<int>(std::get<Options>(parsed).command));
}

Options options(const Arguments& arguments) {
  const auto parsed = parse(arguments);
  if (std::holds_alternative<Options>(parsed)) return std::get<Options>(parsed);
  ADD_FAILURE() << std::get<UsageError>(parsed).text;
  return {};
}

TEST(OptionsOfAServer, choose_what_it_does) {
  EXPECT_EQ(options({}).command, Command::ServeStdio);
  EXPECT_EQ(options({"--list"}).command, Command::List);
  EXPECT_EQ(options({"--manifest"}).command, Command::Manifest);
  EXPECT_EQ(options({"--version"}).command, Command::Version);
  EXPECT_EQ(options({"--http", "0"}).command, Command::ServeHttp);
  EXPECT_EQ(options({"--client-config", "cursor"}).client, "cursor");
  const Options call = options({"--call", "add", "{\"a\":1}", "--max-result=1K"});
  EXPECT_EQ(call.command, Command::Call);
  EXPECT_EQ(call.tool, "add");
  EXPECT_EQ(call.arguments, "{\"a\":1}");
  EXPECT_EQ(call.limits.max_result, 1024U);
  EXPECT_EQ(options({"--call=add"}).arguments, "{}");
  EXPECT_EQ(options({"--list", "--help", "--nonsense"}).command, Command::Help);
}

TEST(OptionsOfAServer, take_values_behind_a_space_or_an_equals_sign) {
  EXPECT_EQ(options({"--http=8080", "--path", "/x"}).http.endpoint.path, "/x");
  EXPECT_EQ(options({"--http", "8080", "--tls-cert=a=b", "--tls-key=k"}).http.tls_certificate, "a=b");
  const Options repeated = options({"--http=0", "--allow-host=a", "--allow-host", "b"});
  EXPECT_THAT(repeated.http.endpoint.allowed_hosts, testing::ElementsAre("a", "b"));
  EXPECT_EQ(problem({"--sse=yes", "--http=0"}), "--sse takes no value\nTry --help.");
  EXPECT_EQ(problem({"--http"}), "--http needs a value\nTry --help.");
  EXPECT_THAT(problem({"--http", "--sse"}), StartsWith("--http: expected"));
}

TEST(OptionsOfAServer, exclude_each_other_in_any_order) {
  for (const std::string_view command : {"--list", "--manifest", "--version", "--call=add", "--client-config=cursor"}) {
    const std::string name(command.substr(0, command.find('=')));
    const std::string expected = "--http and " + name + " exclude each other\nTry --help.";
    EXPECT_EQ(problem({"--http=0", command}), expected);
    EXPECT_EQ(problem({command, "--http=0"}), expected);
  }
  EXPECT_EQ(problem({"--list", "--manifest"}), "--list and --manifest exclude each other\nTry --help.");
}

TEST(OptionsOfAServer, need_http_where_they_make_sense_for_http_alone) {
  for (const Setting& setting : settings()) {
    if (!setting.of_http || setting.name == "--http") continue;
    Arguments arguments = {setting.name};
    if (!setting.value.empty()) {
      arguments.push_back(setting.value == "PATH"      ? "/x"
                          : setting.value == "TIME"    ? "5s"
                          : setting.value == "ADDRESS" ? "::1"
                                                       : "5");
    }
    EXPECT_EQ(problem(arguments), "these options are for HTTP: add --http [HOST:]PORT\nTry --help.") << setting.name;
  }
}

TEST(OptionsOfAServer, need_certificate_and_key_together) {
  const std::string expected = "--tls-cert and --tls-key need each other\nTry --help.";
  EXPECT_EQ(problem({"--http=0", "--tls-cert=c"}), expected);
  EXPECT_EQ(problem({"--http=0", "--tls-key=k"}), expected);
  EXPECT_EQ(options({"--http=0", "--tls-key=k", "--tls-cert=c"}).http.tls_key, "k");
}

TEST(OptionsOfAServer, leave_other_resources_their_paths) {
  EXPECT_THAT(problem({"--http=0", "--path=/healthz"}), testing::StartsWith("--path: /healthz is another resource"));
  EXPECT_THAT(problem({"--http=0", "--path=/sse", "--sse"}), testing::StartsWith("--path: /sse is another resource"));
  EXPECT_EQ(options({"--http=0", "--path=/sse"}).http.endpoint.path, "/sse");
}

TEST(OptionsOfAServer, are_named_where_one_is_not_known) {
  EXPECT_EQ(problem({"--max-mesage=1"}), "unknown option \"--max-mesage=1\"; did you mean --max-message?\nTry --help.");
  EXPECT_THAT(problem({"--htp", "80"}), HasSubstr("did you mean --http?"));
  EXPECT_EQ(problem({"8080"}), "unknown option \"8080\"\nTry --help.");
  EXPECT_THAT(problem({""}), StartsWith("unknown option \"\""));
}

}  // namespace options_test
}  // namespace mcp::cli
