// The table messages.txt as it is read: types by name, and what each method says.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace messages {

/// First and last revision; empty: without an end.
struct Range {
  std::string first;
  std::string last;

  [[nodiscard]] bool has(std::string_view revision) const {
    return (first.empty() || revision >= first) && (last.empty() || revision <= last);
  }
};

/// A line of an object: a member.
struct Member {
  std::string name;
  bool is_needed = false;
  std::string type;
  Range range;
};

struct Object {
  Range range;
  std::vector<Member> members;
  std::vector<Member> aliases;  // lines with `=`
  bool is_open = false;         // other members are somebody's own
};

/// A line about a method or an error: `name` is its method or code.
struct Line {
  std::string name;
  std::string type;
  Range range;
};

struct Table {
  std::string modern;  // the first modern revision
  std::map<std::string, Object, std::less<>> objects;
  std::map<std::string, std::vector<Line>, std::less<>> lines;  // by kind: result, request, notification, error, codes

  /// The type of a method or error of a kind in a revision; null: there is none.
  [[nodiscard]] const std::string* find(std::string_view kind, std::string_view name, std::string_view revision) const;
};

/// The table, read at the first use. Throws std::runtime_error with the line that is wrong.
[[nodiscard]] const Table& table();

}  // namespace messages
