#!/usr/bin/env python3
"""A server for two revisions that nobody has released answers every method of their era as it does in the revision
whose row theirs was copied from, over standard input and output and over HTTP.

usage: revisions_test.py SERVER
"""
import json
import re
import subprocess
import sys
import unittest
import urllib.request

PROGRAM = None
PREFIX = "io.modelcontextprotocol/"
TASKS = PREFIX + "tasks"
# Each with the revision that it must be like.
MODERN = ("2031-01-02", "2026-07-28")
LEGACY = ("2031-03-04", "2025-11-25")
CAPABILITIES = {"elicitation": {"form": {}, "url": {}}, "sampling": {}, "roots": {}, "extensions": {TASKS: {}}}
CLIENT = {"name": "test", "version": "1"}
FORM = {"action": "accept", "content": {"name": "Ada", "colours": ["red"]}}
# What differs from run to run.
VOLATILE = {"requestState", "taskId", "createdAt", "lastUpdatedAt", "ttlMs", "elicitationId"}

SHARED = [
    ("tools/list", {}),
    ("tools/call", {"name": "measure", "arguments": {"place": "here"}}),
    ("tools/call", {"name": "measure", "arguments": {"place": 1}}),
    ("tools/call", {"name": "touch", "arguments": {}}),
    ("prompts/list", {}),
    ("prompts/get", {"name": "letter", "arguments": {"to": "Ada"}}),
    ("resources/list", {}),
    ("resources/templates/list", {}),
    ("resources/read", {"uri": "memo:///7"}),
    ("resources/read", {"uri": "memo:///none"}),
    ("completion/complete", {"ref": {"type": "ref/prompt", "name": "letter"},
                             "argument": {"name": "to", "value": "A"}}),
    ("no/such", {}),
    ("tools/list", {"cursor": "none"}),
]
LEGACY_ALONE = [
    ("ping", {}),
    ("logging/setLevel", {"level": "debug"}),
    ("resources/subscribe", {"uri": "memo:///note"}),
    ("tools/call", {"name": "touch", "arguments": {}}),
    ("resources/unsubscribe", {"uri": "memo:///note"}),
    ("tools/call", {"name": "greet", "arguments": {}}),
    ("server/discover", {}),
]
MODERN_ALONE = [
    ("server/discover", {}),
    ("ping", {}),
    ("tasks/get", {"taskId": "none"}),
    ("tasks/update", {"taskId": "none", "inputResponses": {}}),
    ("tasks/cancel", {"taskId": "none"}),
]
# What every server of an era answers with a result.
METHODS = {method for method, _ in SHARED} - {"no/such"}
LEGACY_METHODS = {"initialize"} | {method for method, _ in LEGACY_ALONE} - {"server/discover"}
MODERN_METHODS = {"server/discover", "subscriptions/listen", "tasks/get", "tasks/update", "tasks/cancel"}


def steady(message):
    """The message without what differs from run to run."""
    if isinstance(message, dict):
        return {key: "…" if key in VOLATILE else steady(value) for key, value in message.items()}
    return [steady(each) for each in message] if isinstance(message, (list, tuple)) else message


class Pipe:
    """A client over standard input and output."""

    def __init__(self, revision):
        self.revision = revision
        self.process = subprocess.Popen([PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True, encoding="utf-8")

    def close(self):
        self.process.stdin.close()
        rest = self.process.stdout.read()
        self.process.wait(timeout=20)
        self.process.stdout.close()
        assert rest == "", rest

    def send(self, message):
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def receive(self):
        line = self.process.stdout.readline()
        assert line.endswith("\n"), "the server is gone"
        return json.loads(line)

    def exchange(self, message):
        """The messages up to the response of a request; questions are answered. A notification has none."""
        self.send(message)
        got = []
        while "id" in message:
            got.append(self.receive())
            if "method" not in got[-1]:
                return got
            if "id" in got[-1]:
                self.send({"jsonrpc": "2.0", "id": got[-1]["id"], "result": FORM})
        return got

    def listen(self, message):
        """What comes of a subscription until a resource has changed and it is cancelled."""
        self.send(message)
        got = [self.receive()]
        self.send(request(self.revision, 90, "tools/call", {"name": "touch", "arguments": {}}))
        got += sorted([self.receive(), self.receive()], key=lambda each: "id" in each)
        self.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": message["id"]}})
        return got


class Http:
    """A client over HTTP."""

    def __init__(self, revision):
        self.revision, self.session = revision, None
        self.process = subprocess.Popen([PROGRAM, "--http", "127.0.0.1:0"], stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.url = next(found[1] for found in (re.search(r" serves on (\S+)", line) for line in self.process.stderr) if found)

    def close(self):
        self.process.terminate()
        self.process.wait(timeout=20)
        self.process.stderr.close()

    def post(self, message):
        fields = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        if message.get("method") != "initialize":
            fields["MCP-Protocol-Version"] = self.revision
        if "_meta" in message.get("params", {}):
            fields["Mcp-Method"] = message["method"]
            name = message["params"].get("name", message["params"].get("uri", message["params"].get("taskId")))
            if name is not None:
                fields["Mcp-Name"] = name
        if self.session:
            fields["Mcp-Session-Id"] = self.session
        try:
            response = urllib.request.urlopen(
                urllib.request.Request(self.url, json.dumps(message).encode(), fields), timeout=20)
        except urllib.error.HTTPError as refusal:
            response = refusal
        self.session = response.headers.get("Mcp-Session-Id", self.session)
        return response

    def messages(self, response):
        """Those of a response, one by one; the events without data that prime a stream are told, too."""
        if response.headers.get("Content-Type") != "text/event-stream":
            body = response.read()
            if body:
                yield json.loads(body)
            return
        event = {}
        for line in response:
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name:
                event[name.rstrip(":")] = value
            elif event:
                yield json.loads(event["data"]) if event.get("data") else {"primed": "id" in event}
                event = {}

    def exchange(self, message):
        with self.post(message) as response:
            got = [{"status": response.status}]
            for each in self.messages(response):
                got.append(each)
                if "method" in each and "id" in each:
                    self.post({"jsonrpc": "2.0", "id": each["id"], "result": FORM}).close()
            return got

    def listen(self, message):
        with self.post(message) as response:
            stream = self.messages(response)
            got = [next(stream)]
            got += self.exchange(request(self.revision, 90, "tools/call", {"name": "touch", "arguments": {}}))
            return got + [next(stream)]


def request(revision, number, method, params):
    if revision in MODERN:
        params = {**params, "_meta": {PREFIX + "protocolVersion": revision, PREFIX + "clientCapabilities": CAPABILITIES,
                                      PREFIX + "clientInfo": CLIENT}}
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def modern_session(client):
    """What a client of that revision gets for one request of each kind."""
    got, number = [], 0

    def ask(method, params):
        nonlocal number
        number += 1
        answer = client.exchange(request(client.revision, number, method, params))
        got.append((method, answer))
        return answer[-1].get("result", {})

    for method, params in SHARED + MODERN_ALONE:
        ask(method, params)
    call = {"name": "greet", "arguments": {}}
    asked = ask("tools/call", call)
    ask("tools/call", {**call, "requestState": asked["requestState"], "inputResponses": {"name": FORM}})
    made = ask("tools/call", {"name": "work", "arguments": {}})
    ask("tasks/update", {"taskId": made["taskId"], "inputResponses": {}})
    ask("tasks/cancel", {"taskId": made["taskId"]})
    ask("tasks/get", {"taskId": made["taskId"]})
    got.append(("subscriptions/listen", client.listen(request(
        client.revision, 80, "subscriptions/listen",
        {"notifications": {"toolsListChanged": True, "resourceSubscriptions": ["memo:///note"]}}))))
    unknown = request("1999-01-01", 81, "tools/list", {})
    unknown["params"] = {"_meta": {PREFIX + "protocolVersion": "1999-01-01", PREFIX + "clientCapabilities": {}}}
    if isinstance(client, Pipe):
        got.append(("unsupported", client.exchange(unknown)))
    return got


def legacy_session(client):
    got = [("initialize", client.exchange(request(client.revision, 1, "initialize", {
        "protocolVersion": client.revision, "capabilities": CAPABILITIES, "clientInfo": CLIENT})))]
    client.exchange({"jsonrpc": "2.0", "method": "notifications/initialized"})
    for number, (method, params) in enumerate(SHARED + LEGACY_ALONE, 2):
        got.append((method, client.exchange(request(client.revision, number, method, params))))
    return got


class Revisions(unittest.TestCase):
    maxDiff = None

    def check(self, transport, session, invented, released):
        told = []
        for revision in (invented, released):
            client = transport(revision)
            try:
                told.append(steady(session(client)))
            finally:
                client.close()
        text = json.dumps(told[0])
        self.assertIn(invented, text, "the server must agree on the invented revision")
        for (method, got), (_, expected) in zip(json.loads(text.replace(invented, released)), told[1], strict=True):
            with self.subTest(method):
                self.assertEqual(got, json.loads(json.dumps(expected).replace(invented, released)))
        answered = {method for method, answers in told[0]
                    if method == "subscriptions/listen" or any("result" in each for each in answers)}
        self.assertEqual(answered, METHODS | (MODERN_METHODS if invented in MODERN else LEGACY_METHODS))

    def test_a_modern_one_over_standard_input_and_output(self):
        self.check(Pipe, modern_session, *MODERN)

    def test_a_modern_one_over_http(self):
        self.check(Http, modern_session, *MODERN)

    def test_a_legacy_one_over_standard_input_and_output(self):
        self.check(Pipe, legacy_session, *LEGACY)

    def test_a_legacy_one_over_http(self):
        self.check(Http, legacy_session, *LEGACY)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
