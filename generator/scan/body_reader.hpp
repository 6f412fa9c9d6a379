// What functions do with their mcp::Context: which types they ask the client for, whether they log, start tasks.
#pragma once

#include <clang/AST/Decl.h>

#include <map>
#include <set>

#include <string>
#include <vector>

#include "scan/scan_context.hpp"

namespace mcpgen {

/// What the body of one function does.
struct BodyFacts {
  bool starts_task = false;
  /// What it may ask the client for, itself or where it hands its Context to: bits of kAsksForms and the others.
  unsigned asks = 0;
  bool looks_first = false;  // at what the client can do: it asks for nothing that the client lacks
  std::set<const clang::FunctionDecl*> hands_context_to;  // canonical declarations
};

/// The text that a form is asked for with, where it is a literal.
struct QuestionText {
  std::string text;
  clang::SourceRange at;
};

/// A type that some function asks for, or keeps.
struct AskedType {
  clang::QualType type;    // canonical
  bool is_form = false;    // asked for; else kept by Context::once() or by StoredHandles
  bool is_stored = false;  // kept by StoredHandles alone
  clang::SourceLocation at;
  std::vector<QuestionText> questions = {};
};

/// What the bodies of the user's functions hold, instances of templates and lambdas within them included.
struct Bodies {
  std::map<const clang::FunctionDecl*, BodyFacts> facts;  // by canonical declaration; of functions that use a Context
  std::vector<AskedType> asked;                           // each type once, in the order of the text
  bool logs = false;
};

/// Reads every body that was parsed (see is_body_wanted()).
[[nodiscard]] Bodies read_bodies(const ScanContext& scan);

/// Whether the body of `function` is worth parsing: it is the user's own.
[[nodiscard]] bool is_body_wanted(const clang::Decl& function, const clang::SourceManager& sources);

}  // namespace mcpgen
