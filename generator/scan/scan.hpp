// Reads one source file with Clang and returns what its annotations declare.
//
// This is the only interface of generator/scan, and has no Clang or LLVM types. It takes flags as a compiler does, and
// reports Clang's errors and errors that only the AST shows (an annotation on a template, …) to the sink.
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

/// Returns false if Clang could not parse the file; then the sink has the errors. If it returns true although the sink
/// has errors, `result` has the declarations that could be read, so that they can be validated too.
/// `result.dependencies` is set in both cases.
bool scan(const ScanRequest& request, ScanResult& result, Sink& sink);

}  // namespace mcpgen
