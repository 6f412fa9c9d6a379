#include "table.hpp"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace messages {

namespace {

Range range_of(const std::string& text) {
  if (text.empty()) return {};
  const std::size_t dots = text.find("..");
  if (dots == std::string::npos) throw std::invalid_argument("no range: " + text);
  return {text.substr(0, dots), text.substr(dots + 2)};
}

void read_member(Object& object, std::istringstream& words, std::string name) {
  Member member;
  std::string range;
  words >> member.type >> range;
  if (member.type.empty()) throw std::invalid_argument("no type");
  member.range = range_of(range);
  member.is_needed = !name.ends_with('?');
  if (!member.is_needed) name.pop_back();
  member.name = name;
  if (name == "*") {
    object.is_open = true;
  } else {
    (name == "=" ? object.aliases : object.members).push_back(member);
  }
}

void read_line(Table& table, Object*& object, const std::string& text) {
  std::istringstream words(text);
  std::string kind, name, type, range;
  words >> kind;
  if (kind.empty() || kind.starts_with('#')) return;
  if (text.starts_with(' ')) {
    if (object == nullptr) throw std::invalid_argument("a member of nothing");
    return read_member(*object, words, kind);
  }
  words >> name;
  if (kind == "modern") {
    table.modern = name;
  } else if (kind == "object") {
    words >> range;
    object = &table.objects[name];
    object->range = range_of(range);
  } else if (kind == "result" || kind == "request" || kind == "notification" || kind == "error" || kind == "codes") {
    words >> type >> range;
    table.lines[kind].push_back({name, type, range_of(range)});
  } else {
    throw std::invalid_argument("no such line");
  }
}

Table read_table() {
  std::ifstream file(MCP_MESSAGES_TABLE);
  if (!file) throw std::runtime_error("messages.txt cannot be read");
  Table table;
  Object* object = nullptr;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    try {
      read_line(table, object, line);
    } catch (const std::invalid_argument& problem) {
      throw std::runtime_error("messages.txt:" + std::to_string(number) + ": " + problem.what());
    }
  }
  return table;
}

}  // namespace

const std::string* Table::find(std::string_view kind, std::string_view name, std::string_view revision) const {
  const auto of_kind = lines.find(kind);
  if (of_kind == lines.end()) return nullptr;
  for (const Line& line : of_kind->second) {
    if (line.name == name && line.range.has(revision)) return &line.type;
  }
  return nullptr;
}

const Table& table() {
  static const Table read = read_table();
  return read;
}

}  // namespace messages
