#include "scan/scan.hpp"

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Frontend/Utils.h>
#include <clang/Sema/SemaConsumer.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "scan/body_reader.hpp"
#include "scan/collector.hpp"
#include "scan/diagnostic_consumer.hpp"
#include "scan/expansion_recorder.hpp"
#include "scan/invocation.hpp"
#include "scan/scan_context.hpp"
#include "scan/source_locations.hpp"

namespace mcpgen {
namespace {

/// The inputs and outputs of a scan, for the classes that Clang calls.
struct Job {
  const ScanRequest& request;
  ScanResult& result;
  Sink& sink;
  DiagnosticConsumer& diagnostics;
  bool is_read = false;
};

/// Reads the declarations once Clang has parsed all of the file.
class UnitReader final : public clang::SemaConsumer {
 public:
  UnitReader(clang::CompilerInstance& compiler, Job& job) : compiler_(compiler), job_(job) {
    compiler.getPreprocessor().addPPCallbacks(
        std::make_unique<ExpansionRecorder>(compiler.getSourceManager(), expansions_));
    compiler.getPreprocessor().setTokenWatcher([this](const clang::Token& token) { watch(token); });
  }

  void InitializeSema(clang::Sema& sema) override { job_.diagnostics.watch(&sema); }
  void ForgetSema() override { job_.diagnostics.watch(nullptr); }

  bool shouldSkipFunctionBody(clang::Decl* function) override {
    return !knows_context() || !is_body_wanted(*function, compiler_.getSourceManager());
  }

  void HandleTranslationUnit(clang::ASTContext& ast) override {
    if (job_.diagnostics.saw_fatal()) return;
    const ScanContext scan{ast, compiler_.getSema(), compiler_.getPreprocessor(), job_.sink};
    if (!open_braces_.empty() && job_.diagnostics.error_places().empty()) {
      return report_open_brace(scan, open_braces_.back());
    }
    Collector collector(scan, job_.diagnostics, job_.result.declarations);
    collector.collect(*ast.getTranslationUnitDecl(), expansions_);
    collector.check_expansions(expansions_, job_.request);
    job_.is_read = true;
  }

 private:
  void watch(const clang::Token& token) {
    if (token.is(clang::tok::l_brace)) {
      open_braces_.push_back(token.getLocation());
    } else if (token.is(clang::tok::r_brace) && !open_braces_.empty()) {
      open_braces_.pop_back();
    }
  }

  /// Clang lets a skipped body end at the end of the file, so it does not report a missing brace.
  static void report_open_brace(const ScanContext& scan, clang::SourceLocation brace) {
    const clang::SourceManager& sources = scan.sources();
    const clang::SourceLocation end = sources.getLocForEndOfFile(sources.getMainFileID());
    scan.sink.error("", place_of(end, sources, scan.ast.getLangOpts()), "expected '}'",
                    {{place_of(brace, sources, scan.ast.getLangOpts()), "to match this '{'"}});
  }

  /// Whether mcp::Context is declared. Without it no body can ask a question, so all bodies are skipped.
  bool knows_context() {
    if (knows_context_) return true;
    clang::ASTContext& ast = compiler_.getASTContext();
    for (const clang::NamedDecl* found : ast.getTranslationUnitDecl()->lookup(&ast.Idents.get("mcp"))) {
      const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(found);
      if (space == nullptr) continue;
      for (const clang::NamedDecl* member : space->lookup(&ast.Idents.get("Context"))) {
        const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(member);
        knows_context_ = knows_context_ || (record != nullptr && record->hasDefinition());
      }
    }
    return knows_context_;
  }

  clang::CompilerInstance& compiler_;
  Job& job_;
  bool knows_context_ = false;
  std::vector<Expansion> expansions_;
  std::vector<clang::SourceLocation> open_braces_;
};

class ScanAction final : public clang::ASTFrontendAction {
 public:
  explicit ScanAction(Job& job) : job_(job) {}

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef /*file*/) override {
    return std::make_unique<UnitReader>(compiler, job_);
  }

 private:
  Job& job_;
};

/// Collects the files that were read, except the headers of Clang itself.
class FileCollector final : public clang::DependencyCollector {
 public:
  bool needSystemDependencies() override { return true; }
  bool sawDependency(llvm::StringRef file, bool /*from_module*/, bool /*is_system*/, bool is_module_file,
                     bool /*is_missing*/) override {
    return !is_module_file && !file.starts_with("<") && !file.starts_with(MCPGEN_CLANG_RESOURCE_DIR);
  }
};

}  // namespace

bool scan(const ScanRequest& request, ScanResult& result, Sink& sink) {
  DiagnosticConsumer diagnostics(sink);
  const std::shared_ptr<clang::CompilerInvocation> invocation = make_invocation(request, diagnostics);
  if (invocation == nullptr) {
    diagnostics.flush();
    return false;
  }

  clang::CompilerInstance compiler;
  compiler.setInvocation(invocation);
  compiler.createDiagnostics(&diagnostics, /*ShouldOwnClient=*/false);
  const auto files = std::make_shared<FileCollector>();
  compiler.addDependencyCollector(files);

  Job job{request, result, sink, diagnostics};
  ScanAction action(job);
  compiler.ExecuteAction(action);
  diagnostics.flush();

  result.dependencies = files->getDependencies();
  std::ranges::sort(result.dependencies);
  return job.is_read;
}

}  // namespace mcpgen
