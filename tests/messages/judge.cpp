#include "judge.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <stdexcept>

#include "table.hpp"

namespace messages {

namespace {

using nlohmann::json;
using Problems = std::vector<std::string>;

constexpr std::array<std::string_view, 4> kLegacy = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"};

void check(std::string_view type, const json& value, std::string_view revision, const std::string& path,
           Problems& problems);

/// The parts of A|B|C.
std::vector<std::string_view> alternatives_of(std::string_view type) {
  std::vector<std::string_view> all;
  for (std::size_t at = 0; at <= type.size();) {
    const std::size_t end = std::min(type.find('|', at), type.size());
    all.push_back(type.substr(at, end - at));
    at = end + 1;
  }
  return all;
}

bool is_plain(std::string_view type, const json& value, bool& known) {
  known = true;
  if (type == "any") return true;
  if (type == "null") return value.is_null();
  if (type == "boolean") return value.is_boolean();
  if (type == "string") return value.is_string();
  if (type == "number") return value.is_number();
  if (type == "object") return value.is_object();
  if (type == "integer") {
    return value.is_number_integer() || (value.is_number() && std::trunc(value.get<double>()) == value.get<double>());
  }
  if (type.starts_with('"')) return value.is_string() && value == type.substr(1, type.size() - 2);
  known = false;
  return false;
}

std::string shown(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace).substr(0, 80);
}

void check_object(const Object& object, const json& value, std::string_view revision, const std::string& path,
                  Problems& problems) {
  if (!value.is_object()) return problems.push_back(path + ": must be an object, is " + shown(value));
  std::set<std::string_view> seen;
  for (const Member& member : object.members) {
    if (!member.range.has(revision)) continue;
    seen.insert(member.name);
    const auto found = value.find(member.name);
    if (found != value.end()) {
      check(member.type, *found, revision, path + "/" + member.name, problems);
    } else if (member.is_needed) {
      problems.push_back(path + ": " + member.name + " is missing in " + shown(value));
    }
  }
  if (object.is_open) return;
  for (const auto& [name, unused] : value.items()) {
    if (!seen.contains(name)) problems.push_back(path + ": " + name + " is no member of " + std::string(revision));
  }
}

/// The problems with the alternative that has the fewest.
void check_one_of(const std::vector<std::string_view>& all, const json& value, std::string_view revision,
                  const std::string& path, Problems& problems) {
  std::optional<Problems> best;
  for (const std::string_view type : all) {
    Problems found;
    check(type, value, revision, path, found);
    if (!best || found.size() < best->size()) best = found;
    if (best->empty()) return;
  }
  problems.insert(problems.end(), best->begin(), best->end());
}

void check(std::string_view type, const json& value, std::string_view revision, const std::string& path,
           Problems& problems) {
  if (const auto all = alternatives_of(type); all.size() > 1) return check_one_of(all, value, revision, path, problems);
  if (type == "none") return problems.push_back(path + ": must be absent");
  if (type.ends_with("[]")) {
    if (!value.is_array()) return problems.push_back(path + ": must be an array, is " + shown(value));
    for (std::size_t i = 0; i < value.size(); ++i) {
      check(type.substr(0, type.size() - 2), value[i], revision, path + "/" + std::to_string(i), problems);
    }
    return;
  }
  if (type.ends_with("{}")) {
    if (!value.is_object()) return problems.push_back(path + ": must be an object, is " + shown(value));
    for (const auto& [name, member] : value.items()) {
      check(type.substr(0, type.size() - 2), member, revision, path + "/" + name, problems);
    }
    return;
  }
  bool known = false;
  if (!is_plain(type, value, known) && known) {
    return problems.push_back(path + ": must be " + std::string(type) + ", is " + shown(value));
  }
  if (known) return;
  const auto object = table().objects.find(type);
  if (object == table().objects.end()) throw std::invalid_argument("messages.txt has no type " + std::string(type));
  if (!object->second.range.has(revision)) {
    return problems.push_back(path + ": " + std::string(type) + " is not of " + std::string(revision));
  }
  if (object->second.aliases.empty()) return check_object(object->second, value, revision, path, problems);
  for (const Member& alias : object->second.aliases) {
    if (alias.range.has(revision)) return check(alias.type, value, revision, path, problems);
  }
}

/// The revision that a request declares for itself; nothing: none.
std::optional<std::string> declared(const json& request) {
  const json* at = &request;
  for (const char* const step : {"params", "_meta", "io.modelcontextprotocol/protocolVersion"}) {
    const auto found = at->is_object() ? at->find(step) : at->end();
    if (!at->is_object() || found == at->end()) return std::nullopt;
    at = &*found;
  }
  return at->is_string() ? at->get<std::string>() : std::string();
}

/// Whether an object of a text has a member twice: readers differ in what they make of it.
bool repeats_a_name(std::string_view text) {
  std::vector<std::set<std::string>> open;
  bool repeats = false;
  const json unused = json::parse(
      text,
      [&](int, json::parse_event_t event, json& parsed) {
        if (event == json::parse_event_t::object_start) open.emplace_back();
        if (event == json::parse_event_t::key)
          repeats = !open.back().insert(parsed.get<std::string>()).second || repeats;
        if (event == json::parse_event_t::object_end) open.pop_back();
        return true;
      },
      false);
  return repeats;
}

/// Whether a revision has that code, or any has for "": where the era of a request is not known. Codes of users are
/// outside of the range that JSON-RPC reserves.
bool knows_code(int code, std::string_view revision) {
  if (code < -32768 || code > -32000) return true;
  return std::ranges::any_of(table().lines.at("codes"), [&](const Line& line) {
    return code >= std::stoi(line.name) && code <= std::stoi(line.type) &&
           (revision.empty() || line.range.has(revision));
  });
}

void only_members(const json& message, std::initializer_list<std::string_view> known, Problems& problems) {
  for (const auto& [name, unused] : message.items()) {
    if (std::ranges::find(known, name) == known.end()) problems.push_back(name + " is no member of a message");
  }
}

}  // namespace

Problems Judge::problems_of_answer(const json& response, std::string_view method, std::string_view revision) {
  Problems problems;
  if (response.contains("error")) {
    const json& error = response["error"];
    check("Error", error, revision, "error", problems);
    if (!problems.empty()) return problems;
    const int code = error["code"].get<int>();
    const bool is_era_known = !method.empty() && !response.value("id", json()).is_null();
    if (!knows_code(code, is_era_known ? revision : "")) {
      problems.push_back("error " + std::to_string(code) + " is not of " + std::string(revision));
    }
    if (const std::string* type = table().find("error", std::to_string(code), revision)) {
      check(*type, error.value("data", json()), revision, "error/data", problems);
    }
    return problems;
  }
  const std::string* type = table().find("result", method, revision);
  if (type == nullptr) return {std::string(method) + " has no result in " + std::string(revision)};
  check(*type, response["result"], revision, std::string(method), problems);
  return problems;
}

Problems problems_with(std::string_view type, const json& value, std::string_view revision) {
  Problems problems;
  check(type, value, revision, "", problems);
  return problems;
}

void Judge::sent(std::string_view message) {
  const json parsed = json::parse(message, nullptr, false);
  is_unclear_ = is_unclear_ || parsed.is_discarded() || repeats_a_name(message);
  if (parsed.is_array()) {
    for (const json& each : parsed) ask(each);
  } else {
    ask(parsed);
  }
}

void Judge::ask(const json& request) {
  if (!request.is_object() || !request.contains("id")) return;
  const json& id = request.at("id");
  if (!id.is_string() && !id.is_number()) return;
  const auto method = request.find("method");
  if (method == request.end() && (request.contains("result") || request.contains("error"))) return;
  std::vector<std::string> revisions = legacy();
  const std::optional<std::string> own = declared(request);
  if (own && own != session_) {
    revisions = {std::max(*own, table().modern)};
    is_modern_ = true;
  }
  asked_.push_back({id, method != request.end() && method->is_string() ? method->get<std::string>() : "", revisions});
}

std::string Judge::received(std::string_view message) {
  const json parsed = json::parse(message, nullptr, false);
  Problems problems;
  if (parsed.is_discarded()) {
    // nlohmann reads no number that a double cannot hold, which an id may be.
    if (!is_unclear_) problems.emplace_back("is no JSON");
  } else if (parsed.is_array()) {
    if (session_ && session_ != "2025-03-26") problems.push_back("a batch in a session of " + *session_);
    if (parsed.empty()) problems.emplace_back("an empty batch");
    for (const json& each : parsed) judge(each, problems);
  } else {
    judge(parsed, problems);
  }
  std::string all;
  for (const std::string& problem : problems) all += problem + "\n";
  return all;
}

void Judge::judge(const json& message, Problems& problems) {
  if (!message.is_object()) return problems.push_back("is no object");
  if (message.value("jsonrpc", json()) != "2.0") problems.emplace_back("jsonrpc must be \"2.0\"");
  if (message.contains("method")) {
    judge_own(message, problems);
  } else {
    judge_response(message, problems);
  }
}

std::vector<std::string> Judge::legacy() const {
  if (session_) return {*session_};
  if (has_any_session_) return {kLegacy.begin(), kLegacy.end()};
  return {std::string(kLegacy.back())};
}

std::vector<std::string> Judge::spoken() const {
  std::vector<std::string> all;
  if (session_ || has_any_session_) all = legacy();
  if (is_modern_) all.push_back(table().modern);
  return all;
}

void Judge::judge_own(const json& message, Problems& problems) {
  only_members(message, {"jsonrpc", "id", "method", "params"}, problems);
  const bool is_request = message.contains("id");
  if (is_request && !message["id"].is_string() && !message["id"].is_number()) problems.emplace_back("id must be one");
  if (!message["method"].is_string()) return problems.push_back("method must be a string");
  const auto method = message["method"].get<std::string>();
  std::optional<Problems> best;
  for (const std::string& revision : spoken()) {
    const std::string* type = table().find(is_request ? "request" : "notification", method, revision);
    if (type == nullptr) continue;
    Problems found;
    if (message.contains("params")) {
      check(*type, message["params"], revision, method, found);
    } else if (!type->starts_with("none|")) {
      found.push_back(method + ": params are missing");
    }
    if (!best || found.size() < best->size()) best = found;
  }
  if (!best) best = Problems{method + " is not of a revision that is spoken here"};
  problems.insert(problems.end(), best->begin(), best->end());
}

void Judge::judge_response(const json& response, Problems& problems) {
  only_members(response, {"jsonrpc", "id", "result", "error"}, problems);
  const bool is_error = response.contains("error");
  if (is_error == response.contains("result")) return problems.push_back("is neither a result nor an error");
  const json id = response.value("id", json());
  if (!is_error && id.is_null()) return problems.push_back("a result without id");

  // Of several requests with one id, the one whose answer this can be. If any of them may have been refused, none is
  // over.
  std::optional<std::string> chosen;
  if (!is_error && response["result"].is_object() && response["result"].value("protocolVersion", json()).is_string()) {
    chosen = response["result"]["protocolVersion"].get<std::string>();
  }
  Problems best{"answers nothing that was asked: id " + shown(id)};
  std::size_t answered = asked_.size(), candidates = 0;
  const auto take_better = [&](const Problems& found, std::size_t which) {
    if (candidates++ != 0 && found.size() >= best.size()) return;
    best = found;
    answered = which;
  };
  std::size_t requests = 0;
  for (std::size_t i = 0; i < asked_.size(); ++i) {
    if (asked_[i].id != id) continue;
    ++requests;
    // A handshake is answered in the revision that it chooses.
    const bool opens = asked_[i].method == "initialize" && chosen;
    for (const std::string& revision : opens ? std::vector{*chosen} : asked_[i].revisions) {
      take_better(problems_of_answer(response, asked_[i].method, revision), i);
    }
  }
  if (requests == 0 && is_unclear_ && !is_error) return;
  if (is_error && (id.is_null() || (requests == 0 && is_unclear_))) {
    for (const std::string& revision : legacy()) take_better(problems_of_answer(response, "", revision), asked_.size());
  }
  problems.insert(problems.end(), best.begin(), best.end());
  if (answered == asked_.size()) return;
  if (asked_[answered].method == "initialize" && chosen && !has_any_session_) session_ = chosen;
  if (!has_replays_ && (!is_error || requests == 1)) {
    asked_.erase(asked_.begin() + static_cast<std::ptrdiff_t>(answered));
  }
}

}  // namespace messages
