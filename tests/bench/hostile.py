"""What one well-behaved client notices of ten thousand idle connections and two thousand slow senders beside it.

usage: hostile.py SERVER
Prints the times of its calls alone and in that company, taken in turns in one run. Ends with 1 if the p99 beside them is
five times of alone or more.
"""
import json
import resource
import selectors
import socket
import subprocess
import sys
import time

IDLE = 10_000
SLOW = 2_000
CALLS = 4000
PERIOD = 1.0  # seconds in which each slow sender sends a byte
SOURCES = ["127.0.0.2", "127.0.0.3", "127.0.0.4"]
BODY = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
    "name": "add", "arguments": {"a": 1, "b": 2},
    "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28",
              "io.modelcontextprotocol/clientCapabilities": {}}}}).encode()
REQUEST = (b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
           b"Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\n"
           b"Mcp-Method: tools/call\r\nMcp-Name: add\r\nContent-Length: %d\r\n\r\n" % len(BODY)) + BODY


def connect(port, source=None):
    connection = socket.socket()
    if source:
        connection.setsockopt(socket.IPPROTO_IP, 24, 1)  # IP_BIND_ADDRESS_NO_PORT
        connection.bind((source, 0))
    connection.connect(("127.0.0.1", port))
    return connection


def crowd(port):
    """The others, in a process of their own: says "ready", and stays until its input ends."""
    idle = [connect(port, SOURCES[n % 3]) for n in range(IDLE)]
    slow = [connect(port, SOURCES[n % 3]) for n in range(SLOW)]
    at = [0] * SLOW
    print("ready", flush=True)
    waiting = selectors.DefaultSelector()
    waiting.register(sys.stdin, selectors.EVENT_READ)
    begun = time.monotonic()
    for n in range(10**9):
        due = begun + n * PERIOD / SLOW
        if waiting.select(max(0.0, due - time.monotonic())):
            return
        who = n % SLOW
        try:
            slow[who].send(REQUEST[at[who]:at[who] + 1])
            at[who] += 1
            if at[who] < len(REQUEST):
                continue
        except OSError:
            pass  # the server has had enough of it: another one comes
        slow[who].close()
        slow[who] = connect(port, SOURCES[n % 3])
        at[who] = 0
    del idle


def measure(connection):
    took = []
    for _ in range(CALLS):
        begun = time.perf_counter()
        connection.sendall(REQUEST)
        answer = connection.recv(1 << 16)
        took.append(time.perf_counter() - begun)
        assert answer.startswith(b"HTTP/1.1 200 ") and b'"result":3' in answer or b'"text":"3"' in answer, answer
    took.sort()
    return took[CALLS // 2] * 1e6, took[int(CALLS * 0.99)] * 1e6


def main():
    if sys.argv[1] == "--crowd":
        return crowd(int(sys.argv[2]))
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if most != resource.RLIM_INFINITY and most < IDLE + SLOW + 100:
        print(f"not measured: a process may open {most} files here, and {IDLE + SLOW + 100} are needed")
        return 0
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    server = subprocess.Popen([sys.argv[1], "--http", "127.0.0.1:0", "--call-rate", "off"], stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        line = server.stderr.readline()
        while " serves on " not in line:
            line = server.stderr.readline()
        port = int(line.rpartition(":")[2].partition("/")[0])
        client = connect(port)
        measure(client)  # to warm up
        alone = [measure(client)]
        others = subprocess.Popen([sys.executable, "-B", __file__, "--crowd", str(port)], stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE, text=True)
        assert others.stdout.readline() == "ready\n"
        beside = [measure(client) for _ in range(3)]
        others.stdin.close()
        others.wait()
        alone.append(measure(client))
        with open(f"/proc/{server.pid}/status") as status:
            memory = next(int(row.split()[1]) >> 10 for row in status if row.startswith("VmHWM"))
    finally:
        server.kill()
        server.wait()
    alone_p99 = sorted(p99 for _, p99 in alone)[0]
    beside_p99 = sorted(p99 for _, p99 in beside)[1]
    print(f"alone:  p50 {alone[0][0]:6.0f} us, p99 {alone_p99:6.0f} us")
    print(f"beside: p50 {beside[1][0]:6.0f} us, p99 {beside_p99:6.0f} us, of {IDLE} idle connections and {SLOW} that send "
          f"a byte each {PERIOD:.0f} s; the server had {memory} MiB at most")
    print(f"ratio of the p99: {beside_p99 / alone_p99:.1f} (aim: under 5)")
    return 0 if beside_p99 < 5 * alone_p99 else 1


if __name__ == "__main__":
    sys.exit(main())
