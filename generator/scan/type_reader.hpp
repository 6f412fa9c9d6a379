// Reads C++ types by their canonical types, so that spelling and aliases do not matter.
#pragma once

#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>

#include <map>
#include <string>
#include <utility>

#include "model/declared.hpp"
#include "scan/scan_context.hpp"

namespace mcpgen {

/// The annotations of MCP_DESCRIBE, by data member or enumerator.
using Descriptions = std::map<const clang::ValueDecl*, const clang::AnnotateAttr*>;

/// Whether `type` is `char`, not a character type of another name; a null type is not.
[[nodiscard]] bool is_char(clang::QualType type);

/// Reads types and, with them, every struct and enum they reach into `declarations`.
class TypeReader {
 public:
  /// `descriptions` must be complete before the first type is read.
  TypeReader(const ScanContext& scan, const Descriptions& descriptions, declared::Declarations& declarations)
      : scan_(scan), descriptions_(descriptions), declarations_(declarations) {}

  /// `written` without references; `at` is where a class template would be instantiated for it.
  [[nodiscard]] declared::Type read(clang::QualType written, clang::SourceLocation at);

  /// The declarations that were read so far.
  [[nodiscard]] const declared::Declarations& declarations() const { return declarations_; }

 private:
  void read_builtin(const clang::BuiltinType& builtin, declared::Type& type) const;
  void read_pointer(clang::QualType pointee, declared::Type& type) const;
  void read_record(const clang::CXXRecordDecl& record, clang::SourceLocation at, declared::Type& type);
  void read_element(clang::QualType element, clang::SourceLocation at, declared::Type& type);

  // library_types.cpp: classes of the standard library, of nlohmann's and of this project's. Each reader returns false
  // where `record` is none of its own.
  void read_library_class(const clang::CXXRecordDecl& record, clang::SourceLocation at, declared::Type& type);
  bool read_class_of_table(const clang::CXXRecordDecl& record, declared::Type& type);
  bool read_string_class(const clang::CXXRecordDecl& record, declared::Type& type);
  bool read_sequence(const clang::ClassTemplateSpecializationDecl& record, clang::SourceLocation at,
                     declared::Type& type);
  bool read_associative(const clang::ClassTemplateSpecializationDecl& record, clang::SourceLocation at,
                        declared::Type& type);
  bool read_holder(const clang::ClassTemplateSpecializationDecl& record, clang::SourceLocation at,
                   declared::Type& type);
  bool read_product(const clang::ClassTemplateSpecializationDecl& record, clang::SourceLocation at,
                    declared::Type& type);
  bool read_time(const clang::CXXRecordDecl& record, declared::Type& type);
  bool read_own_class(const clang::CXXRecordDecl& record, clang::SourceLocation at, declared::Type& type);
  void need_codec(std::string_view header) { declarations_.codec_headers.emplace(header); }

  // custom_codec.cpp: types that the user has written a codec for
  bool read_custom(clang::QualType canonical, clang::SourceLocation at, declared::Type& type);

  // record_reader.cpp: user types
  void read_struct(const clang::CXXRecordDecl& record, clang::SourceLocation at, declared::Type& type);
  /// Reads the members of `whole` that `definition` has: itself or a base class of it, which lies `offset` within it.
  void read_members(const clang::CXXRecordDecl& definition, const clang::CXXRecordDecl& whole, clang::CharUnits offset,
                    declared::Struct& entry);
  void read_enum(const clang::EnumDecl& declaration, declared::Type& type);
  declared::Member read_member(const clang::FieldDecl& field);
  /// What MCP_VALUE or MCP_DESCRIBE says of an enumerator.
  [[nodiscard]] std::optional<declared::Annotation> read_value_annotation(
      const clang::EnumConstantDecl& enumerator) const;
  /// The key of a user type, and whether it was met for the first time.
  std::pair<std::string, bool> key_of(const clang::TagDecl& declaration);

  const ScanContext& scan_;
  const Descriptions& descriptions_;
  declared::Declarations& declarations_;
  std::map<const clang::Decl*, std::string> keys_;  // by canonical declaration
  unsigned depth_ = 0;                              // of types within types
};

/// Marks `type` as one without a mapping.
void refuse(declared::Type& type, std::string reason);

/// Why code at the end of the translation unit cannot name `declaration` (it is local, private or unnamed); empty if it
/// can.
[[nodiscard]] std::string why_unnameable(const clang::NamedDecl& declaration);

/// Whether code outside of the class may write `T{}`.
[[nodiscard]] bool is_default_constructible(const ScanContext& scan, const clang::CXXRecordDecl& record);

/// The initialiser of a data member, that of a class template's instance included; null: none.
[[nodiscard]] const clang::Expr* member_initialiser(const ScanContext& scan, const clang::FieldDecl& field);

}  // namespace mcpgen
