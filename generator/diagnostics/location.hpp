// A place in a user's file.
#pragma once

#include <string>

namespace mcpgen {

/// A place in a source file. Lines and columns count from 1, columns in bytes. `length` is the number of underlined
/// columns. An empty file name means "no place", as for errors of the command line.
struct Location {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  unsigned length = 1;

  friend bool operator==(const Location&, const Location&) = default;
};

}  // namespace mcpgen
