#!/usr/bin/env python3
"""Drives examples/notes over a directory of files: what it lists and reads, what it refuses, and that clients hear of
edits.

usage: notes_test.py NOTES_SERVER
"""
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "messages"))
import judge  # noqa: E402

PROGRAM = None


class Notes(unittest.TestCase):
    """One server over a directory with two notes, and a client with a session."""

    def setUp(self):
        self.judge = judge.Judge()
        self.folder = tempfile.TemporaryDirectory()
        self.directory = pathlib.Path(self.folder.name, "notes")
        self.directory.mkdir()
        (self.directory / "today.md").write_text("# Today\n\nbuy milk\n")
        (self.directory / "caf\u00e9 list.md").write_text("espresso\n")
        (self.directory / "picture.png").write_bytes(b"\x89PNG")
        (self.directory / ".hidden.md").write_text("secret\n")
        pathlib.Path(self.folder.name, "secret.md").write_text("secret\n")
        os.symlink("../secret.md", self.directory / "link.md")
        self.process = subprocess.Popen([PROGRAM, str(self.directory)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, encoding="utf-8")
        self.id = 0
        self.notices = []
        self.ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {},
                                "clientInfo": {"name": "test", "version": "1"}})
        self.send({"method": "notifications/initialized"})

    def tearDown(self):
        self.process.stdin.close()
        self.assertEqual(self.process.wait(10), 0)
        self.process.stdout.close()
        self.folder.cleanup()

    def send(self, message):
        self.judge.sent({"jsonrpc": "2.0", **message})
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self.process.stdin.flush()

    def read(self):
        line = self.process.stdout.readline()
        self.assertTrue(line, "the server is gone")
        message = json.loads(line)
        self.judge.received(message)
        return message

    def ask(self, method, params=None):
        """The result, or the error, of a request."""
        self.id += 1
        self.send({"id": self.id, "method": method, "params": params or {}})
        while True:
            message = self.read()
            if message.get("id") == self.id:
                return message.get("result", message.get("error"))
            self.notices.append(message)

    def wait_for(self, method, uri=None):
        """The next notification of that kind."""
        while True:
            for i, notice in enumerate(self.notices):
                if notice["method"] == method and (uri is None or notice["params"]["uri"] == uri):
                    return self.notices.pop(i)
            self.notices.append(self.read())

    def uris(self):
        return [each["uri"] for each in self.ask("resources/list")["resources"]]

    def test_lists_what_is_there_at_the_moment(self):
        self.assertEqual(self.uris(), ["notes:///", "notes:///caf%C3%A9%20list.md", "notes:///today.md"])
        (self.directory / "new.md").write_text("new\n")
        self.assertIn("notes:///new.md", self.uris())

    def test_reads_notes(self):
        contents = self.ask("resources/read", {"uri": "notes:///caf%C3%A9%20list.md"})["contents"]
        self.assertEqual(contents, [{"uri": "notes:///caf%C3%A9%20list.md", "mimeType": "text/markdown",
                                     "text": "espresso\n"}])
        self.assertEqual(self.ask("resources/read", {"uri": "notes:///"})["contents"][0]["text"], "2 notes, 27 bytes")

    def test_lets_nobody_out_of_the_directory(self):
        for name in ["..%2Fsecret.md", "%2E%2E%2Fsecret.md", "../secret.md", "%2Fetc%2Fpasswd", "link.md", "%00", "",
                     "nothing.md", "picture.png", ".hidden.md", "..", "%ff.md"]:
            answer = self.ask("resources/read", {"uri": f"notes:///{name}"})
            if name == "":
                continue  # the overview
            self.assertEqual(answer.get("code"), -32002, name)
            self.assertNotIn("secret\n", json.dumps(answer), name)
        for name in ["../out.md", "/tmp/out.md", "a/b.md", ".hidden.md", "x.txt"]:
            answer = self.ask("tools/call", {"name": "write_note", "arguments": {"name": name, "text": "x"}})
            self.assertTrue(answer["isError"], name)

    def test_completes_names(self):
        for ref in [{"type": "ref/resource", "uri": "notes:///{name}"}, {"type": "ref/prompt", "name": "summarise"}]:
            result = self.ask("completion/complete", {"ref": ref, "argument": {"name": "name", "value": "to"}})
            self.assertEqual(result["completion"], {"values": ["today.md"], "total": 1, "hasMore": False})

    def test_prompts_with_the_note_in_it(self):
        result = self.ask("prompts/get", {"name": "summarise", "arguments": {"name": "today.md", "length": "full"}})
        self.assertEqual([each["content"]["type"] for each in result["messages"]], ["resource", "text"])
        self.assertEqual(result["messages"][0]["content"]["resource"]["text"], "# Today\n\nbuy milk\n")

    def test_survives_the_limit_for_the_size_of_files(self):
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (1000, resource.RLIM_INFINITY))
        result = self.ask("tools/call", {"name": "write_note", "arguments": {"name": "long.md", "text": "x" * 1001}})
        self.assertTrue(result["isError"], result)
        self.assertNotIn("notes:///long.md", self.uris())

    def test_finds_lines(self):
        result = self.ask("tools/call", {"name": "search", "arguments": {"text": "milk"}})
        self.assertEqual(result["structuredContent"]["result"], [{"name": "today.md", "line": 3, "text": "buy milk"}])

    def test_tells_subscribers_of_edits_and_everybody_of_new_notes(self):
        self.assertEqual(self.ask("resources/subscribe", {"uri": "notes:///today.md"}), {})
        (self.directory / "today.md").write_text("done\n")
        self.wait_for("notifications/resources/updated", "notes:///today.md")
        (self.directory / "tomorrow.md").write_text("rest\n")
        self.wait_for("notifications/resources/list_changed")
        (self.directory / "tomorrow.md").unlink()
        self.wait_for("notifications/resources/list_changed")


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main(verbosity=2)
