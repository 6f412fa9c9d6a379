#include "codec/text.hpp"

#include <algorithm>

#include <mcp/codec/pattern.hpp>
#include <mcp/codec/writer.hpp>
#include <mcp/spec/formats.hpp>
#include <mcp/spec/nearest_name.hpp>

namespace mcp::internal {

namespace {

constexpr std::size_t kMostShown = 60;
constexpr std::size_t kMostListed = 20;

/// Writes `value` only until the text is long enough to be trimmed, so that a message about a huge value is cheap.
void write_until(Value value, Writer& out, std::size_t limit) {
  switch (value.kind()) {
    case JsonKind::Null:
      return out.null();
    case JsonKind::Boolean:
      return out.boolean(value.boolean());
    case JsonKind::Integer:
      return out.integer(value.integer());
    case JsonKind::Unsigned:
      return out.unsigned_integer(value.unsigned_integer());
    case JsonKind::Real:
      return out.real(value.real());
    case JsonKind::BigNumber:
      return out.raw(value.number_text().substr(0, limit));
    case JsonKind::String:
      return out.string(spec::beginning(value.string(), limit));
    case JsonKind::Array: {
      out.raw('[');
      ArrayCursor cursor(value);
      Value element;
      for (bool first = true; out.size() < limit && cursor.next(element); first = false) {
        if (!first) out.raw(',');
        write_until(element, out, limit);
      }
      return out.raw(']');
    }
    case JsonKind::Object: {
      out.raw('{');
      ObjectCursor cursor(value);
      std::string_view name;
      Value member;
      for (bool first = true; out.size() < limit && cursor.next(name, member); first = false) {
        if (!first) out.raw(',');
        out.string(trimmed(name, limit));
        out.raw(':');
        write_until(member, out, limit);
      }
      return out.raw('}');
    }
  }
}

std::string sized(const detail::Constraints& constraints, std::string_view unit) {
  if (constraints.min_size == constraints.max_size) return "exactly " + counted(constraints.min_size, unit);
  if (constraints.max_size == detail::kNoLimit) return "at least " + counted(constraints.min_size, unit);
  if (constraints.min_size == 0) return "at most " + counted(constraints.max_size, unit);
  return std::to_string(constraints.min_size) + " to " + counted(constraints.max_size, unit);
}

}  // namespace

std::string shown(Value value) {
  Writer out;
  write_until(value, out, kMostShown + 8);
  return trimmed(out.view(), kMostShown);
}

std::string shown(const detail::Bound& bound) {
  Writer out;
  switch (bound.kind) {
    case detail::Bound::Kind::Signed:
      out.integer(bound.i);
      break;
    case detail::Bound::Kind::Unsigned:
      out.unsigned_integer(bound.u);
      break;
    case detail::Bound::Kind::Real:
      out.real(bound.d);
      break;
    case detail::Bound::Kind::None:
      break;
  }
  return std::string(out.view());
}

std::string in_quotes(std::string_view text) {
  Writer out;
  out.string(trimmed(text, kMostShown));
  return std::string(out.view());
}

std::string one_of(std::span<const std::string_view> texts) {
  std::string list = texts.size() == 1 ? "" : "one of ";
  for (std::size_t i = 0; i < std::min(texts.size(), kMostListed); ++i) {
    if (i != 0) list += ", ";
    Writer quoted;
    quoted.string(texts[i]);
    list += quoted.view();
  }
  if (texts.size() > kMostListed) list += ", …";
  return list;
}

std::string unknown_member(std::string_view name, std::span<const std::string_view> accepted) {
  if (std::find(accepted.begin(), accepted.end(), name) != accepted.end()) {  // by an alternative that does not fit
    return "member " + in_quotes(name) + " is not accepted together with the others";
  }
  std::string text = "unknown member " + in_quotes(name);
  if (const std::string_view nearest = spec::nearest_name(name, accepted); !nearest.empty()) {
    return text + "; did you mean " + in_quotes(nearest) + '?';
  }
  if (accepted.empty()) return text;
  text += "; accepted:";
  for (std::size_t i = 0; i < std::min(accepted.size(), kMostListed); ++i) {
    text += i == 0 ? " " : ", ";
    text += accepted[i];
  }
  if (accepted.size() > kMostListed) text += ", …";
  return text;
}

std::string counted(std::size_t count, std::string_view noun) {
  std::string text = std::to_string(count) + ' ' + std::string(noun);
  if (count != 1) text += 's';
  return text;
}

std::string demanded(std::string_view noun, const detail::Constraints& constraints) {
  using Kind = detail::Bound::Kind;
  std::string text(noun);
  const bool has_minimum = constraints.minimum.kind != Kind::None;
  const bool has_maximum = constraints.maximum.kind != Kind::None;
  if (has_minimum && has_maximum) {
    text += " between " + shown(constraints.minimum) + " and " + shown(constraints.maximum);
  } else if (has_minimum) {
    text += " of at least " + shown(constraints.minimum);
  } else if (has_maximum) {
    text += " of at most " + shown(constraints.maximum);
  }
  if (constraints.exclusive_minimum.kind != Kind::None) text += " above " + shown(constraints.exclusive_minimum);
  if (constraints.exclusive_maximum.kind != Kind::None) {
    if (constraints.exclusive_minimum.kind != Kind::None) text += " and";
    text += " below " + shown(constraints.exclusive_maximum);
  }
  const std::string_view unit = noun == "string"           ? "character"
                                : constraints.unique_items ? "unique element"
                                                           : "element";
  if (constraints.min_size != 0 || constraints.max_size != detail::kNoLimit) {
    text += " of " + sized(constraints, unit);
  } else if (constraints.unique_items) {
    text += " of unique elements";
  }
  if (constraints.multiple_of.kind != Kind::None) {
    text += " that is a multiple of " + shown(constraints.multiple_of);
  }
  if (constraints.format != detail::Format::None) {
    text += " in the format " + std::string(spec::name_of(constraints.format));
  }
  if (constraints.pattern != nullptr) text += " matching " + std::string(constraints.pattern->source);
  return text;
}

}  // namespace mcp::internal
