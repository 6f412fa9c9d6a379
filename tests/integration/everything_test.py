#!/usr/bin/env python3
"""Drives examples/everything over standard input and output: every kind of request in every protocol revision, each
line that comes back one message, valid by the official schema of its revision where that is at hand. Over HTTP it is
asked for what HTTP adds to that.

usage: everything_test.py EVERYTHING_SERVER
"""
import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys
import unittest
import urllib.error
import urllib.request

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "messages"))
import judge  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
LEGACY = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
MODERN = "2026-07-28"
PREFIX = "io.modelcontextprotocol/"
TASKS = PREFIX + "tasks"
ALL = {"elicitation": {"form": {}, "url": {}}, "sampling": {"tools": {}, "context": {}}, "roots": {}}
PROGRAM = None

# Requests that have a result, by what they are asked for.
CACHED = [("server/discover", {}), ("tools/list", {}), ("prompts/list", {}), ("resources/list", {}),
          ("resources/templates/list", {}), ("resources/read", {"uri": "test://static-text"}),
          ("resources/read", {"uri": "test://static-binary"}), ("resources/read", {"uri": "test://template/7/data"})]
OTHERS = [("tools/call", {"name": "greet", "arguments": {"name": "Ada"}}),
          ("tools/call", {"name": "test_error_handling", "arguments": {}}),
          ("tools/call", {"name": "test_multiple_content_types", "arguments": {}}),
          ("tools/call", {"name": "test_audio_content", "arguments": {}}),
          ("prompts/get", {"name": "test_simple_prompt"}),
          ("prompts/get", {"name": "test_prompt_with_image"}),
          ("prompts/get", {"name": "test_prompt_with_embedded_resource", "arguments": {"resourceUri": "a:b"}}),
          ("completion/complete", {"ref": {"type": "ref/prompt", "name": "test_prompt_with_arguments"},
                                   "argument": {"name": "arg1", "value": "par"}})]
COMPLETION = OTHERS[-1]
QUESTIONS = [("tools/call", {"name": "test_elicitation", "arguments": {"message": "Who?"}}),
             ("tools/call", {"name": "test_elicitation_sep1330_enums", "arguments": {}}),
             ("tools/call", {"name": "test_sampling", "arguments": {"prompt": "Where?"}}),
             ("tools/call", {"name": "test_input_required_result_multiple_inputs", "arguments": {}}),
             ("prompts/get", {"name": "test_input_required_result_prompt"})]
ANSWERS = {"elicitation/create": {"action": "decline"}, "roots/list": {"roots": []},
           "sampling/createMessage": {"role": "assistant", "content": {"type": "text", "text": "There."}, "model": "m"}}


def load_validator():
    """tests/transcripts/validate.py and the official schemas; nothing where they are absent."""
    folder = pathlib.Path(os.environ.get("MCP_SCHEMA_DIR", ROOT.parent / "shared" / "schema"))
    try:
        import jsonschema
    except ImportError:
        return None, None
    if not (folder / f"{MODERN}.json").exists():
        return None, None
    spec = importlib.util.spec_from_file_location("validate", ROOT / "tests" / "transcripts" / "validate.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module, module.Schemas(folder, jsonschema)


VALIDATE, SCHEMAS = load_validator()


class Server:
    """One process and a client of one revision that can answer every question."""

    def __init__(self, revision, capabilities=None, options=()):
        self.revision = revision
        self.judge = judge.Judge(None if revision == MODERN else revision)
        self.capabilities = ALL if capabilities is None else capabilities
        self.count = 0
        self.notices = []
        self.questions = []
        self.process = subprocess.Popen([PROGRAM, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True, encoding="utf-8")
        if revision != MODERN:
            self.opened = self.ask("initialize", {"protocolVersion": revision, "capabilities": self.capabilities,
                                                  "clientInfo": {"name": "test", "version": "1"}})
            self.send({"method": "notifications/initialized"})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.rest = self.process.stdout.read()
        self.process.wait(timeout=20)
        self.process.stdout.close()

    def send(self, message):
        self.judge.sent({"jsonrpc": "2.0", **message})
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self.process.stdin.flush()

    def answer(self, method, params=None, meta=None, id=None):
        """The response to a request, as a message; what comes before it is noted, and questions are answered."""
        self.count += 1
        id = self.count if id is None else id
        params = dict(params or {})
        if self.revision == MODERN:
            params["_meta"] = {PREFIX + "protocolVersion": MODERN, PREFIX + "clientCapabilities": self.capabilities,
                               **(meta or {})}
        elif meta:
            params["_meta"] = meta
        self.send({"id": id, "method": method, "params": params})
        while True:
            line = self.process.stdout.readline()
            assert line.endswith("\n"), "the server is gone"
            message = json.loads(line)
            self.judge.received(message)
            assert isinstance(message, dict) and message["jsonrpc"] == "2.0", message
            if "method" not in message:
                assert message["id"] == id, message
                if message.get("result", {}).get("resultType") != "task" and not method.startswith("tasks/"):
                    self.check("check_answer", method, message)  # tasks have a schema of their own
                return message
            if "id" in message:
                self.questions.append(message)
                self.send({"id": message["id"], "result": ANSWERS[message["method"]]})
            else:
                self.check("check_notification", message)
                self.notices.append(message)

    def check(self, how, *arguments):
        problems = [] if SCHEMAS is None else list(getattr(VALIDATE, how)(SCHEMAS, self.revision, *arguments))
        assert not problems, (problems, arguments[-1])

    def ask(self, method, params=None, meta=None):
        message = self.answer(method, params, meta)
        assert "result" in message, message
        return message["result"]


class Modern(unittest.TestCase):
    """What every result of 2026-07-28 says of itself."""

    def setUp(self):
        self.server = self.enterContext(Server(MODERN))

    def test_results_say_what_they_are_and_who_they_are_from(self):
        for method, params in CACHED + OTHERS + QUESTIONS:
            with self.subTest((method, params)):
                result = self.server.ask(method, params)
                self.assertEqual(result["resultType"],
                                 "input_required" if (method, params) in QUESTIONS else "complete")
                self.assertEqual(result["_meta"][PREFIX + "serverInfo"]["name"], "everything")

    def test_results_that_may_be_kept_say_how_long_and_for_whom_and_no_others(self):
        for method, params in CACHED:
            with self.subTest((method, params)):
                result = self.server.ask(method, params)
                self.assertIs(type(result["ttlMs"]), int)
                self.assertGreaterEqual(result["ttlMs"], 0)
                self.assertIn(result["cacheScope"], ["public", "private"])
        for method, params in OTHERS + QUESTIONS:
            with self.subTest((method, params)):
                self.assertEqual({"ttlMs", "cacheScope"} & set(self.server.ask(method, params)), set())

    def test_questions_are_in_results_and_never_requests(self):
        for method, params in QUESTIONS:
            result = self.server.ask(method, params)
            for question in result["inputRequests"].values():
                self.assertIn(question["method"], ANSWERS)
                self.assertNotIn("id", question)
            responses = {key: ANSWERS[question["method"]] for key, question in result["inputRequests"].items()}
            done = self.server.ask(method, {**params, "inputResponses": responses,
                                            "requestState": result["requestState"]})
            self.assertEqual(done["resultType"], "complete")
        self.assertEqual(self.server.questions, [])

    def test_a_resource_is_completed_as_its_template(self):
        with Server(MODERN) as server:
            result = server.ask("completion/complete", {"ref": {"type": "ref/resource", "uri": "test://template/12/data"},
                                                        "argument": {"name": "id", "value": "1"}})
            self.assertEqual(result["completion"]["values"], ["1", "12", "123"])

    def test_lists_take_no_part_in_rounds(self):
        for method, params in CACHED:
            if method != "resources/read":
                self.assertEqual(self.server.ask(method, {**params, "inputResponses": {}})["resultType"], "complete")

    def test_tasks_that_are_changed_answer_with_an_empty_result(self):
        with Server(MODERN, {**ALL, "extensions": {TASKS: {}}}) as server:
            made = server.ask("tools/call", {"name": "slow_compute", "arguments": {"seconds": 60}})
            task = {"taskId": made["taskId"]}
            for method, more in [("tasks/update", {"inputResponses": {}}), ("tasks/cancel", {})]:
                result = server.ask(method, {**task, **more})
                self.assertEqual(result.pop("_meta")[PREFIX + "serverInfo"]["name"], "everything")
                self.assertEqual(result, {"resultType": "complete"})
            gone = server.ask("tasks/get", task)
            self.assertEqual((gone["resultType"], gone["status"]), ("complete", "cancelled"))

    def test_log_levels_and_tokens_hold_for_their_request(self):
        call = {"name": "test_tool_with_progress", "arguments": {}}
        self.server.ask("tools/call", call, {"progressToken": "mine"})
        reports = [notice["params"] for notice in self.server.notices]
        self.assertEqual([report["progressToken"] for report in reports], ["mine"] * 3)
        numbers = [report["progress"] for report in reports]
        self.assertEqual(numbers, sorted(set(numbers)))
        self.server.notices.clear()
        self.server.ask("tools/call", call)
        self.server.ask("tools/call", {"name": "test_logging_tool", "arguments": {}})
        self.assertEqual(self.server.notices, [])


class Everywhere(unittest.TestCase):
    """What holds in every revision."""

    def known(self, revision, method):
        return method != "server/discover" or revision == MODERN

    def test_every_line_is_one_message_of_the_revision(self):
        for revision in [*LEGACY, MODERN]:
            with self.subTest(revision), Server(revision) as server:
                for method, params in CACHED + OTHERS + QUESTIONS:
                    if self.known(revision, method):
                        server.answer(method, params)
                for method, params in [("no/such", {}), ("tools/call", {"name": "nobody"}), ("prompts/get", {}),
                                       ("tools/list", {"cursor": "x"}), ("resources/read", {"uri": "none:///"}),
                                       ("completion/complete", {})]:
                    self.assertIn("error", server.answer(method, params), method)
            self.assertEqual(server.rest, "")

    def test_older_results_have_nothing_of_the_newer_ones(self):
        for revision in LEGACY:
            with self.subTest(revision), Server(revision) as server:
                for method, params in CACHED + OTHERS:
                    if not self.known(revision, method):
                        continue
                    result = server.ask(method, params)
                    self.assertEqual({"resultType", "ttlMs", "cacheScope"} & set(result), set(), method)
                    self.assertNotIn(PREFIX + "serverInfo", result.get("_meta", {}), method)

    def test_what_is_declared_is_answered(self):
        methods = {"tools": "tools/list", "prompts": "prompts/list", "resources": "resources/list"}
        for revision in [*LEGACY, MODERN]:
            with self.subTest(revision), Server(revision) as server:
                declared = (server.ask("server/discover") if revision == MODERN else server.opened)["capabilities"]
                for capability, method in methods.items():
                    self.assertIn(capability, declared)
                    self.assertTrue(server.ask(method)[capability])
                self.assertIn("logging", declared)
                self.assertEqual("completions" in declared, revision >= "2025-03-26")

    def test_names_of_tools_count_by_their_case(self):
        for revision in [*LEGACY, MODERN]:
            with self.subTest(revision), Server(revision) as server:
                for name in ["GREET", "Greet", "greet ", ""]:
                    error = server.answer("tools/call", {"name": name, "arguments": {"name": "Ada"}})["error"]
                    self.assertEqual(error["code"], -32602, name)
                self.assertNotIn("isError", server.ask("tools/call", {"name": "greet", "arguments": {"name": "Ada"}}))

    def test_calls_and_completions_are_limited_in_their_rate(self):
        greet = OTHERS[0]
        for revision in [*LEGACY[1:], MODERN]:
            with self.subTest(revision), Server(revision, options=("--call-rate", "0.01:2")) as server:
                self.assertNotIn("isError", server.ask(*greet))
                self.assertEqual(server.ask(*COMPLETION)["completion"]["total"], 3)
                result = server.ask(*greet)
                self.assertTrue(result["isError"])
                self.assertRegex(result["content"][0]["text"], r"Too many calls.*\d")
                self.assertRegex(server.answer(*COMPLETION)["error"]["message"], r"Too many calls.*\d")
                self.assertTrue(server.ask("tools/list")["tools"], "other methods go on")

    def test_lists_do_not_depend_on_what_came_before(self):
        lists = [method for method, _ in CACHED if method.endswith("/list")]
        for revision in [*LEGACY, MODERN]:
            with self.subTest(revision), Server(revision) as server, Server(revision, {}) as other:
                expected = [other.ask(method) for method in lists]
                for method, params in OTHERS + QUESTIONS + [("no/such", {}), ("tools/list", {"cursor": "x"})]:
                    server.answer(method, params)
                    self.assertEqual([server.ask(each) for each in lists], expected, (method, params))

    def test_clients_that_declare_nothing_are_asked_nothing(self):
        for revision in LEGACY:
            with self.subTest(revision), Server(revision, {}) as server:
                for method, params in QUESTIONS:
                    answer = server.answer(method, params)
                    self.assertTrue("error" in answer or answer["result"]["isError"], answer)
                self.assertEqual(server.questions, [])
        with Server(MODERN, {}) as server:
            for method, params in QUESTIONS:
                error = server.answer(method, params)["error"]
                self.assertEqual(error["code"], -32021)
                self.assertTrue(error["data"]["requiredCapabilities"])

    def test_sessions_are_asked_under_ids_that_differ(self):
        with Server(LEGACY[-1]) as server:
            for method, params in QUESTIONS * 3:
                server.ask(method, params)
            ids = [json.dumps(question["id"]) for question in server.questions]
            self.assertGreater(len(ids), len(QUESTIONS) * 3)
            self.assertEqual(len(set(ids)), len(ids))


class OverHttp(unittest.TestCase):
    """With options of the server."""

    def serve(self, *options):
        """The URL of a server that ends with the test."""
        process = subprocess.Popen([PROGRAM, "--http", "127.0.0.1:0", *options], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait, 20)
        self.addCleanup(process.terminate)
        for line in process.stderr:
            if found := re.search(r" serves on (\S+)", line):
                return found[1]
        raise AssertionError("the server is gone")

    def post(self, url, method, params, headers=None, meta=None):
        params = {**params, "_meta": {PREFIX + "protocolVersion": MODERN, PREFIX + "clientCapabilities": {},
                                      **(meta or {})}}
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
        fields = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream",
                  "MCP-Protocol-Version": MODERN, "Mcp-Method": method, **(headers or {})}
        try:
            response = urllib.request.urlopen(urllib.request.Request(url, body, fields), timeout=10)
        except urllib.error.HTTPError as refusal:
            response = refusal
        with response:
            return response.status, json.load(response)

    def test_completions_are_limited_in_their_rate(self):
        url = self.serve("--call-rate", "0.01:2")
        for _ in range(2):
            _, answer = self.post(url, *COMPLETION)
            self.assertEqual(answer["result"]["completion"]["total"], 3)
        _, answer = self.post(url, *COMPLETION)
        self.assertRegex(answer["error"]["message"], r"Too many calls.*\d")
        _, answer = self.post(url, "tools/list", {})
        self.assertTrue(answer["result"]["tools"], "other methods go on")

    def test_listening_to_tasks_is_refused_with_400_without_the_extension(self):
        status, answer = self.post(self.serve(), "subscriptions/listen", {"notifications": {"taskIds": ["x"]}})
        self.assertEqual((status, answer["error"]["code"]), (400, -32021))
        self.assertEqual(answer["error"]["data"], {"requiredCapabilities": {"extensions": {TASKS: {}}}})

    def test_a_missing_capability_is_400_whatever_was_reported_before(self):
        url = self.serve("--stream-after", "1ms")
        for meta in [{"progressToken": 1}, {PREFIX + "logLevel": "debug"}]:
            status, answer = self.post(url, "tools/call", {"name": "test_streaming_elicitation"},
                                       {"Mcp-Name": "test_streaming_elicitation"}, meta)
            self.assertEqual((status, answer["error"]["code"]), (400, -32021), answer)

    def test_tasks_are_refused_with_400_without_the_extension(self):
        url = self.serve()
        for method, params, name in [("tools/call", {"name": "failing_job", "arguments": {}}, "failing_job"),
                                     ("tasks/get", {"taskId": "x"}, "x"), ("tasks/cancel", {"taskId": "x"}, "x"),
                                     ("tasks/update", {"taskId": "x", "inputResponses": {}}, "x")]:
            status, answer = self.post(url, method, params, {"Mcp-Name": name})
            self.assertEqual((status, answer["error"]["code"]), (400, -32021), method)
            self.assertEqual(answer["error"]["data"], {"requiredCapabilities": {"extensions": {TASKS: {}}}})


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main(verbosity=1)
