#include "transport/http/connection_set.hpp"

#include <chrono>
#include <utility>

#include "transport/http/connection.hpp"

namespace mcp::transport::http {

void ConnectionSet::add(std::shared_ptr<Connection> connection) {
  connection->membership.index = all_.size();
  all_.push_back(std::move(connection));
}

void ConnectionSet::remove(Connection& connection) noexcept {
  const std::size_t index = connection.membership.index;
  all_.back()->membership.index = index;
  all_[index].swap(all_.back());
  all_.pop_back();
}

template <class Bytes, class Since>
std::shared_ptr<Connection> ConnectionSet::find_worst(Bytes bytes, Since since) const {
  const auto now = std::chrono::steady_clock::now();
  std::size_t keeping = 0;
  double most = -1;
  std::shared_ptr<Connection> worst;
  for (const auto& connection : all_) {
    const std::size_t kept = bytes(*connection);
    if (kept == 0) continue;
    ++keeping;
    const double weight = static_cast<double>(kept) * static_cast<double>((now - since(*connection)).count() + 1);
    if (weight <= most) continue;
    most = weight;
    worst = connection;
  }
  return keeping > 1 ? worst : nullptr;
}

std::shared_ptr<Connection> ConnectionSet::find_worst_reader() const {
  return find_worst([](const Connection& one) { return one.output(); },
                    [](const Connection& one) { return one.progress(); });
}

std::shared_ptr<Connection> ConnectionSet::find_worst_sender() const {
  return find_worst([](const Connection& one) { return one.input(); },
                    [](const Connection& one) { return one.input_began(); });
}

}  // namespace mcp::transport::http
