#include <mcp/codec/object.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "codec/text.hpp"

namespace mcp::detail {

namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

/// The member called `name`. Clients usually send members in the order of the schema, so the search starts at `hint`.
std::size_t find_member(const Object& table, std::string_view name, std::size_t hint) {
  for (std::size_t i = hint; i < table.size; ++i) {
    if (table.members[i].name == name) return i;
  }
  for (std::size_t i = 0; i < std::min(hint, table.size); ++i) {
    if (table.members[i].name == name) return i;
  }
  return kNone;
}

bool report_unknown(std::string_view name, const Object& table, Decoder& problems) {
  if (problems.silent()) return problems.fail({});
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < table.size; ++i) names.push_back(table.members[i].name);
  std::string text = internal::unknown_member(name, names);
  if (names.empty()) text += "; no members are accepted here";
  return problems.fail(text);
}

}  // namespace

bool decode_object(Value from, void* object, const Object& table, Decoder& problems, std::uint64_t* given) {
  problems.constraints = nullptr;
  if (from.kind() != JsonKind::Object) return problems.expected("object", from);

  std::array<std::uint64_t, 4> few{};
  std::vector<std::uint64_t> many;
  std::uint64_t* seen = given;
  if (seen == nullptr) {
    if (table.size > few.size() * 64) {
      many.resize((table.size + 63) / 64);
      seen = many.data();
    } else {
      seen = few.data();
    }
  }

  bool good = true;
  std::size_t hint = 0;
  ObjectCursor cursor(from);
  std::string_view name;
  Value value;
  {
    PathScope scope(problems, std::string_view(""));
    while (cursor.next(name, value)) {
      const std::size_t index = find_member(table, name, hint);
      if (index == kNone) {
        if (table.open) continue;
        const PathStep* here = problems.path;
        problems.path = here->parent;  // the error is reported for the object, not for the member
        good = report_unknown(name, table, problems);
        problems.path = here;
        if (problems.done()) return false;
        continue;
      }
      hint = index + 1;
      const Member& member = table.members[index];
      scope.set_name(member.name);
      const std::uint64_t bit = std::uint64_t{1} << (index % 64);
      if ((seen[index / 64] & bit) != 0) {
        good = report_duplicate(name, problems);
        if (problems.done()) return false;
        continue;
      }
      seen[index / 64] |= bit;
      problems.constraints = member.constraints;
      bool fine = member.ops->decode(value, static_cast<char*>(object) + member.offset, problems);
      if (fine && member.constraints != nullptr) fine = meets(value, *member.constraints, problems);
      if (fine) continue;
      good = false;
      if (problems.done()) return false;
    }
    problems.constraints = nullptr;
  }

  for (std::size_t i = 0; i < table.size; ++i) {
    if (table.members[i].required && (seen[i / 64] & (std::uint64_t{1} << (i % 64))) == 0) {
      if (problems.silent()) return problems.fail({});
      good = problems.fail("required member \"" + std::string(table.members[i].name) + "\" is missing");
    }
  }
  return good;
}

void encode_object(const void* object, const Object& table, Writer& to) {
  if (to.failed()) return;  // a graph with cycles would never end
  if (to.depth == Writer::kMaxDepth) return to.fail("is nested deeper than 1024 levels");
  ++to.depth;
  char separator = '{';
  PathScope scope(to, std::string_view(""));
  for (std::size_t i = 0; i < table.size; ++i) {
    const Member& member = table.members[i];
    const void* value = static_cast<const char*>(object) + member.offset;
    if (member.ops->absent != nullptr && member.ops->absent(value)) continue;
    scope.set_name(member.name);
    to.raw(separator);
    to.raw(member.key);
    member.ops->encode(value, to);
    separator = ',';
  }
  if (separator == '{') to.raw('{');
  to.raw('}');
  --to.depth;
}

namespace {

const Enumerator* find_enumerator(std::string_view name, const Enumeration& table) {
  for (std::size_t i = 0; i < table.size; ++i) {
    if (table.enumerators[i].name == name) return &table.enumerators[i];
  }
  return nullptr;
}

const Enumerator* find_enumerator(std::int64_t value, const Enumeration& table) {
  for (std::size_t i = 0; i < table.size; ++i) {
    if (table.enumerators[i].value == value) return &table.enumerators[i];
  }
  return nullptr;
}

std::string names_of(const Enumeration& table) {
  std::vector<std::string_view> names(table.size);
  for (std::size_t i = 0; i < table.size; ++i) names[i] = table.enumerators[i].name;
  return internal::one_of(names);
}

}  // namespace

bool decode_enum(Value from, std::int64_t& to, const Enumeration& table, Decoder& problems) {
  if (from.kind() == JsonKind::String) {
    if (const Enumerator* found = find_enumerator(from.string(), table)) {
      to = found->value;
      return true;
    }
  }
  return problems.expected(problems.silent() ? std::string() : names_of(table), from);
}

void encode_enum(std::int64_t from, const Enumeration& table, Writer& to) { to.string(enum_key(from, table, to)); }

bool decode_enum_key(std::string_view key, std::int64_t& to, const Enumeration& table, Decoder& problems) {
  if (const Enumerator* found = find_enumerator(key, table)) {
    to = found->value;
    return true;
  }
  if (problems.silent()) return problems.fail({});
  return problems.fail("expected each key to be " + names_of(table) + ", got " + internal::in_quotes(key));
}

std::string_view enum_key(std::int64_t from, const Enumeration& table, Writer& to) {
  if (const Enumerator* found = find_enumerator(from, table)) return found->name;
  to.fail("holds " + std::to_string(from) + ", which its enumeration does not declare");
  return {};
}

}  // namespace mcp::detail
