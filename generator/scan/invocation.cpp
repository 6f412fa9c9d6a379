#include "scan/invocation.hpp"

#include <clang/Driver/Options.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/Utils.h>
#include <llvm/Option/ArgList.h>
#include <llvm/Option/OptTable.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace mcpgen {
namespace {

std::vector<const char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<const char*> pointers;
  for (const std::string& text : texts) pointers.push_back(text.c_str());
  return pointers;
}

/// The user's warnings are the business of the compiler that builds the file, and -Werror would turn ours into errors.
bool is_about_warnings(std::string_view flag) {
  if (flag.starts_with("-pedantic")) return true;
  return flag.starts_with("-W") && !flag.starts_with("-Wp,");
}

/// Without what Clang does not know: the flags were written for the user's compiler, which may be another one.
std::vector<std::string> accepted(const std::vector<std::string>& flags) {
  const std::vector<const char*> pointers = pointers_to(flags);
  unsigned missing_index = 0;
  unsigned missing_count = 0;
  const llvm::opt::InputArgList parsed = clang::driver::getDriverOptTable().ParseArgs(
      pointers, missing_index, missing_count, llvm::opt::Visibility(clang::driver::options::ClangOption));
  std::set<unsigned> unknown;
  for (const llvm::opt::Arg* argument : parsed) {
    if (argument->getOption().getKind() == llvm::opt::Option::UnknownClass) unknown.insert(argument->getIndex());
  }
  std::vector<std::string> kept;
  for (unsigned i = 0; i < flags.size(); ++i) {
    if (!unknown.contains(i) && !is_about_warnings(flags[i])) kept.push_back(flags[i]);
  }
  return kept;
}

bool names_language_standard(const std::string& flag) {
  return flag.starts_with("-std=") || flag.starts_with("--std=");
}

}  // namespace

std::shared_ptr<clang::CompilerInvocation> make_invocation(const ScanRequest& request,
                                                           clang::DiagnosticConsumer& consumer) {
  const std::vector<std::string> flags = accepted(request.flags);
  std::vector<std::string> arguments = {"clang++", "-fsyntax-only", "-Qunused-arguments"};
  if (std::ranges::none_of(flags, names_language_standard)) arguments.emplace_back("-std=c++20");
  arguments.insert(arguments.end(), flags.begin(), flags.end());
  for (const char* own : {"-w", "-ferror-limit=0", "-DMCP_SCAN", "-fretain-comments-from-system-headers",
                          "-resource-dir=" MCPGEN_CLANG_RESOURCE_DIR, "-x", "c++", "--"}) {
    arguments.emplace_back(own);
  }
  arguments.push_back(request.source);

  clang::CreateInvocationOptions options;
  options.Diags = clang::CompilerInstance::createDiagnostics(new clang::DiagnosticOptions, &consumer,
                                                             /*ShouldOwnClient=*/false);
  std::shared_ptr<clang::CompilerInvocation> invocation = clang::createInvocation(pointers_to(arguments), options);
  if (invocation == nullptr) return nullptr;
  invocation->getFrontendOpts().SkipFunctionBodies = true;
  invocation->getFrontendOpts().DisableFree = false;
  invocation->getDiagnosticOpts().ShowCarets = false;  // or Clang prints its own count of errors
  return invocation;
}

}  // namespace mcpgen
