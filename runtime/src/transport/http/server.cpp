#include "transport/http/server.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <latch>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>

#include <boost/asio/post.hpp>
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
/// A program's io_context that calls nothing for so long, when the server has ended, is not run any more.
constexpr std::chrono::milliseconds kLeftAlone{1000};
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

std::size_t loop_count(const HttpOptions& options, const asio::io_context* of_program) {
  return of_program != nullptr ? 1 : std::max<std::size_t>(options.threads, 1);
}

}  // namespace

struct HttpServer::Impl {
  class RandomIds final : public protocol::http::SessionIds {
   public:
    [[nodiscard]] std::string make() override { return protocol::random_token(24); }
  };

  Impl(const protocol::Dispatcher& dispatcher, HttpOptions given, const protocol::http::EndpointParts& parts,
       protocol::LogSink& log_sink, asio::io_context* of_program)
      : options(std::move(given)),
        program_context(of_program),
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
        pool(options.max_workers),
        shutdown_done(static_cast<std::ptrdiff_t>(loop_count(options, of_program))) {
    if (options.unix_path.empty()) {
      listeners = http::listen_on(options.host, options.port);
    } else {
      listeners.push_back(http::listen_on_path(options.unix_path));
    }
    address = listeners.front().address;
    port = listeners.front().port;
    for (std::size_t i = 0; i < loop_count(options, of_program); ++i) {
      loops.all.push_back(std::make_unique<http::HttpEventLoop>(common, pool, of_program));
      endpoint.add_loop(loops.all.back()->loop_resources());
    }
  }
  ~Impl() {
    // A connection exists as long as its handler runs, and needs its event loop to end. Jobs use the calls of their
    // event loops until they have returned.
    while (!common.connections.wait_until_none(Clock::now() + kStopInterval)) {
      // Handlers may have asked something since the last time.
      on_all_loops([](http::HttpEventLoop& loop) { loop.loop_resources().calls.stop(); });
      (void)drive(kStopInterval);
    }
    for (const auto& loop : loops.all) loop->leader_followers().stop();
    for (std::thread& thread : threads) thread.join();
    for (const auto& loop : loops.all) loop->leader_followers().join();
    pool.drain();
    if (program_context != nullptr) leave_program_context();
    endpoint.dispatcher().wait_for_notifiers();
    endpoint.close_stores();
    if (!options.unix_path.empty()) ::unlink(options.unix_path.c_str());
  }

  template <class F>
  void on_all_loops(F what) {
    for (const auto& loop : loops.all) loop->post([what, &loop = *loop] { what(loop); });
  }

  bool serve(const WakeUp& stop);
  void begin(const WakeUp& stop);
  void shut_down();
  void watch_shutdown();
  void end();
  bool wait_for_the_rest();
  bool drive(std::chrono::milliseconds time);
  bool is_left_alone();
  void leave_program_context();

  const HttpOptions options;
  asio::io_context* const program_context;  // null: the event loops have their own
  bool has_left_program_context = false;
  std::atomic<std::thread::id> driving_thread{};        // the last one in drive()
  std::mutex probe_mutex;                               // guards what follows
  std::shared_ptr<std::atomic<std::thread::id>> probe;  // who called a handler that was posted
  Clock::time_point probed_at;                          // when the program was last seen to call one
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
  Clock::time_point deadline;  // of the last moment
  bool last_moment = false;    // handlers were asked to stop
  std::latch shutdown_done;    // counted down by each event loop when it has nothing left to do
};

/// On the first event loop, or before it runs.
void HttpServer::Impl::begin(const WakeUp& stop) {
  asio::ssl::context* const secure = tls ? &*tls : nullptr;
  for (const http::Listener& listener : listeners) {
    acceptors.push_back(std::make_shared<http::Acceptor>(common, loops, secure, listener));
  }
  for (const auto& acceptor : acceptors) acceptor->wait();
  stopped = std::make_unique<http::WatchedDescriptor>(loops.first().context(), ::dup(stop.descriptor()));
  stopped->async_wait(http::WatchedDescriptor::wait_read, loops.first().handler([this](error_code problem) {
    if (!problem) shut_down();
  }));
}

bool HttpServer::Impl::serve(const WakeUp& stop) {
  if (program_context != nullptr) {
    loops.first().post([this, &stop] { begin(stop); });
  } else {
    begin(stop);
  }
  // All on threads of their own, as a thread that a tool holds up does not come back.
  for (std::size_t i = 0; program_context == nullptr && i < loops.all.size(); ++i) {
    threads.emplace_back([&loop = *loops.all[i]] { loop.leader_followers().run(); });
  }
  shutdown_done.wait();
  const bool idle = wait_for_the_rest();
  if (program_context != nullptr) {
    if (idle) leave_program_context();
    loops.first().release_context();
  }
  return idle;
}

bool HttpServer::Impl::wait_for_the_rest() {
  const auto last = Clock::now() + kLastMoment;
  if (!common.connections.wait_until_none(last)) return false;
  for (const auto& loop : loops.all) loop->leader_followers().stop();
  bool idle = true;
  for (const auto& loop : loops.all) idle = loop->leader_followers().join(last) && idle;
  return pool.drain(last) && idle;
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
  shutdown_timer->async_wait(loops.first().handler([this](error_code problem) {
    if (!problem) watch_shutdown();
  }));
}

void HttpServer::Impl::end() {
  on_all_loops([this](http::HttpEventLoop& loop) {
    loop.loop_resources().calls.stop();  // a call of HTTP+SSE goes on behind its request
    loop.loop_resources().calls.close_executors();
    loop.abort_all();
    shutdown_done.count_down();
  });
}

bool HttpServer::Impl::drive(std::chrono::milliseconds time) {
  if (program_context == nullptr) return false;
  const bool was_stopped = program_context->stopped();
  if (!was_stopped && !program_context->get_executor().running_in_this_thread() && !is_left_alone()) return false;
  if (was_stopped) program_context->restart();
  driving_thread = std::this_thread::get_id();
  program_context->run_one_for(time);
  if (was_stopped) program_context->stop();  // as the program left it
  return true;
}

/// Whether nobody seems to run the program's io_context: for a while, no handler that was posted was called, but by a
/// thread that drives it.
bool HttpServer::Impl::is_left_alone() {
  const std::lock_guard lock(probe_mutex);
  const std::thread::id nobody;
  const std::thread::id caller = probe != nullptr ? probe->load() : nobody;
  if (probe == nullptr || caller != nobody) {
    if (probe == nullptr || caller != driving_thread) probed_at = Clock::now();
    probe = std::make_shared<std::atomic<std::thread::id>>();
    asio::post(*program_context, [called_by = probe] { *called_by = std::this_thread::get_id(); });
  }
  return Clock::now() >= probed_at + kLeftAlone;
}

/// The program's io_context goes on: nothing in it may refer to what is about to be destroyed. Handlers run in the
/// order in which they were posted, and those of what is cancelled are posted at once; each round brings what the one
/// before has posted.
void HttpServer::Impl::leave_program_context() {
  if (std::exchange(has_left_program_context, true)) return;
  loops.first().post([this] {
    shutdown_timer.reset();
    stopped.reset();
    acceptors.clear();
    loops.first().leave_context();
  });
  for (int round = 0; round < 3; ++round) {
    const auto promise = std::make_shared<std::promise<void>>();
    const std::future<void> reached = promise->get_future();
    asio::post(*program_context, [promise] { promise->set_value(); });
    while (reached.wait_for(kStopInterval) == std::future_status::timeout) (void)drive(kStopInterval);
  }
}

bool is_loopback_host(const std::string& host) { return http::is_loopback(host); }

bool is_any_host(const std::string& host) { return http::is_any(host); }

HttpServer::HttpServer(const protocol::Dispatcher& dispatcher, const HttpOptions& options,
                       const protocol::http::EndpointParts& parts, protocol::LogSink& log, asio::io_context* of_program)
    : impl_(std::make_unique<Impl>(dispatcher, options, parts, log, of_program)) {}

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

bool HttpServer::drive(std::chrono::milliseconds time) { return impl_->drive(time); }

bool HttpServer::serve(const WakeUp& stop) { return impl_->serve(stop); }

}  // namespace mcp::transport
