#include "transport/http/server.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <condition_variable>
#include <mutex>
#include <new>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "base/digest.hpp"
#include "transport/http/connection.hpp"
#include "transport/http/event_loop.hpp"
#include "transport/http/listener.hpp"
#include "transport/threads/worker_pool.hpp"

namespace mcp::transport {

namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using Clock = std::chrono::steady_clock;

/// Before connections are accepted again, once the system had no descriptor left for one.
constexpr std::chrono::milliseconds kPause{100};
/// For handlers that were asked to stop.
constexpr std::chrono::milliseconds kLastMoment{500};

/// As many descriptors as this process may have.
void raise_descriptor_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

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

  Impl(const protocol::Dispatcher& dispatcher, const HttpOptions& given, protocol::LogSink& log_sink)
      : options(given),
        log(log_sink),
        tls(make_tls(options)),
        endpoint(dispatcher, options.endpoint, ids),
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
    for (std::size_t i = 0; i < std::max<std::size_t>(options.threads, 1); ++i) {
      loops.push_back(std::make_unique<http::HttpEventLoop>(common, pool));
      endpoint.add_loop(loops.back()->loop_resources());
    }
  }
  ~Impl() {
    endpoint.dispatcher().wait_for_notifiers();
    if (!options.unix_path.empty()) ::unlink(options.unix_path.c_str());
  }

  using Watched = asio::posix::basic_stream_descriptor<asio::io_context::executor_type>;

  /// Waits for connections on one listener; its descriptor stays the listener's. Shared, since what it waits for may
  /// have happened when it goes.
  struct Acceptor : std::enable_shared_from_this<Acceptor> {
    Acceptor(Impl& impl, http::Listener& from)
        : server(impl), socket(impl.first().context(), ::dup(from.socket.get())), pause(impl.first().context()) {}

    void wait() {
      socket.async_wait(Watched::wait_read, [weak = weak_from_this()](error_code problem) {
        const auto self = weak.lock();
        if (self && !problem) self->accept();
      });
    }
    void accept();
    void wait_a_moment() {
      pause.expires_after(kPause);
      pause.async_wait([weak = weak_from_this()](error_code problem) {
        const auto self = weak.lock();
        if (self && !problem) self->wait();
      });
    }

    [[nodiscard]] std::shared_ptr<const http::ConnectionPermit> acquire(std::string peer) const noexcept;
    void assign(int accepted, const std::shared_ptr<const http::ConnectionPermit>& permit);
    void rearm(bool after_a_moment);
    void log_error(int error) const noexcept;

    using Reserve = std::array<char, 16 << 10>;

    Impl& server;
    Watched socket;
    asio::steady_timer pause;
    std::unique_ptr<Reserve> reserve;  // memory for the time when there is none
  };

  [[nodiscard]] http::HttpEventLoop& first() noexcept { return *loops.front(); }

  template <class F>
  void on_all_loops(F what) {
    for (const auto& loop : loops) loop->post([what, &loop = *loop] { what(loop); });
  }

  bool serve(const WakeUp& stop);
  void shut_down();
  void watch_shutdown();
  void end();

  const HttpOptions options;
  protocol::LogSink& log;
  std::optional<asio::ssl::context> tls;
  RandomIds ids;
  protocol::http::Endpoint endpoint;
  http::Common common;
  std::vector<http::Listener> listeners;
  WorkerPool pool;
  std::vector<std::unique_ptr<http::HttpEventLoop>> loops;
  std::vector<std::shared_ptr<Acceptor>> acceptors;
  std::size_t next_loop = 0;
  std::unique_ptr<asio::steady_timer> ending;
  Clock::time_point deadline;
  bool last_moment = false;
  std::mutex mutex;
  std::condition_variable ended;
  bool over = false;  // the event loops have nothing to do any more
};

void HttpServer::Impl::Acceptor::accept() {
  // Some at a time: those who are connected want answers, too.
  for (int i = 0; i < 64; ++i) {
    std::string peer;
    const int accepted = http::accept_from(socket.native_handle(), peer);
    if (accepted < 0) {
      if (errno == EAGAIN || errno == EWOULDBLOCK) break;
      if (errno == ECONNABORTED || errno == EINTR) continue;
      log_error(errno);
      return rearm(true);
    }
    const std::shared_ptr<const http::ConnectionPermit> permit = acquire(std::move(peer));
    if (!permit) {
      constexpr std::string_view kFull =
          "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
      if (!server.tls) (void)!::write(accepted, kFull.data(), kFull.size());
      ::close(accepted);
      continue;
    }
    assign(accepted, permit);
  }
  rearm(false);
}

void HttpServer::Impl::Acceptor::log_error(int error) const noexcept {
  try {
    server.log.write("cannot accept a connection: " + std::generic_category().message(error));
  } catch (const std::bad_alloc&) {
    server.log.write("cannot accept a connection: there is no memory");
  }
}

std::shared_ptr<const http::ConnectionPermit> HttpServer::Impl::Acceptor::acquire(std::string peer) const noexcept {
  try {
    return server.common.quota.acquire(std::move(peer));
  } catch (const std::exception&) {
    return nullptr;  // no memory is no place, either
  }
}

void HttpServer::Impl::Acceptor::assign(int accepted, const std::shared_ptr<const http::ConnectionPermit>& permit) {
  http::HttpEventLoop& loop = *server.loops[server.next_loop++ % server.loops.size()];
  asio::ssl::context* const secure = server.tls ? &*server.tls : nullptr;
  if (loop.running_in_this_thread()) return loop.add(accepted, permit, secure);
  try {
    loop.post([&loop, accepted, permit, secure] { loop.add(accepted, permit, secure); });
  } catch (const std::bad_alloc&) {
    ::close(accepted);
  }
}

/// A server that has no memory for a moment must not be deaf for ever.
void HttpServer::Impl::Acceptor::rearm(bool after_a_moment) {
  try {
    if (!reserve) reserve = std::make_unique<Reserve>();
  } catch (const std::bad_alloc&) {
    // It is there another time.
  }
  const auto again = [&] { after_a_moment ? wait_a_moment() : wait(); };
  try {
    again();
  } catch (const std::bad_alloc&) {
    reserve.reset();
    again();
  }
}

bool HttpServer::Impl::serve(const WakeUp& stop) {
  for (http::Listener& listener : listeners) acceptors.push_back(std::make_shared<Acceptor>(*this, listener));
  for (const auto& acceptor : acceptors) acceptor->wait();
  Watched stopped(first().context(), ::dup(stop.descriptor()));
  stopped.async_wait(Watched::wait_read, [this](error_code problem) {
    if (!problem) shut_down();
  });

  std::vector<std::thread> threads;
  for (std::size_t i = 1; i < loops.size(); ++i) {
    threads.emplace_back([&loop = *loops[i]] { loop.leader_followers().run(); });
  }
  // On a thread of its own, too: a thread that a tool holds up does not come back.
  threads.emplace_back([this] { first().leader_followers().run(); });

  {
    std::unique_lock lock(mutex);
    ended.wait(lock, [this] { return over; });
  }
  const auto last = Clock::now() + kLastMoment;
  for (const auto& loop : loops) loop->leader_followers().stop();
  bool idle = true;
  for (const auto& loop : loops) idle = loop->leader_followers().join(last) && idle;
  idle = pool.drain(last) && idle;
  if (!idle) {
    for (std::thread& thread : threads) thread.detach();
    return false;
  }
  for (std::thread& thread : threads) thread.join();
  return true;
}

void HttpServer::Impl::shut_down() {
  acceptors.clear();
  listeners.clear();
  endpoint.shut_down();
  deadline = Clock::now() + options.grace;
  on_all_loops([](http::HttpEventLoop& loop) {
    loop.shut_down();
    loop.loop_resources().calls.stop_asking();  // what users take their time for is not waited for
  });
  watch_shutdown();
}

void HttpServer::Impl::watch_shutdown() {
  const auto now = Clock::now();
  if (common.connections == 0 || (last_moment && now >= deadline)) return end();
  if (now >= deadline) {
    last_moment = true;
    deadline = now + kLastMoment;
    on_all_loops([](http::HttpEventLoop& loop) { loop.loop_resources().calls.stop(); });
  }
  ending = std::make_unique<asio::steady_timer>(first().context(), std::chrono::milliseconds(10));
  ending->async_wait([this](error_code problem) {
    if (!problem) watch_shutdown();
  });
}

void HttpServer::Impl::end() {
  on_all_loops([](http::HttpEventLoop& loop) { loop.abort_all(); });
  const std::lock_guard lock(mutex);
  over = true;
  ended.notify_all();
}

bool is_loopback_host(const std::string& host) { return http::is_loopback(host); }

bool is_any_host(const std::string& host) { return http::is_any(host); }

HttpServer::HttpServer(const protocol::Dispatcher& dispatcher, const HttpOptions& options, protocol::LogSink& log) {
  raise_descriptor_limit();
  impl_ = std::make_unique<Impl>(dispatcher, options, log);
}

HttpServer::~HttpServer() = default;

std::string HttpServer::url() const {
  const std::string& address = impl_->listeners.front().address;
  if (!impl_->options.unix_path.empty()) return "unix:" + address;
  return (impl_->tls ? "https://" : "http://") + address + impl_->options.endpoint.path;
}

bool HttpServer::serve(const WakeUp& stop) { return impl_->serve(stop); }

}  // namespace mcp::transport
