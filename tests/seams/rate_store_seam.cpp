#include <mcp/rate_store.hpp>

#include "memory_rate_store.hpp"
#include "seams.hpp"

namespace seams {

namespace {

using mcp::json;
using mcp::RateUse;

class RemoteRateStore final : public mcp::RateStore {
 public:
  explicit RemoteRateStore(const std::string& socket_path) : store_(socket_path) {}

  void spend(std::string_view limit, const mcp::Rate& rate, std::span<RateUse> uses) override {
    json sent = json::array();
    for (const RateUse& use : uses) sent.push_back({{"key", use.key}, {"count", use.count}});
    const json waits = store_.call(
        "rates.spend",
        {{"limit", limit}, {"per_second", rate.per_second}, {"burst", rate.burst}, {"uses", std::move(sent)}});
    for (std::size_t i = 0; i < uses.size(); ++i)
      uses[i].wait = std::chrono::nanoseconds(waits.at(i).get<std::int64_t>());
  }

 private:
  RemoteStore store_;
};

}  // namespace

void add_rate_store(RemoteFunctions& functions, Faults& faults) {
  const auto store = std::make_shared<MemoryRateStore>();
  functions.add("rates.spend", faults.wrap([store](const json& arguments) {
    std::vector<RateUse> uses;
    for (const json& use : arguments.at("uses")) {
      uses.push_back(
          {.key = use.at("key").get_ref<const std::string&>(), .count = use.at("count").get<std::uint32_t>()});
    }
    store->spend(arguments.at("limit").get<std::string>(),
                 {arguments.at("per_second").get<double>(), arguments.at("burst").get<double>()}, uses);
    json waits = json::array();
    for (const RateUse& use : uses) waits.push_back(use.wait.count());
    return waits;
  }));
}

std::shared_ptr<mcp::RateStore> remote_rate_store(const std::string& socket_path) {
  return std::make_shared<RemoteRateStore>(socket_path);
}

}  // namespace seams
