"""What headers cost the compiler: <mcp/serve.hpp> beside <mcp/mcp.hpp>, and headers that must stay small.

usage: compile_cost_test.py HEADERS COMPILER...

Lines that the preprocessor leaves are compared exactly, and processor time against what the same compiler takes for
<mcp/mcp.hpp> in the same minute. One of several rounds must be within the limit, for other programs of the machine only
ever add time.
"""
import resource
import subprocess
import sys
import unittest

HEADERS, COMPILERS = None, None

MOST_LINES_OF_SERVE = 2000  # beside mcp.hpp
MOST_SECONDS_OF_SERVE = 0.150  # the same
MOST_SHARE_OF_SERVE = 0.10  # of what mcp.hpp takes, on a machine that is slow
ROUNDS = 8


def source(*headers):
    return "".join(f"#include <{header}>\n" for header in headers)


def compile_text(compiler, text, *options):
    return subprocess.run([compiler, "-std=c++20", f"-I{HEADERS}", *options, "-xc++", "-"], input=text, check=True,
                          capture_output=True, text=True).stdout


def preprocessed(compiler, *headers):
    return [line for line in compile_text(compiler, source(*headers), "-E", "-P").splitlines() if line.strip()]


def seconds(compiler, *headers):
    """Of the processor."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    compile_text(compiler, source(*headers), "-fsyntax-only")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


class CompileCost(unittest.TestCase):
    def test_serve_adds_few_lines(self):
        for compiler in COMPILERS:
            both = len(preprocessed(compiler, "mcp/mcp.hpp", "mcp/serve.hpp"))
            alone = len(preprocessed(compiler, "mcp/mcp.hpp"))
            self.assertLess(both - alone, MOST_LINES_OF_SERVE, compiler)

    def test_serve_adds_little_time(self):
        for compiler in COMPILERS:
            rounds = []
            for _ in range(ROUNDS):
                alone, both = seconds(compiler, "mcp/mcp.hpp"), seconds(compiler, "mcp/mcp.hpp", "mcp/serve.hpp")
                rounds.append(f"{both:.3f} s beside {alone:.3f} s")
                if both - alone < max(MOST_SECONDS_OF_SERVE, MOST_SHARE_OF_SERVE * alone):
                    break
            else:
                self.fail(f"{compiler}: {', '.join(rounds)}")
            print(f"{compiler}: mcp.hpp with serve.hpp {rounds[-1]} for mcp.hpp", flush=True)

    def test_serving_needs_no_json(self):
        for compiler in COMPILERS:
            for header in "mcp/serve.hpp", "mcp/http/endpoint.hpp", "mcp/generated_support.hpp":
                self.assertNotIn("nlohmann", "\n".join(preprocessed(compiler, header)), header)

    def test_annotations_cost_nothing(self):
        for compiler in COMPILERS:
            self.assertLess(len(preprocessed(compiler, "mcp/annotations.hpp")), 10)


if __name__ == "__main__":
    HEADERS, *COMPILERS = sys.argv[1:]
    unittest.main(argv=sys.argv[:1])
