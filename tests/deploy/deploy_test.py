#!/usr/bin/env python3
"""Runs nginx and HAProxy with the configurations of docs/deployment.md, two servers behind each, and looks where
requests land. A proxy that is not installed is skipped with a word."""

import http.client
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import unittest

SERVER, PAGE = sys.argv[1], sys.argv[2]
MODERN = "2026-07-28"


def configuration(name):
    """The fenced block behind the mark."""
    with open(PAGE, encoding="utf-8") as page:
        found = re.search(rf"<!-- tests/deploy: {name} -->\n```{name}\n(.*?)```", page.read(), re.S)
    assert found, f"{PAGE} has no configuration for {name}"
    return found.group(1)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """One of ours; `region` is what it says of itself."""

    def __init__(self, region):
        self.process = subprocess.Popen(
            [SERVER, "--http", "127.0.0.1:0", "--allow-host", "mcp.example.com", "--stream-after", "50ms",
             "--keep-alive", "100ms", "--grace", "1s"],
            env={**os.environ, "REGION": region}, stderr=subprocess.PIPE, text=True)
        self.port = int(re.search(r":(\d+)/mcp", self.process.stderr.readline()).group(1))

    def end(self):
        self.process.terminate()
        assert self.process.wait(10) == 0
        self.process.stderr.close()


class Proxied:
    """What every proxy must do. Subclasses start theirs on self.port."""

    name = program = None

    @classmethod
    def setUpClass(cls):
        cls.path = shutil.which(cls.program, path=os.environ.get("PATH", "") + os.pathsep + "/usr/sbin")
        if cls.path is None:
            raise unittest.SkipTest(f"{cls.program} is not installed")
        cls.servers = [Server("eu"), Server("us")]
        cls.port = free_port()
        cls.folder = tempfile.mkdtemp()
        text = configuration(cls.name)
        for shown, real in (("8080", cls.port), ("9001", cls.servers[0].port), ("9002", cls.servers[1].port)):
            assert f"127.0.0.1:{shown}" in text
            text = text.replace(f"127.0.0.1:{shown}", f"127.0.0.1:{real}")
        cls.proxy = cls.start(text)
        # The proxy is ready when it answers; it has no other way to say so.
        while cls.proxy.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", cls.port), 1).close()
                break
            except OSError:
                continue
        assert cls.proxy.poll() is None, f"{cls.program} did not start"

    @classmethod
    def tearDownClass(cls):
        cls.proxy.terminate()
        cls.proxy.wait(10)
        for server in cls.servers:
            server.end()
        shutil.rmtree(cls.folder)

    @classmethod
    def write(cls, name, text):
        path = os.path.join(cls.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def post(self, body, headers=()):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        connection.request("POST", "/mcp", json.dumps(body), {
            "Host": "mcp.example.com", "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream", **dict(headers)})
        self.addCleanup(connection.close)
        return connection.getresponse()

    def modern(self, tool, arguments, **headers):
        meta = {"io.modelcontextprotocol/protocolVersion": MODERN, "io.modelcontextprotocol/clientCapabilities": {}}
        return self.post(
            {"jsonrpc": "2.0", "id": 1, "method": "tools/call",
             "params": {"name": tool, "arguments": arguments, "_meta": meta}},
            {"MCP-Protocol-Version": MODERN, "Mcp-Method": "tools/call", "Mcp-Name": tool,
             **{f"Mcp-Param-{name}": value for name, value in headers.items()}})

    def text(self, response):
        self.assertEqual(response.status, 200)
        return json.load(response)["result"]["content"][0]["text"]

    def test_calls_land_where_their_header_says(self):
        for region in ("eu", "us", "eu"):
            self.assertEqual(self.text(self.modern("query", {"region": region}, Region=region)),
                             f"{region} reached {region}")

    def test_a_header_that_belies_the_body_is_refused_behind_the_proxy(self):
        response = self.modern("query", {"region": "eu"}, Region="us")
        self.assertEqual(response.status, 400)
        self.assertEqual(json.load(response)["error"]["code"], -32020)

    def test_event_streams_pass_piece_by_piece(self):
        response = self.modern("wait_here", {"milliseconds": 1500})
        self.assertEqual(response.getheader("Content-Type"), "text/event-stream")
        lines = []
        while not (lines and lines[-1].startswith("data: ")):
            lines.append(response.readline().decode())
            self.assertNotEqual(lines[-1], "")
        self.assertIn(":\n", lines[:-1])
        self.assertEqual(json.loads(lines[-1][6:])["result"]["content"][0]["text"], "eu")


class Nginx(Proxied, unittest.TestCase):
    name = program = "nginx"

    @classmethod
    def start(cls, text):
        paths = "".join(f"{kind}_temp_path {cls.folder}/{kind};\n"
                        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        path = cls.write("nginx.conf", f"daemon off;\nmaster_process off;\npid {cls.folder}/pid;\n"
                         f"error_log stderr;\nevents {{}}\nhttp {{\naccess_log off;\n{paths}{text}}}\n")
        return subprocess.Popen([cls.path, "-e", "stderr", "-c", path])


class HaProxy(Proxied, unittest.TestCase):
    name = program = "haproxy"

    @classmethod
    def start(cls, text):
        return subprocess.Popen([cls.path, "-db", "-f", cls.write("haproxy.cfg", text)])

    def test_calls_land_where_the_name_of_their_tool_says(self):
        self.assertEqual(self.text(self.modern("where_am_i", {})), "us")

    def test_sessions_stay_with_the_server_that_made_them(self):
        for _ in range(4):
            opened = self.post({"jsonrpc": "2.0", "id": 0, "method": "initialize",
                                "params": {"protocolVersion": "2025-11-25", "capabilities": {},
                                           "clientInfo": {"name": "test", "version": "1"}}})
            self.assertEqual(opened.status, 200)
            session = {"Mcp-Session-Id": opened.getheader("Mcp-Session-Id"), "MCP-Protocol-Version": "2025-11-25"}
            self.assertEqual(self.post({"jsonrpc": "2.0", "method": "notifications/initialized"}, session).status, 202)
            call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "where_am_i"}}
            places = {self.text(self.post(call, session)) for _ in range(4)}
            self.assertEqual(len(places), 1)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
