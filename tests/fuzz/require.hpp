// How a fuzz target says that something must hold: what does not hold ends the process, which a fuzzer takes for a
// find.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace fuzz {

/// Ends the process unless `holds`, and prints the rule, which is a whole sentence, and what broke it.
inline void require(bool holds, std::string_view rule, std::string_view found = {}) {
  if (holds) return;
  std::fprintf(stderr, "broken rule: %.*s\n%.*s\n", static_cast<int>(rule.size()), rule.data(),
               static_cast<int>(found.size()), found.data());
  std::abort();
}

}  // namespace fuzz
