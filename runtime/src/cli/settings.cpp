#include "cli/settings.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

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
  constexpr std::uint64_t kMost = std::uint64_t{1} << 40;  // a terabyte is no limit any more
  if (number > (kMost >> shift)) return std::nullopt;
  return static_cast<std::size_t>(number << shift);
}

template <class Number>
std::optional<Number> parse_number(std::string_view text, Number least, Number most) {
  Number number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool within = number >= least && number <= most;  // which NaN is not
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

/// Puts what was parsed into all targets.
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
  // An IPv6 address without brackets would lose its last group to the port.
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
    return kGood;
  }
  const std::size_t colon = text.find(':');
  const auto rate = parse_number<double>(text.substr(0, colon), 0.001, 1e9);
  if (!rate) return kExpected;
  const auto burst = colon == std::string_view::npos ? std::optional(std::max(*rate * 2, 1.0))
                                                     : parse_number<double>(text.substr(colon + 1), 1, 1e9);
  if (!burst) return kExpected;
  options.http.endpoint.calls = protocol::Rate{*rate, *burst};
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

// Fewer words in the table.
using O = const Options&;
using V = std::string_view;
using W = Options&;

constexpr Setting kSettings[] = {
    {"--max-message", "SIZE", "longest message from the client; a longer one is refused ({})",
     [](O o) { return size_text(o.stdio.max_message); },
     [](V v, W o) { return put(parse_size(v), kSize, o.stdio.max_message, o.http.max_message); }},
    {"--max-result", "SIZE", "largest result of a tool; a larger one becomes an error ({})",
     [](O o) { return size_text(o.limits.max_result); },
     [](V v, W o) { return put(parse_size(v), kSize, o.limits.max_result); }},
    {"--max-in-flight", "N", "tool calls waiting or running; one more is told to try again ({})",
     [](O o) { return std::to_string(o.limits.max_in_flight); },
     [](V v, W o) { return put(parse_count(v), kCount, o.limits.max_in_flight); }},
    {"--max-workers", "N", "threads for tools ({})", [](O o) { return std::to_string(o.stdio.max_workers); },
     [](V v, W o) { return put(parse_threads(v), kThreads, o.stdio.max_workers, o.http.max_workers); }},
    {"--grace", "TIME", "for running tools, once the client is gone or the server shall stop ({})",
     [](O o) { return time_text(o.stdio.grace) + ", over HTTP " + time_text(o.http.grace); },
     [](V v, W o) { return put(parse_duration(v), kTime, o.stdio.grace, o.http.grace); }},

    {"--client-timeout", "TIME", "for a client of an older revision to answer a question ({})",
     [](O o) { return time_text(o.limits.client_patience); },
     [](V v, W o) { return put(parse_duration(v), kTime, o.limits.client_patience); }},
    {"--max-rounds", "N", "how often one request may ask its client ({})",
     [](O o) { return std::to_string(o.limits.max_rounds); },
     [](V v, W o) { return put(parse_number<unsigned>(v, 1, 1000), "a number from 1 to 1000", o.limits.max_rounds); }},
    {"--max-state", "SIZE", "what a request may leave with its client until that answers ({})",
     [](O o) { return size_text(o.limits.max_state); },
     [](V v, W o) { return put(parse_size(v), kSize, o.limits.max_state); }},
    {"--state-lifetime", "TIME", "how long that can come back ({})", [](O o) { return time_text(o.limits.state_life); },
     [](V v, W o) { return put(parse_duration(v), kTime, o.limits.state_life); }},
    {"--state-key", "KEYS", "what it is sealed with, 64 hex digits each; the first seals, all open (a random one)",
     nullptr,
     [](V v, W o) {
       o.state_keys = v;
       return kGood;
     }},
    {"--state-key-file", "FILE", "the same from a file, a key a line: other users see command lines", nullptr,
     [](V v, W o) {
       o.state_key_file = v;
       return kGood;
     }},
    {"--max-tasks", "N", "tasks that are kept, running or not; of one user half as many ({})", [](O o) { return std::to_string(o.max_tasks); },
     [](V v, W o) { return put(parse_count(v), kCount, o.max_tasks); }},

    {"--max-subscriptions", "N", "of one client to changes, over HTTP of one user, else of one address ({})",
     [](O o) { return std::to_string(o.limits.max_subscriptions); },
     [](V v, W o) { return put(parse_count(v), kCount, o.limits.max_subscriptions); }},
    {"--max-subscribed", "N", "resources that those are to, all together ({})",
     [](O o) { return std::to_string(o.limits.max_subscribed_uris); },
     [](V v, W o) { return put(parse_count(v), kCount, o.limits.max_subscribed_uris); }},

    {"--http", "ADDRESS", "serve HTTP on [HOST:]PORT, on 127.0.0.1 and ::1 without HOST, or on a socket, unix:PATH",
     nullptr, &set_address, true},
    {"--path", "PATH", "of the endpoint ({})", [](O o) { return o.http.endpoint.path; }, &set_path, true},
    {"--sse", "", "serve the older HTTP+SSE transport beside it, on /sse and /message", nullptr,
     [](V, W o) {
       o.http.endpoint.sse_path = "/sse";
       o.http.endpoint.message_path = "/message";
       return kGood;
     },
     true},
    {"--allow-host", "NAME", "a name that clients reach the server by, or *; may be repeated (the loopback ones)",
     nullptr,
     [](V v, W o) {
       o.http.endpoint.allowed_hosts.emplace_back(v);
       return kGood;
     },
     true},
    {"--allow-origin", "ORIGIN",
     "a site whose pages may call the server, or *; may be repeated (pages of this machine)", nullptr,
     [](V v, W o) {
       o.http.endpoint.allowed_origins.emplace_back(v);
       return kGood;
     },
     true},
    {"--tls-cert", "FILE", "certificate chain for TLS, PEM", nullptr,
     [](V v, W o) {
       o.http.tls_certificate = v;
       return kGood;
     },
     true},
    {"--tls-key", "FILE", "its key, PEM", nullptr,
     [](V v, W o) {
       o.http.tls_key = v;
       return kGood;
     },
     true},
    {"--principal-header", "NAME", "header in which an authenticating proxy names the user; without it: 401", nullptr,
     [](V v, W o) {
       o.http.principal_header = v;
       o.http.endpoint.needs_principal = true;
       return v.empty() ? V("the name of a header") : kGood;
     },
     true},
    {"--threads", "N", "event loops ({})", [](O o) { return std::to_string(o.http.threads); },
     [](V v, W o) { return put(parse_number<std::size_t>(v, 1, 256), "a number from 1 to 256", o.http.threads); },
     true},
    {"--call-rate", "RATE[:BURST]", "tool calls per second of one user, else of one address; or off ({})", &rate_text,
     &set_rate, true},
    {"--max-header", "SIZE", "of a request; a larger one is refused with 431 ({})",
     [](O o) { return size_text(o.http.max_header); },
     [](V v, W o) { return put(parse_size(v), kSize, o.http.max_header); }, true},
    {"--max-connections", "N", "one more is answered with 503 ({})",
     [](O o) { return std::to_string(o.http.max_connections); },
     [](V v, W o) { return put(parse_count(v), kCount, o.http.max_connections); }, true},
    {"--max-sessions", "N", "of clients of older revisions; one more is answered with 503 ({})",
     [](O o) { return std::to_string(o.http.endpoint.sessions.max_sessions); },
     [](V v, W o) { return put(parse_count(v), kCount, o.http.endpoint.sessions.max_sessions); }, true},
    {"--max-streams", "N", "event streams of one session; one more is answered with 429 ({})",
     [](O o) { return std::to_string(o.http.endpoint.sessions.max_streams); },
     [](V v, W o) { return put(parse_count(v), kCount, o.http.endpoint.sessions.max_streams); }, true},
    {"--max-queued", "SIZE", "events waiting for one slow reader; with more its stream is cut off ({})",
     [](O o) { return size_text(o.http.max_queued); },
     [](V v, W o) { return put(parse_size(v), kSize, o.http.max_queued); }, true},
    {"--max-replay", "SIZE", "events kept for one session's clients to come back to ({})",
     [](O o) { return size_text(o.http.endpoint.sessions.max_replay); },
     [](V v, W o) { return put(parse_size(v), kSize, o.http.endpoint.sessions.max_replay); }, true},
    {"--session-timeout", "TIME", "without a request or an open stream ({})",
     [](O o) { return time_text(o.http.endpoint.sessions.idle); },
     [](V v, W o) { return put(parse_duration(v), kTime, o.http.endpoint.sessions.idle); }, true},
    {"--idle-timeout", "TIME", "of a connection between requests ({})",
     [](O o) { return time_text(o.http.idle_timeout); },
     [](V v, W o) { return put(parse_duration(v), kTime, o.http.idle_timeout); }, true},
    {"--header-timeout", "TIME", "for a request's header to come ({})",
     [](O o) { return time_text(o.http.header_timeout); },
     [](V v, W o) { return put(parse_duration(v), kTime, o.http.header_timeout); }, true},
    {"--request-timeout", "TIME", "for a whole request to come ({})",
     [](O o) { return time_text(o.http.request_timeout); },
     [](V v, W o) { return put(parse_duration(v), kTime, o.http.request_timeout); }, true},
    {"--write-timeout", "TIME", "for a client that reads nothing of what is sent ({})",
     [](O o) { return time_text(o.http.write_timeout); },
     [](V v, W o) { return put(parse_duration(v), kTime, o.http.write_timeout); }, true},
    {"--stream-after", "TIME", "answers that take longer become event streams, kept alive by comments ({})",
     [](O o) { return time_text(o.http.endpoint.patience); },
     [](V v, W o) { return put(parse_duration(v), kTime, o.http.endpoint.patience); }, true},
    {"--keep-alive", "TIME", "between comments on a silent stream ({})",
     [](O o) { return time_text(o.http.endpoint.keep_alive); },
     [](V v, W o) { return put(parse_duration(v), kTime, o.http.endpoint.keep_alive); }, true},
    {"--access-log", "", "a line of JSON on stderr for each request", nullptr,
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
