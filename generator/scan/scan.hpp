// Reads one source file with Clang and returns what its annotations declare.
//
// The only door to generator/scan: no Clang or LLVM type passes it. Takes flags as a compiler does; reports Clang's
// errors and what only the AST shows (an annotation on a template, …) to the sink.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "diagnostics/diagnostic.hpp"
#include "model/declared.hpp"

namespace mcpgen {

struct ScanRequest {
  std::string source;  // path of the file to scan
  std::vector<std::string>
      named;  // paths of all files named in SOURCES and HEADERS: annotations elsewhere do not count
  std::vector<std::string> flags;  // -std, -D, -I, -isystem, …
};

struct ScanResult {
  declared::Declarations declarations;
  std::vector<std::string> dependencies;  // every file that was read, sorted, for the depfile
};

/// Nothing comes back when Clang could not make sense of the file; errors are in the sink then. With errors in the sink
/// and a result, the result holds what could still be read, so that it can be checked too. `result.dependencies` is
/// filled in either case.
bool scan(const ScanRequest& request, ScanResult& result, Sink& sink);

}  // namespace mcpgen
