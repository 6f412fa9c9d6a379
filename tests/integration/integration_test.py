#!/usr/bin/env python3
"""Drives real servers: every kind of result in every protocol revision, each answer valid by the official schema of its
revision where that is at hand, and the tools of examples/geodesic.

usage: integration_test.py RESULTS_SERVER [GEODESIC_SERVER]
"""
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "messages"))
import judge  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
REVISIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"]
MODERN = REVISIONS[-1]
SERVERS = {}


def schemas():
    """The validator of tests/transcripts over the official schemas; nothing where they are absent."""
    folder = pathlib.Path(os.environ.get("MCP_SCHEMA_DIR", ROOT.parent / "shared" / "schema"))
    try:
        import jsonschema
    except ImportError:
        return None
    if not folder.is_dir():
        return None
    spec = importlib.util.spec_from_file_location("validate", ROOT / "tests" / "transcripts" / "validate.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Schemas(folder, jsonschema)


class Server:
    """One process, asked in one revision."""

    def __init__(self, program, revision):
        self.revision = revision
        self.judge = judge.Judge(None if revision == MODERN else revision)
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True)
        if revision != MODERN:
            self.ask("initialize", {"protocolVersion": revision, "capabilities": {},
                                    "clientInfo": {"name": "test", "version": "1"}})
            self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(timeout=20)
        self.process.stdout.close()

    def send(self, message):
        self.judge.sent(message)
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def ask(self, method, params):
        if self.revision == MODERN:
            params = {**params, "_meta": {"io.modelcontextprotocol/protocolVersion": MODERN,
                                          "io.modelcontextprotocol/clientCapabilities": {}}}
        self.send({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        answer = json.loads(self.process.stdout.readline())
        self.judge.received(answer)
        return answer

    def call(self, tool, arguments=None):
        return self.ask("tools/call", {"name": tool, "arguments": arguments or {}})["result"]


class Results(unittest.TestCase):
    """Each revision gets the blocks that it knows."""

    CALLS = [("picture", {}), ("sound", {}), ("link", {}), ("file", {}), ("several", {}), ("either", {"text": True}),
             ("either", {"text": False}), ("everything", {}), ("perhaps", {"lucky": True}), ("perhaps", {"lucky": False}),
             ("view", {}), ("nothing", {}), ("hole", {}), ("garbled", {}), ("endless", {}), ("checked", {"count": 3}),
             ("checked", {"count": 0}), ("checked", {"count": 9}), ("sum", {"amounts": ["1.50", "0.75"]}),
             ("sum", {"amounts": ["1.5"]})]

    def test_are_valid_in_every_revision(self):
        official = schemas()
        if official is None:
            self.skipTest("the official schemas, or Python's jsonschema, are absent")
        for revision in REVISIONS:
            with self.subTest(revision), Server(SERVERS["results"], revision) as server:
                self.check_all(official, revision, server)

    def check_all(self, official, revision, server):
        listed = server.ask("tools/list", {})["result"]
        self.assertEqual(list(official.problems(revision, "ListToolsResult", listed)), [])
        for tool, arguments in self.CALLS:
            result = server.call(tool, arguments)
            self.assertEqual(list(official.problems(revision, "CallToolResult", result)), [], (tool, result))

    def test_use_what_the_revision_knows(self):
        for revision in REVISIONS:
            with self.subTest(revision), Server(SERVERS["results"], revision) as server:
                self.check_kinds(revision, server)

    def check_kinds(self, revision, server):
        kinds = [block["type"] for block in server.call("several")["content"]]
        new = revision >= "2025-06-18"
        self.assertEqual(kinds, ["text", "resource_link" if new else "text", "image"])
        sound = server.call("sound")["content"][0]
        self.assertEqual(sound["type"], "audio" if revision >= "2025-03-26" else "resource")
        self.assertEqual(server.call("everything").get("structuredContent"), {"seen": True} if new else None)
        self.assertEqual(server.call("perhaps", {"lucky": True}).get("structuredContent"),
                         {"result": 7} if new else None)

    def test_hold_what_the_handler_gave(self):
        with Server(SERVERS["results"], MODERN) as server:
            self.assertEqual(server.call("picture")["content"],
                             [{"type": "image", "data": "iVBORw==", "mimeType": "image/png",
                               "annotations": {"audience": ["user"], "priority": 0.5}}])
            self.assertEqual(server.call("file")["content"],
                             [{"type": "resource", "resource": {"uri": "file:///notes.txt", "mimeType": "text/plain",
                                                                "text": "milk"}, "annotations": {"priority": 1}}])
            self.assertEqual(server.call("view")["content"], [{"type": "text", "text": "constant"}])
            self.assertEqual(server.call("nothing")["content"], [])
            self.assertEqual(server.call("sum", {"amounts": ["1.50", "0.75"]})["structuredContent"], {"result": "2.25"})
            self.assertEqual(server.call("checked", {"count": 3})["structuredContent"], {"count": 3})

    def test_fail_with_a_text(self):
        with Server(SERVERS["results"], MODERN) as server:
            for tool, arguments, text in [
                    ("perhaps", {"lucky": False}, "There is none today; ask again tomorrow."),
                    ("hole", {}, "The tool's result cannot be written as JSON: $[1] is not a finite number"),
                    ("garbled", {}, "The tool's result cannot be written as JSON: $[1] is not valid UTF-8"),
                    ("checked", {"count": 0}, "$.count: expected integer of at least 1, got 0"),
                    ("checked", {"count": 9}, "The tool failed; the server's log has the detail."),
                    ("sum", {"amounts": ["1.50", 2]}, "$.amounts[1]: expected an amount such as 1.50, got 2")]:
                result = server.call(tool, arguments)
                self.assertTrue(result.get("isError"), tool)
                self.assertEqual([block["text"] for block in result["content"]], [text])
            endless = server.call("endless")
            self.assertTrue(endless["isError"])
            self.assertIn("is nested deeper than 1024 levels", endless["content"][0]["text"])
            self.assertEqual(server.call("view")["content"][0]["text"], "constant", "the server lives on")


class Geodesic(unittest.TestCase):
    """Functions and structs of two libraries that nobody edited."""

    def setUp(self):
        if "geodesic" not in SERVERS:
            self.skipTest("GeographicLib or libnova was not found")
        self.server = Server(SERVERS["geodesic"], MODERN)
        self.addCleanup(self.server.__exit__)

    def result(self, tool, arguments):
        return self.server.call(tool, arguments)["structuredContent"]

    def text(self, tool, arguments):
        return self.server.call(tool, arguments)["content"][0]["text"]

    def test_answers_as_the_libraries_do(self):
        paris, new_york = {"latitude": 48.86, "longitude": 2.35}, {"latitude": 40.7, "longitude": -74}
        way = self.result("distance", {"from": paris, "to": new_york})
        self.assertAlmostEqual(way["distance"], 5853077.27, places=1)
        there = self.result("destination", {"from": paris, "bearing": way["initial_bearing"], "distance": way["distance"]})
        self.assertAlmostEqual(there["latitude"], 40.7, places=9)
        self.assertEqual(self.text("to_mgrs", {"point": paris}), "31UDQ5232412096")
        self.assertEqual(self.result("utm_zone", {"lat": 59.9, "lon": 10.7}), {"result": 32})
        self.assertEqual(self.result("dms_to_degrees", {"d": 10, "m": 30}), {"result": 10.5})
        self.assertEqual(self.result("normalize_longitude", {"x": 725}), {"result": 5})
        self.assertEqual(self.result("epsg_code", {"zone": 32, "northp": True}), {"result": 32632})
        sun = self.result("sun_times", {"observer": {"latitude": 59.91, "longitude": 10.75}, "date": "2026-06-21"})
        self.assertEqual(sun["rise"][:13], "2026-06-21T01")

    def test_refuses_by_what_was_written_beside_the_headers(self):
        text = self.text("sun_times", {"observer": {"latitude": 91, "longitude": "x"}, "date": "2026-02-30"})
        self.assertEqual(text.splitlines(), [
            "$.observer.latitude: expected number between -90 and 90, got 91",
            '$.observer.longitude: expected number between -180 and 180, got "x"',
            '$.date: expected date (RFC 3339) such as 2026-01-31, got "2026-02-30"'])

    def test_tells_what_the_headers_say(self):
        tools = {tool["name"]: tool for tool in self.server.ask("tools/list", {})["result"]["tools"]}
        degrees = tools["dms_to_degrees"]["inputSchema"]["properties"]
        self.assertEqual(degrees["m"], {"type": "number", "description": "arc minutes.", "default": 0.0})
        observer = tools["sun_times"]["inputSchema"]["properties"]["observer"]["properties"]
        self.assertEqual(observer["latitude"]["description"], "North of the equator")


if __name__ == "__main__":
    SERVERS["results"] = sys.argv[1]
    if len(sys.argv) > 2:
        SERVERS["geodesic"] = sys.argv[2]
    unittest.main(argv=sys.argv[:1], verbosity=1)
