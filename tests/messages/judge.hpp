// Judges what a server of ours says in a test: every message is held to the table messages.txt, which is of our own, so
// that a plain clone judges, too. judge.py does the same for the tests in Python.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace messages {

/// Whether `value` is what the table calls `type` in a revision ("2025-11-25"): the problems, each with its path; none:
/// it is. Throws std::invalid_argument if the table knows no such type.
[[nodiscard]] std::vector<std::string> problems_with(std::string_view type, const nlohmann::json& value,
                                                     std::string_view revision);

/// One conversation of a client with a server: a pipe, a session, or a request without one. Not thread-safe.
class Judge {
 public:
  /// What the client sends: any bytes.
  void sent(std::string_view message);
  /// What the server sends: what is wrong with it, one problem a line; empty: nothing.
  [[nodiscard]] std::string received(std::string_view message);

  /// Makes the conversation one of a session that began elsewhere.
  void set_session(std::string_view revision) { session_ = revision; }
  /// The revision that the handshake has chosen.
  [[nodiscard]] const std::optional<std::string>& session() const noexcept { return session_; }
  /// From now on a legacy request may be answered as any legacy revision does: of several sessions over HTTP.
  void expect_sessions() { has_any_session_ = true; }
  /// From now on an answer may come again: of a session over HTTP, whose client comes back for what it missed.
  void expect_replays() { has_replays_ = true; }
  /// What the client has asked and got no answer to.
  [[nodiscard]] std::size_t unanswered() const noexcept { return asked_.size(); }

 private:
  struct Asked {
    nlohmann::json id;
    std::string method;
    std::vector<std::string> revisions;  // that the answer may be of
  };
  using Problems = std::vector<std::string>;

  [[nodiscard]] static Problems problems_of_answer(const nlohmann::json& response, std::string_view method,
                                                   std::string_view revision);
  void ask(const nlohmann::json& request);
  void judge(const nlohmann::json& message, Problems& problems);
  void judge_response(const nlohmann::json& response, Problems& problems);
  void judge_own(const nlohmann::json& message, Problems& problems);
  [[nodiscard]] std::vector<std::string> legacy() const;  // the revisions that a legacy message may be of
  [[nodiscard]] std::vector<std::string> spoken() const;

  std::optional<std::string> session_;
  std::vector<Asked> asked_;
  bool is_modern_ = false;  // a request was modern
  bool has_any_session_ = false;
  bool has_replays_ = false;
  bool is_unclear_ = false;  // something was sent of which one cannot tell what it asks
};

}  // namespace messages
