"""Compiles each source and each installed header by itself, without making anything: each must include what it uses.

usage: check_sources.py BUILD JOBS

BUILD is configured with MCP_UNITY=OFF; its compile_commands.json says how. Headers are compiled by g++ and by Clang, those
that are there, with the warnings below. Fails if one does not compile or warns.
"""
import concurrent.futures
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys


# What only Clang reads, while mcpgen scans, and what ends what another header began.
NOT_BY_THEMSELVES = {"mcp/annotation_vocabulary.hpp", "mcp/pop_macros.hpp"}
# What is asked of installed headers, for users may ask it of theirs: of g++ a list, of Clang everything but what speaks of
# older standards, of the layout of classes, and of pointers into buffers.
WARNINGS = {
    "g++": """-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wold-style-cast -Wuseless-cast
        -Wnon-virtual-dtor -Wcast-align -Wcast-qual -Woverloaded-virtual -Wdouble-promotion -Wformat=2 -Wduplicated-cond
        -Wlogical-op -Wredundant-decls -Wzero-as-null-pointer-constant -Wextra-semi -Wundef -Wmissing-declarations
        -Wctor-dtor-privacy -Wsuggest-override -Wmismatched-tags -Wredundant-tags""".split(),
    "clang++-19": """-Weverything -Wno-c++98-compat -Wno-c++98-compat-pedantic -Wno-c++20-compat -Wno-pre-c++20-compat-pedantic
        -Wno-pre-c++17-compat -Wno-padded -Wno-weak-vtables -Wno-unsafe-buffer-usage -Wno-unsafe-buffer-usage-in-container
        -Wno-ctad-maybe-unsupported -Wno-comma""".split(),
}


def arguments_of(entry):
    arguments = shlex.split(entry["command"])
    at = arguments.index("-o")
    del arguments[at : at + 2]
    if os.path.basename(arguments[0]) == "ccache":
        del arguments[0]  # it keeps no outcome of -fsyntax-only
    return arguments + ["-O0", "-fsyntax-only", "-Werror"]


def compile_source(entry):
    return subprocess.run(arguments_of(entry), cwd=entry["directory"], capture_output=True, text=True)


def compile_header(compiler, installed, header):
    """As a source that includes nothing else, in a project without any flag."""
    return subprocess.run([compiler, "-std=c++20", "-fsyntax-only", *WARNINGS[compiler], "-Werror", f"-I{installed}", "-xc++",
                           "-"], input=f"#include <{header}>\n", capture_output=True, text=True)


def main():
    build, jobs = sys.argv[1], int(sys.argv[2])
    with open(os.path.join(build, "compile_commands.json")) as file:
        entries = json.load(file)
    installed = pathlib.Path(__file__).resolve().parents[2] / "runtime" / "include"
    headers = sorted({path.relative_to(installed).as_posix() for path in installed.rglob("*.hpp")} - NOT_BY_THEMSELVES)

    broken = 0
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        compiled = [(entry["file"], pool.submit(compile_source, entry)) for entry in entries]
        compiled += [(f"{header} ({compiler})", pool.submit(compile_header, compiler, installed, header))
                     for compiler in WARNINGS if shutil.which(compiler) for header in headers]
        for file, run in compiled:
            if run.result().returncode != 0:
                broken += 1
                print(f"{file} does not compile by itself:\n{run.result().stderr}", flush=True)
    print(f"{len(compiled) - broken} of {len(compiled)} sources and installed headers compile by themselves")
    return 1 if broken or not entries or not headers else 0


if __name__ == "__main__":
    sys.exit(main())
