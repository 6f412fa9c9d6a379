#include "test/local_server.hpp"

#include <cstddef>
#include <stdexcept>
#include <utility>

namespace mcp::test {

namespace {

/// The maximum length of a message to the server, in bytes.
constexpr std::size_t kMaxMessage = std::size_t{64} << 20;

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

}  // namespace mcp::test
