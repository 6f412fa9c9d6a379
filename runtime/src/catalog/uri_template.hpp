// URI templates of RFC 6570, levels 1 to 3, matched backwards: from a URI to the values of its variables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mcp::protocol {

/// A template: `{var} {+var} {#var} {.var} {/var} {;var} {?a,b} {&a}`, with any number of names in each. Immutable, so
/// thread-safe.
///
/// A URI matches if expanding the values gives it back, but for how characters are percent-encoded, for the order of
/// the parameters of one `{?…}`, `{&…}` or `{;…}`, and for a "%41" in a value, which `{+var}` and `{#var}` expand as it
/// is. Thus `{var}` matches no `/`, `{+var}` does, a parameter that the template does not name matches nothing, and
/// neither does a value that is not UTF-8. Where several values would do, the first variables get as much as they can;
/// in
/// `{+x,y}` and `{.x,y}`, all but the last end at the first separator, and `{+x}` ends at the `?` or `#` of a query or
/// fragment that the template has behind it.
class UriTemplate {
 public:
  /// Longer URIs match nothing.
  static constexpr std::size_t kMaxUri = std::size_t{1} << 16;

  using Values = std::vector<std::optional<std::string>>;

  /// Throws std::invalid_argument that says what is wrong with `text`, and where.
  explicit UriTemplate(std::string_view text);

  /// The variables, in the order of the template, each there once.
  [[nodiscard]] const std::vector<std::string>& names() const noexcept { return names_; }

  /// Whether `uri` matches; then `values` gets the value of each name, percent-decoded, and nothing for one that is not
  /// there. Text that is empty where no name or mark tells so counts as not there: `{var}` alone never is "". In time
  /// and memory that are bounded by the size of the template times that of the URI.
  [[nodiscard]] bool match(std::string_view uri, Values& values) const;

  /// The URI that RFC 6570 makes of values in the order of names(); those that are missing are left out.
  [[nodiscard]] std::string expand(std::span<const std::optional<std::string>> values) const;

 private:
  /// How the expressions of an operator are written (RFC 6570, appendix A).
  struct Style {
    char mark;       // that selects it; 0: none
    char first;      // in front of the first value; 0: nothing
    char separator;  // in front of the others
    bool named;      // values as name=value
    bool reserved;   // values may have reserved characters as they are
  };
  struct Expression {
    const Style* style;  // null: `literal` alone
    std::string literal;
    std::size_t first_name = 0;
    std::size_t names = 0;
    bool ends_at_query = false;  // of `{+var}`: the query is said by what stands behind
    bool ends_at_fragment = false;
  };
  /// A step of the matcher.
  struct Step {
    enum class Kind : unsigned char { Token, Plain, Any, Begin, End, Try, Jump, Done };

    Kind kind;
    std::uint16_t token = 0;        // of Token; of Plain and Any: what they do not take
    std::size_t variable = 0;       // of Begin and End
    std::size_t target = 0;         // of Jump; of Try: where to go on if what follows does not match
    bool ends_at_query = false;     // of Any: it takes no "?"
    bool ends_at_fragment = false;  // of Any: it takes no "#"
  };
  class Matcher;

  static const Style kStyles[8];

  void find_marks();
  void compile();
  void compile_literal(std::string_view literal);
  void compile_list(const Expression& expression);
  void compile_named(const Expression& expression);
  void compile_value(const Expression& expression, std::size_t variable, bool filled, char end);
  std::size_t add(Step step);

  std::vector<std::string> names_;
  std::vector<Expression> expressions_;
  std::vector<Step> steps_;
};

}  // namespace mcp::protocol
