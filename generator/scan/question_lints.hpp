// Questions to the client that cannot work where they stand, or would not be found again.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <map>
#include <optional>
#include <string>
#include <tuple>

#include "scan/scan_context.hpp"

namespace mcpgen {

/// What a call stands in.
struct Surroundings {
  const clang::FunctionDecl* function = nullptr;      // never a lambda's
  bool is_noexcept = false;                           // that function, or a lambda in it
  const clang::CXXCatchStmt* swallowed_by = nullptr;  // a `catch (...)` that does not rethrow
};

class QuestionLints {
 public:
  explicit QuestionLints(const ScanContext& scan) : scan_(scan) {}

  /// `call` is one to a member `name` of mcp::Context.
  void check(const clang::CXXMemberCallExpr& call, llvm::StringRef name, const Surroundings& around);

 private:
  void check_place(const clang::CXXMemberCallExpr& call, llvm::StringRef name, const Surroundings& around);
  void check_key(const clang::Expr& key, llvm::StringRef group, const Surroundings& around);
  [[nodiscard]] Location place(clang::SourceRange range) const;

  const ScanContext& scan_;
  /// Where a literal key stands: by function, what it is for, and its text.
  std::map<std::tuple<const clang::Decl*, std::string, std::string>, clang::SourceLocation> keys_;
};

/// The characters of a text that is a literal, however it is converted; nothing for any other.
[[nodiscard]] std::optional<std::string> literal_text(const clang::Expr& text);

/// The message of mcp::form(), written where the question is asked; null: elsewhere.
[[nodiscard]] const clang::Expr* message_of(const clang::Expr& question);

/// Does a `catch (...)` let go on what it caught?
[[nodiscard]] bool rethrows(const clang::CXXCatchStmt& handler);

/// Does the function, whose exception specification is known, end the program when an exception leaves it?
[[nodiscard]] bool is_noexcept(const clang::FunctionDecl& function);

}  // namespace mcpgen
