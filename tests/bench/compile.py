"""What a further tool costs to build: scans, compiles and links servers of 10, 100 and 1000 tools.

Each tool takes a struct of five fields and returns another. Times are those of the processor, in seconds, the middle
of several runs where one is short; compiled as mcp_add_server() does, with -O2. Each server must list its tools and
answer a call of the last one.
"""

import argparse
import json
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile

COUNTS = (10, 100, 1000)

TOOL = """
struct Order{i} {{
  std::string customer;
  std::int32_t quantity;
  double price;
  bool express = false;
  std::optional<std::string> note;
}};

struct Receipt{i} {{
  std::string customer;
  double total;
  std::int64_t number;
  std::vector<std::string> steps;
  bool express;
}};

/// Place an order of kind {i}.
/// @param order What is ordered
MCP_TOOL()
Receipt{i} place{i}(Order{i} order) {{
  return {{order.customer, order.price * order.quantity, {i}, {{"placed"}}, order.express}};
}}
"""


def run(command, where):
    """Runs a program that must succeed; its processor time in seconds, and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, cwd=where, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.exit(f"failed: {' '.join(map(str, command))}")
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, done.stdout


def timed(command, where, times):
    return statistics.median(run(command, where)[0] for _ in range(times))


def write_source(where, count):
    text = "#include <mcp/annotations.hpp>\n\n#include <cstdint>\n#include <optional>\n#include <string>\n#include <vector>\n"
    text += "".join(TOOL.format(i=i) for i in range(count))
    (where / "tools.cpp").write_text(text)
    wrapper = (arguments.root / "cmake/wrapper.cpp.in").read_text()
    wrapper = wrapper.replace("@MCP_UNIT@", "many_tools").replace("@MCP_TARGET@", "many")
    (where / "wrapper.cpp").write_text(wrapper)


def check(where, count):
    """That the server offers every tool, and that the last one works."""
    manifest = json.loads(run(["./many", "--manifest"], where)[1])
    if len(manifest["tools"]) != count:
        sys.exit(f"{len(manifest['tools'])} of {count} tools are listed")
    order = {"order": {"customer": "Ada", "quantity": 3, "price": 1.5}}
    answer = json.loads(run(["./many", "--call", f"place{count - 1}", json.dumps(order)], where)[1])
    if answer != {"customer": "Ada", "total": 4.5, "number": count - 1, "steps": ["placed"], "express": False}:
        sys.exit(f"wrong answer: {answer}")


def size_of(where):
    """Bytes of text and data."""
    text, data = run(["size", "many"], where)[1].splitlines()[1].split()[:2]
    return int(text) + int(data)


def measure(where, count):
    times = 5 if count <= 10 else 3 if count <= 100 else 1
    flags = ["-std=c++20", f"-I{arguments.root / 'runtime/include'}"]
    write_source(where, count)
    measured = {
        "scan": timed([arguments.mcpgen, "scan", "--source", "tools.cpp", "--unit", "many_tools", "--model",
                       "model.json", "--code", "many_tools.inc", "--", *flags], where, times),
        "link": timed([arguments.mcpgen, "link", "--target", "many", "--name", "many", "--version", "1.0.0", "--model",
                       "model.json", "--code", "server.cpp"], where, times),
    }
    for compiler in arguments.compilers:
        compile_ = [compiler, *flags, "-O2", "-I.", '-DMCP_SOURCE="tools.cpp"', "-c"]
        measured[compiler] = timed([*compile_, "wrapper.cpp", "-o", "wrapper.o"], where, times)
        measured[f"{compiler} server unit"] = timed([*compile_, "server.cpp", "-o", "server.o"], where, times)
        link = arguments.link.read_text().split()
        run([compiler, "wrapper.o", "server.o", "-o", "many", *link], where)
        check(where, count)
        measured[f"{compiler} bytes"] = size_of(where)
    return measured


def main():
    with tempfile.TemporaryDirectory() as directory:
        where = pathlib.Path(directory)
        measured = {count: measure(where, count) for count in arguments.counts}
    few, many = min(arguments.counts), max(arguments.counts)

    def row(what, key, unit, scale, aim=""):
        values = "".join(f"{measured[count][key]:12.6g}" for count in arguments.counts)
        further = (measured[many][key] - measured[few][key]) / (many - few) * scale
        print(f"{what:38}{values}{further:12.4g} {unit:6} {aim}")

    print(f"{'tools':38}" + "".join(f"{count:12}" for count in arguments.counts) + "  a further one")
    row("mcpgen scan, s", "scan", "ms", 1000)
    row("mcpgen link, s", "link", "ms", 1000)
    for compiler in arguments.compilers:
        aim = "under 45 ms" if compiler == "g++" else ""
        row(f"{compiler} -O2, the source, s", compiler, "ms", 1000, aim)
        row(f"{compiler} -O2, the server unit, s", f"{compiler} server unit", "ms", 1000)
        row(f"{compiler}, text and data", f"{compiler} bytes", "bytes", 1)


parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--root", type=pathlib.Path, required=True, help="the source tree")
parser.add_argument("--mcpgen", type=pathlib.Path, required=True)
parser.add_argument("--link", type=pathlib.Path, required=True, help="a file of what a server is linked with")
parser.add_argument("--compilers", nargs="+", default=["g++", "clang++-19"])
parser.add_argument("--counts", nargs="+", type=int, default=list(COUNTS))
arguments = parser.parse_args()
main()
