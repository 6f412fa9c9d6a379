// What <mcp/used_states.hpp> promises, as a test.
#include <atomic>
#include <chrono>
#include <string>

#include <mcp/used_states.hpp>

#include "base/digest.hpp"
#include "test/checker.hpp"

namespace mcp::test {

namespace {

using namespace std::chrono_literals;
using protocol::random_token;

constexpr std::size_t kNonceBytes = 12;

std::string new_nonce() { return random_token(kNonceBytes); }

}  // namespace

CheckReport check_used_states(const OpenStore<UsedStates>& open) {
  Checker checker;
  const auto first = open(), second = open();
  const std::string ada = "ada " + new_nonce(), bob = "bob " + new_nonce();
  const auto now = std::chrono::system_clock::now();
  const auto expiry = now + 1h;

  checker.run("a state", [&] {
    const std::string nonce = new_nonce();
    checker.expect(first->use(nonce, ada, expiry, now) == StateUse::First, "an unused state can be used");
    checker.expect(first->use(nonce, ada, expiry, now) == StateUse::Again, "a used state is used");
    checker.expect(first->use(nonce, ada, expiry, now + 59min) == StateUse::Again, "a state stays used");
    checker.expect(second->use(nonce, ada, expiry, now) == StateUse::Again, "another process knows of the use");
    checker.expect(open()->use(nonce, ada, expiry, now) == StateUse::Again, "a process that starts later knows of it");
    checker.expect(first->use(nonce, bob, expiry, now) == StateUse::Again, "a state is used whoever sends it");
  });
  checker.run("other states", [&] {
    checker.expect(first->use(new_nonce(), ada, expiry, now) == StateUse::First, "a second state can be used");
    checker.expect(first->use(new_nonce(), bob, expiry, now) == StateUse::First, "another holder's state can be used");
    checker.expect(first->use(new_nonce(), {}, expiry, now) == StateUse::First, "a state without a holder can be used");
    std::string nonce = new_nonce();
    checker.expect(first->use(nonce, ada, expiry, now) == StateUse::First, "a nonce is used");
    nonce.front() = nonce.front() == 'a' ? 'b' : 'a';
    checker.expect(first->use(nonce, ada, expiry, now) == StateUse::First, "the first character of a nonce counts");
    checker.expect(first->use(nonce + "-", ada, expiry, now) == StateUse::First, "the length of a nonce counts");
  });
  checker.run("a holder", [&] {
    const std::string strange("a\0b\n\xff\xfe{\"'%: ", 13);
    const std::string nonce = new_nonce();
    checker.expect(first->use(nonce, strange, expiry, now) == StateUse::First, "a holder may have any bytes");
    checker.expect(second->use(nonce, strange, expiry, now) == StateUse::Again, "a holder with any bytes is kept");
    checker.expect(first->use(new_nonce(), std::string(10'000, 'x'), expiry, now) == StateUse::First,
                   "a holder may be long");
  });
  checker.run("the end of a state", [&] {
    const std::string nonce = new_nonce();
    checker.expect(first->use(nonce, ada, now, now) == StateUse::First, "a state can be used when it expires");
    checker.expect(first->use(nonce, ada, now, now) == StateUse::Again, "a state stays used when it expires");
    checker.expect(first->use(nonce, ada, now, now + 1ms) == StateUse::Again, "a state is kept past its expiry");
    // Another server's clock is behind, so that it still accepts the state.
    checker.expect(second->use(nonce, ada, now, now - 30s) == StateUse::Again,
                   "a state is kept for servers whose clocks are behind");
    for (int i = 0; i < 10; ++i) (void)first->use(new_nonce(), ada, expiry, now + 1s);
    checker.expect(second->use(nonce, ada, now, now - 1s) == StateUse::Again, "a state outlives later uses");
  });
  checker.run("many threads", [&] {
    constexpr std::size_t kThreads = 8, kStates = 25;
    std::vector<std::string> nonces(kStates);
    for (std::string& nonce : nonces) nonce = new_nonce();
    std::atomic<std::size_t> firsts{0}, others{0};
    on_threads(kThreads, [&](std::size_t index) {
      for (const std::string& nonce : nonces) {
        const StateUse use = (index % 2 == 0 ? first : second)->use(nonce, ada, expiry, now);
        if (use == StateUse::First) ++firsts;
        if (use == StateUse::Again) ++others;
      }
    });
    checker.expect(firsts == kStates, "each state is used once, however many threads and processes try");
    checker.expect(others == kStates * (kThreads - 1), "all other attempts find the state used");
  });
  return checker.report();
}

}  // namespace mcp::test
