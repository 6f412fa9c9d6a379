#include <mcp/handle_store.hpp>

#include "api/memory_handle_store.hpp"
#include "seams.hpp"

namespace seams {

namespace {

using mcp::HandleKey;
using mcp::HandleLimits;
using mcp::HandleStore;
using mcp::json;

/// The arguments of a function that begin with a key.
class Key {
 public:
  explicit Key(const json& arguments)
      : table_(arguments.at(0).get<std::string>()),
        id_(arguments.at(1).get<std::string>()),
        principal_(arguments.at(2).get<std::string>()) {}
  [[nodiscard]] HandleKey get() const { return {table_, id_, principal_}; }

 private:
  const std::string table_, id_, principal_;
};

json arguments_of(const HandleKey& key, const HandleLimits& limits, json more = json::array()) {
  json all = {key.table, key.id, key.principal, limits.lifetime.count(), limits.max};
  for (json& one : more) all.push_back(std::move(one));
  return all;
}

HandleLimits limits_of(const json& arguments) {
  return {std::chrono::milliseconds(arguments.at(3).get<std::int64_t>()), arguments.at(4).get<std::size_t>()};
}

class RemoteHandleStore final : public HandleStore {
 public:
  explicit RemoteHandleStore(const std::string& socket_path) : store_(socket_path) {}

  void add(const HandleKey& key, std::string_view text, const HandleLimits& limits) override {
    (void)store_.call("handles.add", arguments_of(key, limits, {text}));
  }
  std::optional<mcp::StoredHandle> find(const HandleKey& key, const HandleLimits& limits) override {
    const json found = store_.call("handles.find", arguments_of(key, limits));
    if (found.is_null()) return std::nullopt;
    return mcp::StoredHandle{found.at(0).get<std::string>(), found.at(1).get<std::uint64_t>()};
  }
  mcp::HandleReplace replace(const HandleKey& key, std::uint64_t version, std::string_view text,
                             const HandleLimits& limits) override {
    const json outcome = store_.call("handles.replace", arguments_of(key, limits, {version, text}));
    return static_cast<mcp::HandleReplace>(outcome.get<int>());
  }
  bool erase(const HandleKey& key) override {
    return store_.call("handles.erase", {key.table, key.id, key.principal}).get<bool>();
  }
  std::size_t size(std::string_view table) override {
    return store_.call("handles.size", json::array({table})).get<std::size_t>();
  }

 private:
  RemoteStore store_;
};

}  // namespace

void add_handle_store(RemoteFunctions& functions, Faults& faults) {
  const auto store = std::make_shared<mcp::detail::MemoryHandleStore>();
  functions.add("handles.add", faults.wrap([store](const json& arguments) {
    store->add(Key(arguments).get(), arguments.at(5).get<std::string>(), limits_of(arguments));
    return json();
  }));
  functions.add("handles.find", faults.wrap([store](const json& arguments) {
    const auto found = store->find(Key(arguments).get(), limits_of(arguments));
    return found ? json::array({found->text, found->version}) : json();
  }));
  functions.add("handles.replace", faults.wrap([store](const json& arguments) {
    const auto outcome = store->replace(Key(arguments).get(), arguments.at(5).get<std::uint64_t>(),
                                        arguments.at(6).get<std::string>(), limits_of(arguments));
    return json(static_cast<int>(outcome));
  }));
  functions.add("handles.erase",
                faults.wrap([store](const json& arguments) { return json(store->erase(Key(arguments).get())); }));
  functions.add("handles.size", faults.wrap([store](const json& arguments) {
    return json(store->size(arguments.at(0).get<std::string>()));
  }));
}

std::shared_ptr<HandleStore> remote_handle_store(const std::string& socket_path) {
  return std::make_shared<RemoteHandleStore>(socket_path);
}

}  // namespace seams
