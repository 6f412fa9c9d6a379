// Request state that a client brings back: sealed text that nobody sealed is never opened; what is in a seal is read or
// refused, and what is read is written and read again as the same.
#include <array>
#include <chrono>
#include <string>

#include "base/sealing.hpp"
#include "input.hpp"
#include "mrtr/request_state.hpp"
#include "require.hpp"

using mcp::protocol::RequestState;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const std::array<mcp::protocol::SealingKey, 1> keys = {{}};
  static const mcp::protocol::Sealer sealer{keys};
  const std::string text(fuzz::text_of(bytes, size));
  fuzz::require(!sealer.open(text, "fuzz"), "Text that nobody sealed is not opened.", text);
  const std::string sealed = sealer.seal(text, "fuzz");
  fuzz::require(sealer.open(sealed, "fuzz") == text, "What was sealed is opened.");
  fuzz::require(!sealer.open(sealed, "else"), "A seal holds for what it was made for.");

  const mcp::protocol::StateSubject subject{"tools/call", "deliver", "digest", 7, "ada"};
  const std::chrono::system_clock::time_point now{std::chrono::hours(480000)};
  std::string_view problem;
  const std::optional<RequestState> state = read_state(text, subject, now, problem);
  fuzz::require(state.has_value() || !problem.empty(), "A state is refused with a reason.", text);
  if (!state) return 0;
  const std::string written = write_state(*state, subject);
  const std::optional<RequestState> again = read_state(written, subject, now, problem);
  fuzz::require(again && write_state(*again, subject) == written, "What was written reads as the same.", written);
  return 0;
}
