#include <mcp/codec/variants.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include "codec/text.hpp"
#include "codec/trial.hpp"

namespace mcp::detail {

namespace {

Shape shape_of_value(Value value) {
  switch (value.kind()) {
    case JsonKind::Null:
      return kNullShape;
    case JsonKind::Boolean:
      return kBooleanShape;
    case JsonKind::String:
      return kStringShape;
    case JsonKind::Array:
      return kArrayShape;
    case JsonKind::Object:
      return kObjectShape;
    default:
      return kIntegerShape | kNumberShape;
  }
}

std::string_view noun_of(Shape shape) {
  return shape == kObjectShape ? "object" : shape == kArrayShape ? "array" : "another value";
}

void append(std::string text, std::vector<std::string>& to) {
  if (std::find(to.begin(), to.end(), text) == to.end()) to.push_back(std::move(text));
}

void append_nouns(Shape shape, std::vector<std::string>& to) {
  constexpr std::string_view kNouns[] = {"null", "boolean", "integer", "number", "string", "array", "object"};
  // `null` comes last, since it is the least helpful alternative.
  for (std::size_t i = 1; i < std::size(kNouns); ++i) {
    if ((shape >> i & 1) != 0) append(std::string(kNouns[i]), to);
  }
  if ((shape & kNullShape) != 0) append(std::string(kNouns[0]), to);
}

std::string alternatives_text(const std::vector<std::string>& texts) {
  std::string all;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i != 0) all += i + 1 == texts.size() ? " or " : ", ";
    all += texts[i];
  }
  return all;
}

/// Reports why no alternative took `from`.
bool report_none(Value from, void* variant, const Alternative* alternatives, std::size_t size, Decoder& problems) {
  const Constraints* const constraints = problems.constraints;
  const Shape shape = shape_of_value(from);
  std::vector<std::string> demands;
  std::size_t deeper = 0;
  std::size_t last_deeper = 0;
  for (std::size_t i = 0; i < size; ++i) {
    if ((alternatives[i].shape & shape) == 0) {
      append_nouns(alternatives[i].shape, demands);
      continue;
    }
    problems.constraints = constraints;
    Trial trial(problems, true);
    alternatives[i].decode(from, variant, problems);
    if (Trial::over(problems)) return false;
    trial.give_back();
    if (trial.deeper()) {
      ++deeper;
      last_deeper = i;
    }
    if (!trial.demand().empty()) {
      append(trial.demand(), demands);
    } else if (!trial.complaint().empty()) {
      append(std::string(noun_of(shape)) + " (" + trial.complaint() + ')', demands);
    } else {
      append(std::string(noun_of(shape)), demands);
    }
  }
  problems.constraints = constraints;
  if (deeper == 1) return alternatives[last_deeper].decode(from, variant, problems);
  return problems.expected(alternatives_text(demands), from);
}

}  // namespace

bool decode_any_of(Value from, void* variant, const Alternative* alternatives, std::size_t size, Decoder& problems) {
  const Constraints* const constraints = problems.constraints;
  const Shape shape = shape_of_value(from);
  std::size_t fitting = 0;
  std::size_t first = 0;
  for (std::size_t i = size; i-- > 0;) {
    if ((alternatives[i].shape & shape) == 0) continue;
    ++fitting;
    first = i;
  }
  if (fitting == 0) {
    if (problems.silent()) return problems.expected({}, from);
    std::vector<std::string> nouns;
    for (std::size_t i = 0; i < size; ++i) append_nouns(alternatives[i].shape, nouns);
    return problems.expected(alternatives_text(nouns), from);
  }
  if (fitting == 1) return alternatives[first].decode(from, variant, problems);

  bool deeper = false;
  for (std::size_t i = first; i < size; ++i) {
    if ((alternatives[i].shape & shape) == 0) continue;
    if (!Trial::affordable(problems)) break;
    problems.constraints = constraints;
    Trial trial(problems);
    const bool good = alternatives[i].decode(from, variant, problems);
    if (Trial::over(problems)) return false;
    if (good) return true;
    trial.give_back();
    deeper = deeper || trial.deeper();
  }
  problems.constraints = constraints;
  if (!Trial::affordable(problems)) return problems.fail("fits too many alternatives in part to be told apart");
  if (!problems.silent()) return report_none(from, variant, alternatives, size, problems);
  if (!deeper) return problems.expected({}, from);
  const PathScope inside(problems, std::string_view(""));  // an outer trial tests the path of errors
  return problems.expected({}, from);
}

bool decode_tagged(Value from, void* variant, const Alternative* alternatives, std::size_t size, Decoder& problems) {
  if (from.kind() != JsonKind::Object) return problems.expected("object", from);
  const std::string_view tag = alternatives[0].object->tag_name;
  const auto demand = [&] {
    std::vector<std::string_view> texts(size);
    for (std::size_t i = 0; i < size; ++i) texts[i] = alternatives[i].object->tag_value;
    return internal::one_of(texts);
  };
  ObjectCursor cursor(from);
  std::string_view name;
  Value member;
  while (cursor.next(name, member)) {
    if (name != tag) continue;
    if (member.kind() == JsonKind::String) {
      for (std::size_t i = 0; i < size; ++i) {
        if (alternatives[i].object->tag_value == member.string()) {
          return alternatives[i].decode(from, variant, problems);
        }
      }
    }
    const PathScope scope(problems, tag);
    return problems.expected(problems.silent() ? std::string() : demand(), member);
  }
  if (problems.silent()) return problems.fail({});
  return problems.fail("required member \"" + std::string(tag) + "\" is missing; it must be " + demand());
}

bool decode_literal(Value from, std::string_view text, Decoder& problems) {
  if (from.kind() == JsonKind::String && from.string() == text) return true;
  return problems.expected(problems.silent() ? std::string() : internal::one_of({&text, 1}), from);
}

}  // namespace mcp::detail
