// The compiler invocation that a scan runs.
#pragma once

#include <clang/Basic/Diagnostic.h>
#include <clang/Frontend/CompilerInvocation.h>

#include <memory>

#include "scan/scan.hpp"

namespace mcpgen {

/// As `clang++ <flags> source` would compile it, with annotations on, warnings off and function bodies skipped but for
/// those that the consumer wants. Null
/// when no sense can be made of the flags.
[[nodiscard]] std::shared_ptr<clang::CompilerInvocation> make_invocation(const ScanRequest& request,
                                                                         clang::DiagnosticConsumer& consumer);

}  // namespace mcpgen
