"""A tool may be called like any function of the C library that generated code sees.

    library_names_test.py COMPILER MCPGEN RUNTIME_INCLUDE
"""

import pathlib
import re
import subprocess
import sys
import tempfile

# g++'s own, which Clang does not declare; `alloca` is a macro.
LEFT_OUT = re.compile(r"_|alloca$|.*f(32|64|128)x?(_l)?$")


def declared(compiler, include):
    """The functions that <mcp/generated_support.hpp> declares as C's."""
    text = subprocess.run([compiler, "-std=c++20", "-E", "-P", "-x", "c++", "-I", include, "-"], check=True, text=True,
                          input="#include <mcp/generated_support.hpp>\n", stdout=subprocess.PIPE).stdout
    found = re.findall(r"\bextern\b[^;{}()]*?\b([A-Za-z]\w*)\s*\(", text)
    return sorted({name for name in found if not LEFT_OUT.match(name)})


def main():
    compiler, mcpgen, include = sys.argv[1:]
    names = declared(compiler, include)
    source = "#include <mcp/annotations.hpp>\n#include <string>\nstruct Own { int value; };\n"
    for index, name in enumerate(names):
        linkage = "static " if index % 2 else ""
        source += f"MCP_TOOL() {linkage}Own {name}(const Own& own, const std::string& text) {{ (void)text; return own; }}\n"
    with tempfile.TemporaryDirectory() as directory:
        work = pathlib.Path(directory)
        (work / "tools.cpp").write_text(source, encoding="utf-8")
        (work / "wrapper.cpp").write_text(
            "#include <mcp/generated_support.hpp>\n#define MCP_GENERATED_HEADERS\n#include \"tools.inc\"\n"
            "#undef MCP_GENERATED_HEADERS\n#include \"tools.cpp\"\n#include \"tools.inc\"\n", encoding="utf-8")
        subprocess.run([mcpgen, "scan", "-Wno-mcp", "--source", work / "tools.cpp", "--unit", "tools", "--code",
                        work / "tools.inc", "--", "-std=c++20", f"-I{include}"], check=True)
        subprocess.run([compiler, "-std=c++20", "-fsyntax-only", f"-I{include}", work / "wrapper.cpp"], check=True)
    print(f"{len(names)} names")
    return 0 if len(names) > 300 and {"read", "time", "pause", "close", "index"} <= set(names) else 1


if __name__ == "__main__":
    sys.exit(main())
