#!/usr/bin/env python3
"""Loads a server over HTTP: no call may fail, and neither memory nor file descriptors may grow.

First a tenth of the calls warms the server up: buffers grow to their size, caches fill. What is open and in memory then
is compared with what is when all calls are through. The environment variable MCP_LOAD_CALLS says how many there are.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "bench"))
import http_program  # noqa: E402, found by the line above

CONNECTIONS = 64
# The kinds of calls that bench_http_driver makes, and how many of a hundred are of each.
SHARES = {"modern": 70, "legacy": 15, "sse": 15}
# Connections and streams that stay open without a word, while new clients make one call each.
IDLE = {"connections": 100, "streams": 100, "requests": 500}
MOST_GROWTH = 4 << 20


class Failure(Exception):
    pass


def drive(server, kind, **options):
    """One run of the driver, none of whose calls may fail; what it measured."""
    command = [arguments.driver, kind, "--port", str(server.port), "--pid", str(server.process.pid)]
    for name, value in options.items():
        command += [f"--{name}", str(value)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    print(done.stdout or f"{kind}: no result", end="", flush=True)
    if done.returncode != 0:
        raise Failure(f"{kind}: calls failed")
    return json.loads(done.stdout)


def load(server, calls):
    """Calls of every kind; the state of the server behind them."""
    for kind, share in SHARES.items():
        drive(server, kind, connections=CONNECTIONS, requests=max(CONNECTIONS, calls * share // 100))
    return drive(server, "idle", **IDLE)


def check(server):
    warm = load(server, arguments.calls // 10)
    done = load(server, arguments.calls)
    growth = done["rss_after"] - warm["rss_after"]
    print(f"memory: {warm['rss_after']} bytes, then {done['rss_after']}; file descriptors: {warm['fds_after']}, then "
          f"{done['fds_after']}")
    if warm["rss_after"] == 0 or warm["fds_after"] == 0:
        raise Failure("the server's memory or file descriptors could not be read")
    if growth > MOST_GROWTH and not arguments.ignore_memory:
        raise Failure(f"memory grew by {growth} bytes, over {MOST_GROWTH}")
    if done["fds_after"] > warm["fds_after"]:
        raise Failure("file descriptors are left open")


def main():
    try:
        server = http_program.HttpProgram(arguments.server)
    except RuntimeError as refusal:
        sys.exit(f"failed: {refusal}")
    try:
        check(server)
        if server.process.poll() is not None:
            raise Failure("the server ended by itself")
    except Failure as failure:
        sys.exit(f"failed: {failure}")
    finally:
        status = server.stop()
    if status != 0:
        sys.exit(f"failed: the server ended with status {status} when asked to")


parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--driver", required=True)
parser.add_argument("--server", required=True)
parser.add_argument("--calls", type=int, default=200_000)
parser.add_argument("--ignore-memory", action="store_true", help="for builds whose memory grows by design")
arguments = parser.parse_args()
arguments.calls = int(os.environ.get("MCP_LOAD_CALLS") or arguments.calls)
main()
