"""What public_symbols.py finds in a library of a few lines.

usage: public_symbols_test.py COMPILER
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

COMPILER = None
SCRIPT = pathlib.Path(__file__).with_name("public_symbols.py")
EXPORT = "#define MCP_EXPORT __attribute__((visibility(\"default\")))\n"

HEADER = """#pragma once
namespace mcp {
template <class T>
struct codec {};
class MCP_EXPORT Shown {
 public:
  void f();
  class Inner;
};
class Hidden {
 public:
  /// Not `class Other {`.
  void g() const;
};
MCP_EXPORT int shown(int a);
int hidden(const char* text = "a(;", bool = {});
template <>
struct MCP_EXPORT codec<bool> {
  static bool decode(bool from);
};
}  // namespace mcp
"""
SOURCE = """
namespace mcp {
class Shown::Inner {
  void h();
};
void Shown::Inner::h() {}
void Shown::f() {}
void Hidden::g() const {}
int shown(int a) { return a; }
int hidden(const char*, bool) { return 0; }
bool codec<bool>::decode(bool from) { return from; }
}  // namespace mcp
"""


class PublicSymbols(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.at = pathlib.Path(self.folder.name)
        (self.at / "list.txt").write_text("")

    def tearDown(self):
        self.folder.cleanup()

    def run_on(self, header, source, update=False):
        """(exit code, what is said)"""
        (self.at / "mcp").mkdir(exist_ok=True)
        (self.at / "mcp/a.hpp").write_text(header)
        (self.at / "a.cpp").write_text(EXPORT + '#include "mcp/a.hpp"\n' + source)
        for command in ([COMPILER, "-std=c++20", "-fPIC", "-fvisibility=hidden", "-c", "a.cpp", "-o", "a.o"],
                        ["ar", "qc", "a.a", "a.o"], [COMPILER, "-shared", "a.o", "-o", "a.so"]):
            subprocess.run(command, cwd=self.at, check=True)
        environment = {**os.environ, "MCP_UPDATE_SYMBOLS": "1" if update else ""}
        done = subprocess.run([sys.executable, "-B", SCRIPT, "--archive", self.at / "a.a", "--shared", self.at / "a.so",
                               "--headers", self.at, "--list", self.at / "list.txt"],
                              env=environment, capture_output=True, text=True)
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout

    def test_what_is_wrong_is_said(self):
        code, said = self.run_on(HEADER + "namespace mcp { int missing(int); }\n", SOURCE, update=True)
        self.assertEqual(code, 1)
        for line in ("mcp::Hidden::g() const is declared in <mcp/a.hpp>, and hidden: a program cannot call it in a shared "
                     "library. Write MCP_EXPORT in front of the name of the class mcp::Hidden.\n",
                     "mcp::hidden(char const*, bool) is declared in <mcp/a.hpp>, and hidden: a program cannot call it in a shared "
                     "library. Write MCP_EXPORT in front of the function.\n",
                     "mcp::missing is declared in <mcp/a.hpp>, and defined nowhere.\n",
                     "3 public symbols, 4 problems\n"):
            self.assertIn(line, said)
        self.assertRegex(said, r"mcp::Shown::Inner::h\(\) is exported, and no public header declares it")

    def test_exceptions_and_interfaces_must_be_exported(self):
        code, said = self.run_on("namespace std { class exception {}; }\n"
                                 "namespace mcp { struct Failed : public std::exception {};\n"
                                 "class Asked { public: virtual ~Asked() = default; };\n"
                                 "class MCP_EXPORT Told { public: virtual ~Told() = default; }; }\n",
                                 "MCP_EXPORT int other;\n")
        self.assertEqual(code, 1)
        self.assertIn("mcp::Failed of <mcp/a.hpp> is thrown: write MCP_EXPORT in front of the name", said)
        self.assertIn("mcp::Asked of <mcp/a.hpp> has virtual functions: write MCP_EXPORT in front of the name", said)
        self.assertNotIn("Told", said)
        self.assertIn("other is exported, and not the runtime's", said)

    def test_changes_of_the_list_are_said(self):
        shown = "namespace mcp { MCP_EXPORT int shown(int a); }\n", "int mcp::shown(int a) { return a; }\n"
        code, said = self.run_on(*shown)
        self.assertEqual(code, 1)
        self.assertIn("mcp::shown(int) is exported, and not in public_symbols.txt.\n", said)
        self.assertIn("MCP_UPDATE_SYMBOLS=1 ctest -R public_symbols, and a line in CHANGELOG.md", said)
        self.assertEqual(self.run_on(*shown, update=True), (0, "1 public symbols, 0 problems\n"))
        code, said = self.run_on("namespace mcp { MCP_EXPORT int other(int a); }\n", "int mcp::other(int a) { return a; }\n")
        self.assertEqual(code, 1)
        self.assertIn("mcp::shown(int) of public_symbols.txt is exported no more: programs that call it do not link.", said)


if __name__ == "__main__":
    COMPILER = sys.argv.pop()
    unittest.main()
