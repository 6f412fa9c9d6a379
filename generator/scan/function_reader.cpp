#include "scan/function_reader.hpp"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Sema/Sema.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "scan/annotation_reader.hpp"
#include "scan/default_reader.hpp"
#include "scan/doc_reader.hpp"
#include "scan/function_pointer.hpp"
#include "scan/name_lookup.hpp"
#include "scan/names.hpp"
#include "scan/source_locations.hpp"

namespace mcpgen {
namespace {

struct Refusal {
  std::string_view slug;
  std::string reason;  // "tool 'f' must …"
};

bool is_special_member(const clang::FunctionDecl& function) {
  return llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl, clang::CXXConversionDecl,
                   clang::CXXDeductionGuideDecl>(function) ||
         function.isOverloadedOperator() || function.getLiteralIdentifier() != nullptr;
}

bool is_template(const clang::FunctionDecl& function) {
  return function.getTemplatedKind() != clang::FunctionDecl::TK_NonTemplate || function.isDependentContext();
}

/// A template that MCP_EXPOSE names with its arguments.
bool is_instance(const clang::FunctionDecl& function) {
  return function.isTemplateInstantiation() && !function.isDependentContext();
}

/// A private or protected member, or a member of such a class.
bool is_not_public(const clang::FunctionDecl& function) {
  for (const clang::Decl* current = &function; current != nullptr && !llvm::isa<clang::TranslationUnitDecl>(current);
       current = llvm::dyn_cast<clang::Decl>(current->getDeclContext())) {
    if (current->getAccess() == clang::AS_private || current->getAccess() == clang::AS_protected) return true;
  }
  return false;
}

bool is_local(const clang::FunctionDecl& function) {
  return function.getParentFunctionOrMethod() != nullptr || function.getLexicalDeclContext()->isFunctionOrMethod();
}

bool is_of_system_header(const clang::FunctionDecl& function) {
  const clang::SourceManager& sources = function.getASTContext().getSourceManager();
  return sources.isInSystemHeader(sources.getExpansionLoc(function.getLocation()));
}

/// Is it, by name and parameters, a C function that a system header declares, and not a mere declaration of that one?
bool replaces_library_function(const clang::FunctionDecl& function) {
  if (!function.isExternC() || is_of_system_header(function)) return false;
  const auto redeclarations = function.redecls();
  if (std::none_of(redeclarations.begin(), redeclarations.end(),
                   [](const clang::FunctionDecl* other) { return is_of_system_header(*other); })) {
    return false;
  }
  const clang::FunctionDecl* definition = nullptr;
  return !function.isInExternCContext() || (function.isDefined(definition) && !is_of_system_header(*definition));
}

std::optional<Refusal> refusal_of(const clang::FunctionDecl& function, std::string_view noun) {
  const std::string tool = std::string(noun) + " '" + function.getNameAsString() + "' must ";
  if (is_local(function)) {
    return Refusal{"tool-local", tool + "be declared at namespace or class scope, not inside a function"};
  }
  if (is_special_member(function)) {
    return Refusal{"tool-special-member",
                   tool +
                       "be an ordinary function, not a constructor, destructor, operator or conversion; "
                       "write a named function that does it"};
  }
  if (is_template(function) && !is_instance(function)) {
    return Refusal{"tool-template", tool +
                                        "not be a template or a member of one: there is nothing to call until it is "
                                        "instantiated; write a function that calls an instance"};
  }
  if (replaces_library_function(function)) {
    return Refusal{"library-function",
                   tool +
                       "not have the name and the parameters of a function of the C library: the whole program would "
                       "call it in place of that one; put it into a namespace, or rename it (`.name` keeps the name "
                       "that clients see)"};
  }
  if (function.isDeleted()) return Refusal{"tool-deleted", tool + "not be deleted: it cannot be called"};
  if (function.isVariadic()) {
    return Refusal{"tool-variadic",
                   tool + "not take C variable arguments: they have no types; take a std::vector instead"};
  }
  if (function.isConsteval()) {
    return Refusal{"tool-consteval", tool + "not be consteval: it is called at run time; make it constexpr"};
  }
  if (is_not_public(function)) {
    return Refusal{"tool-not-public",
                   tool + "be public, and so must the classes around it: the server calls it from outside"};
  }
  if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function); method != nullptr && method->isInstance()) {
    if (method->getRefQualifier() == clang::RQ_RValue || method->isVolatile() ||
        method->isExplicitObjectMemberFunction()) {
      return Refusal{"tool-special-member", tool +
                                                "be callable on an ordinary object: drop '&&', 'volatile' or the "
                                                "explicit object parameter"};
    }
    if (std::string reason = why_unnameable(*method->getParent()); !reason.empty()) {
      return Refusal{"tool-not-public", tool + "be a member of a class that can be named: " + reason};
    }
  }
  return std::nullopt;
}

declared::Passing passing_of(clang::QualType type) {
  if (type->isRValueReferenceType()) return declared::Passing::RvalueReference;
  if (!type->isLValueReferenceType()) return declared::Passing::Value;
  return type->getPointeeType().isConstQualified() ? declared::Passing::ConstReference
                                                   : declared::Passing::MutableReference;
}

declared::Injected injected_of(clang::QualType type) {
  const clang::CXXRecordDecl* record = type.getNonReferenceType().getCanonicalType()->getAsCXXRecordDecl();
  if (record == nullptr) return declared::Injected::None;
  if (is_named(*record, "mcp", "Context") && type->isLValueReferenceType()) return declared::Injected::Context;
  if (is_named(*record, "std", "stop_token") && passing_of(type) != declared::Passing::MutableReference) {
    return declared::Injected::StopToken;
  }
  return declared::Injected::None;
}

class FunctionReader {
 public:
  FunctionReader(const ScanContext& scan, TypeReader& types) : scan_(scan), types_(types) {}

  /// `beside` is the annotation where it stands on the function, for what Clang does not find without; else null.
  declared::Function read(const clang::FunctionDecl& function, const clang::AnnotateAttr& annotation,
                          const clang::AnnotateAttr* beside) const {
    declared::Function found;
    found.name = function.getName().str();
    found.cpp_name = qualified_name(function);
    found.pointer = function_pointer(function);
    if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function); method && method->isInstance()) {
      found.owner = read_class(*method->getParent());
      found.is_const = method->isConst();
    }
    found.is_defined = function.isDefined();
    for (unsigned i = 0; i < function.getNumParams(); ++i) found.parameters.push_back(read_parameter(function, i));
    found.result = types_.read(function.getReturnType(), function.getLocation());
    const clang::SourceRange result = function.getReturnTypeSourceRange();
    found.result_at = place(result.isValid() ? result : clang::SourceRange(function.getLocation()));
    found.annotation = read_annotation(scan_, annotation);
    found.doc = read_doc(scan_, function, beside);
    found.at = place(function.getLocation());
    return found;
  }

  declared::Class read_class(const clang::CXXRecordDecl& record) const {
    const std::string name = qualified_name(record);
    return {
        .cpp_name = name, .name = name.substr(2), .is_default_constructible = is_default_constructible(scan_, record)};
  }

 private:
  Location place(clang::SourceRange range) const { return place_of(range, scan_.sources(), scan_.ast.getLangOpts()); }

  declared::Parameter read_parameter(const clang::FunctionDecl& function, unsigned index) const {
    const clang::ParmVarDecl& parameter = *function.getParamDecl(index);
    const clang::QualType type = parameter.getOriginalType();
    declared::Parameter found;
    found.name = parameter.getName().str();
    found.at = place(parameter.getLocation());
    found.passing = passing_of(type);
    found.injected = injected_of(type);
    found.annotation = read_annotation(scan_, parameter, AnnotationKind::Param);
    check_only_annotation(function, index);
    // A name, an annotation or a default may stand on another declaration of the function.
    for (const clang::FunctionDecl* other : function.redecls()) {
      const clang::ParmVarDecl& same = *other->getParamDecl(index);
      if (found.name.empty()) found.name = same.getName().str();
      if (!found.annotation) found.annotation = read_annotation(scan_, same, AnnotationKind::Param);
    }
    if (found.injected != declared::Injected::None) {
      found.type.spelling = type.getAsString(scan_.ast.getPrintingPolicy());
      return found;
    }
    found.type = types_.read(type, parameter.getLocation());
    const clang::ParmVarDecl& latest = *function.getMostRecentDecl()->getParamDecl(index);
    if (latest.hasUninstantiatedDefaultArg()) {
      // Of an instance of a template nobody has asked for it yet; asking completes the declaration.
      scan_.sema.InstantiateDefaultArgument(latest.getLocation(),
                                            const_cast<clang::FunctionDecl*>(function.getMostRecentDecl()),
                                            const_cast<clang::ParmVarDecl*>(&latest));
    }
    if (latest.hasDefaultArg() && !latest.hasUnparsedDefaultArg() && !latest.hasUninstantiatedDefaultArg()) {
      found.default_value = read_default(scan_, types_.declarations(), *latest.getDefaultArg(), type, found.type);
    }
    return found;
  }

  /// Each declaration of a function may annotate its parameters, but only one of them may annotate the same parameter.
  void check_only_annotation(const clang::FunctionDecl& function, unsigned index) const {
    std::vector<clang::SourceLocation> places;
    for (const clang::FunctionDecl* declaration : function.redecls()) {
      const clang::AnnotateAttr* own = find_annotation(*declaration->getParamDecl(index), AnnotationKind::Param);
      if (own != nullptr && !own->isInherited()) places.push_back(scan_.sources().getExpansionLoc(own->getLocation()));
    }
    std::ranges::sort(places, [&](clang::SourceLocation a, clang::SourceLocation b) {
      return scan_.sources().isBeforeInTranslationUnit(a, b);
    });
    for (std::size_t i = 1; i < places.size(); ++i) {
      scan_.sink.error("duplicate-annotation", place(clang::SourceRange(places[i])),
                       "parameter '" + function.getParamDecl(index)->getName().str() +
                           "' must carry MCP_PARAM only once, on one declaration of the function",
                       {{place(clang::SourceRange(places[0])), "the first one is here"}});
    }
  }

  const ScanContext& scan_;
  TypeReader& types_;
};

/// False, and reported, where the name of the function means something else in generated code, and nothing helps.
bool reopen_if_hidden(const ScanContext& scan, const clang::FunctionDecl& function, std::string_view noun,
                      declared::Function& found) {
  const bool calls_by_name = std::ranges::any_of(found.parameters, [](const declared::Parameter& parameter) {
    return parameter.default_value && parameter.default_value->expression.empty();
  });
  if (!calls_by_name && is_hidden_by_itself(scan, function)) found.reopened = reopened(function);
  if (found.reopened) return true;
  return !refuse_hidden_name(scan, function, std::string(noun) + " '" + found.name + '\'');
}

}  // namespace

std::optional<declared::Function> read_function(const ScanContext& scan, TypeReader& types,
                                                const clang::FunctionDecl& function,
                                                const clang::AnnotateAttr& annotation) {
  const std::string_view noun = macro_of(annotation)->noun;
  if (const std::optional<Refusal> refusal = refusal_of(function, noun)) {
    scan.sink.error(refusal->slug, place_of(function.getLocation(), scan.sources(), scan.ast.getLangOpts()),
                    refusal->reason);
    return std::nullopt;
  }
  declared::Function found = FunctionReader(scan, types).read(function, annotation, &annotation);
  if (!reopen_if_hidden(scan, function, noun, found)) return std::nullopt;
  return found;
}

std::optional<declared::Function> read_exposed(const ScanContext& scan, TypeReader& types,
                                               const clang::FunctionDecl& function,
                                               const clang::CXXRecordDecl* named_class, const clang::VarDecl& variable,
                                               const clang::AnnotateAttr& annotation) {
  const Location at = place_of_expansion(annotation.getLocation(), scan.sources(), scan.ast.getLangOpts());
  if (const std::optional<Refusal> refusal = refusal_of(function, "tool")) {
    scan.sink.error(refusal->slug, at, refusal->reason);
    return std::nullopt;
  }
  const FunctionReader reader(scan, types);
  declared::Function found = reader.read(function, annotation, nullptr);
  if (!reopen_if_hidden(scan, function, "tool", found)) return std::nullopt;
  // A class that inherits the member is bound, not the one that declares it.
  if (found.owner && named_class != nullptr && named_class->hasDefinition()) {
    if (std::string reason = why_unnameable(*named_class); !reason.empty()) {
      scan.sink.error("tool-not-public", at,
                      "tool '" + found.name + "' must be a member of a class that can be named: " + reason);
      return std::nullopt;
    }
    found.owner = reader.read_class(*named_class->getDefinition());
  }
  found.is_exposed = true;
  found.at = at;
  found.result_at = at;
  for (declared::Parameter& parameter : found.parameters) {
    parameter.at = at;
    if (parameter.default_value) parameter.default_value->at = at;
  }
  for (declared::Doc::Parameter& parameter : found.doc.parameters) parameter.at = {};
  // What stands above the macro wins over what the header says.
  declared::Doc own = read_doc(scan, variable, annotation);
  if (!own.description.empty()) found.doc.description = std::move(own.description);
  if (!own.returns.empty()) found.doc.returns = std::move(own.returns);
  found.doc.parameters.insert(found.doc.parameters.begin(), std::make_move_iterator(own.parameters.begin()),
                              std::make_move_iterator(own.parameters.end()));
  return found;
}

}  // namespace mcpgen
