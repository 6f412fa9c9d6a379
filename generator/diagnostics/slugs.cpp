// Every diagnostic that has a name. To add one: a line here, an example under tests/reject/, a section in
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
    {"bad-annotation", kError, "the options of an annotation are not what it takes"},
    {"bad-codec", kError, "a codec of the user does not say which values it takes, or not in a JSON Schema"},
    {"bad-completion", kError, "a completion does not say what it completes, or takes what it cannot be given"},
    {"bad-describe", kError, "MCP_DESCRIBE names no data member"},
    {"bad-example", kError, "an example is no value that its parameter or member takes"},
    {"bad-expose", kError, "MCP_EXPOSE names no function"},
    {"bad-header-name", kError, "a name behind Mcp-Param- cannot be a part of an HTTP header's name"},
    {"bad-icon", kError, "an icon is not one that clients can show"},
    {"bad-json", kError, "an option that is JSON text is not JSON, or not what is needed"},
    {"bad-member-name", kError, "the wire name of a member, a parameter or an enumerator is not usable"},
    {"bad-meta-key", kError, "a key of _meta is malformed or reserved"},
    {"bad-name", kError, "a resource or a prompt has an empty name"},
    {"bad-pattern", kError, "a pattern does not compile, or means something else to some client"},
    {"bad-resource", kError, "an option of a resource has a value that clients do not take"},
    {"bad-result", kError, "a function returns what its annotation has no use for"},
    {"bad-schema", kError, "the text of a schema is no JSON Schema that can be enforced"},
    {"bad-scopes", kError, "scopes are not names with single spaces between"},
    {"bad-timeout", kError, "a timeout is no whole number of milliseconds from 1 to a day"},
    {"bad-tool-name", kError, "the name of a tool is not one that every client accepts"},
    {"bad-uri", kError, "the URI of a resource is not absolute, or no template of RFC 6570 up to level 3"},
    {"bad-website", kError, "the website of a server is no address of a page"},
    {"bit-field-member", kError, "a mapped struct has a bit-field"},
    {"computed-key", kWarning, "the key of a question is no literal, so that its answer may not be found again"},
    {"const-member", kError, "a mapped struct has a const data member"},
    {"constraint-mismatch", kError, "a constraint does not apply to the type it stands on"},
    {"contradictory-hints", kWarning, "a tool claims to be both read-only and destructive"},
    {"default-not-constant", kError, "a default of an overloaded tool is no constant"},
    {"default-out-of-range", kError, "a default value violates the constraints beside it"},
    {"default-reads-member", kError, "a default member initialiser reads another member"},
    {"duplicate-annotation", kError, "a declaration carries the same annotation twice"},
    {"duplicate-completion", kError, "two functions complete the same argument"},
    {"duplicate-discriminator", kError, "two alternatives of a variant say the same in their discriminator"},
    {"duplicate-enumerator", kError, "two enumerators of one enum have the same wire name"},
    {"duplicate-header", kError, "two arguments of a tool use the same header"},
    {"duplicate-key", kWarning, "two questions of a function have the same key"},
    {"duplicate-member", kError, "two members or parameters have the same wire name"},
    {"duplicate-prompt", kError, "two prompts have the same name"},
    {"duplicate-resource", kError, "two resources answer for the same URI"},
    {"duplicate-server", kError, "a server is described twice"},
    {"duplicate-tool", kError, "two tools have the same name"},
    {"empty-enum", kError, "a mapped enum has no enumerators"},
    {"empty-range", kError, "a lower bound lies above the upper bound"},
    {"empty-server", kWarning, "a server offers nothing"},
    {"enum-alias", kWarning, "two enumerators have the same value, so one of them never leaves the server"},
    {"form-keyword", kError, "a member of a form has a constraint that forms do not know"},
    {"form-secret", kError, "a form asks for what looks like a secret"},
    {"form-type", kError, "a form has a member that no field of a form can be"},
    {"header-type", kError, "a header stands on what is no string, integer or boolean"},
    {"header-unreachable", kError,
     "a header stands inside of an optional, a list, a map, a variant or a recursion, or in a result"},
    {"hidden-member", kError, "a member of a base class has the name of another member"},
    {"hidden-name", kError,
     "the name of a function or a type in an anonymous namespace means something else outside of it"},
    {"library-function", kError, "a tool would take the place of a function of the C library"},
    {"list-parameter", kError, "a list of resources takes arguments"},
    {"long-tool-name", kWarning, "the name of a tool is longer than some clients take"},
    {"misplaced-annotation", kError, "an annotation stands on a kind of declaration it is not for"},
    {"misplaced-question", kError, "a completion or a list of resources asks the client"},
    {"mutable-reference", kError, "a tool takes a parameter by reference to non-const"},
    {"names-differ-in-case", kWarning, "two names differ in nothing but the case of letters"},
    {"negative-length", kError, "a length or a count is negative or no integer"},
    {"noexcept-question", kError, "a question to the client stands in a noexcept function"},
    {"optional-variable", kError, "a variable outside of a query may be left out"},
    {"own-main", kError, "a source has a `main`, and the server gets another one"},
    {"packed-member", kError, "a mapped struct is packed"},
    {"parameter-without-variable", kError, "a parameter of a resource is no variable of its URI"},
    {"raw-schema-signature", kError, "a tool with a schema of its own does not take or return mcp::json"},
    {"secret-header", kWarning, "a header would repeat what looks like a secret"},
    {"swallowed-question", kWarning, "a `catch (...)` around a question to the client does not rethrow"},
    {"text-argument", kError, "an argument that arrives as text has a type that text cannot carry"},
    {"tool-consteval", kError, "a tool is consteval, so it cannot be called at run time"},
    {"tool-deleted", kError, "a tool is deleted"},
    {"tool-local", kError, "a tool is declared inside a function"},
    {"tool-not-public", kError, "a tool is a private or protected member"},
    {"tool-special-member", kError, "a tool is a constructor, a destructor, an operator or the like"},
    {"tool-template", kError, "a tool is a template or a member of one"},
    {"tool-variadic", kError, "a tool takes C variable arguments"},
    {"type-clash", kError, "two types of one name differ between sources"},
    {"undescribed-parameter", kWarning, "a parameter of a tool has no description"},
    {"undescribed-tool", kWarning, "a tool has no description"},
    {"unknown-completion", kError, "a completion is for an argument that does not exist"},
    {"unknown-doc-parameter", kWarning, "a doc comment describes a parameter that does not exist"},
    {"unknown-exposed-parameter", kError, "`.params` of MCP_EXPOSE names a parameter that does not exist"},
    {"unknown-format", kError, "a format is not one that is checked"},
    {"unknown-option", kError, "an annotation has no option of that name"},
    {"unmakeable-class", kWarning, "the generated `main` cannot make an object of a class whose members are tools"},
    {"unnamed-parameter", kError, "a parameter of a tool has no name"},
    {"unsupported-type", kError, "a type has no mapping to JSON"},
    {"unversioned-server", kWarning, "a server has no version"},
    {"variable-without-parameter", kError, "a variable of a resource's URI is no parameter"},
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
