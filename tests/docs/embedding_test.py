"""What docs/embedding.md says about its own code.

usage: embedding_test.py PROGRAM
"""

import json
import re
import subprocess
import sys
import unittest

PROGRAM = sys.argv[1]


class Page(unittest.TestCase):
    def test_each_part_does_what_it_says(self):
        run = subprocess.run([PROGRAM], capture_output=True, text=True, timeout=60)
        self.assertEqual(run.returncode, 0, run.stderr)
        url, connections, hosted, piped, *jobs = run.stdout.splitlines()
        self.assertRegex(url, r"^serves on http://127\.0\.0\.1:[0-9]+/mcp$")
        self.assertEqual(connections, "0 connections")
        tools = json.loads(hosted.removeprefix("behind an HTTP server: "))["result"]["tools"]
        self.assertEqual([tool["name"] for tool in tools], ["in_stock"])
        self.assertEqual(piped, 'over a pipe: {"jsonrpc":"2.0","id":1,"result":{}}')
        self.assertEqual(jobs[:2], ["a job on the main thread", "jobs: 1"])
        self.assertEqual(sorted(jobs[2:]), ["a job in a loop of Asio", "a job of an executor"])
        self.assertEqual(re.sub(r".*sealed with a key.*\n", "", run.stderr), "", "the log has nothing to say")


unittest.main(argv=sys.argv[:1])
