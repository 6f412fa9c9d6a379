#include "test/local_server.hpp"

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <utility>

#include "catalog/executor_bindings.hpp"
#include "scheduling/main_thread_queue.hpp"

namespace mcp::test {

namespace {

/// The maximum length of a message to the server, in bytes.
constexpr std::size_t kMaxMessage = std::size_t{64} << 20;

/// How often MainThreads are polled while the test waits for handlers to end.
constexpr std::chrono::milliseconds kPollEvery{1};

const Server& complete(const Server& server) {
  if (const std::string problem = server.unbound(); !problem.empty()) throw std::logic_error(problem);
  return server;
}

}  // namespace

void LocalServer::Log::write(std::string_view line) noexcept {
  const std::lock_guard lock(mutex_);
  text_.append(line).append("\n");
}

std::string LocalServer::Log::text() const {
  const std::lock_guard lock(mutex_);
  return text_;
}

LocalServer::LocalServer(std::optional<Server> owned, const Server* server, const ClientOptions& options)
    : owned_(std::move(owned)),
      server_(complete(owned_ ? owned_->make_unbound() : *server)),
      dispatcher_(server_, options.server, log_, timers_),
      peer_(dispatcher_, pool_, kMaxMessage),
      pool_(options.workers) {}

std::optional<std::string> LocalServer::take_one_until(std::chrono::steady_clock::time_point deadline) {
  transport::MemorySink& outbox = peer_.outbox();
  internal::PolledMainThreads polled(server_.executors().executors(), [&] { outbox.interrupt(); });
  if (polled.empty()) return outbox.take_one_until(deadline);
  do {
    polled.poll();
    if (std::optional<std::string> message = outbox.take_one_until(deadline)) return message;
  } while (std::chrono::steady_clock::now() < deadline);
  return std::nullopt;
}

bool LocalServer::drain(std::chrono::steady_clock::time_point deadline) {
  internal::PolledMainThreads polled(server_.executors().executors(), [] {});
  if (polled.empty()) return pool_.drain(deadline);
  const auto now = [] { return std::chrono::steady_clock::now(); };
  do {
    polled.poll();
    if (pool_.drain(std::min(deadline, now() + kPollEvery))) return true;
  } while (now() < deadline);
  return false;
}

}  // namespace mcp::test
