// What <mcp/authorizer.hpp> promises, as a test.
#include <algorithm>
#include <atomic>
#include <string>
#include <string_view>
#include <vector>

#include <mcp/authorizer.hpp>
#include <mcp/spec/text.hpp>

#include "test/checker.hpp"

namespace mcp::test {

namespace {

struct Verdict {
  bool is_granted = false;
  std::string principal;
  unsigned status = 0;

  bool operator==(const Verdict&) const = default;
};

class AuthorizerCheck {
 public:
  AuthorizerCheck(Authorizer& authorizer, const std::vector<AuthorizerExample>& examples)
      : authorizer_(authorizer), examples_(examples) {}

  [[nodiscard]] CheckReport run() {
    checker_.run("the names of headers", [&] { check_names(); });
    checker_.run("the examples", [&] { check_examples(); });
    checker_.run("one verdict after the other", [&] { check_reuse(); });
    checker_.run("headers of strangers", [&] { check_garbage(); });
    checker_.run("many threads", [&] { check_threads(); });
    return checker_.report();
  }

 private:
  bool expect(bool holds, std::string_view expectation) { return checker_.expect(holds, expectation); }

  Verdict ask(const AuthorizerExample& example, Authorization& to) {
    std::vector<std::string_view> headers(authorizer_.header_names().size());
    for (std::size_t i = 0; i < std::min(headers.size(), example.headers.size()); ++i) {
      if (example.headers[i]) headers[i] = *example.headers[i];
    }
    to.reset();
    authorizer_.authorize({.verb = example.verb,
                           .path = example.path,
                           .peer = example.peer,
                           .mcp_method = {},
                           .mcp_name = {},
                           .headers = headers},
                          to);
    check_form(to);
    return {to.is_granted(), to.principal(), to.status()};
  }

  void check_form(const Authorization& verdict) {
    if (verdict.is_granted()) {
      expect(!verdict.principal().empty(), "a request is granted to somebody");
      return;
    }
    const unsigned status = verdict.status();
    expect(status == 401 || status == 403 || status == 429 || status == 503, "a refusal is 401, 403, 429 or 503");
    expect(status != 401 || !verdict.challenge().empty(), "a refusal with 401 has a challenge");
    expect(std::ranges::all_of(verdict.challenge(), [](char c) { return c >= ' ' && c <= '~'; }),
           "a challenge is printable ASCII");
    expect(!verdict.text().empty(), "a refusal says why");
  }

  void check_names() {
    const auto names = authorizer_.header_names();
    const std::vector<std::string> before(names.begin(), names.end());
    std::vector<std::string> lower;
    for (const std::string& name : names) {
      expect(!name.empty() && std::ranges::all_of(name, [](char c) { return c > ' ' && c <= '~' && c != ':'; }),
             "the name of a header is a token");
      lower.push_back(spec::lower_case(name));
    }
    std::ranges::sort(lower);
    expect(std::ranges::adjacent_find(lower) == lower.end(), "no name of a header is there twice");
    const auto after = authorizer_.header_names();
    expect(std::ranges::equal(before, after), "the names of headers do not change");
  }

  void check_examples() {
    bool grants = false, refuses = false;
    for (const AuthorizerExample& example : examples_) {
      Authorization verdict;
      const Verdict got = ask(example, verdict);
      (example.principal ? grants : refuses) = true;
      const std::string request = example.verb + ' ' + example.path;
      if (!example.principal) {
        expect(!got.is_granted, request + " is refused (it was granted to " + got.principal + ')');
      } else if (expect(got.is_granted, request + " is granted to " + *example.principal)) {
        expect(got.principal == *example.principal,
               request + " is granted to " + *example.principal + " and not to " + got.principal);
      }
    }
    expect(grants && refuses, "the examples have requests of both kinds");
  }

  void check_reuse() {
    Authorization used;
    for (int round = 0; round < 3; ++round) {
      for (const AuthorizerExample& example : examples_) {
        Authorization fresh;
        expect(ask(example, used) == ask(example, fresh), "a verdict does not depend on the one before");
      }
    }
  }

  void check_garbage() {
    std::string all_bytes;
    for (int byte = 0; byte < 256; ++byte) all_bytes += static_cast<char>(byte);
    const std::string texts[] = {"",
                                 " ",
                                 ",",
                                 "Bearer",
                                 "Bearer ",
                                 "Basic =====",
                                 "\xff\xfe",
                                 "\r\n",
                                 all_bytes,
                                 std::string(100'000, 'x'),
                                 std::string(10'000, '\0')};
    Authorization verdict;
    AuthorizerExample example;
    example.headers.assign(authorizer_.header_names().size(), std::nullopt);
    (void)ask(example, verdict);
    for (const std::string& text : texts) {
      for (std::optional<std::string>& header : example.headers) header = text;
      (void)ask(example, verdict);
      example.path = example.verb = text;
      (void)ask(example, verdict);
      example.path = example.verb = {};
    }
  }

  void check_threads() {
    std::vector<Verdict> expected;
    for (const AuthorizerExample& example : examples_) {
      Authorization verdict;
      expected.push_back(ask(example, verdict));
    }
    std::atomic<std::size_t> wrong{0};
    on_threads(8, [&](std::size_t index) {
      Authorization verdict;
      for (std::size_t i = 0; i < 200; ++i) {
        const std::size_t at = (i + index) % examples_.size();
        if (ask(examples_[at], verdict) != expected[at]) ++wrong;
      }
    });
    expect(wrong == 0, "a verdict is the same on every thread");
  }

  Authorizer& authorizer_;
  const std::vector<AuthorizerExample>& examples_;
  Checker checker_;
};

}  // namespace

CheckReport check_authorizer(Authorizer& authorizer, const std::vector<AuthorizerExample>& examples) {
  return AuthorizerCheck(authorizer, examples).run();
}

}  // namespace mcp::test
