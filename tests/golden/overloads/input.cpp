// Functions that share a name: the generated code picks the annotated ones by their exact type.
#include <mcp/annotations.hpp>

#include <string>

namespace text {

/// Repeat a text.
/// @param what  The text
/// @param times How often
MCP_TOOL(.name = "repeat")
std::string again(std::string what, unsigned times) {
  std::string all;
  for (unsigned i = 0; i < times; ++i) all += what;
  return all;
}

/// Double a number.
/// @param number What to double
MCP_TOOL(.name = "double")
int again(int number) noexcept { return 2 * number; }

inline double again(double number) { return 2 * number; }

struct Box {
  /// Read.
  MCP_TOOL(.name = "get")
  int value() const { return content; }
  /// Write.
  /// @param to The new content
  MCP_TOOL(.name = "set")
  int value(int to) { return content = to; }
  /// Ref-qualified.
  MCP_TOOL()
  int peek() const& noexcept { return content; }
  int content = static_cast<int>(again(1.0));
};

}  // namespace text

extern "C" {
/// In C's linkage.
/// @param value What comes back
MCP_TOOL()
int plain_c(int value) { return value; }
}

/// In a linkage specification of its own.
/// @param value What comes back
extern "C" MCP_TOOL() int other_c(int value) { return value; }

/// Parameters may be called what generated code calls its own.
/// @param arguments A summand
/// @param call A summand
/// @param function A summand
/// @param object A summand
/// @param storage A summand
/// @param detail A summand
/// @param Function A summand
/// @param Arguments A summand
/// @param kMembers A summand
/// @param mcp A summand
MCP_TOOL()
int clash(int arguments, int call, int function, int object, int storage, int detail,
          MCP_PARAM(.name = "other_function") int Function, MCP_PARAM(.name = "other_arguments") int Arguments,
          int kMembers, int mcp) {
  return arguments + call + function + object + storage + detail + Function + Arguments + kMembers + mcp;
}

/// Deprecated, and offered all the same.
/// @param value What comes back
MCP_TOOL()
[[deprecated]] int old(int value) { return value; }

static inline int unused_helper() { return 0; }

/// Static, with attributes behind.
/// @param value What comes back
MCP_TOOL() [[nodiscard]] static int last(int value) { return value + unused_helper(); }

/// Named like a function of the C library.
/// @param name What comes back
MCP_TOOL()
std::string read(const std::string& name) { return name; }

/// The same, with another linkage and a default.
/// @param seconds How long
MCP_TOOL()
static std::string pause(const std::string& seconds = "3") { return seconds; }

namespace text {
namespace {

/// In an anonymous namespace, beside another one of the same name and parameters.
/// @param number What to double
MCP_TOOL(.name = "hidden")
int again(int number) { return 2 * number; }

}  // namespace
}  // namespace text

namespace {

/// The same, beside that of the C library.
/// @param seconds What comes back
MCP_TOOL()
unsigned sleep(unsigned seconds) { return seconds; }

}  // namespace
