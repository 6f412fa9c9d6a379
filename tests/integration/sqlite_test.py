#!/usr/bin/env python3
"""Drives examples/sqlite: statements that do not end hold its thread neither for ever nor beyond their cancellation.

usage: sqlite_test.py SQLITE_SERVER
"""
import json
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "messages"))
import judge  # noqa: E402

PROGRAM = None
ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"


class Sqlite(unittest.TestCase):
    """A server with one thread for its tools, and a client with a session."""

    def setUp(self):
        self.judge = judge.Judge("2025-11-25")
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        path = folder / "shop.db"
        with sqlite3.connect(path) as database:
            database.execute("CREATE TABLE sold (what TEXT)")
            database.execute("CREATE VIEW endless AS " + ENDLESS)
        database.close()
        self.process = subprocess.Popen([PROGRAM, "--max-workers", "1"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, env={**os.environ, "SQLITE_DATABASE": str(path)})
        self.send("initialize", {"protocolVersion": "2025-11-25", "capabilities": {},
                                 "clientInfo": {"name": "test", "version": "1"}}, id=0)
        self.read(0)
        self.send("notifications/initialized")

    def tearDown(self):
        self.process.stdin.close()
        self.assertEqual(self.process.wait(10), 0)
        self.process.stdout.close()

    def send(self, method, params=None, **id):
        message = {"jsonrpc": "2.0", "method": method, "params": params or {}, **id}
        self.judge.sent(message)
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def read(self, id):
        answer = json.loads(self.process.stdout.readline())
        self.judge.received(answer)
        self.assertEqual(answer["id"], id)
        return answer["result"]

    def call(self, tool, id, **arguments):
        self.send("tools/call", {"name": tool, "arguments": arguments}, id=id)

    def assertAnswersWithItsOnlyThread(self):
        self.call("query", 9, sql="SELECT 7")
        self.assertEqual(self.read(9)["structuredContent"]["rows"], [[7]])

    def test_ends_statements_that_take_too_long(self):
        self.call("query", 1, sql=ENDLESS)
        result = self.read(1)
        self.assertTrue(result["isError"])
        self.assertEqual([block["text"] for block in result["content"]],
                         ["The tool did not finish within 5000 ms; ask for less, or try again later."])
        self.assertAnswersWithItsOnlyThread()

    def test_ends_statements_that_are_cancelled(self):
        for id, tool, arguments in [(1, "query", {"sql": ENDLESS}), (2, "list_tables", {})]:
            self.call(tool, id, **arguments)
            self.send("notifications/cancelled", {"requestId": id})
        self.assertAnswersWithItsOnlyThread()

    def test_makes_no_values_of_any_size(self):
        self.call("query", 1, sql="SELECT length(hex(zeroblob(100000000)))")
        result = self.read(1)
        self.assertTrue(result["isError"])
        self.assertIn("too big", result["content"][0]["text"])


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main(verbosity=2)
