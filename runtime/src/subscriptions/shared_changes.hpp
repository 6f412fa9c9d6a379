// The changes of a server and of those that share a bus with it.
#pragma once

#include <memory>
#include <string_view>

#include <mcp/change_bus.hpp>

#include "base/log_sink.hpp"
#include "catalog/catalog.hpp"
#include "subscriptions/subscriptions.hpp"

namespace mcp::protocol {

/// Tells the subscriptions of this server of all changes, and the other servers of its own ones. Thread-safe. `bus` and
/// `log` outlive it.
class SharedChanges final : public ChangeListener, private ChangeSubscriber {
 public:
  SharedChanges(ChangeBus& bus, std::shared_ptr<Subscriptions> subscriptions, LogSink& log);
  ~SharedChanges();
  SharedChanges(const SharedChanges&) = delete;
  SharedChanges& operator=(const SharedChanges&) = delete;

  void list_changed(List list) override;
  void resource_updated(std::string_view uri) override;

 private:
  void on_change(const Change& change) noexcept override;
  void on_gap() noexcept override;
  void publish(const Change& change);
  void log_unheard(const char* why) noexcept;

  ChangeBus& bus_;
  const std::shared_ptr<Subscriptions> subscriptions_;
  LogSink& log_;
};

}  // namespace mcp::protocol
