#include "transport/http/server.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <latch>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>

#include <boost/asio/ssl/context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "base/digest.hpp"
#include "transport/http/acceptor.hpp"
#include "transport/http/event_loop.hpp"
#include "transport/http/listener.hpp"
#include "transport/threads/worker_pool.hpp"

namespace mcp::transport {

namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using Clock = std::chrono::steady_clock;

/// For handlers that were asked to stop.
constexpr std::chrono::milliseconds kLastMoment{500};
/// Between looks at handlers that do not stop.
constexpr std::chrono::milliseconds kStopInterval{50};

std::optional<asio::ssl::context> make_tls(const HttpOptions& options) {
  if (options.tls_certificate.empty()) return std::nullopt;
  using Tls = asio::ssl::context;
  std::optional<Tls> tls(std::in_place, Tls::tls_server);
  tls->set_options(Tls::default_workarounds | Tls::no_tlsv1 | Tls::no_tlsv1_1 | Tls::no_compression);
  error_code problem;
  tls->use_certificate_chain_file(options.tls_certificate, problem);
  if (problem)
    throw std::runtime_error("cannot use the certificate " + options.tls_certificate + ": " + problem.message());
  tls->use_private_key_file(options.tls_key, Tls::pem, problem);
  if (problem) throw std::runtime_error("cannot use the key " + options.tls_key + ": " + problem.message());
  return tls;
}

}  // namespace

struct HttpServer::Impl {
  class RandomIds final : public protocol::http::SessionIds {
   public:
    [[nodiscard]] std::string make() override { return protocol::random_token(24); }
  };

  Impl(const protocol::Dispatcher& dispatcher, const HttpOptions& given, const protocol::http::EndpointParts& parts,
       protocol::LogSink& log_sink)
      : options(given),
        log(log_sink),
        tls(make_tls(options)),
        grace(options.grace),
        endpoint(dispatcher, options.endpoint, parts, ids),
        common{options,
               endpoint,
               log,
               {options.max_header, options.max_message},
               {options.max_connections, options.trusted_proxies},
               {}},
        pool(options.max_workers) {
    if (options.unix_path.empty()) {
      listeners = http::listen_on(options.host, options.port);
    } else {
      listeners.push_back(http::listen_on_path(options.unix_path));
    }
    address = listeners.front().address;
    port = listeners.front().port;
    for (std::size_t i = 0; i < std::max<std::size_t>(options.threads, 1); ++i) {
      loops.all.push_back(std::make_unique<http::HttpEventLoop>(common, pool));
      endpoint.add_loop(loops.all.back()->loop_resources());
    }
  }
  ~Impl() {
    // A connection exists as long as its handler runs, and needs its event loop to end. Jobs use the calls of their
    // event loops until they have returned.
    while (!common.connections.wait_until_none(Clock::now() + kStopInterval)) {
      // Handlers may have asked something since the last time.
      on_all_loops([](http::HttpEventLoop& loop) { loop.loop_resources().calls.stop(); });
    }
    for (const auto& loop : loops.all) loop->leader_followers().stop();
    for (std::thread& thread : threads) thread.join();
    for (const auto& loop : loops.all) loop->leader_followers().join();
    pool.drain();
    endpoint.dispatcher().wait_for_notifiers();
    endpoint.close_stores();
    if (!options.unix_path.empty()) ::unlink(options.unix_path.c_str());
  }

  template <class F>
  void on_all_loops(F what) {
    for (const auto& loop : loops.all) loop->post([what, &loop = *loop] { what(loop); });
  }

  bool serve(const WakeUp& stop);
  void shut_down();
  void watch_shutdown();
  void end();

  const HttpOptions options;
  protocol::LogSink& log;
  std::optional<asio::ssl::context> tls;
  std::atomic<std::chrono::milliseconds> grace;
  RandomIds ids;
  protocol::http::Endpoint endpoint;
  http::Common common;
  std::vector<http::Listener> listeners;
  std::string address;  // of the first one
  unsigned short port = 0;
  WorkerPool pool;
  http::EventLoops loops;
  std::vector<std::shared_ptr<http::Acceptor>> acceptors;
  std::unique_ptr<http::WatchedDescriptor> stopped;
  std::vector<std::thread> threads;  // joined by the destructor, since a handler may keep one
  // From shut_down() on, on the first event loop:
  std::unique_ptr<asio::steady_timer> shutdown_timer;
  Clock::time_point stopped_at;
  Clock::time_point deadline;   // of the last moment
  bool last_moment = false;     // handlers were asked to stop
  std::latch shutdown_done{1};  // counted down when the event loops have nothing left to do
};

bool HttpServer::Impl::serve(const WakeUp& stop) {
  asio::ssl::context* const secure = tls ? &*tls : nullptr;
  for (const http::Listener& listener : listeners) {
    acceptors.push_back(std::make_shared<http::Acceptor>(common, loops, secure, listener));
  }
  for (const auto& acceptor : acceptors) acceptor->wait();
  stopped = std::make_unique<http::WatchedDescriptor>(loops.first().context(), ::dup(stop.descriptor()));
  stopped->async_wait(http::WatchedDescriptor::wait_read, [this](error_code problem) {
    if (!problem) shut_down();
  });

  // All on threads of their own, as a thread that a tool holds up does not come back.
  for (const auto& loop : loops.all) {
    threads.emplace_back([&loop = *loop] { loop.leader_followers().run(); });
  }
  shutdown_done.wait();
  const auto last = Clock::now() + kLastMoment;
  if (!common.connections.wait_until_none(last)) return false;
  for (const auto& loop : loops.all) loop->leader_followers().stop();
  bool idle = true;
  for (const auto& loop : loops.all) idle = loop->leader_followers().join(last) && idle;
  idle = pool.drain(last) && idle;
  return idle;
}

void HttpServer::Impl::shut_down() {
  acceptors.clear();
  listeners.clear();
  endpoint.shut_down();
  stopped_at = Clock::now();
  on_all_loops([](http::HttpEventLoop& loop) {
    loop.shut_down();
    loop.loop_resources().calls.stop_asking();  // answers of users are not waited for
  });
  watch_shutdown();
}

void HttpServer::Impl::watch_shutdown() {
  const auto now = Clock::now();
  if (common.connections.get() == 0 || (last_moment && now >= deadline)) return end();
  if (!last_moment && now >= stopped_at + grace.load()) {
    last_moment = true;
    deadline = now + kLastMoment;
    on_all_loops([](http::HttpEventLoop& loop) {
      loop.loop_resources().calls.stop();
      loop.loop_resources().calls.close_executors();
    });
  }
  shutdown_timer = std::make_unique<asio::steady_timer>(loops.first().context(), std::chrono::milliseconds(10));
  shutdown_timer->async_wait([this](error_code problem) {
    if (!problem) watch_shutdown();
  });
}

void HttpServer::Impl::end() {
  on_all_loops([](http::HttpEventLoop& loop) {
    loop.abort_all();
    loop.loop_resources().calls.close_executors();
  });
  shutdown_done.count_down();
}

bool is_loopback_host(const std::string& host) { return http::is_loopback(host); }

bool is_any_host(const std::string& host) { return http::is_any(host); }

HttpServer::HttpServer(const protocol::Dispatcher& dispatcher, const HttpOptions& options,
                       const protocol::http::EndpointParts& parts, protocol::LogSink& log)
    : impl_(std::make_unique<Impl>(dispatcher, options, parts, log)) {}

HttpServer::~HttpServer() = default;

void HttpServer::set_grace(std::chrono::milliseconds grace) noexcept { impl_->grace.store(grace); }

unsigned short HttpServer::port() const noexcept { return impl_->port; }

std::size_t HttpServer::connections() const { return impl_->common.connections.get(); }

std::size_t HttpServer::sessions() const { return impl_->endpoint.sessions().size(); }

std::string HttpServer::url() const {
  const std::string& address = impl_->address;
  if (!impl_->options.unix_path.empty()) return "unix:" + address;
  return (impl_->tls ? "https://" : "http://") + address + impl_->options.endpoint.path;
}

bool HttpServer::serve(const WakeUp& stop) { return impl_->serve(stop); }

}  // namespace mcp::transport
