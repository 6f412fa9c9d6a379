// Types that the user has written a codec for: a specialisation of mcp::codec that is in sight.
#include <clang/AST/DeclTemplate.h>
#include <clang/Sema/Lookup.h>

#include <algorithm>
#include <array>

#include "scan/names.hpp"
#include "scan/source_locations.hpp"
#include "scan/type_reader.hpp"

namespace mcpgen {
namespace {

using declared::TypeKind;

/// The template mcp::codec; null where no header has declared it.
clang::ClassTemplateDecl* codec_template(const ScanContext& scan) {
  clang::ASTContext& ast = scan.ast;
  for (clang::NamedDecl* space : ast.getTranslationUnitDecl()->lookup(&ast.Idents.get("mcp"))) {
    auto* mcp = llvm::dyn_cast<clang::NamespaceDecl>(space);
    if (mcp == nullptr) continue;
    for (clang::NamedDecl* found : mcp->lookup(&ast.Idents.get("codec"))) {
      if (auto* codec = llvm::dyn_cast<clang::ClassTemplateDecl>(found)) return codec;
    }
  }
  return nullptr;
}

/// The text of `static constexpr const char* schema` (or std::string_view); nothing where there is none.
std::optional<std::string> schema_of(const ScanContext& scan, const clang::CXXRecordDecl& codec) {
  for (const clang::NamedDecl* found : codec.lookup(&scan.ast.Idents.get("schema"))) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(found);
    if (variable == nullptr) continue;
    scan.sema.MarkVariableReferenced(variable->getLocation(), const_cast<clang::VarDecl*>(variable));
    const clang::Expr* initialiser = variable->getAnyInitializer();
    if (initialiser == nullptr || initialiser->isValueDependent()) return std::nullopt;
    if (std::optional<std::string> text = initialiser->tryEvaluateString(scan.ast)) return text;
    // An array of characters, or a view made from a literal.
    const clang::Stmt* statement = initialiser;
    while (statement != nullptr) {
      if (const auto* literal = llvm::dyn_cast<clang::StringLiteral>(statement)) return literal->getBytes().str();
      const clang::Stmt* next = nullptr;
      for (const clang::Stmt* child : statement->children()) {
        if (child != nullptr && next == nullptr) next = child;
      }
      statement = next;
    }
  }
  return std::nullopt;
}

/// Does it say `static constexpr bool kObjectRoot = true`?
bool writes_objects(const ScanContext& scan, const clang::CXXRecordDecl& codec) {
  for (const clang::NamedDecl* found : codec.lookup(&scan.ast.Idents.get("kObjectRoot"))) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(found);
    if (variable == nullptr) continue;
    scan.sema.MarkVariableReferenced(variable->getLocation(), const_cast<clang::VarDecl*>(variable));
    const clang::APValue* value = variable->evaluateValue();
    return value != nullptr && value->isInt() && value->getInt().getBoolValue();
  }
  return false;
}

/// A static function of a codec, by what it is called and how many parameters it takes.
struct CodecFunction {
  llvm::StringRef name;
  unsigned parameters;
};

/// Is `found`, or the function that it is a template of, what generated code calls?
bool is_callable(const clang::NamedDecl& found, const CodecFunction& wanted) {
  const clang::NamedDecl* entity = found.getUnderlyingDecl();
  if (const auto* pattern = llvm::dyn_cast<clang::FunctionTemplateDecl>(entity)) entity = pattern->getTemplatedDecl();
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(entity);
  if (method == nullptr || !method->isStatic() || method->getAccess() != clang::AS_public) return false;
  return method->getMinRequiredArguments() <= wanted.parameters && wanted.parameters <= method->getNumParams();
}

/// Does the codec declare a function of that name, and none of that shape? What it inherits is not looked at.
bool is_misshapen(const ScanContext& scan, const clang::CXXRecordDecl& codec, const CodecFunction& wanted) {
  const auto found = codec.lookup(&scan.ast.Idents.get(wanted.name));
  if (found.empty()) return false;
  return std::none_of(found.begin(), found.end(),
                      [&](const clang::NamedDecl* each) { return is_callable(*each, wanted); });
}

/// Reports functions that generated code could not call; the compiler would do so with a page of templates.
void check_functions(const ScanContext& scan, const clang::CXXRecordDecl& codec, const declared::Type& type) {
  static constexpr auto kFunctions = std::to_array<CodecFunction>({{"decode", 3}, {"encode", 2}});
  const bool is_sound =
      std::ranges::none_of(kFunctions, [&](const CodecFunction& each) { return is_misshapen(scan, codec, each); });
  if (is_sound) return;
  scan.sink.error(
      "bad-codec", type.codec_at,
      "mcp::codec of '" + type.spelling + "' must have the functions that generated code calls",
      {unplaced_note("static constexpr const char* schema = R\"({\"type\": \"string\"})\";"),
       unplaced_note("static bool decode(mcp::Value from, " + type.spelling + "& to, mcp::Decoder& problems);"),
       unplaced_note("static void encode(const " + type.spelling + "& from, mcp::Writer& to);")});
}

}  // namespace

bool TypeReader::read_custom(clang::QualType canonical, clang::SourceLocation at, declared::Type& type) {
  clang::ClassTemplateDecl* codec = codec_template(scan_);
  if (codec == nullptr) return false;
  canonical = canonical.getUnqualifiedType();
  clang::TemplateArgumentListInfo arguments(at, at);
  arguments.addArgument(clang::TemplateArgumentLoc(clang::TemplateArgument(canonical),
                                                   scan_.ast.getTrivialTypeSourceInfo(canonical, at)));
  const clang::QualType instance = scan_.sema.CheckTemplateIdType(clang::TemplateName(codec), at, arguments);
  // The template itself is only declared: what is complete is a specialisation.
  if (instance.isNull() || !scan_.sema.isCompleteType(at, instance)) return false;
  const clang::CXXRecordDecl* specialisation = instance->getAsCXXRecordDecl()->getDefinition();
  if (specialisation == nullptr) return false;

  type.kind = TypeKind::Custom;
  type.codec_at = place_of(specialisation->getLocation(), scan_.sources(), scan_.ast.getLangOpts());
  const std::optional<std::string> schema = schema_of(scan_, *specialisation);
  if (!schema) {
    scan_.sink.error("bad-codec", type.codec_at,
                     "mcp::codec of '" + type.spelling +
                         "' must say which values it takes: static constexpr const char* schema = "
                         "R\"({\"type\": \"string\"})\";");
  }
  if (schema) check_functions(scan_, *specialisation, type);
  type.text = schema.value_or("{}");
  type.is_object = writes_objects(scan_, *specialisation);
  return true;
}

}  // namespace mcpgen
