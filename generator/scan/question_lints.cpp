#include "scan/question_lints.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "scan/annotation_reader.hpp"
#include "scan/names.hpp"
#include "scan/source_locations.hpp"

namespace mcpgen {
namespace {

/// Members of mcp::Context that leave the handler until the client has answered.
bool is_question(llvm::StringRef name) {
  static constexpr auto kQuestions =
      std::to_array<std::string_view>({"elicit", "elicit_url", "sample", "roots", "ask"});
  return std::ranges::find(kQuestions, std::string_view(name.data(), name.size())) != kQuestions.end();
}

/// What a text was made of: without conversions, copies and the like.
const clang::Expr& origin(const clang::Expr& expression) {
  const clang::Expr* current = &expression;
  while (true) {
    const clang::Expr* inner = current->IgnoreParenImpCasts();
    if (const auto* full = llvm::dyn_cast<clang::FullExpr>(inner)) {
      inner = full->getSubExpr();
    } else if (const auto* temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(inner)) {
      inner = temporary->getSubExpr();
    } else if (const auto* bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(inner)) {
      inner = bound->getSubExpr();
    } else if (const auto* cast = llvm::dyn_cast<clang::ExplicitCastExpr>(inner)) {
      inner = cast->getSubExpr();
    } else if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(inner);
               made != nullptr && made->getNumArgs() > 0) {
      inner = made->getArg(0);
    } else if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(inner); list && list->getNumInits() == 1) {
      inner = list->getInit(0);
    } else if (const auto* literal = llvm::dyn_cast<clang::UserDefinedLiteral>(inner)) {
      inner = literal->getNumArgs() > 0 ? literal->getArg(0) : inner;
    } else if (const auto* call = llvm::dyn_cast<clang::CXXMemberCallExpr>(inner);
               call != nullptr && llvm::isa_and_nonnull<clang::CXXConversionDecl>(call->getMethodDecl())) {
      inner = call->getImplicitObjectArgument();
    }
    if (inner == current) return *current;
    current = inner;
  }
}

/// The function that `expression` calls, if it is one of namespace mcp.
const clang::FunctionDecl* called(const clang::Expr& expression) {
  const auto* call = llvm::dyn_cast<clang::CallExpr>(&expression);
  const clang::FunctionDecl* callee = call == nullptr ? nullptr : call->getDirectCallee();
  if (callee == nullptr || callee->getIdentifier() == nullptr) return nullptr;
  return is_in_namespace(*callee, "mcp") && !llvm::isa<clang::CXXMethodDecl>(callee) ? callee : nullptr;
}

bool is_key_of_loop(const clang::Expr& key) {
  const clang::FunctionDecl* callee = called(key);
  return callee != nullptr && callee->getName() == "key";
}

bool is_constant(const clang::Expr& key) {
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(&key);
  const auto* variable = reference == nullptr ? nullptr : llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
  return variable != nullptr && variable->isConstexpr();
}

/// An argument of mcp::form(), open_url(), sample() or list_roots(), written where the question is asked; null:
/// elsewhere.
const clang::Expr* argument_of(const clang::Expr& question, unsigned index) {
  const clang::Expr& made = origin(question);
  const clang::FunctionDecl* maker = called(made);
  const auto* call = llvm::dyn_cast<clang::CallExpr>(&made);
  if (maker == nullptr || call == nullptr || call->getNumArgs() <= index) return nullptr;
  static constexpr auto kMakers = std::to_array<std::string_view>({"form", "open_url", "sample", "list_roots"});
  const llvm::StringRef name = maker->getName();
  const bool is_maker = std::ranges::find(kMakers, std::string_view(name.data(), name.size())) != kMakers.end();
  return is_maker ? call->getArg(index) : nullptr;
}

const clang::Expr* key_of(const clang::Expr& question) { return argument_of(question, 0); }

/// What is wrong with asking in a function behind an annotation; empty: nothing.
std::string_view why_no_questions(const clang::FunctionDecl& function) {
  if (find_annotation(function, AnnotationKind::Complete) != nullptr) {
    return "a completion must not ask the client: it is called while the user types";
  }
  if (find_annotation(function, AnnotationKind::ResourceList) != nullptr) {
    return "a list of resources must not ask the client: it must come at once";
  }
  return {};
}

bool holds_rethrow(const clang::Stmt* statement) {
  if (statement == nullptr) return false;
  const auto* thrown = llvm::dyn_cast<clang::CXXThrowExpr>(statement);
  if (thrown != nullptr && thrown->getSubExpr() == nullptr) return true;
  if (llvm::isa<clang::LambdaExpr>(statement)) return false;
  return std::ranges::any_of(statement->children(), holds_rethrow);
}

}  // namespace

std::optional<std::string> literal_text(const clang::Expr& text) {
  const auto* literal = llvm::dyn_cast<clang::StringLiteral>(&origin(text));
  if (literal == nullptr || literal->getCharByteWidth() != 1) return std::nullopt;
  return literal->getBytes().str();
}

const clang::Expr* message_of(const clang::Expr& question) { return argument_of(question, 1); }

bool rethrows(const clang::CXXCatchStmt& handler) { return holds_rethrow(handler.getHandlerBlock()); }

bool is_noexcept(const clang::FunctionDecl& function) {
  const auto* type = function.getType()->getAs<clang::FunctionProtoType>();
  // What leaves a coroutine does so through its promise.
  if (type == nullptr || llvm::isa_and_nonnull<clang::CoroutineBodyStmt>(function.getBody())) return false;
  switch (type->getExceptionSpecType()) {
    case clang::EST_BasicNoexcept:
    case clang::EST_NoexceptTrue:
    case clang::EST_DynamicNone:
    case clang::EST_NoThrow:
      return true;
    default:
      return false;
  }
}

Location QuestionLints::place(clang::SourceRange range) const {
  return place_of(range, scan_.sources(), scan_.ast.getLangOpts());
}

void QuestionLints::check(const clang::CXXMemberCallExpr& call, llvm::StringRef name, const Surroundings& around) {
  // What a header holds is said once, where it is scanned by itself.
  if (!scan_.sources().isInMainFile(scan_.sources().getExpansionLoc(call.getExprLoc()))) return;
  check_place(call, name, around);
  if (name == "ask") {
    for (const clang::Expr* question : call.arguments()) {
      if (const clang::Expr* key = key_of(*question)) check_key(*key, "question", around);
    }
  } else if (is_question(name) && call.getNumArgs() > 0) {
    check_key(*call.getArg(0), "question", around);
  } else if (name == "once" && call.getNumArgs() > 0) {
    check_key(*call.getArg(0), "value", around);
  }
}

void QuestionLints::check_place(const clang::CXXMemberCallExpr& call, llvm::StringRef name,
                                const Surroundings& around) {
  const Location at = place(clang::SourceRange(call.getExprLoc()));
  if (is_question(name) || name == "start_task") {
    if (const std::string_view why = why_no_questions(*around.function); !why.empty()) {
      scan_.sink.error("misplaced-question", at, std::string(why));
      return;
    }
  }
  if (!is_question(name)) return;
  if (around.is_noexcept) {
    scan_.sink.error("noexcept-question", at,
                     "a question must not stand in a noexcept function: it leaves the function by an exception until "
                     "the client has answered, which would end the program");
  }
  if (around.swallowed_by != nullptr) {
    scan_.sink.warning(
        "swallowed-question", place(clang::SourceRange(around.swallowed_by->getCatchLoc())),
        "`catch (...)` around a question must end with `throw;`: a question leaves the function by an "
        "exception until the client has answered; or catch std::exception, which is not a base of that exception",
        {{at, "the question is here"}});
  }
}

void QuestionLints::check_key(const clang::Expr& key, llvm::StringRef group, const Surroundings& around) {
  const clang::Expr& text = origin(key);
  const Location at = place(key.getSourceRange());
  const std::string noun = "the key of a " + group.str();
  if (const auto* literal = llvm::dyn_cast<clang::StringLiteral>(&text)) {
    const clang::SourceLocation here = key.getBeginLoc();
    const auto [first, added] =
        keys_.try_emplace({around.function->getCanonicalDecl(), group.str(), literal->getBytes().str()}, here);
    if (added || first->second == here) return;
    scan_.sink.warning("duplicate-key", at,
                       noun + " must be unique within a function: \"" + literal->getBytes().str() +
                           "\" would find the answer to another question",
                       {{place(clang::SourceRange(first->second)), "the other one is here"}});
  } else if (!is_key_of_loop(text) && !is_constant(text)) {
    scan_.sink.warning("computed-key", at,
                       noun +
                           " must be a literal, or mcp::key(\"name\", i) in a loop: the answer is found by it when the "
                           "function is run again");
  }
}

}  // namespace mcpgen
