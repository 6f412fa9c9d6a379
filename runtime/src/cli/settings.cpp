#include "cli/settings.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "transport/http/server.hpp"

namespace mcp::cli {

namespace {

using std::chrono::milliseconds;

constexpr std::string_view kSize = "a number of bytes, like 4194304, 512K or 4M";
constexpr std::string_view kTime = "a time like 2s, 500ms or 5min";
constexpr std::string_view kGood = {};

/// "4M" as bytes; suffixes K, M and G are powers of 1024.
std::optional<std::size_t> parse_size(std::string_view text) {
  std::uint64_t number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number == 0) return std::nullopt;
  const std::string_view suffix(rest, static_cast<std::size_t>(text.data() + text.size() - rest));
  unsigned shift = 0;
  if (suffix == "K" || suffix == "k") {
    shift = 10;
  } else if (suffix == "M" || suffix == "m") {
    shift = 20;
  } else if (suffix == "G" || suffix == "g") {
    shift = 30;
  } else if (!suffix.empty()) {
    return std::nullopt;
  }
  constexpr std::uint64_t kMost = std::uint64_t{1} << 40;  // one terabyte
  if (number > (kMost >> shift)) return std::nullopt;
  return static_cast<std::size_t>(number << shift);
}

template <class Number>
std::optional<Number> parse_number(std::string_view text, Number least, Number most) {
  Number number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool within = number >= least && number <= most;  // false for NaN
  if (error != std::errc() || rest != text.data() + text.size() || !within) return std::nullopt;
  return number;
}

/// "2s", "500ms" or "5min"; at most a day.
std::optional<milliseconds> parse_duration(std::string_view text) {
  std::int64_t number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  constexpr std::int64_t kMost = 86'400'000;
  if (error != std::errc() || number < 0 || number > kMost) return std::nullopt;
  const std::string_view unit(rest, static_cast<std::size_t>(text.data() + text.size() - rest));
  const std::int64_t factor = unit == "ms" ? 1 : unit == "s" ? 1000 : unit == "min" ? 60'000 : 0;
  if (factor == 0 || number > kMost / factor) return std::nullopt;
  return milliseconds(number * factor);
}

std::string size_text(std::size_t bytes) {
  if (bytes >= (1U << 20) && bytes % (1U << 20) == 0) return std::to_string(bytes >> 20) + "M";
  if (bytes >= (1U << 10) && bytes % (1U << 10) == 0) return std::to_string(bytes >> 10) + "K";
  return std::to_string(bytes);
}

std::string time_text(milliseconds time) {
  if (time.count() % 60'000 == 0 && time.count() != 0) return std::to_string(time.count() / 60'000) + "min";
  if (time.count() % 1000 == 0 && time.count() != 0) return std::to_string(time.count() / 1000) + "s";
  return std::to_string(time.count()) + "ms";
}

/// Assigns the parsed value to all targets.
template <class T, class... To>
std::string_view put(const std::optional<T>& parsed, std::string_view expected, To&... to) {
  if (!parsed) return expected;
  ((to = *parsed), ...);
  return kGood;
}

constexpr std::size_t kMostCalls = 1'000'000;
constexpr std::string_view kCount = "a number from 1 to 1000000";
constexpr std::string_view kThreads = "a number from 1 to 10000";

std::optional<std::size_t> parse_count(std::string_view text) { return parse_number<std::size_t>(text, 1, kMostCalls); }
std::optional<std::size_t> parse_threads(std::string_view text) { return parse_number<std::size_t>(text, 1, 10'000); }

/// "[HOST:]PORT" or "unix:PATH".
std::string_view set_address(std::string_view text, Options& options) {
  constexpr std::string_view kExpected = "[HOST:]PORT, like 8080, 0.0.0.0:8080 or [::1]:8080, or unix:PATH";
  options.command = Command::ServeHttp;
  if (text.starts_with("unix:")) {
    options.http.unix_path = text.substr(5);
    return options.http.unix_path.empty() ? kExpected : kGood;
  }
  const std::size_t colon = text.rfind(':');
  const std::string_view host = colon == std::string_view::npos ? std::string_view() : text.substr(0, colon);
  const auto port = parse_number<unsigned short>(text.substr(colon + 1), 0, std::numeric_limits<unsigned short>::max());
  // Without brackets, the last group of an IPv6 address would be read as the port.
  if (!port || host == "[]" ||
      (host.find(':') != std::string_view::npos && !(host.starts_with('[') && host.ends_with(']')))) {
    return kExpected;
  }
  options.http.host = host;
  options.http.port = *port;
  return kGood;
}

std::string_view set_rate(std::string_view text, Options& options) {
  constexpr std::string_view kExpected = "a number of calls per second, like 50 or 0.5, RATE:BURST, or off";
  if (text == "off") {
    options.http.endpoint.calls.reset();
    options.http.endpoint.openings.reset();
    options.stdio.calls.reset();
    return kGood;
  }
  const std::size_t colon = text.find(':');
  const auto rate = parse_number<double>(text.substr(0, colon), 0.001, 1e9);
  if (!rate) return kExpected;
  const auto burst = colon == std::string_view::npos ? std::optional(std::max(*rate * 2, 1.0))
                                                     : parse_number<double>(text.substr(colon + 1), 1, 1e9);
  if (!burst) return kExpected;
  options.http.endpoint.calls = options.stdio.calls = Rate{*rate, *burst};
  return kGood;
}

std::string_view set_path(std::string_view text, Options& options) {
  if (!text.starts_with('/') || text.find_first_of("?# ") != std::string_view::npos) return "a path like /mcp";
  options.http.endpoint.path = text;
  return kGood;
}

std::string rate_text(const Options& options) {
  const auto& rate = options.http.endpoint.calls;
  return std::to_string(static_cast<long>(rate->per_second)) + ":" + std::to_string(static_cast<long>(rate->burst));
}

// Abbreviations for the table below.
using O = const Options&;
using V = std::string_view;
using W = Options&;

/// A setting of one member. `Member` is a function that returns the member of const and of mutable options.
template <class Member>
constexpr Setting size_setting(V name, V help, Member, bool of_http = false) {
  return {name,
          "SIZE",
          help,
          [](O o) { return size_text(Member{}(o)); },
          [](V v, W o) { return put(parse_size(v), kSize, Member{}(o)); },
          of_http};
}
template <class Member>
constexpr Setting count_setting(V name, V help, Member, bool of_http = false) {
  return {name,
          "N",
          help,
          [](O o) { return std::to_string(Member{}(o)); },
          [](V v, W o) { return put(parse_count(v), kCount, Member{}(o)); },
          of_http};
}
template <class Member>
constexpr Setting time_setting(V name, V help, Member, bool of_http = false) {
  return {name,
          "TIME",
          help,
          [](O o) { return time_text(Member{}(o)); },
          [](V v, W o) { return put(parse_duration(v), kTime, Member{}(o)); },
          of_http};
}

constexpr Setting kSettings[] = {
    {"--max-message", "SIZE", "longest message of a client; a longer one is refused ({})",
     [](O o) { return size_text(o.stdio.max_message); },
     [](V v, W o) { return put(parse_size(v), kSize, o.stdio.max_message, o.http.max_message); }},
    size_setting("--max-decoded", "memory for the arguments of one call; a call with more is refused ({})",
                 [](auto& o) -> auto& { return o.limits.max_decoded; }),
    size_setting("--max-result", "largest result of a tool; a larger one becomes an error ({})",
                 [](auto& o) -> auto& { return o.limits.max_result; }),
    count_setting("--max-in-flight", "calls waiting or running; further calls are refused as busy ({})",
                  [](auto& o) -> auto& { return o.limits.max_in_flight; }),
    {"--call-rate", "RATE[:BURST]",
     "calls per second of one user or, without authentication, one address; or off ({}), on stdio 1000000", &rate_text,
     &set_rate},
    {"--max-workers", "N", "maximum number of threads for handlers ({})",
     [](O o) { return std::to_string(o.stdio.max_workers); },
     [](V v, W o) { return put(parse_threads(v), kThreads, o.stdio.max_workers, o.http.max_workers); }},
    time_setting("--executor-report",
                 "time after which the log names a call that waits for a thread of the program or runs there ({})",
                 [](auto& o) -> auto& { return o.limits.executor_report; }),
    {"--grace", "TIME", "time for running handlers to end at shutdown or after the client left ({})",
     [](O o) { return time_text(o.stdio.grace) + ", over HTTP " + time_text(o.http.grace); },
     [](V v, W o) { return put(parse_duration(v), kTime, o.stdio.grace, o.http.grace); }},

    time_setting("--client-timeout", "time for a client of a revision before 2026-07-28 to answer a question ({})",
                 [](auto& o) -> auto& { return o.limits.client_timeout; }),
    {"--max-rounds", "N", "rounds of questions that one request may ask its client ({})",
     [](O o) { return std::to_string(o.limits.max_rounds); },
     [](V v, W o) { return put(parse_number<unsigned>(v, 1, 1000), "a number from 1 to 1000", o.limits.max_rounds); }},
    size_setting("--max-state", "largest state that a request lets its client carry until it answers ({})",
                 [](auto& o) -> auto& { return o.limits.max_state; }),
    time_setting("--state-lifetime", "how long such a state is accepted ({})",
                 [](auto& o) -> auto& { return o.limits.state_lifetime; }),
    {"--state-key", "KEYS", "keys that seal it, 64 hex digits each: the first one seals, all open (a random one)",
     nullptr,
     [](V v, W o) {
       o.keys = v;
       return kGood;
     }},
    {"--state-key-file", "FILE",
     "the same from a file, one key per line; other users cannot see it, unlike a command line", nullptr,
     [](V v, W o) {
       o.key_file = v;
       return kGood;
     }},
    count_setting("--max-tasks", "tasks kept, running or ended; one user or address may have half of them ({})",
                  [](auto& o) -> auto& { return o.task_limits.max_tasks; }),
    {"--max-task-bytes", "SIZE", "memory for tasks, and as much again for answers to them; one user may have half ({})",
     [](O o) { return size_text(o.task_limits.max_bytes); },
     [](V v, W o) { return put(parse_size(v), kSize, o.task_limits.max_bytes, o.limits.max_task_answers); }},

    count_setting("--max-subscriptions", "subscriptions of one client or, over HTTP, of one user or address ({})",
                  [](auto& o) -> auto& { return o.limits.max_subscriptions; }),
    count_setting("--max-subscribed", "resources that all of these name together, with at most 1 MiB of URIs ({})",
                  [](auto& o) -> auto& { return o.limits.max_subscribed; }),

    {"--http", "ADDRESS", "serve HTTP on [HOST:]PORT (without HOST: on 127.0.0.1 and ::1) or on a socket, unix:PATH",
     nullptr, &set_address, true},
    {"--path", "PATH", "path of the endpoint ({})", [](O o) { return o.http.endpoint.path; }, &set_path, true},
    {"--sse", "", "also serve the older HTTP+SSE transport, on /sse and /message", nullptr,
     [](V, W o) {
       o.http.endpoint.sse_path = "/sse";
       o.http.endpoint.message_path = "/message";
       return kGood;
     },
     true},
    {"--allow-host", "NAME", "host name under which clients reach the server, or *; repeatable (loopback names)",
     nullptr,
     [](V v, W o) {
       o.http.endpoint.allowed_hosts.emplace_back(v);
       return kGood;
     },
     true},
    {"--allow-origin", "ORIGIN",
     "web origin whose pages may call the server, or *; repeatable (origins of this machine)", nullptr,
     [](V v, W o) {
       o.http.endpoint.allowed_origins.emplace_back(v);
       return kGood;
     },
     true},
    {"--tls-cert", "FILE", "TLS certificate chain (PEM)", nullptr,
     [](V v, W o) {
       o.http.tls_certificate = v;
       return kGood;
     },
     true},
    {"--tls-key", "FILE", "private key of the certificate (PEM)", nullptr,
     [](V v, W o) {
       o.http.tls_key = v;
       return kGood;
     },
     true},
    {"--principal-header", "NAME",
     "header in which an authenticating proxy names the user; requests without it get 401", nullptr,
     [](V v, W o) {
       o.principal_header = v;
       return v.empty() ? V("the name of a header") : kGood;
     },
     true},
    {"--challenge", "TEXT", "value of WWW-Authenticate in 401 responses ({})", [](O o) { return o.challenge; },
     [](V v, W o) {
       const bool good = !v.empty() && std::ranges::all_of(v, [](char c) { return c >= ' ' && c <= '~'; });
       if (good) o.challenge = v;
       return good ? kGood : V("a scheme and its parameters, such as Bearer realm=\"here\"");
     },
     true},
    {"--trusted-proxy", "ADDRESS",
     "proxy whose Forwarded or X-Forwarded-For header is trusted, or unix; repeatable (none)", nullptr,
     [](V v, W o) {
       const std::string address = transport::http_address(v);
       if (address.empty()) return std::string_view("an IPv4 or IPv6 address without a port, or unix");
       o.http.trusted_proxies.push_back(address);
       return kGood;
     },
     true},
    {"--threads", "N", "number of event loops ({})", [](O o) { return std::to_string(o.http.threads); },
     [](V v, W o) { return put(parse_number<std::size_t>(v, 1, 256), "a number from 1 to 256", o.http.threads); },
     true},
    size_setting(
        "--max-header", "largest request header; a larger one is refused with 431 ({})",
        [](auto& o) -> auto& { return o.http.max_header; }, true),
    count_setting(
        "--max-connections", "open connections; one more is refused with 503 ({})",
        [](auto& o) -> auto& { return o.http.max_connections; }, true),
    count_setting(
        "--max-sessions", "sessions of clients before 2026-07-28; one more is refused with 503 ({})",
        [](auto& o) -> auto& { return o.http.endpoint.sessions.max_sessions; }, true),
    count_setting(
        "--max-streams", "event streams of one session; one more is refused with 429 ({})",
        [](auto& o) -> auto& { return o.http.endpoint.sessions.max_streams; }, true),
    size_setting(
        "--max-queued",
        "unsent data of one client; beyond it, progress and logs are dropped and its requests wait ({})",
        [](auto& o) -> auto& { return o.http.max_queued; }, true),
    size_setting(
        "--max-unsent", "unsent data of all clients; beyond it, the slowest are disconnected ({})",
        [](auto& o) -> auto& { return o.http.max_unsent; }, true),
    size_setting(
        "--max-receiving", "incomplete requests of all clients; beyond it, the slowest get 503 ({})",
        [](auto& o) -> auto& { return o.http.max_receiving; }, true),
    size_setting(
        "--max-replay", "events of one session that are kept for reconnecting clients ({})",
        [](auto& o) -> auto& { return o.http.endpoint.sessions.max_replay; }, true),
    time_setting(
        "--session-timeout", "a session without request and open stream ends after this time ({})",
        [](auto& o) -> auto& { return o.http.endpoint.sessions.idle; }, true),
    time_setting(
        "--idle-timeout", "a connection without request is closed after this time ({})",
        [](auto& o) -> auto& { return o.http.idle_timeout; }, true),
    time_setting(
        "--header-timeout", "time for receiving the header of a request ({})",
        [](auto& o) -> auto& { return o.http.header_timeout; }, true),
    time_setting(
        "--request-timeout", "time for receiving a whole request ({})",
        [](auto& o) -> auto& { return o.http.request_timeout; }, true),
    time_setting(
        "--write-timeout", "time after which a client that reads nothing is disconnected ({})",
        [](auto& o) -> auto& { return o.http.write_timeout; }, true),
    time_setting(
        "--stream-after", "time after which an answer becomes an event stream ({})",
        [](auto& o) -> auto& { return o.http.endpoint.stream_after; }, true),
    time_setting(
        "--keep-alive", "interval of comments on a silent event stream ({})",
        [](auto& o) -> auto& { return o.http.endpoint.keep_alive; }, true),
    {"--ping-interval", "TIME",
     "interval of pings on event streams of sessions; a client that answers none has left (off)", nullptr,
     [](V v, W o) { return put(parse_duration(v), kTime, o.http.endpoint.ping_interval); }, true},
    {"--access-log", "", "log each request as a line of JSON on stderr", nullptr,
     [](V, W o) {
       o.http.access_log = true;
       return kGood;
     },
     true},
};

}  // namespace

std::span<const Setting> settings() { return kSettings; }

const Setting* find_setting(std::string_view name) {
  const auto* const found =
      std::find_if(std::begin(kSettings), std::end(kSettings), [&](const Setting& s) { return s.name == name; });
  return found == std::end(kSettings) ? nullptr : found;
}

}  // namespace mcp::cli
