// Visits the declarations of one file, checks the places of annotations and reads the annotated declarations.
#pragma once

#include <clang/AST/Attr.h>
#include <clang/AST/DeclBase.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "model/declared.hpp"
#include "scan/body_reader.hpp"
#include "scan/diagnostic_consumer.hpp"
#include "scan/expansion_recorder.hpp"
#include "scan/scan.hpp"
#include "scan/scan_context.hpp"
#include "scan/type_reader.hpp"

namespace mcpgen {

class Collector {
 public:
  /// `errors` has Clang's errors, so that no second error is reported about the same declaration.
  Collector(const ScanContext& scan, const DiagnosticConsumer& errors, declared::Declarations& declarations)
      : scan_(scan), errors_(errors), declarations_(declarations), types_(scan, descriptions_, declarations) {}

  /// Reads the MCP_DESCRIBE annotations of all files, and then every declaration of the main file, including nested
  /// ones.
  void collect(const clang::TranslationUnitDecl& unit, const std::vector<Expansion>& expansions);

  /// Call it after collect(). Reports annotations without a declaration, because they are in a function that the parser
  /// skipped, and annotations in files that are not named.
  void check_expansions(const std::vector<Expansion>& expansions, const ScanRequest& request);

 private:
  void collect_asked();
  void collect_descriptions(const clang::DeclContext& scope);
  void check_options_of_value(const clang::AnnotateAttr& attribute);
  void describe_member(const clang::VarDecl& variable, const clang::AnnotateAttr& attribute);
  void expose(const clang::VarDecl& variable, const clang::AnnotateAttr& attribute);
  void visit(const clang::Decl& declaration);
  void visit_children(const clang::Decl& declaration);
  void visit_annotations(const clang::Decl& declaration);
  void accept(const clang::Decl& declaration, const AnnotationMacro& macro, const clang::AnnotateAttr& attribute);
  /// The list for functions with an annotation of that kind.
  [[nodiscard]] std::vector<declared::Function>& functions_of(AnnotationKind kind);
  bool is_first(const clang::Decl& declaration, const AnnotationMacro& macro, const clang::AnnotateAttr& attribute);
  void check_skipped(const std::vector<Expansion>& expansions);
  void check_elsewhere(const std::vector<Expansion>& expansions, const ScanRequest& request);
  [[nodiscard]] bool has_clang_error(clang::SourceLocation annotation, const clang::Decl& declaration) const;
  [[nodiscard]] Location place(clang::SourceLocation at) const;

  const ScanContext& scan_;
  const DiagnosticConsumer& errors_;
  declared::Declarations& declarations_;
  Descriptions descriptions_;
  Bodies bodies_;
  TypeReader types_;
  std::set<clang::SourceLocation> seen_;  // annotations of visited declarations
  std::map<std::pair<const clang::Decl*, AnnotationKind>, clang::SourceLocation> first_;
};

}  // namespace mcpgen
