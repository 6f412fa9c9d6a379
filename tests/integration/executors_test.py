#!/usr/bin/env python3
"""Drives examples/embedded and examples/frames, programs with a loop of their own, whose tools run on its thread, and
programs whose main function is generated.

usage: executors_test.py EMBEDDED FRAMES MAIN_THREAD UNBOUND_EXECUTOR
"""
import concurrent.futures
import json
import pathlib
import signal
import subprocess
import sys
import unittest
import urllib.error
import urllib.request

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "messages"))
import judge  # noqa: E402

EMBEDDED = FRAMES = MAIN_THREAD = UNBOUND = None
META = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}


def post(url, tool, arguments=None):
    """What a tool answers over HTTP: its structured content, or the text of its failure."""
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call",
               "params": {"name": tool, "arguments": arguments or {}, "_meta": META}}
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream",
               "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": tool}
    judged = judge.Judge()
    judged.sent(message)
    try:
        response = urllib.request.urlopen(urllib.request.Request(url, json.dumps(message).encode(), headers), timeout=20)
    except urllib.error.HTTPError as error:
        response = error
    with response:
        text = response.read().decode()
    if text.startswith((":", "event:", "data:", "id:")):
        text = [line for line in text.splitlines() if line.startswith("data: {")][-1][len("data: "):]
    answer = json.loads(text)
    judged.received(answer)
    if "error" in answer:
        return answer["error"]["message"]
    result = answer["result"]
    return result["content"][0]["text"] if result.get("isError") else result.get("structuredContent")


class Embedded(unittest.TestCase):
    def setUp(self):
        self.process = subprocess.Popen([EMBEDDED], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        text=True, encoding="utf-8")
        self.url = self.process.stderr.readline().strip()
        self.judge = judge.Judge()
        self.id = 0
        self.ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {},
                                "clientInfo": {"name": "test", "version": "1"}})

    def tearDown(self):
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            stream.close()
        self.assertEqual(self.process.wait(20), 0)

    def ask(self, method, params):
        self.id += 1
        message = {"jsonrpc": "2.0", "id": self.id, "method": method, "params": params}
        self.judge.sent(message)
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        self.judge.received(answer)
        return answer["result"]

    def call(self, tool, arguments=None):
        return self.ask("tools/call", {"name": tool, "arguments": arguments or {}})["structuredContent"]

    def test_tools_run_on_the_main_thread_if_they_ask_for_it(self):
        self.assertEqual(self.call("on_the_loop"), {"is_main_thread": True})
        self.assertEqual(self.call("on_any_thread"), {"is_main_thread": False})
        self.assertEqual(post(self.url, "on_the_loop"), {"is_main_thread": True})
        self.assertEqual(post(self.url, "on_any_thread"), {"is_main_thread": False})

    def test_two_servers_share_what_the_loop_owns(self):
        self.assertEqual(self.call("set_temperature", {"celsius": 25})["wanted"], 25)
        self.assertEqual(post(self.url, "read_temperature")["wanted"], 25)
        self.assertIn("Unknown tool", post(self.url, "set_temperature", {"celsius": 5}))
        self.assertEqual(self.call("read_temperature")["wanted"], 25)

    def test_the_loop_ends_at_a_signal(self):
        self.process.send_signal(signal.SIGTERM)
        self.assertEqual(self.process.wait(20), 0)

    def test_the_loop_ends_when_its_client_has_gone(self):
        self.process.stdin.close()
        self.assertEqual(self.process.wait(20), 0)


class Frames(unittest.TestCase):
    def setUp(self):
        self.process = subprocess.Popen([FRAMES], stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip()

    def tearDown(self):
        self.process.send_signal(signal.SIGTERM)
        self.assertEqual(self.process.wait(20), 0)
        self.process.stdout.close()

    def test_tools_see_whole_frames(self):
        def play(number):
            ball = post(self.url, "throw_ball", {"at": {"x": number, "y": 5}, "speed": {"x": 1, "y": 2}})["result"]
            frames = []
            for _ in range(5):
                seen = post(self.url, "look")
                self.assertIn(ball, [each["id"] for each in seen["balls"]])
                # A ball is of the last frame, or was thrown since.
                self.assertTrue(all(each["frame"] == seen["frame"] for each in seen["balls"]), seen)
                frames.append(seen["frame"])
            self.assertEqual(frames, sorted(frames))
            post(self.url, "catch_ball", {"id": ball})
            return ball

        with concurrent.futures.ThreadPoolExecutor(8) as clients:
            balls = list(clients.map(play, range(8)))
        self.assertEqual(len(set(balls)), 8)
        self.assertEqual(post(self.url, "look")["balls"], [])
        self.assertIn("there is no ball", post(self.url, "catch_ball", {"id": balls[0]}))

    def test_a_coroutine_goes_on_in_a_later_frame(self):
        before = post(self.url, "look")["frame"]
        self.assertGreater(post(self.url, "look_later", {"milliseconds": 100})["frame"], before + 1)


class GeneratedMain(unittest.TestCase):
    def run_program(self, program, *arguments, text=""):
        return subprocess.run([program, *arguments], input=text, capture_output=True, text=True, timeout=20)

    def test_is_the_main_thread_of_its_tools(self):
        for tool, expected in (("on_main", True), ("on_main_later", True)):
            called = self.run_program(MAIN_THREAD, "--call", tool)
            self.assertEqual((called.returncode, json.loads(called.stdout)), (0, {"result": expected}), called.stderr)

    def test_runs_them_there_over_stdio(self):
        tools = ("on_main", "on_main_later", "anywhere")
        messages = [{"method": "tools/call", "params": {"name": tool, "arguments": {}, "_meta": META}} for tool in tools]
        with subprocess.Popen([MAIN_THREAD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            for number, message in enumerate(messages):
                process.stdin.write(json.dumps({"jsonrpc": "2.0", "id": number, **message}) + "\n")
            process.stdin.flush()
            answers = {}
            for _ in messages:
                answer = json.loads(process.stdout.readline())
                answers[tools[answer["id"]]] = answer["result"]["structuredContent"]["result"]
            process.stdin.close()
            self.assertEqual(process.wait(20), 0)
        self.assertEqual(answers, {"on_main": True, "on_main_later": True, "anywhere": False})

    def test_does_not_start_without_an_executor_of_another_name(self):
        for arguments in ((), ("--http", "0"), ("--call", "redraw")):
            started = self.run_program(UNBOUND, *arguments)
            self.assertEqual((started.returncode, started.stdout), (1, ""))
            self.assertIn('"gui" (tool redraw, resource window://title)', started.stderr)
            self.assertIn("server.executor(", started.stderr)
        self.assertEqual(self.run_program(UNBOUND, "--list").returncode, 0)


if __name__ == "__main__":
    EMBEDDED, FRAMES, MAIN_THREAD, UNBOUND = sys.argv[1:5]
    unittest.main(argv=sys.argv[:1])
