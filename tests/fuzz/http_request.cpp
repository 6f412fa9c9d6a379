// Bytes of an HTTP connection: however they are cut, the same requests are read, or the same is refused.
#include <string>

#include "input.hpp"
#include "request_steps.hpp"
#include "require.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view all = fuzz::text_of(bytes, size);
  const std::string whole = fuzz::read_in_steps(all, all.size() + 1);
  for (const std::size_t step : {1, 7, 64}) {
    const std::string cut = fuzz::read_in_steps(all, step);
    fuzz::require(cut == whole, "How bytes are cut changes nothing in what they say.", whole + "\n--\n" + cut);
  }
  return 0;
}
