"""What docs/handlers.md says about its own code.

usage: handlers_test.py SERVER PAGE
"""

import base64
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

SERVER, PAGE = sys.argv[1:3]


def call(tool, **arguments):
    return subprocess.run([SERVER, "--call", tool, json.dumps(arguments)], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True).stdout


class Session:
    """A client with a session, over stdio."""

    def __init__(self):
        self.process = subprocess.Popen([SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.said = []  # notifications
        self.ids = 0
        self.ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {},
                                "clientInfo": {"name": "Ada's client", "version": "7"}})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.communicate()

    def ask(self, method, params):
        self.ids += 1
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", "id": self.ids, "method": method, "params": params}) + "\n")
        self.process.stdin.flush()
        while "id" not in (message := json.loads(self.process.stdout.readline())):
            self.said.append(message)
        return message["result"]

    def call(self, name, meta=None, **arguments):
        return self.ask("tools/call", {"name": name, "arguments": arguments} | ({"_meta": meta} if meta else {}))


class Page(unittest.TestCase):
    def test_what_the_console_shows(self):
        page = pathlib.Path(PAGE).read_text()
        shown = re.findall(r"^\$ handlers --call (\w+) '(.*)'\n((?:(?!```|\$).*\n)*)", page, re.M)
        self.assertTrue(shown)
        for tool, arguments, output in shown:
            self.assertEqual(call(tool, **json.loads(arguments)), output)

    def test_progress_and_log(self):
        with tempfile.NamedTemporaryFile("w") as file, Session() as session:
            file.write("one\ntwo\n")
            file.flush()
            result = session.call("count_lines", {"progressToken": "t"}, files=[file.name, "/absent"])
            self.assertEqual(result["structuredContent"], {file.name: 2})
            reports = [one["params"] for one in session.said if one["method"] == "notifications/progress"]
            self.assertEqual(reports[0], {"progressToken": "t", "progress": 1, "total": 2, "message": f"read {file.name}"})
            self.assertEqual([one["params"] for one in session.said if one["method"] == "notifications/message"],
                             [{"level": "warning", "logger": "count_lines", "data": "cannot read /absent"}])

    def test_who_asks(self):
        with Session() as session:
            answer = session.call("who", {"com.example/ticket": 42})
            self.assertEqual(answer["content"][0]["text"], "Ada's client 7, ticket 42")

    def test_handles(self):
        with Session() as session:
            basket = session.call("create_basket")["content"][0]["text"]
            self.assertRegex(basket, "^basket_")
            session.call("add_item", basket=basket, item="apple")
            self.assertEqual(session.call("add_item", basket=basket, item="pear")["structuredContent"],
                             {"result": ["apple", "pear"]})
            lost = session.call("add_item", basket="basket_x", item="pear")
            self.assertTrue(lost["isError"])
            self.assertIn("create_basket", lost["content"][0]["text"])

    def test_failure_and_result(self):
        with Session() as session:
            self.assertEqual(session.call("price", item="pear")["structuredContent"], {"result": 0.75})
            self.assertEqual(session.call("total", items=["pear", "apple"])["structuredContent"], {"result": 1.25})
            failed = session.call("price", item="plum")
            thrown = session.call("total", items=["plum"])
            self.assertTrue(failed["isError"] and thrown["isError"])
            self.assertEqual(failed["content"], thrown["content"])
            self.assertEqual(session.call("total", items=[])["content"][0]["text"], "give at least one item")

    def test_images(self):
        with Session() as session, tempfile.NamedTemporaryFile("wb") as file:
            block = session.call("colour", red=1, green=2, blue=3)["content"][0]
            self.assertEqual(base64.b64decode(block["data"]), b"P6 1 1 255\n\x01\x02\x03")
            file.write(b"\x89PNG\0\xff")
            file.flush()
            content = session.call("show", path=file.name)["content"]
            self.assertEqual(content[0]["text"], f"{file.name}: 6 bytes")
            self.assertEqual(base64.b64decode(content[1]["data"]), b"\x89PNG\0\xff")
            self.assertEqual(content[1]["annotations"], {"audience": ["user"]})


unittest.main(argv=sys.argv[:1])
