#include <mcp/codec/json.hpp>

#include <string>

namespace mcp {

namespace {

bool to_json(Value from, json& to, Decoder& problems) {
  switch (from.kind()) {
    case JsonKind::Null:
      to = nullptr;
      return true;
    case JsonKind::Boolean:
      to = from.boolean();
      return true;
    case JsonKind::Integer:
      to = from.integer();
      return true;
    case JsonKind::Unsigned:
      to = from.unsigned_integer();
      return true;
    case JsonKind::Real:
    case JsonKind::BigNumber: {
      double real = 0;
      if (!detail::decode_real(from, real, problems)) return false;
      to = real;
      return true;
    }
    case JsonKind::String:
      if (!problems.reserve(1, sizeof(json::string_t))) return false;
      to = std::string(from.string());
      return true;
    case JsonKind::Array: {
      if (!problems.reserve(1, sizeof(json::array_t)) || !problems.reserve(from.size(), sizeof(json))) return false;
      to = json::array();
      auto& elements = to.get_ref<json::array_t&>();
      elements.reserve(from.size());
      ArrayCursor cursor(from);
      PathScope scope(problems, std::size_t{0});
      bool good = true;
      Value element;
      for (std::size_t i = 0; cursor.next(element); ++i) {
        scope.set_index(i);
        if (to_json(element, elements.emplace_back(), problems)) continue;
        good = false;
        if (problems.done()) break;
      }
      return good;
    }
    case JsonKind::Object: {
      constexpr std::size_t kMember = sizeof(json::object_t::value_type) + detail::kNodeBytes;
      if (!problems.reserve(1, sizeof(json::object_t)) || !problems.reserve(from.size(), kMember)) return false;
      to = json::object();
      auto& members = to.get_ref<json::object_t&>();
      ObjectCursor cursor(from);
      PathScope scope(problems, std::string_view(""));
      bool good = true;
      std::string_view name;
      Value member;
      while (cursor.next(name, member)) {
        scope.set_name(name);
        const auto [entry, added] = members.try_emplace(std::string(name));
        if (added ? to_json(member, entry->second, problems) : detail::report_duplicate(name, problems)) continue;
        good = false;
        if (problems.done()) break;
      }
      return good;
    }
  }
  return false;
}

}  // namespace

bool codec<json>::decode(Value from, json& to, Decoder& problems) {
  problems.constraints = nullptr;
  return to_json(from, to, problems);
}

void codec<json>::encode(const json& from, Writer& to) {
  if (to.failed()) return;
  if (to.depth == Writer::kMaxDepth) return to.fail("is nested deeper than 1024 levels");
  switch (from.type()) {
    case json::value_t::null:
      return to.null();
    case json::value_t::boolean:
      return to.boolean(from.get<bool>());
    case json::value_t::number_integer:
      return to.integer(from.get<std::int64_t>());
    case json::value_t::number_unsigned:
      return to.unsigned_integer(from.get<std::uint64_t>());
    case json::value_t::number_float:
      return to.real(from.get<double>());
    case json::value_t::string:
      return to.string(from.get_ref<const std::string&>());
    case json::value_t::array: {
      to.raw('[');
      ++to.depth;
      PathScope scope(to, std::size_t{0});
      for (std::size_t i = 0; i < from.size(); ++i) {
        scope.set_index(i);
        if (i != 0) to.raw(',');
        encode(from[i], to);
      }
      --to.depth;
      return to.raw(']');
    }
    case json::value_t::object: {
      to.raw('{');
      ++to.depth;
      PathScope scope(to, std::string_view(""));
      bool first = true;
      for (const auto& [name, member] : from.items()) {
        scope.set_name(name);
        detail::encode_key(name, first, to);
        encode(member, to);
        first = false;
      }
      --to.depth;
      return to.raw('}');
    }
    case json::value_t::binary:
    case json::value_t::discarded:
      return to.fail("holds a value that JSON has no form for");
  }
}

}  // namespace mcp
