"""Compiles each source of the project by itself, without making anything: each must include what it uses.

usage: check_sources.py BUILD JOBS

BUILD is configured with MCP_UNITY=OFF; its compile_commands.json says how. Fails if a source does not compile or warns.
"""
import concurrent.futures
import json
import os
import shlex
import subprocess
import sys


def arguments_of(entry):
    arguments = shlex.split(entry["command"])
    at = arguments.index("-o")
    del arguments[at : at + 2]
    if os.path.basename(arguments[0]) == "ccache":
        del arguments[0]  # it keeps no outcome of -fsyntax-only
    return arguments + ["-O0", "-fsyntax-only", "-Werror"]


def main():
    build, jobs = sys.argv[1], int(sys.argv[2])
    with open(os.path.join(build, "compile_commands.json")) as file:
        entries = json.load(file)

    def compile_one(entry):
        return entry["file"], subprocess.run(arguments_of(entry), cwd=entry["directory"], capture_output=True, text=True)

    broken = 0
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for file, ran in pool.map(compile_one, entries):
            if ran.returncode != 0:
                broken += 1
                print(f"{file} does not compile by itself:\n{ran.stderr}", flush=True)
    print(f"{len(entries) - broken} of {len(entries)} sources compile by themselves")
    return 1 if broken or not entries else 0


if __name__ == "__main__":
    sys.exit(main())
