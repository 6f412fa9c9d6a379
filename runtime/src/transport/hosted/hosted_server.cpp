#include "transport/hosted/hosted_server.hpp"

#include <algorithm>
#include <future>
#include <utility>

namespace mcp::transport::hosted {

namespace {

using Clock = std::chrono::steady_clock;

/// For handlers that were asked to stop.
constexpr std::chrono::milliseconds kLastMoment{500};
/// Between looks at handlers that do not stop.
constexpr std::chrono::milliseconds kStopInterval{50};

}  // namespace

HostedServer::HostedServer(const protocol::Dispatcher& dispatcher, const HttpOptions& options,
                           const protocol::http::EndpointParts& parts, protocol::LogSink& log)
    : options_(options), endpoint_(dispatcher, options.endpoint, parts, ids_), pool_(options.max_workers) {
  for (std::size_t i = 0; i < std::max<std::size_t>(options.threads, 1); ++i) {
    loops_.push_back(std::make_unique<HostedLoop>(endpoint_, pool_, log));
    endpoint_.add_loop(loops_.back()->loop_resources());
  }
  for (const auto& loop : loops_) threads_.emplace_back([&loop = *loop] { loop.leader_followers().run(); });
}

HostedServer::~HostedServer() {
  // An exchange exists as long as its handler runs, and needs its event loop to end. Jobs use the calls of their event
  // loops until they have returned.
  while (!exchanges_.wait_until_none(Clock::now() + kStopInterval)) {
    // Handlers may have asked something since the last time.
    on_all_loops([](HostedLoop& loop) { loop.loop_resources().calls.stop(); });
  }
  for (const auto& loop : loops_) loop->leader_followers().stop();
  for (std::thread& thread : threads_) thread.join();
  for (const auto& loop : loops_) loop->leader_followers().join();
  pool_.drain();
  endpoint_.dispatcher().wait_for_notifiers();
  endpoint_.close_stores();
}

template <class F>
void HostedServer::on_all_loops(F what) {
  for (const auto& loop : loops_) loop->post([what, &loop = *loop] { what(loop); });
}

void HostedServer::stop_calls() {
  std::vector<std::future<void>> asked;
  for (const auto& loop : loops_) {
    const auto done = std::make_shared<std::promise<void>>();
    asked.push_back(done->get_future());
    loop->post([done, &loop = *loop] {
      loop.loop_resources().calls.stop();
      loop.loop_resources().calls.close_executors();
      done->set_value();
    });
  }
  const auto last = Clock::now() + kLastMoment;
  for (const std::future<void>& one : asked) (void)one.wait_until(last);
}

void HostedServer::handle(const mcp::http::Request& request, std::shared_ptr<mcp::http::ResponseSink> sink) {
  HostedLoop& loop = *loops_[turn_.fetch_add(1, std::memory_order_relaxed) % loops_.size()];
  std::make_shared<HostedExchange>(loop, shared_, std::move(sink))->start(request);
}

ServeCounters HostedServer::counters() {
  return {.connections = exchanges_.get(), .sessions = endpoint_.sessions().size()};
}

bool HostedServer::stop(std::chrono::milliseconds grace) {
  endpoint_.shut_down();
  on_all_loops([](HostedLoop& loop) {
    loop.leave();
    loop.loop_resources().calls.stop_asking();  // answers of users are not waited for
  });
  const bool are_answered = exchanges_.wait_until_none(Clock::now() + grace);
  // Whether or not they are: a call of HTTP+SSE goes on behind its request.
  stop_calls();
  if (!are_answered) (void)exchanges_.wait_until_none(Clock::now() + kLastMoment);
  on_all_loops([](HostedLoop& loop) { loop.abort_all(); });
  const auto last = Clock::now() + kLastMoment;
  if (!exchanges_.wait_until_none(last)) return false;
  for (const auto& loop : loops_) loop->leader_followers().stop();
  bool idle = true;
  for (const auto& loop : loops_) idle = loop->leader_followers().join(last) && idle;
  return pool_.drain(last) && idle;
}

}  // namespace mcp::transport::hosted
