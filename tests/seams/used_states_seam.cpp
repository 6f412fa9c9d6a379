#include <mcp/used_states.hpp>

#include "mrtr/used_states.hpp"
#include "seams.hpp"
#include "store_values.hpp"

namespace seams {

namespace {

using mcp::json;

class RemoteUsedStates final : public mcp::UsedStates {
 public:
  explicit RemoteUsedStates(const std::string& socket_path) : store_(socket_path) {}

  mcp::StateUse use(std::string_view nonce, std::string_view holder, TimePoint expiry, TimePoint now) override {
    const json use = store_.call("used_states.use", {nonce, holder, time_json(expiry), time_json(now)});
    return static_cast<mcp::StateUse>(use.get<int>());
  }

 private:
  RemoteStore store_;
};

}  // namespace

void add_used_states(RemoteFunctions& functions, Faults& faults) {
  const auto states = std::make_shared<mcp::protocol::MemoryUsedStates>();
  functions.add("used_states.use", faults.wrap([states](const json& arguments) {
    return json(static_cast<int>(states->use(arguments.at(0).get<std::string>(), arguments.at(1).get<std::string>(),
                                             time_of(arguments.at(2)), time_of(arguments.at(3)))));
  }));
}

std::shared_ptr<mcp::UsedStates> remote_used_states(const std::string& socket_path) {
  return std::make_shared<RemoteUsedStates>(socket_path);
}

}  // namespace seams
