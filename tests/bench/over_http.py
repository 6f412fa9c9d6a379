"""What servers do over HTTP, each beside yardsticks of the same run: nginx, and a loop of epoll that checks nothing.

The server runs on one processor and the load generator on another; runs take turns, and the middle of several is
printed. Answers are checked, and have the same bytes on both sides.
"""

import argparse
import contextlib
import getpass
import json
import os
import pathlib
import resource
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

import http_program

MODERN = "2026-07-28"
META = {"io.modelcontextprotocol/protocolVersion": MODERN, "io.modelcontextprotocol/clientCapabilities": {}}
# As the load generator says it: its numbers have as many digits each time.
ID = 1000000000
CALL = {"name": "add", "arguments": {"a": 1000000, "b": 1000000}}
MANY = (10, 100, 1000)

NGINX = """
daemon off;
{user}
pid {scratch}/nginx.pid;
error_log stderr error;
worker_processes 1;
events {{ worker_connections 4096; }}
http {{
  access_log off;
  keepalive_requests 1000000000;
  keepalive_timeout 1h;
  tcp_nodelay on;
  sendfile on;
  open_file_cache max=100;
  default_type application/json;
  client_body_temp_path {scratch}/client_body;
  proxy_temp_path {scratch}/proxy;
  fastcgi_temp_path {scratch}/fastcgi;
  uwsgi_temp_path {scratch}/uwsgi;
  scgi_temp_path {scratch}/scgi;
  server {{
    listen 127.0.0.1:{port};
    location = /mcp {{ return 200 '{body}'; }}
    location /lists/ {{ root {scratch}; }}
  }}
}}
"""


class Served:
    """A running server: where it listens, and the process that does the work."""

    def __init__(self, process, port, stop):
        self.process, self.port, self.pid, self._stop = process, port, process.pid, stop

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._stop()


def prepared():
    """Run in a server's process before it starts: its processor, and all the connections that the system allows."""
    os.sched_setaffinity(0, {arguments.server_cpu})
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def ours(program, *options, **popen):
    try:
        server = http_program.HttpProgram(arguments.bin / program, options, preexec_fn=prepared, **popen)
    except RuntimeError as refusal:
        sys.exit(refusal)
    return Served(server.process, server.port, server.stop)


def yardstick(command, **options):
    command = [str(part) for part in command]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, preexec_fn=prepared, **options)

    def stop():
        process.terminate()
        process.wait()
        if process.stdout:
            process.stdout.close()

    return Served(process, None, stop)


def epoll(body):
    server = yardstick([arguments.bin / "bench_http_epoll", 0, len(body)], stdout=subprocess.PIPE, text=True)
    server.port = int(server.process.stdout.readline())
    return server


def nginx(scratch, body, lists):
    """Answers with `body` at /mcp, and has a file for each of `lists`."""
    (scratch / "lists").mkdir()
    for count, text in lists.items():
        (scratch / "lists" / f"{count}.json").write_bytes(text)
    if b"$" in body:
        sys.exit("nginx cannot say a dollar sign")
    # `user` is for root only.
    user = f"user {getpass.getuser()};" if os.geteuid() == 0 else ""
    quoted = body.decode().replace("\\", "\\\\").replace("'", "\\'")
    port = free_port()
    config = scratch / "nginx.conf"
    config.write_text(NGINX.format(scratch=scratch, user=user, port=port, body=quoted))
    server = yardstick([shutil.which("nginx") or "/usr/sbin/nginx", "-e", "stderr", "-p", scratch, "-c", config])
    server.port = port
    until_answered(server)
    # The one worker serves; the process started first only watches it.
    children = pathlib.Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
    server.pid = int(children[0])
    return server


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def until_answered(server):
    """nginx says nothing when it is ready."""
    for _ in range(200):
        if server.process.poll() is not None:
            sys.exit("nginx did not start")
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/mcp", timeout=5):
                return
        except OSError:
            time.sleep(0.02)
    sys.exit("nginx does not answer")


def ask(server, method, params):
    """The bytes of one answer."""
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream",
               "MCP-Protocol-Version": MODERN, "Mcp-Method": method}
    if "name" in params:
        headers["Mcp-Name"] = params["name"]
    message = {"jsonrpc": "2.0", "id": ID, "method": method, "params": {**params, "_meta": META}}
    request = urllib.request.Request(f"http://127.0.0.1:{server.port}/mcp", json.dumps(message).encode(), headers)
    with urllib.request.urlopen(request, timeout=10) as answer:
        return answer.read()


def drive(server, kind, **options):
    """One run of the load generator; what it measured."""
    command = [arguments.bin / "bench_http_driver", kind, "--port", server.port, "--pid", server.pid,
               "--cpu", arguments.driver_cpu]
    for name, value in options.items():
        command += [f"--{name.replace('_', '-')}", value]
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, text=True)
    if done.returncode > 1 or not done.stdout:
        sys.exit(f"failed: {' '.join(map(str, command))}")
    measured = json.loads(done.stdout)
    if done.returncode:
        sys.exit(f"{measured['failed']} requests failed ({measured['first_failure']}): {' '.join(map(str, command))}")
    return measured


class Series:
    """Runs of one kind against one server."""

    def __init__(self, name, server, kind, connections, **options):
        self.name, self.server, self.kind = name, server, kind
        self.options = {"connections": connections, **options}
        self.runs = []

    def calibrate(self):
        """How many requests a run takes; warms the server too."""
        tried = drive(self.server, self.kind, requests=2000, **self.options)
        self.options["requests"] = max(1000, int(tried["per_second"] * arguments.seconds))

    def run(self):
        self.runs.append(drive(self.server, self.kind, **self.options))

    def middle(self, key):
        return statistics.median(run[key] for run in self.runs)


def measure(series):
    for one in series:
        one.calibrate()
    for _ in range(arguments.rounds):
        for one in series:
            one.run()


class Table:
    """Rows as they are known; remembers which aim was missed."""

    def __init__(self):
        self.missed = []
        print(f"{'what':34} {'conns':>5} {'per second':>11} {'CPU us':>8} {'p50 us':>8} {'p99 us':>8}"
              f" {'of nginx':>9} {'of epoll':>9}  aim")

    def row(self, series, nginx=None, epoll=None, aims=False):
        rate, cpu = series.middle("per_second"), series.middle("server_cpu_us_per_request")
        of_nginx = rate / nginx.middle("per_second") if nginx else None
        of_epoll = cpu / epoll.middle("server_cpu_us_per_request") if epoll else None
        aim = ""
        if aims:
            met = (of_nginx is None or of_nginx >= 0.6) and (of_epoll is None or of_epoll <= 2.5)
            aim = "met" if met else "missed"
            if not met:
                self.missed.append(f"{series.name}, {series.options['connections']} connections")
        ratios = "".join(f" {f'{ratio:.2f}' if ratio else '':>9}" for ratio in (of_nginx, of_epoll))
        p50, p99 = series.middle("p50_us"), series.middle("p99_us")
        print(f"{series.name:34} {series.options['connections']:5} {rate:11.0f} {cpu:8.2f} {p50:8.1f} {p99:8.1f}{ratios}"
              f"  {aim}", flush=True)


def calls(table, server, by_nginx, by_epoll, size):
    for connections in arguments.connections:
        modern = Series("add, 2026-07-28", server, "modern", connections)
        legacy = Series("add, 2025-11-25", server, "legacy", connections)
        stream = Series("add, as an event stream", server, "sse", connections)
        returned = Series("  nginx, return 200", by_nginx, "fixed", connections, expect_bytes=size)
        canned = Series("  epoll, canned answer", by_epoll, "fixed", connections, expect_bytes=size)
        measure([modern, returned, legacy, canned, stream])
        table.row(modern, returned, canned, aims=True)
        table.row(legacy, returned, canned, aims=True)
        table.row(stream, returned, canned)
        table.row(returned, epoll=canned)
        table.row(canned, nginx=returned)


def lists(table, servers, by_nginx, sizes):
    for count, server in servers.items():
        listed = Series(f"tools/list of {count}, {sizes[count]} B", server, "list", 32, expect_bytes=sizes[count])
        file = Series("  nginx, a file", by_nginx, "get", 32, path=f"/lists/{count}.json", expect_bytes=sizes[count])
        measure([listed, file])
        table.row(listed, file)
        table.row(file)


def idle(server):
    """New clients of a server that holds many idle connections and streams; whether they were answered in time."""
    held = drive(server, "idle", connections=1000, streams=1000, requests=200)
    each = (held["rss_held"] - held["rss_before"]) / 2000
    print(f"\n{held['connections']} idle connections and {held['streams']} open streams, {each / 1024:.1f} KB each; "
          f"a new client is answered in {held['p50_us'] / 1000:.2f} ms (p50), {held['p99_us'] / 1000:.2f} ms (p99), "
          f"{held['max_us'] / 1000:.2f} ms (longest); aim: p99 under 5 ms")
    return held["p99_us"] < 5000


def listen():
    """Ten thousand open streams of subscriptions/listen, and one change."""
    streams = 10_000
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if most != resource.RLIM_INFINITY and most < streams + 100:
        print(f"\nno {streams} streams: this process may open {most} files")
        return
    room = str(2 * (streams + 100))  # one address has half
    with ours("bench_server", "--max-connections", room, "--max-subscriptions", room) as server:
        told = drive(server, "listen", streams=streams)
    each = (told["rss_held"] - told["rss_before"]) / streams
    print(f"\n{streams} streams of subscriptions/listen, {each / 1024:.1f} KB each; of a change the first client knows "
          f"after {told['first_ms']:.2f} ms, the last after {told['last_ms']:.1f} ms (longest: "
          f"{told['worst_ms']:.1f} ms)")


def embedded(hosts):
    """Calls through the adapters of examples/, beside our own HTTP."""
    print(f"{'what':34} {'conns':>5} {'per second':>11} {'CPU us':>8} {'p50 us':>8} {'p99 us':>8} {'of ours':>9}"
          f" {'CPU':>9}")
    with contextlib.ExitStack() as running:
        servers = {"our own": running.enter_context(ours("bench_server"))}
        for host in hosts:
            servers[host] = running.enter_context(ours("embed_bench_server", env={**os.environ, "MCP_TEST_HOST": host}))
        for kind, what in [("modern", "add, 2026-07-28"), ("legacy", "add, 2025-11-25"),
                           ("sse", "add, as an event stream")]:
            for connections in arguments.connections:
                series = [Series(f"{what}: {name}", server, kind, connections) for name, server in servers.items()]
                measure(series)
                own, own_cpu = series[0].middle("per_second"), series[0].middle("server_cpu_us_per_request")
                for one in series:
                    rate, cpu = one.middle("per_second"), one.middle("server_cpu_us_per_request")
                    print(f"{one.name:34} {connections:5} {rate:11.0f} {cpu:8.2f} {one.middle('p50_us'):8.1f} "
                          f"{one.middle('p99_us'):8.1f} {rate / own:9.2f} {cpu / own_cpu:9.2f}", flush=True)


def main():
    if arguments.hosts:
        return embedded(arguments.hosts)
    with tempfile.TemporaryDirectory() as directory, contextlib.ExitStack() as running:
        server = running.enter_context(ours("bench_server"))
        many = {count: running.enter_context(ours(f"bench_tools_{count}")) for count in arguments.tools}
        body = ask(server, "tools/call", CALL)
        pages = {count: ask(one, "tools/list", {}) for count, one in many.items()}
        by_nginx = running.enter_context(nginx(pathlib.Path(directory), body, pages))
        by_epoll = running.enter_context(epoll(body))

        print(f"The answer of `add` has {len(body)} bytes. Aims: at least 0.6 of nginx's rate, at most 2.5 times the "
              "processor time of epoll.")
        table = Table()
        calls(table, server, by_nginx, by_epoll, len(body))
        lists(table, many, by_nginx, {count: len(page) for count, page in pages.items()})
        if not idle(server):
            table.missed.append("new clients beside idle ones")
    listen()
    if table.missed:
        print("missed: " + "; ".join(table.missed))


parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--bin", type=pathlib.Path, required=True, help="where the programs are")
parser.add_argument("--rounds", type=int, default=5, help="runs of each kind")
parser.add_argument("--seconds", type=float, default=1.0, help="how long a run takes, about")
parser.add_argument("--connections", type=int, nargs="+", default=[1, 32])
parser.add_argument("--tools", type=int, nargs="*", default=list(MANY))
parser.add_argument("--hosts", nargs="*", help="servers of others to measure the adapters of, and nothing else")
arguments = parser.parse_args()
processors = sorted(os.sched_getaffinity(0))
if len(processors) < 2:
    sys.exit("the server and the load generator need a processor each")
arguments.server_cpu, arguments.driver_cpu = processors[:2]
main()
