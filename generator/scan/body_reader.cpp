#include "scan/body_reader.hpp"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <mcp/asks.hpp>

#include "scan/names.hpp"
#include "scan/question_lints.hpp"

namespace mcpgen {
namespace {

/// Calls to members of mcp::Context and of mcp::StoredHandles, function by function.
class BodyVisitor final : public clang::RecursiveASTVisitor<BodyVisitor> {
  using Base = clang::RecursiveASTVisitor<BodyVisitor>;

 public:
  BodyVisitor(const ScanContext& scan, Bodies& bodies) : lints_(scan), bodies_(bodies) {}

  // NOLINTBEGIN(readability-identifier-naming): Clang's spelling
  [[nodiscard]] bool shouldVisitTemplateInstantiations() const { return true; }

  bool TraverseDecl(clang::Decl* declaration) {
    const auto* function = llvm::dyn_cast_or_null<clang::FunctionDecl>(declaration);
    if (function == nullptr) return Base::TraverseDecl(declaration);
    const Surroundings outer = std::exchange(around_, {function, is_noexcept(*function), nullptr});
    const bool goes_on = Base::TraverseDecl(declaration);
    around_ = outer;
    return goes_on;
  }

  bool TraverseLambdaExpr(clang::LambdaExpr* lambda) {
    const Surroundings outer = around_;
    // Its callers may stand elsewhere.
    around_.is_noexcept = lambda->getCallOperator() != nullptr && is_noexcept(*lambda->getCallOperator());
    around_.swallowed_by = nullptr;
    const bool goes_on = Base::TraverseLambdaExpr(lambda);
    around_ = outer;
    return goes_on;
  }

  bool TraverseCXXTryStmt(clang::CXXTryStmt* statement) {
    const clang::CXXCatchStmt* outer = around_.swallowed_by;
    for (unsigned i = 0; i < statement->getNumHandlers(); ++i) {
      const clang::CXXCatchStmt* handler = statement->getHandler(i);
      if (handler->getExceptionDecl() == nullptr && !rethrows(*handler)) around_.swallowed_by = handler;
    }
    bool goes_on = TraverseStmt(statement->getTryBlock());
    around_.swallowed_by = outer;
    for (unsigned i = 0; goes_on && i < statement->getNumHandlers(); ++i) {
      goes_on = TraverseStmt(statement->getHandler(i));
    }
    return goes_on;
  }

  bool VisitCallExpr(clang::CallExpr* call) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (callee == nullptr || around_.function == nullptr) return true;
    const bool hands_context = std::ranges::any_of(call->arguments(), [](const clang::Expr* argument) {
      const clang::CXXRecordDecl* record = argument->getType()->getAsCXXRecordDecl();
      return record != nullptr && is_named(*record, "mcp", "Context");
    });
    if (hands_context) facts().hands_context_to.insert(callee->getCanonicalDecl());
    return true;
  }

  bool VisitMemberExpr(clang::MemberExpr* member) {
    constexpr auto kAbilities = std::to_array<std::string_view>(
        {"takes_forms", "takes_urls", "samples", "samples_with_tools", "samples_with_context", "has_roots"});
    const auto* field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    if (field == nullptr || around_.function == nullptr || !is_named(*field->getParent(), "mcp", "Client")) return true;
    if (std::ranges::find(kAbilities, std::string_view(field->getName())) != kAbilities.end()) {
      facts().looks_first = true;
    }
    return true;
  }

  bool VisitCXXMemberCallExpr(clang::CXXMemberCallExpr* call) {
    const clang::CXXMethodDecl* method = call->getMethodDecl();
    if (method == nullptr || around_.function == nullptr || !method->getIdentifier()) return true;
    const auto* stored = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(method->getParent());
    if (stored != nullptr && is_named(*stored, "mcp", "StoredHandles")) {
      add(stored->getTemplateArgs()[0].getAsType(), Use::Stored, *call);
    }
    if (!is_named(*method->getParent(), "mcp", "Context")) return true;
    lints_.check(*call, method->getName(), around_);
    read(*call, *method);
    return true;
  }
  // NOLINTEND(readability-identifier-naming)

 private:
  enum class Use : unsigned char { Form, Once, Stored };

  BodyFacts& facts() { return bodies_.facts[around_.function->getCanonicalDecl()]; }

  void read(const clang::CXXMemberCallExpr& call, const clang::CXXMethodDecl& method) {
    const llvm::StringRef name = method.getName();
    if (name == "log") {
      bodies_.logs = true;
    } else if (name == "start_task") {
      facts().starts_task = true;
    } else if (name == "elicit_url") {
      facts().asks |= mcp::detail::kAsksUrls;
    } else if (name == "sample") {
      facts().asks |= mcp::detail::kAsksModel;
    } else if (name == "roots") {
      facts().asks |= mcp::detail::kAsksRoots;
    } else if (name == "elicit" && method.getTemplateSpecializationArgs() != nullptr) {
      facts().asks |= mcp::detail::kAsksForms;
      add(method.getTemplateSpecializationArgs()->get(0).getAsType(), Use::Form, call);
      constexpr unsigned kMessage = 1;  // behind the key
      if (call.getNumArgs() > kMessage)
        add_message(*call.getArg(kMessage), method.getTemplateSpecializationArgs()->get(0).getAsType());
    } else if (name == "once") {
      add(call.getType().getUnqualifiedType(), Use::Once, call);
    } else if (name == "ask") {
      for (const clang::Expr* question : call.arguments()) add_question(*question, call);
    }
  }

  /// FormQuestion<T> asks for a T.
  void add_question(const clang::Expr& question, const clang::CXXMemberCallExpr& call) {
    const auto* record =
        llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(question.getType()->getAsCXXRecordDecl());
    if (record != nullptr && is_named(*record, "mcp", "FormQuestion")) {
      facts().asks |= mcp::detail::kAsksForms;
      add(record->getTemplateArgs()[0].getAsType(), Use::Form, call);
      if (const clang::Expr* message = message_of(question))
        add_message(*message, record->getTemplateArgs()[0].getAsType());
    }
    const clang::CXXRecordDecl* const plain = question.getType()->getAsCXXRecordDecl();
    if (plain == nullptr) return;
    if (is_named(*plain, "mcp", "UrlQuestion")) facts().asks |= mcp::detail::kAsksUrls;
    if (is_named(*plain, "mcp", "SampleQuestion")) facts().asks |= mcp::detail::kAsksModel;
    if (is_named(*plain, "mcp", "RootsQuestion")) facts().asks |= mcp::detail::kAsksRoots;
  }

  /// What a form of `type` is asked for with.
  void add_message(const clang::Expr& message, clang::QualType type) {
    std::optional<std::string> text = literal_text(message);
    const auto asked = std::ranges::find(bodies_.asked, type.getCanonicalType(), &AskedType::type);
    if (text && asked != bodies_.asked.end()) asked->questions.push_back({*std::move(text), message.getSourceRange()});
  }

  void add(clang::QualType type, Use use, const clang::CXXMemberCallExpr& call) {
    if (type->isDependentType() || type->isUndeducedType()) return;
    type = type.getCanonicalType();
    const auto known = std::ranges::find(bodies_.asked, type, &AskedType::type);
    if (known == bodies_.asked.end()) {
      bodies_.asked.push_back(
          {.type = type, .is_form = use == Use::Form, .is_stored = use == Use::Stored, .at = call.getExprLoc()});
      return;
    }
    if (use != Use::Stored) known->is_stored = false;
    if (use == Use::Form && !known->is_form) {
      known->is_form = true;
      known->at = call.getExprLoc();
    }
  }

  QuestionLints lints_;
  Bodies& bodies_;
  Surroundings around_;
};

/// Is it, or is it inside of, the runtime's own namespace?
bool is_of_runtime(const clang::Decl& declaration) {
  const clang::Decl* current = &declaration;
  while (!current->getDeclContext()->isTranslationUnit()) current = llvm::cast<clang::Decl>(current->getDeclContext());
  const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(current);
  return space != nullptr && space->getName() == "mcp";
}

/// What a function may ask is what those may that it hands its Context to, too.
void pass_on_questions(Bodies& bodies) {
  for (auto& [function, facts] : bodies.facts) {
    if (facts.looks_first) facts.asks = 0;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (auto& [function, facts] : bodies.facts) {
      if (facts.looks_first) continue;
      for (const clang::FunctionDecl* callee : facts.hands_context_to) {
        const auto found = bodies.facts.find(callee);
        if (found == bodies.facts.end() || (facts.asks | found->second.asks) == facts.asks) continue;
        facts.asks |= found->second.asks;
        changed = true;
      }
    }
  }
}

}  // namespace

bool is_body_wanted(const clang::Decl& function, const clang::SourceManager& sources) {
  const clang::SourceLocation at = sources.getExpansionLoc(function.getLocation());
  if (sources.isInMainFile(at)) return true;
  return !sources.isInSystemHeader(at) && !is_of_runtime(function);
}

Bodies read_bodies(const ScanContext& scan) {
  Bodies bodies;
  BodyVisitor visitor(scan, bodies);
  for (clang::Decl* declaration : scan.ast.getTranslationUnitDecl()->noload_decls()) {
    if (is_body_wanted(*declaration, scan.sources())) visitor.TraverseDecl(declaration);
  }
  pass_on_questions(bodies);
  return bodies;
}

}  // namespace mcpgen
