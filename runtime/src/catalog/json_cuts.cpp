#include "catalog/json_cuts.hpp"

#include <cstddef>

namespace mcp::protocol {

namespace {

/// The place behind the string that begins at `from`, where its first quote is.
std::size_t behind_string(std::string_view text, std::size_t from) {
  for (std::size_t i = from + 1; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      return i + 1;
    }
  }
  return text.size();
}

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

}  // namespace

std::vector<std::string_view> elements_of_array(std::string_view text) {
  std::vector<std::string_view> elements;
  std::size_t start = 0;
  std::size_t depth = 0;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '"') {
      i = behind_string(text, i);
      continue;
    }
    const bool of_list = depth == 1;
    if (c == '[' || c == '{') {
      if (depth != 0 || c == '[') ++depth;
      if (depth == 1 && !of_list) start = i + 1;
    } else if (c == ']' || c == '}') {
      if (of_list) {
        if (i > start) elements.push_back(text.substr(start, i - start));
        return elements;
      }
      --depth;
    } else if (c == ',' && of_list) {
      elements.push_back(text.substr(start, i - start));
      start = i + 1;
    }
    ++i;
  }
  return elements;
}

std::vector<std::string_view> members_of_object(std::string_view dense) {
  std::vector<std::string_view> members;
  std::size_t start = 1;
  std::size_t depth = 0;
  for (std::size_t i = 0; i < dense.size();) {
    const char c = dense[i];
    if (c == '"') {
      i = behind_string(dense, i);
      continue;
    }
    if (c == '[' || c == '{') ++depth;
    if (c == ']' || c == '}') --depth;
    if ((c == ',' && depth == 1) || depth == 0) {
      if (i > start) members.push_back(dense.substr(start, i - start));
      start = i + 1;
    }
    ++i;
  }
  return members;
}

std::string_view value_of_member(std::string_view member) { return member.substr(behind_string(member, 0) + 1); }

std::string without_white_space(std::string_view text) {
  std::string dense;
  dense.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '"') {
      const std::size_t end = behind_string(text, i);
      dense.append(text.substr(i, end - i));
      i = end;
    } else {
      if (!is_space(text[i])) dense += text[i];
      ++i;
    }
  }
  return dense;
}

}  // namespace mcp::protocol
