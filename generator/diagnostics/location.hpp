// A place in a user's file.
#pragma once

#include <string>

namespace mcpgen {

/// Where something is written. Lines and columns count from 1, columns in bytes; `length` is what a caret underlines.
/// An empty file means "no place" (a command-line error).
struct Location {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  unsigned length = 1;

  friend bool operator==(const Location&, const Location&) = default;
};

}  // namespace mcpgen
