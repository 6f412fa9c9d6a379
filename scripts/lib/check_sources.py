"""Compiles each source and each installed header by itself, without making anything: each must include what it uses.

usage: check_sources.py BUILD JOBS

BUILD is configured with MCP_UNITY=OFF; its compile_commands.json says how. Fails if one does not compile or warns.
"""
import concurrent.futures
import json
import os
import pathlib
import shlex
import subprocess
import sys


# What only Clang reads, while mcpgen scans.
FOR_THE_SCAN = {"mcp/annotation_vocabulary.hpp"}


def arguments_of(entry):
    arguments = shlex.split(entry["command"])
    at = arguments.index("-o")
    del arguments[at : at + 2]
    if os.path.basename(arguments[0]) == "ccache":
        del arguments[0]  # it keeps no outcome of -fsyntax-only
    return arguments + ["-O0", "-fsyntax-only", "-Werror"]


def compile_source(entry):
    return subprocess.run(arguments_of(entry), cwd=entry["directory"], capture_output=True, text=True)


def compile_header(entry, header):
    """As a source of the runtime that includes nothing else."""
    arguments = arguments_of(entry)
    arguments[arguments.index(entry["file"])] = "-"
    return subprocess.run([arguments[0], "-xc++", *arguments[1:]], cwd=entry["directory"],
                          input=f"#include <{header}>\n", capture_output=True, text=True)


def main():
    build, jobs = sys.argv[1], int(sys.argv[2])
    with open(os.path.join(build, "compile_commands.json")) as file:
        entries = json.load(file)
    of_runtime = next(entry for entry in entries if "/runtime/src/" in entry["file"])
    installed = pathlib.Path(__file__).resolve().parents[2] / "runtime" / "include"
    headers = sorted({path.relative_to(installed).as_posix() for path in installed.rglob("*.hpp")} - FOR_THE_SCAN)

    broken = 0
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        compiled = [(entry["file"], pool.submit(compile_source, entry)) for entry in entries]
        compiled += [(header, pool.submit(compile_header, of_runtime, header)) for header in headers]
        for file, run in compiled:
            if run.result().returncode != 0:
                broken += 1
                print(f"{file} does not compile by itself:\n{run.result().stderr}", flush=True)
    print(f"{len(compiled) - broken} of {len(compiled)} sources and installed headers compile by themselves")
    return 1 if broken or not entries or not headers else 0


if __name__ == "__main__":
    sys.exit(main())
