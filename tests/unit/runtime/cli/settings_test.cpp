#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/settings.hpp"

namespace mcp::cli {
namespace settings_test {

using testing::HasSubstr;
using testing::StartsWith;

std::variant<Options, UsageError> parse(const std::vector<std::string_view>& arguments) {
  return parse_options(arguments);
}

/// What is refused of a command line; empty if it is not.
std::string problem(const std::vector<std::string_view>& arguments) {
  const auto parsed = parse(arguments);
  const auto* const error = std::get_if<UsageError>(&parsed);
  return error != nullptr ? error->text : std::string();
}

Options options(const std::vector<std::string_view>& arguments) {
  const auto parsed = parse(arguments);
  if (const auto* const error = std::get_if<UsageError>(&parsed)) {
    ADD_FAILURE() << error->text;
    return {};
  }
  return std::get<Options>(parsed);
}

/// A value that a setting takes, what shows that it did, and values it refuses.
struct Sample {
  std::string_view value;
  std::function<bool(const Options&)> holds;
  std::vector<std::string_view> refused;
};

const std::vector<std::string_view> kNoSizes = {
    "", "0", "-1", "+1", "1T", "4 M", "M", "1.5M", "1099511627777", "1025G", "99999999999999999999"};
const std::vector<std::string_view> kNoTimes = {
    "", "1", "s", "-1s", "1.5s", "1h", "1 s", "86401s", "86400001ms", "1441min", "99999999999999999999ms"};
const std::vector<std::string_view> kNoCounts = {"", "0", "-1", "1000001", "1e3", "many", "0x10", " 1", "1 "};

/// By the name of the setting.
std::map<std::string_view, Sample> samples() {
  using std::chrono::milliseconds;
  const auto size = [](auto get) {
    return Sample{"3k", [get](const Options& o) { return get(o) == 3072U; }, kNoSizes};
  };
  const auto count = [](auto get) {
    return Sample{"17", [get](const Options& o) { return get(o) == 17U; }, kNoCounts};
  };
  const auto time = [](auto get) {
    return Sample{"90s", [get](const Options& o) { return get(o) == milliseconds(90'000); }, kNoTimes};
  };
  return {
      {"--max-message", size([](const Options& o) { return std::min(o.stdio.max_message, o.http.max_message); })},
      {"--max-result", size([](const Options& o) { return o.limits.max_result; })},
      {"--max-in-flight", count([](const Options& o) { return o.limits.max_in_flight; })},
      {"--max-workers",
       {"17", [](const Options& o) { return o.stdio.max_workers == 17 && o.http.max_workers == 17; }, {"0", "10001"}}},
      {"--grace", time([](const Options& o) { return std::max(o.stdio.grace, o.http.grace); })},
      {"--executor-report", time([](const Options& o) { return o.limits.executor_report; })},
      {"--client-timeout", time([](const Options& o) { return o.limits.client_timeout; })},
      {"--max-rounds", {"3", [](const Options& o) { return o.limits.max_rounds == 3; }, {"", "0", "1001", "-1"}}},
      {"--max-state", size([](const Options& o) { return o.limits.max_state; })},
      {"--state-lifetime", time([](const Options& o) { return o.limits.state_lifetime; })},
      {"--state-key", {"00ff", [](const Options& o) { return o.keys == "00ff"; }, {}}},
      {"--state-key-file", {"keys", [](const Options& o) { return o.key_file == "keys"; }, {}}},
      {"--max-tasks", count([](const Options& o) { return o.task_limits.max_tasks; })},
      {"--max-task-bytes",
       size([](const Options& o) { return std::min(o.task_limits.max_bytes, o.limits.max_task_answers); })},
      {"--max-subscriptions", count([](const Options& o) { return o.limits.max_subscriptions; })},
      {"--max-subscribed", count([](const Options& o) { return o.limits.max_subscribed; })},
      {"--http", {"8080", [](const Options& o) { return o.command == Command::ServeHttp; }, {"", "x"}}},
      {"--path",
       {"/a/b", [](const Options& o) { return o.http.endpoint.path == "/a/b"; }, {"", "mcp", "/a?b", "/a#b", "/a b"}}},
      {"--sse",
       {"",
        [](const Options& o) {
          return o.http.endpoint.sse_path == "/sse" && o.http.endpoint.message_path == "/message";
        },
        {}}},
      {"--allow-host",
       {"a.example", [](const Options& o) { return o.http.endpoint.allowed_hosts.at(0) == "a.example"; }, {}}},
      {"--allow-origin", {"*", [](const Options& o) { return o.http.endpoint.allowed_origins.at(0) == "*"; }, {}}},
      {"--tls-cert", {"c.pem", [](const Options& o) { return o.http.tls_certificate == "c.pem"; }, {}}},
      {"--tls-key", {"k.pem", [](const Options& o) { return o.http.tls_key == "k.pem"; }, {}}},
      {"--principal-header", {"X-User", [](const Options& o) { return o.principal_header == "X-User"; }, {""}}},
      {"--challenge",
       {"Basic realm=\"here\"",
        [](const Options& o) { return o.challenge == "Basic realm=\"here\""; },
        {"", "Basic\r\nX: y", "\x7f"}}},
      {"--threads", {"3", [](const Options& o) { return o.http.threads == 3; }, {"", "0", "257", "-1"}}},
      {"--trusted-proxy",
       {"2001:DB8::1",
        [](const Options& o) { return o.http.trusted_proxies == std::vector<std::string>{"2001:db8::1"}; },
        {"", "localhost", "10.0.0.1:80", "[::1]"}}},
      {"--call-rate",
       {"5:10",
        [](const Options& o) { return o.http.endpoint.calls->per_second == 5 && o.http.endpoint.calls->burst == 10; },
        {"", "0", "-1", "nan", "inf", "1e10", "5:", "5:0", "5:nan", "5:x", "x:5", ":5", "5:10:15", "0.0001"}}},
      {"--max-header", size([](const Options& o) { return o.http.max_header; })},
      {"--max-connections", count([](const Options& o) { return o.http.max_connections; })},
      {"--max-sessions", count([](const Options& o) { return o.http.endpoint.sessions.max_sessions; })},
      {"--max-streams", count([](const Options& o) { return o.http.endpoint.sessions.max_streams; })},
      {"--max-queued", size([](const Options& o) { return o.http.max_queued; })},
      {"--max-decoded", size([](const Options& o) { return o.limits.max_decoded; })},
      {"--max-unsent", size([](const Options& o) { return o.http.max_unsent; })},
      {"--max-receiving", size([](const Options& o) { return o.http.max_receiving; })},
      {"--max-replay", size([](const Options& o) { return o.http.endpoint.sessions.max_replay; })},
      {"--session-timeout", time([](const Options& o) { return o.http.endpoint.sessions.idle; })},
      {"--idle-timeout", time([](const Options& o) { return o.http.idle_timeout; })},
      {"--header-timeout", time([](const Options& o) { return o.http.header_timeout; })},
      {"--request-timeout", time([](const Options& o) { return o.http.request_timeout; })},
      {"--write-timeout", time([](const Options& o) { return o.http.write_timeout; })},
      {"--stream-after", time([](const Options& o) { return o.http.endpoint.stream_after; })},
      {"--ping-interval", time([](const Options& o) { return o.http.endpoint.ping_interval; })},
      {"--keep-alive", time([](const Options& o) { return o.http.endpoint.keep_alive; })},
      {"--access-log", {"", [](const Options& o) { return o.http.access_log; }, {}}},
  };
}

TEST(Settings, each_take_what_makes_sense_and_say_what_they_expect_of_the_rest) {
  const auto all = samples();
  for (const Setting& setting : settings()) {
    const auto found = all.find(setting.name);
    ASSERT_NE(found, all.end()) << setting.name;
    const Sample& sample = found->second;
    Options given;
    EXPECT_EQ(setting.set(sample.value, given), "") << setting.name;
    EXPECT_TRUE(sample.holds(given)) << setting.name;
    for (const std::string_view value : sample.refused) {
      Options untouched;
      const std::string_view expected = setting.set(value, untouched);
      EXPECT_NE(expected, "") << setting.name << " " << value;
      EXPECT_EQ(problem({setting.name, value}), std::string(setting.name) + ": expected " + std::string(expected) +
                                                    ", got \"" + std::string(value) + "\"\nTry --help.");
    }
  }
  EXPECT_EQ(all.size(), settings().size());
}

TEST(Settings, stand_once_each_in_the_help_with_their_default) {
  const std::string help = help_text("tests");
  const Options standard;
  std::set<std::string_view> names;
  for (const Setting& setting : settings()) {
    EXPECT_TRUE(names.insert(setting.name).second) << setting.name;
    const std::string start = "\n  " + std::string(setting.name) + " " + std::string(setting.value);
    const std::size_t at = help.find(start);
    ASSERT_NE(at, std::string::npos) << setting.name;
    const std::string line = help.substr(at + 1, help.find('\n', at + 1) - at - 1);
    EXPECT_EQ(line.find("{}"), std::string::npos);
    const bool has_place = setting.help.find("{}") != std::string_view::npos;
    ASSERT_EQ(setting.standard != nullptr, has_place) << setting.name;
    if (has_place) {
      EXPECT_THAT(line, HasSubstr("(" + setting.standard(standard) + ")")) << setting.name;
    }
  }
  EXPECT_THAT(help, HasSubstr("(4M)"));
  EXPECT_THAT(help, HasSubstr("(1000:2000)"));
  EXPECT_THAT(help, HasSubstr("(30min)"));
}

TEST(Settings, count_sizes_and_times_in_their_units) {
  const auto size = [](std::string_view text) { return options({"--max-result", text}).limits.max_result; };
  EXPECT_EQ(size("1"), 1U);
  EXPECT_EQ(size("1K"), 1024U);
  EXPECT_EQ(size("2m"), std::size_t{2} << 20);
  EXPECT_EQ(size("1024G"), std::size_t{1} << 40);
  const auto time = [](std::string_view text) { return options({"--grace", text}).stdio.grace.count(); };
  EXPECT_EQ(time("0ms"), 0);
  EXPECT_EQ(time("7ms"), 7);
  EXPECT_EQ(time("2min"), 120'000);
  EXPECT_EQ(time("1440min"), 86'400'000);
}

TEST(Settings, limit_the_rate_of_calls_or_not_at_all) {
  const auto rate = [](std::string_view text) {
    return options({"--http", "0", "--call-rate", text}).http.endpoint.calls;
  };
  EXPECT_FALSE(rate("off").has_value());
  EXPECT_EQ(rate("50")->per_second, 50);
  EXPECT_EQ(rate("50")->burst, 100);
  EXPECT_EQ(rate("0.25")->per_second, 0.25);
  EXPECT_EQ(rate("0.25")->burst, 1);
  EXPECT_EQ(rate("0.25:3")->burst, 3);
}

TEST(Settings, read_addresses_in_all_their_forms) {
  struct Address {
    std::string_view text, host;
    unsigned short port;
  };
  for (const Address& address : {Address{"8080", "", 8080},
                                 {":8080", "", 8080},
                                 {"0", "", 0},
                                 {"65535", "", 65535},
                                 {"localhost:80", "localhost", 80},
                                 {"0.0.0.0:8080", "0.0.0.0", 8080},
                                 {"[::1]:0", "[::1]", 0},
                                 {"[::]:8080", "[::]", 8080},
                                 {"a.example:1", "a.example", 1}}) {
    const Options given = options({"--http", address.text});
    EXPECT_EQ(given.command, Command::ServeHttp);
    EXPECT_EQ(given.http.host, address.host) << address.text;
    EXPECT_EQ(given.http.port, address.port) << address.text;
    EXPECT_EQ(given.http.unix_path, "");
  }
  EXPECT_EQ(options({"--http", "unix:/run/x.sock"}).http.unix_path, "/run/x.sock");
  EXPECT_EQ(options({"--http=unix:a b:c"}).http.unix_path, "a b:c");
  for (const std::string_view text :
       {"", ":", "x", "localhost", "localhost:", "::1:80", "::1", "[::1]", "[::1]80", "65536", "-1", "+1", "80 ",
        "0x50", "localhost:http", "unix:", "[]:80", "http://localhost:80"}) {
    EXPECT_THAT(problem({"--http", text}), StartsWith("--http: expected [HOST:]PORT")) << text;
  }
}

}  // namespace settings_test
}  // namespace mcp::cli
