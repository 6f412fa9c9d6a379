"""An example that offers tools on an HTTP server of somebody else's: clients of both eras call a tool, a page of its own is
served beside it, where it has one, and it ends with its streams when it is told to.

usage: example_test.py PROGRAM TOOL ARGUMENTS ANSWER [PAGE]
"""
import json
import pathlib
import re
import subprocess
import sys
import unittest

PROGRAM, TOOL, ARGUMENTS, ANSWER, *PAGE = sys.argv[1:]
del sys.argv[1:]
sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "http"))
from client import Connection, request  # noqa: E402
from support import MODERN, Session, call, check  # noqa: E402


class Example(unittest.TestCase):
    def setUp(self):
        self.process = subprocess.Popen([PROGRAM], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.addCleanup(self.process.stderr.close)
        self.addCleanup(self.process.wait)
        self.addCleanup(self.process.kill)
        said = ""
        while not (found := re.search(r" serves on http://127\.0\.0\.1:(\d+)/mcp", said)):
            line = self.process.stderr.readline()
            self.assertTrue(line, said)
            said += line
        self.address = ("127.0.0.1", int(found[1]))

    def ask(self, data, source=None):
        with Connection(self.address, source=source) as connection:
            return connection.ask(data)

    def test_serves_both_eras_and_ends(self):
        response = self.ask(call(TOOL, **json.loads(ARGUMENTS)))
        self.assertEqual(response.status, 200, response.body)
        result = check(response.json(), MODERN, "tools/call")["result"]
        self.assertEqual(result["structuredContent"], json.loads(ANSWER))

        session = Session(self)
        listed = session.check(session.ask("tools/list").body, "tools/list")["result"]["tools"]
        self.assertIn(TOOL, [tool["name"] for tool in listed])
        with Connection(self.address) as connection:
            connection.send(session.get())
            head, events = connection.stream()
            next(events)
            for page in PAGE:
                self.assertIn(page.encode(), self.ask(request("GET", "/")).body)
            self.process.terminate()
            self.assertEqual([event.data for event in events if event.data], [], "the stream ends as it should")
        self.assertEqual(self.process.wait(timeout=10), 0)


if __name__ == "__main__":
    unittest.main()
