#include <mcp/session_store.hpp>

#include <chrono>

#include "seams.hpp"
#include "stores/memory_session_store.hpp"

namespace seams {

namespace {

using mcp::json;
using mcp::SessionUse;
using mcp::StoredSession;
using mcp::VersionedSession;

/// A principal may have any bytes, which JSON texts may not.
json bytes_of(const std::string& text) { return json(std::vector<unsigned char>(text.begin(), text.end())); }
std::string text_of(const json& bytes) {
  const auto list = bytes.get<std::vector<unsigned char>>();
  return {list.begin(), list.end()};
}

json json_of(const StoredSession& session) {
  return {{"principal", bytes_of(session.principal)},
          {"initialize", session.initialize},
          {"initialized", session.initialized},
          {"log_level", session.log_level},
          {"subscribed", session.subscribed}};
}
StoredSession session_of(const json& from) {
  return {.principal = text_of(from.at("principal")),
          .initialize = from.at("initialize"),
          .initialized = from.at("initialized"),
          .log_level = from.at("log_level"),
          .subscribed = from.at("subscribed")};
}

class RemoteSessionStore final : public mcp::SessionStore {
 public:
  explicit RemoteSessionStore(const std::string& socket_path) : store_(socket_path) {}

  std::uint64_t create(std::string_view id, const StoredSession& session, std::chrono::milliseconds lifetime) override {
    return store_.call("sessions.create", {{"id", id}, {"session", json_of(session)}, {"lifetime", lifetime.count()}})
        .get<std::uint64_t>();
  }
  std::uint64_t change(std::string_view id, const StoredSession& session) override {
    return store_.call("sessions.change", {{"id", id}, {"session", json_of(session)}}).get<std::uint64_t>();
  }
  std::optional<VersionedSession> find(std::string_view id) override {
    const json found = store_.call("sessions.find", id);
    if (found.is_null()) return std::nullopt;
    return VersionedSession{session_of(found.at("session")), found.at("version").get<std::uint64_t>()};
  }
  void report(std::span<SessionUse> uses, std::chrono::milliseconds lifetime) override {
    json sent = json::array();
    for (const SessionUse& use : uses) sent.push_back({{"id", use.id}, {"was_used", use.was_used}});
    const json versions = store_.call("sessions.report", {{"uses", std::move(sent)}, {"lifetime", lifetime.count()}});
    for (std::size_t i = 0; i < uses.size(); ++i) uses[i].version = versions.at(i).get<std::uint64_t>();
  }
  void remove(std::string_view id) override { (void)store_.call("sessions.remove", id); }

 private:
  RemoteStore store_;
};

std::chrono::milliseconds lifetime_of(const json& arguments) {
  return std::chrono::milliseconds(arguments.at("lifetime").get<std::int64_t>());
}

}  // namespace

void add_session_store(RemoteFunctions& functions, Faults& faults) {
  const auto store = std::make_shared<mcp::protocol::MemorySessionStore>();
  functions.add("sessions.create", faults.wrap([store](const json& arguments) {
    return json(store->create(arguments.at("id").get<std::string>(), session_of(arguments.at("session")),
                              lifetime_of(arguments)));
  }));
  functions.add("sessions.change", faults.wrap([store](const json& arguments) {
    return json(store->change(arguments.at("id").get<std::string>(), session_of(arguments.at("session"))));
  }));
  functions.add("sessions.find", faults.wrap([store](const json& id) {
    const auto found = store->find(id.get<std::string>());
    return found ? json{{"session", json_of(found->session)}, {"version", found->version}} : json();
  }));
  functions.add("sessions.report", faults.wrap([store](const json& arguments) {
    std::vector<SessionUse> uses;
    for (const json& use : arguments.at("uses")) {
      uses.push_back({.id = use.at("id").get_ref<const std::string&>(), .was_used = use.at("was_used").get<bool>()});
    }
    store->report(uses, lifetime_of(arguments));
    json versions = json::array();
    for (const SessionUse& use : uses) versions.push_back(use.version);
    return versions;
  }));
  functions.add("sessions.remove", faults.wrap([store](const json& id) {
    store->remove(id.get<std::string>());
    return json();
  }));
}

std::shared_ptr<mcp::SessionStore> remote_session_store(const std::string& socket_path) {
  return std::make_shared<RemoteSessionStore>(socket_path);
}

}  // namespace seams
