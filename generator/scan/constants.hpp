// Constants as JSON, and as C++ that makes them again.
#pragma once

#include <clang/AST/APValue.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/Type.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "model/declared.hpp"

namespace mcpgen {

/// A constant value: its JSON and C++ that makes it.
struct Constant {
  nlohmann::ordered_json value;
  std::string expression;
};

/// What holds a value of the type in generated code: of a span its elements.
[[nodiscard]] std::string holder_name(clang::QualType type, const clang::ASTContext& ast);

/// The template arguments of a class template's instance, and one of them that is a type.
[[nodiscard]] const clang::TemplateArgumentList& arguments_of(clang::QualType instance);
[[nodiscard]] clang::QualType element_type_of(clang::QualType container, unsigned index = 0);

/// `value` as the type says: a bool, an integer, a floating-point number, a character or an enumerator of `target`.
/// Nothing for what JSON cannot say.
[[nodiscard]] std::optional<Constant> scalar_constant(const clang::APValue& value, clang::QualType target,
                                                      const declared::Type& type, const clang::ASTContext& ast);
/// What `T{}` makes of a scalar.
[[nodiscard]] std::optional<Constant> zero_constant(clang::QualType target, const declared::Type& type,
                                                    const clang::ASTContext& ast);
/// A text of UTF-8; nothing for any other.
[[nodiscard]] std::optional<Constant> text_constant(const std::optional<std::string>& text);

/// The elements of a list, a set or an array between `open` and `close`. A set has equal ones once.
class ElementList {
 public:
  static constexpr std::uint64_t kMost = 256;  // beyond that a default is no documentation any more

  ElementList(std::string open, const declared::Type& type);

  void add(Constant element);
  [[nodiscard]] Constant finish(std::string_view close) &&;

 private:
  const declared::Type& type_;
  Constant list_;
};

/// The members of an aggregate, in their order; those that are null and optional are left out, as the encoder does.
class MemberList {
 public:
  explicit MemberList(const std::string& name) : object_{nlohmann::ordered_json::object(), name + '{'} {}

  void add(const declared::Member& member, Constant value);
  /// What is added in between are the members of a base class.
  void begin_base();
  void end_base();
  [[nodiscard]] Constant finish() &&;

 private:
  Constant object_;
  bool is_empty_ = true;
};

/// The definition of a base class.
[[nodiscard]] const clang::CXXRecordDecl& base_of(const clang::CXXBaseSpecifier& specifier);

/// The aggregate that the struct `type` is, whose bases are aggregates too; null for any other class. Only a complete
/// entry of `declarations` has as many members as the class: a member of the class itself may have a default of its
/// type.
[[nodiscard]] const clang::CXXRecordDecl* plain_aggregate(const declared::Declarations& declarations,
                                                          clang::QualType target, const declared::Type& type);

}  // namespace mcpgen
