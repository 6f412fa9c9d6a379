// What a C++ type is, by its canonical type: spelling and aliases change nothing.
#pragma once

#include <clang/AST/DeclCXX.h>

#include <map>
#include <string>

#include "model/declared.hpp"
#include "scan/scan_context.hpp"

namespace mcpgen {

/// Reads types and, with them, every struct and enum they reach into `declarations`.
class TypeReader {
 public:
  TypeReader(const ScanContext& scan, declared::Declarations& declarations)
      : scan_(scan), declarations_(declarations) {}

  /// `written` without references; `at` is where a class template would be instantiated for it.
  [[nodiscard]] declared::Type read(clang::QualType written, clang::SourceLocation at);

 private:
  void read_builtin(const clang::BuiltinType& builtin, declared::Type& type) const;
  void read_record(const clang::CXXRecordDecl& record, clang::SourceLocation at, declared::Type& type);
  void read_template(const clang::ClassTemplateSpecializationDecl& record, clang::SourceLocation at,
                     declared::Type& type);
  void read_element(const clang::TemplateArgument& argument, clang::SourceLocation at, declared::Type& type);

  // record_reader.cpp: user types
  void read_struct(const clang::CXXRecordDecl& record, clang::SourceLocation at, declared::Type& type);
  void read_enum(const clang::EnumDecl& declaration, declared::Type& type);
  declared::Member read_member(const clang::FieldDecl& field);
  const clang::Expr* member_initialiser(const clang::FieldDecl& field) const;
  /// The key of a user type, and whether it was met for the first time.
  std::pair<std::string, bool> key_of(const clang::TagDecl& declaration);

  const ScanContext& scan_;
  declared::Declarations& declarations_;
  std::map<const clang::Decl*, std::string> keys_;  // by canonical declaration
};

/// Why code at the end of the translation unit cannot name `declaration` (it is local, private, unnamed); empty: it
/// can.
[[nodiscard]] std::string why_unnameable(const clang::NamedDecl& declaration);

/// Can `T{}` be written without arguments outside the class?
[[nodiscard]] bool is_default_constructible(const ScanContext& scan, const clang::CXXRecordDecl& record);

}  // namespace mcpgen
