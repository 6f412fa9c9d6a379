#include "seams.hpp"

namespace seams {

namespace {

mcp::test::CheckReport check_change_bus(const mcp::test::OpenStore<mcp::ChangeBus>& open) {
  return mcp::test::check_change_bus(open);
}

/// The check of a seam on its remote implementation.
template <auto kCheck, auto kOpen>
mcp::test::CheckReport check(const std::string& socket_path) {
  return kCheck([&] { return kOpen(socket_path); });
}

}  // namespace

const std::vector<Seam>& all() {
  static const std::vector<Seam> seams = {
      {"change_bus", &add_change_bus, &check<&check_change_bus, &remote_change_bus>},
      {"task_store", &add_task_store, &check<&mcp::test::check_task_store, &remote_task_store>},
      {"event_store", &add_event_store, &check<&mcp::test::check_event_store, &remote_event_store>},
      {"handle_store", &add_handle_store, &check<&mcp::test::check_handle_store, &remote_handle_store>},
      {"rate_store", &add_rate_store, &check<&mcp::test::check_rate_store, &remote_rate_store>},
      {"session_store", &add_session_store, &check<&mcp::test::check_session_store, &remote_session_store>},
      {"used_states", &add_used_states, &check<&mcp::test::check_used_states, &remote_used_states>},
  };
  return seams;
}

}  // namespace seams
