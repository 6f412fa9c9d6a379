"""What the tests of this folder share: the server under test, both eras as a client speaks them, and the official
schema that every message of the server must match."""
import importlib.util
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import threading
import unittest

from client import Connection, request

ROOT = pathlib.Path(__file__).resolve().parents[2]
LEGACY = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
NEWEST = LEGACY[-1]
MODERN = "2026-07-28"
VERSION_KEY = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities"
PROGRAM = sys.argv[1] if len(sys.argv) > 1 else None
HOST = os.environ.get("MCP_TEST_HOST")  # whose HTTP server it is, if it is not our own: see tests/embed


def load_validator():
    """tests/transcripts/validate.py and the official schemas, or why they are absent."""
    folder = pathlib.Path(os.environ.get("MCP_SCHEMA_DIR", ROOT.parent / "shared" / "schema"))
    try:
        import jsonschema
    except ImportError:
        return None, None, "Python has no jsonschema (Debian: python3-jsonschema)"
    if not (folder / f"{MODERN}.json").exists():
        return None, None, "set MCP_SCHEMA_DIR to a folder of <revision>.json"
    spec = importlib.util.spec_from_file_location("validate", ROOT / "tests" / "transcripts" / "validate.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module, module.Schemas(folder, jsonschema), None


VALIDATE, SCHEMAS, WHY_NOT = load_validator()


def check(message, revision, method=None):
    """Raises unless the server's message is valid by the schema of the revision; gives it back."""
    assert message["jsonrpc"] == "2.0", message
    if SCHEMAS is None:
        return message
    if "result" in message and method is None:
        method = "ping"
    problems = list(VALIDATE.check_answer(SCHEMAS, revision, method, message))
    assert not problems, (problems, message)
    return message


class Server:
    """A process of the fixture that serves HTTP."""

    def __init__(self, *options, address="127.0.0.1:0", environment=None, reads_log=True):
        self.process = subprocess.Popen([PROGRAM, "--http", address, *options], stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                                        env={**os.environ, **(environment or {})})
        self.lines = []
        self.news = threading.Condition()
        said = ""
        while not (found := re.search(r" serves on (\S+)", said)):
            line = self.process.stderr.readline()
            if not line:
                raise RuntimeError(said)
            said += line
        self.url = found[1]
        if self.url.startswith("unix:"):
            self.address = self.url.removeprefix("unix:")
        else:
            host, port = re.match(r"https?://(.*):(\d+)/", self.url).groups()
            self.address = (host.strip("[]"), int(port))
        self.reader = threading.Thread(target=self.read_log if reads_log else lambda: None, daemon=True)
        self.reader.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.reader.join()
        self.process.stderr.close()

    def read_log(self):
        for line in self.process.stderr:
            with self.news:
                self.lines.append(line.rstrip("\n"))
                self.news.notify_all()

    def wait_for_log(self, count):
        """The first lines of the log, once there are as many."""
        with self.news:
            self.news.wait_for(lambda: len(self.lines) >= count, timeout=5)
            return self.lines[:count]

    def connect(self, **more):
        return Connection(self.address, **more)

    def ask(self, data, **more):
        """The response to a request on a connection of its own."""
        with self.connect(**more) as connection:
            return connection.ask(data)

    def call(self, tool, **arguments):
        """What a tool says in the modern era, as text."""
        response = self.ask(call(tool, **arguments))
        assert response.status == 200, (response.status, response.body)
        message = response.json() if not response.is_stream() else json.loads(
            re.search(rb"data: (\{.*\})\n", response.body)[1])
        content = check(message, MODERN, "tools/call")["result"]["content"]
        return content[0]["text"] if content else ""

    def is_well(self):
        """Whether a new client is served."""
        return self.call("large", bytes=3) == "xxx"

    def stop(self):
        """Tells it to leave, without waiting for it."""
        self.process.send_signal(signal.SIGTERM)

    def leave(self, within=10):
        """Waits until it left; its exit code."""
        return self.process.wait(timeout=within)


def message(method, params=None, id=1):
    """A message of JSON-RPC; without an id it is a notification."""
    text = {"jsonrpc": "2.0", "method": method}
    if id is not None:
        text["id"] = id
    if params is not None:
        text["params"] = params
    return text


def modern(method, params=None, id=1, headers=None, meta=None):
    """The bytes of a request of 2026-07-28 with all that it must have; `meta` and `headers` change that."""
    params = dict(params or {})
    meta = {VERSION_KEY: MODERN, CAPABILITIES_KEY: {}, **(meta or {})}
    params["_meta"] = {name: value for name, value in meta.items() if value is not None}
    fields = {"MCP-Protocol-Version": MODERN, "Mcp-Method": method}
    if method == "tools/call":
        fields["Mcp-Name"] = params.get("name")
    return request(body=message(method, params, id), headers={**fields, **(headers or {})})


def call(tool, id=1, headers=None, meta=None, **arguments):
    return modern("tools/call", {"name": tool, "arguments": arguments}, id, headers, meta)


class Session:
    """A legacy client with its session."""

    def __init__(self, server, revision=NEWEST, headers=None, capabilities=None, source=None):
        self.server = server
        self.revision = revision
        self.headers = headers or {}
        response = server.ask(request(body=message("initialize", {
            "protocolVersion": revision, "capabilities": capabilities or {}, "clientInfo": {"name": "test", "version": "1"}}),
            headers={"Accept": "application/json", **self.headers}), source=source)
        assert response.status == 200, (response.status, response.body)
        self.opened = check(response.json(), revision, "initialize")
        assert self.opened["result"]["protocolVersion"] == revision
        self.id = response.field("Mcp-Session-Id")
        self.headers = {**self.headers, "Mcp-Session-Id": self.id}
        if revision >= "2025-06-18":
            self.headers["MCP-Protocol-Version"] = revision
        done = self.ask("notifications/initialized", id=None)
        assert done.status == 202 and not done.body, done.status

    def post(self, body, headers=None):
        return request(body=body, headers={**self.headers, **(headers or {})})

    def request(self, method, params=None, id=1, headers=None):
        return self.post(message(method, params, id), headers)

    def call(self, tool, id=1, headers=None, **arguments):
        return self.request("tools/call", {"name": tool, "arguments": arguments}, id, headers)

    def get(self, last=None, headers=None):
        return request("GET", headers={**self.headers, "Accept": "text/event-stream", "Last-Event-ID": last,
                                       **(headers or {})})

    def delete(self):
        return request("DELETE", headers=self.headers)

    def ask(self, method, params=None, id=1, headers=None):
        return self.server.ask(self.request(method, params, id, headers))

    def check(self, text, method="tools/call"):
        """A message of the server to this client, as JSON or its text."""
        return check(json.loads(text) if isinstance(text, (str, bytes)) else text, self.revision, method)


def text_of(message):
    """What a tool said."""
    return message["result"]["content"][0]["text"]


class Case(unittest.TestCase):
    """With one server for all tests of the class."""

    OPTIONS = ()

    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server(*cls.OPTIONS))

    def connect(self, server=None, **more):
        connection = (server or self.server).connect(**more)
        self.addCleanup(connection.close)
        return connection

    def serve(self, *options, **more):
        """A server of the test's own."""
        return self.enterContext(Server(*options, **more))

    def assertRefused(self, response, status, code, id=1, revision=MODERN):
        self.assertEqual(response.status, status, response.body)
        answer = check(response.json(), revision, "error")
        self.assertEqual((answer["error"]["code"], answer.get("id")), (code, id), answer)
        return answer["error"]

    def assertAnswered(self, response, revision=MODERN, method="tools/call", id=1):
        """The result in a response of one piece."""
        self.assertEqual(response.status, 200, response.body)
        self.assertEqual(response.field("Content-Type"), "application/json")
        answer = check(response.json(), revision, method)
        self.assertEqual(answer["id"], id)
        return answer["result"]


def main():
    del sys.argv[1:2]
    if WHY_NOT:
        print("messages are not compared with the official schemas: " + WHY_NOT)
    unittest.main()
