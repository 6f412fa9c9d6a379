// MCP_EXPORT marks what a program may call or catch when the runtime is a shared library. Everything else of the
// runtime is hidden. It stands in front of the name of a class or of a specialisation, and in front of a function:
//
//   class MCP_EXPORT Serving { … };
//   MCP_EXPORT void write_nothing(Invocation& call);
//
// A class needs it if a function of it is defined in the runtime, if it is thrown, or if it has virtual functions. All
// its members have it then, those of a nested class, too, unless MCP_HIDDEN stands where that class is defined. The
// exported functions are listed in runtime/public_symbols.txt.
#pragma once

// Not in brackets, which Clang refuses at explicit instantiations. In front of functions it follows [[nodiscard]] and
// the like.
#define MCP_EXPORT __attribute__((visibility("default")))
#define MCP_HIDDEN __attribute__((visibility("hidden")))
