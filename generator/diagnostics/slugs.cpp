// The table of all diagnostics. To add one: a row here, an example under tests/reject/, a section in
// docs/diagnostics.md.
#include "diagnostics/slugs.hpp"

#include <algorithm>

namespace mcpgen {
namespace {

constexpr auto kError = Severity::Error;
constexpr auto kWarning = Severity::Warning;

constexpr auto kSlugs = std::to_array<Slug>({
    {"annotation-elsewhere", kWarning,
     "an annotated declaration stands in a file that neither SOURCES nor HEADERS names"},
    {"bad-annotation", kError, "an option of an annotation has a wrong type, is no constant, or is given twice"},
    {"bad-codec", kError, "a user's codec has no valid JSON Schema of its values"},
    {"bad-completion", kError, "a completion does not name its argument, or takes a parameter that it cannot get"},
    {"bad-describe", kError, "MCP_DESCRIBE does not name a data member or an enumerator"},
    {"bad-example", kError, "an example is not a valid value of its parameter or member"},
    {"bad-executor", kError, "the name of an executor is empty, or has characters that it may not have"},
    {"bad-expose", kError, "MCP_EXPOSE does not name a function"},
    {"bad-header-name", kError, "the name of a header contains characters that HTTP does not allow"},
    {"bad-icon", kError, "an icon has a URI, size or theme that clients cannot show"},
    {"bad-json", kError, "an option that takes JSON text is not JSON, or is of the wrong kind"},
    {"bad-member-name", kError, "the wire name of a member, a parameter or an enumerator is not usable"},
    {"bad-meta-key", kError, "a key of _meta is malformed or reserved"},
    {"bad-name", kError, "a resource or prompt has an empty name"},
    {"bad-pattern", kError, "a pattern does not compile, or has a different meaning for some clients"},
    {"bad-resource", kError, "an option of a resource has a value that clients do not accept"},
    {"bad-result", kError, "a function's return type is not allowed for its annotation"},
    {"bad-schema", kError, "the text of a schema is not a JSON Schema that the server can check"},
    {"bad-scopes", kError, "scopes are not names separated by single spaces"},
    {"bad-timeout", kError, "a timeout is not a whole number of milliseconds from 1 to 86400000"},
    {"bad-tool-name", kError, "the name of a tool is empty, too long, or has characters that clients do not accept"},
    {"bad-uri", kError, "the URI of a resource is not absolute, or is not a template of RFC 6570, levels 1 to 3"},
    {"bad-website", kError, "the website of a server is not a web address"},
    {"bit-field-member", kError, "a mapped struct has a bit-field"},
    {"computed-key", kWarning,
     "the key of a question is not a literal, so its answer may not be found in the next run"},
    {"const-member", kError, "a mapped struct has a const data member"},
    {"constraint-mismatch", kError, "a constraint does not apply to the type of its parameter or member"},
    {"contradictory-hints", kWarning, "a tool is marked as both read-only and destructive"},
    {"default-not-constant", kError, "a default of an overloaded tool is not a constant"},
    {"default-out-of-range", kError, "a default value violates the constraints beside it"},
    {"default-reads-member", kError, "a default member initialiser reads another member"},
    {"duplicate-annotation", kError, "a declaration carries the same annotation twice"},
    {"duplicate-completion", kError, "two functions complete the same argument"},
    {"duplicate-discriminator", kError, "two alternatives of a variant have the same discriminator value"},
    {"duplicate-enumerator", kError, "two enumerators of one enum have the same wire name"},
    {"duplicate-header", kError, "two arguments of a tool use the same header"},
    {"duplicate-key", kWarning, "two questions of a function have the same key"},
    {"duplicate-member", kError, "two members or parameters have the same wire name"},
    {"duplicate-prompt", kError, "two prompts have the same name"},
    {"duplicate-resource", kError, "two resources have the same URI"},
    {"duplicate-server", kError, "a server has more than one MCP_SERVER"},
    {"duplicate-tool", kError, "two tools have the same name"},
    {"empty-enum", kError, "a mapped enum has no enumerators"},
    {"empty-range", kError, "a lower bound lies above the upper bound"},
    {"empty-server", kWarning, "a server has no tools, prompts or resources"},
    {"enum-alias", kWarning, "two enumerators have the same value, so one of them is never sent"},
    {"form-keyword", kError, "a member of a form has a constraint that forms do not support"},
    {"form-secret", kError, "a form seems to ask for a secret"},
    {"form-type", kError, "a form has a member of a type that forms do not support"},
    {"header-type", kError, "a header is on a value that is not a string, an integer or a boolean"},
    {"header-unreachable", kError,
     "a header is inside an optional, a list, a map, a variant, a recursive type or a result"},
    {"hidden-member", kError, "a member of a base class has the name of another member"},
    {"hidden-name", kError,
     "the name of a function or a type in an anonymous namespace means something else outside of it"},
    {"library-function", kError, "a tool would replace a function of the C library"},
    {"list-parameter", kError, "a list of resources takes arguments"},
    {"long-tool-name", kWarning, "the name of a tool is longer than some clients accept"},
    {"misplaced-annotation", kError, "an annotation is on a declaration of the wrong kind"},
    {"misplaced-question", kError, "a completion or a list of resources asks the client"},
    {"mutable-reference", kError, "a tool takes a parameter by reference to non-const"},
    {"names-differ-in-case", kWarning, "two names differ only in the case of letters"},
    {"negative-length", kError, "a length or a count is negative or not an integer"},
    {"noexcept-question", kError, "a noexcept function asks the client a question"},
    {"optional-variable", kError, "a variable outside of a query is optional"},
    {"own-main", kError, "a source has a `main`, and another one is generated for the server"},
    {"packed-member", kError, "a mapped struct is packed"},
    {"parameter-without-variable", kError, "a parameter of a resource is not a variable of its URI"},
    {"raw-schema-signature", kError, "a tool with its own schema does not take or return mcp::json"},
    {"secret-header", kWarning, "a header would repeat what seems to be a secret"},
    {"swallowed-question", kWarning, "a `catch (...)` around a question to the client does not rethrow"},
    {"text-argument", kError, "an argument that is sent as text has a type that cannot be read from text"},
    {"tool-consteval", kError, "a tool is consteval, so it cannot be called at run time"},
    {"tool-deleted", kError, "a tool is deleted"},
    {"tool-local", kError, "a tool is declared inside a function"},
    {"tool-not-public", kError, "a tool is a private or protected member"},
    {"tool-special-member", kError, "a tool is a constructor, destructor, operator or conversion"},
    {"tool-template", kError, "a tool is a template or a member of one"},
    {"tool-variadic", kError, "a tool takes C variable arguments"},
    {"type-clash", kError, "two sources define different types with the same name"},
    {"undescribed-parameter", kWarning, "a parameter of a tool has no description"},
    {"undescribed-tool", kWarning, "a tool has no description"},
    {"unknown-completion", kError, "a completion is for an argument that does not exist"},
    {"unknown-doc-parameter", kWarning, "a doc comment describes a parameter that does not exist"},
    {"unknown-exposed-parameter", kError, "`.params` of MCP_EXPOSE names a parameter that does not exist"},
    {"unknown-format", kError, "the server cannot check a format"},
    {"unknown-option", kError, "an annotation has no option of that name"},
    {"unmakeable-class", kWarning, "the generated `main` cannot make an object of a class whose members are tools"},
    {"unnamed-parameter", kError, "a parameter of a tool has no name"},
    {"unsupported-type", kError, "a type has no mapping to JSON"},
    {"unversioned-server", kWarning, "a server has no version"},
    {"variable-without-parameter", kError, "a variable of a resource's URI is not a parameter"},
});

static_assert(std::ranges::is_sorted(kSlugs, {}, &Slug::name), "find_slug() searches by bisection");

}  // namespace

const Slug* find_slug(std::string_view name) noexcept {
  const auto* found = std::ranges::lower_bound(kSlugs, name, {}, &Slug::name);
  return found != kSlugs.end() && found->name == name ? found : nullptr;
}

std::size_t slug_count() noexcept { return kSlugs.size(); }

const Slug& slug_at(std::size_t index) noexcept { return kSlugs[index]; }

}  // namespace mcpgen
