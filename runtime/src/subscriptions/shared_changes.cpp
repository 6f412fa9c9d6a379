#include "subscriptions/shared_changes.hpp"

#include <exception>
#include <string>
#include <utility>

#include "jsonrpc/errors.hpp"

namespace mcp::protocol {

namespace {

Change::Kind kind_of(List list) noexcept {
  switch (list) {
    case List::Tools:
      return Change::Kind::Tools;
    case List::Prompts:
      return Change::Kind::Prompts;
    default:
      return Change::Kind::Resources;
  }
}

}  // namespace

SharedChanges::SharedChanges(ChangeBus& bus, std::shared_ptr<Subscriptions> subscriptions, LogSink& log)
    : bus_(bus), subscriptions_(std::move(subscriptions)), log_(log) {
  bus_.subscribe(*this);
}

SharedChanges::~SharedChanges() { bus_.unsubscribe(*this); }

void SharedChanges::list_changed(List list) {
  subscriptions_->list_changed(list);
  publish({.kind = kind_of(list)});
}

void SharedChanges::resource_updated(std::string_view uri) {
  subscriptions_->resource_updated(uri);
  publish({.kind = Change::Kind::Resource, .uri = std::string(uri)});
}

/// Who made the change is not to blame for the bus.
void SharedChanges::publish(const Change& change) {
  try {
    bus_.publish(change, *this);
  } catch (const std::exception& error) {
    log_.write("other servers do not hear of a change: " + to_utf8(error.what()));
  } catch (...) {
    log_.write("other servers do not hear of a change");
  }
}

void SharedChanges::on_change(const Change& change) noexcept {
  try {
    switch (change.kind) {
      case Change::Kind::Tools:
        return subscriptions_->list_changed(List::Tools);
      case Change::Kind::Prompts:
        return subscriptions_->list_changed(List::Prompts);
      case Change::Kind::Resources:
        return subscriptions_->list_changed(List::Resources);
      case Change::Kind::Resource:
        return subscriptions_->resource_updated(change.uri);
    }
  } catch (const std::exception& error) {
    log_unheard(error.what());
  }
}

void SharedChanges::on_gap() noexcept {
  try {
    subscriptions_->all_changed();
  } catch (const std::exception& error) {
    log_unheard(error.what());
  }
}

void SharedChanges::log_unheard(const char* why) noexcept {
  try {
    log_.write("clients do not hear of a change of another server: " + to_utf8(why));
  } catch (const std::exception&) {
    log_.write("clients do not hear of a change of another server");
  }
}

}  // namespace mcp::protocol
