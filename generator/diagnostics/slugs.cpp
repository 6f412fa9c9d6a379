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
    {"bad-member-name", kError, "the wire name of a member, a parameter or an enumerator is not usable"},
    {"bad-tool-name", kError, "the name of a tool is not one that every client accepts"},
    {"bit-field-member", kError, "a mapped struct has a bit-field"},
    {"const-member", kError, "a mapped struct has a const data member"},
    {"constraint-mismatch", kError, "a constraint does not apply to the type it stands on"},
    {"default-not-constant", kError, "a default of an overloaded tool is no constant"},
    {"default-out-of-range", kError, "a default value violates the constraints beside it"},
    {"default-reads-member", kError, "a default member initialiser reads another member"},
    {"duplicate-annotation", kError, "a declaration carries the same annotation twice"},
    {"duplicate-enumerator", kError, "two enumerators of one enum have the same wire name"},
    {"duplicate-member", kError, "two members or parameters have the same wire name"},
    {"duplicate-server", kError, "a server is described twice"},
    {"duplicate-tool", kError, "two tools have the same name"},
    {"empty-enum", kError, "a mapped enum has no enumerators"},
    {"empty-range", kError, "a lower bound lies above the upper bound"},
    {"empty-server", kWarning, "a server offers no tools"},
    {"enum-alias", kWarning, "two enumerators have the same value, so one of them never leaves the server"},
    {"hidden-name", kError,
     "the name of a tool or a type in an anonymous namespace means something else outside of it"},
    {"misplaced-annotation", kError, "an annotation stands on a kind of declaration it is not for"},
    {"mutable-reference", kError, "a tool takes a parameter by reference to non-const"},
    {"negative-length", kError, "a length or a count is negative or no integer"},
    {"tool-consteval", kError, "a tool is consteval, so it cannot be called at run time"},
    {"tool-deleted", kError, "a tool is deleted"},
    {"tool-local", kError, "a tool is declared inside a function"},
    {"tool-not-public", kError, "a tool is a private or protected member"},
    {"tool-special-member", kError, "a tool is a constructor, a destructor, an operator or the like"},
    {"tool-template", kError, "a tool is a template or a member of one"},
    {"tool-variadic", kError, "a tool takes C variable arguments"},
    {"type-clash", kError, "two types of one name differ between sources"},
    {"unknown-doc-parameter", kWarning, "a doc comment describes a parameter that does not exist"},
    {"unknown-option", kError, "an annotation has no option of that name"},
    {"unnamed-parameter", kError, "a parameter of a tool has no name"},
    {"unsupported-type", kError, "a type has no mapping to JSON"},
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
