// Measures a server over HTTP, from one thread. Every answer is checked; the result is one line of JSON.
//
//   http_driver modern|legacy|sse|list|fixed|get --port P [options]
//     Requests of that kind (http_requests.hpp), one in flight on each keep-alive connection.
//     --requests N (100000)  --connections N (1)  --expect-bytes N   size of the bodies of list, fixed and get
//   http_driver idle --port P [options]
//     Opens connections and streams that stay idle, then measures new clients that make one call each.
//     --connections N (1000)  --streams N (0)  --requests N (200)
//   http_driver listen --port P [options]
//     Opens streams of subscriptions/listen, then measures how soon all of them know of a change (the tool `change`).
//     --streams N (10000)  --changes N (5)
//   options of all: --host H (127.0.0.1)  --path P (/mcp)  --cpu N   runs on that processor
//     --pid P   the server's process: its processor time, memory and file descriptors are reported too
//
// Ends with status 1 if a request failed, with 2 if it could not measure.
#include <sched.h>
#include <sys/resource.h>

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>

#include "http_listen.hpp"
#include "http_load.hpp"

namespace {

using bench::fail;

/// The options of the command line, by name.
class Options {
 public:
  Options(int argc, char** argv) {
    for (int i = 2; i < argc; i += 2) {
      const std::string_view name = argv[i];
      if (!name.starts_with("--") || i + 1 == argc) fail("expected an option with a value: " + std::string(name));
      values_[name.substr(2)] = argv[i + 1];
    }
  }

  /// Each option is taken once; whoever is left over is unknown.
  std::string text(std::string_view name, std::string_view otherwise) {
    const auto found = values_.find(name);
    if (found == values_.end()) return std::string(otherwise);
    std::string value(found->second);
    values_.erase(found);
    return value;
  }
  template <class Number>
  Number number(std::string_view name, Number otherwise) {
    const std::string value = text(name, std::to_string(otherwise));
    Number parsed = 0;
    const auto [rest, error] = std::from_chars(value.data(), value.data() + value.size(), parsed);
    if (error != std::errc() || rest != value.data() + value.size()) {
      fail("--" + std::string(name) + ": expected a number, got " + value);
    }
    return parsed;
  }
  void expect_none_left() const {
    if (!values_.empty()) fail("unknown option --" + std::string(values_.begin()->first));
  }

 private:
  std::map<std::string_view, std::string_view> values_;
};

void run_on_processor(int cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(cpu, &set);
  if (sched_setaffinity(0, sizeof set, &set) != 0) fail("there is no processor " + std::to_string(cpu));
}

void allow_many_files() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
  }
}

/// A JSON string; what is quoted here has neither quotes nor control characters.
std::string quoted(const std::string& text) { return '"' + text + '"'; }

int load(std::string_view name, Options& given, bench::Endpoint endpoint, pid_t pid) {
  const auto kind = bench::kind_named(name);
  if (!kind) fail("unknown kind of request: " + std::string(name));
  bench::LoadOptions options{.endpoint = std::move(endpoint), .kind = *kind, .pid = pid};
  options.connections = given.number("connections", options.connections);
  options.requests = given.number("requests", options.requests);
  options.expected_bytes = given.number("expect-bytes", options.expected_bytes);
  given.expect_none_left();
  if (options.connections == 0 || options.requests == 0) fail("--connections and --requests must be above 0");

  const bench::LoadResult result = run_load(options);
  std::printf(R"({"kind":%s,"connections":%zu,"requests":%llu,"failed":%llu,"first_failure":%s,"reopened":%llu,)"
              R"("seconds":%.6f,"per_second":%.0f,"p50_us":%.1f,"p99_us":%.1f,"max_us":%.1f,"body_bytes":%zu)",
              quoted(std::string(name)).c_str(), options.connections, static_cast<unsigned long long>(result.requests),
              static_cast<unsigned long long>(result.failed), quoted(result.first_failure).c_str(),
              static_cast<unsigned long long>(result.reopened), result.seconds,
              static_cast<double>(result.requests) / result.seconds, result.p50_us, result.p99_us, result.max_us,
              result.body_bytes);
  if (pid != 0) {
    std::printf(
        R"(,"server_cpu_us_per_request":%.3f,"rss_before":%zu,"rss_after":%zu,"fds_before":%zu,"fds_after":%zu)",
        result.server_cpu_us, result.before.rss_bytes, result.after.rss_bytes, result.before.fds, result.after.fds);
  }
  std::puts("}");
  return result.failed == 0 ? 0 : 1;
}

int idle(Options& given, bench::Endpoint endpoint, pid_t pid) {
  bench::IdleOptions options{.endpoint = std::move(endpoint), .pid = pid};
  options.connections = given.number("connections", options.connections);
  options.streams = given.number("streams", options.streams);
  options.calls = given.number("requests", options.calls);
  given.expect_none_left();

  const bench::IdleResult result = run_idle(options);
  std::printf(R"({"kind":"idle","connections":%zu,"streams":%zu,"lost":%zu,"requests":%zu,"failed":%zu,)"
              R"("first_failure":%s,"p50_us":%.1f,"p99_us":%.1f,"max_us":%.1f)",
              options.connections, options.streams, result.lost, options.calls, result.failed,
              quoted(result.first_failure).c_str(), result.p50_us, result.p99_us, result.max_us);
  if (pid != 0) {
    std::printf(R"(,"rss_before":%zu,"rss_held":%zu,"rss_after":%zu,"fds_before":%zu,"fds_held":%zu,"fds_after":%zu)",
                result.before.rss_bytes, result.held.rss_bytes, result.after.rss_bytes, result.before.fds,
                result.held.fds, result.after.fds);
  }
  std::puts("}");
  return result.failed == 0 && result.lost == 0 ? 0 : 1;
}

int listen(Options& given, bench::Endpoint endpoint, pid_t pid) {
  bench::ListenOptions options{.endpoint = std::move(endpoint), .pid = pid};
  options.streams = given.number("streams", options.streams);
  options.changes = given.number("changes", options.changes);
  given.expect_none_left();
  if (options.streams == 0 || options.changes == 0) fail("--streams and --changes must be above 0");

  const bench::ListenResult result = run_listen(options);
  std::printf(R"({"kind":"listen","streams":%zu,"changes":%zu,"first_ms":%.3f,"last_ms":%.3f,"worst_ms":%.3f)",
              options.streams, options.changes, result.first_ms, result.last_ms, result.worst_ms);
  if (pid != 0) {
    std::printf(R"(,"rss_before":%zu,"rss_held":%zu,"rss_after":%zu,"fds_before":%zu,"fds_held":%zu,"fds_after":%zu)",
                result.before.rss_bytes, result.held.rss_bytes, result.after.rss_bytes, result.before.fds,
                result.held.fds, result.after.fds);
  }
  std::puts("}");
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) fail("usage: bench_http_driver modern|legacy|sse|list|fixed|get|idle|listen --port P [options]");
  const std::string_view kind = argv[1];
  Options options(argc, argv);
  bench::Endpoint endpoint;
  endpoint.host = options.text("host", endpoint.host);
  endpoint.port = options.number("port", endpoint.port);
  endpoint.path = options.text("path", endpoint.path);
  if (endpoint.port == 0) fail("--port must be given");
  const auto pid = options.number<pid_t>("pid", 0);
  if (const int cpu = options.number("cpu", -1); cpu >= 0) run_on_processor(cpu);
  allow_many_files();
  if (kind == "listen") return listen(options, std::move(endpoint), pid);
  return kind == "idle" ? idle(options, std::move(endpoint), pid) : load(kind, options, std::move(endpoint), pid);
}
