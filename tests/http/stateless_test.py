"""2026-07-28: what a request needs is in the request. Nothing that a client did before changes its answer, neither on
the same connection nor on standard input.

usage: stateless_test.py HTTP_FIXTURE [TEST...]
"""
import json
import subprocess

from client import request
from support import (CAPABILITIES_KEY, LEGACY, MODERN, NEWEST, PROGRAM, VERSION_KEY, Case, Session, call, check, main,
                     message, modern, text_of)

LIST = "tools/list"
LEVEL = "io.modelcontextprotocol/logLevel"
FORMS = {CAPABILITIES_KEY: {"elicitation": {"form": {}}}}
MODEL = {CAPABILITIES_KEY: {"sampling": {}}}
ALL = {CAPABILITIES_KEY: {"elicitation": {}, "sampling": {}, "roots": {}}}


class Stdio:
    """The fixture behind pipes."""

    def __init__(self):
        self.process = subprocess.Popen([PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(timeout=10)
        self.process.stdout.close()

    def send(self, one):
        self.process.stdin.write(json.dumps(one) + "\n")
        self.process.stdin.flush()

    def receive(self):
        return json.loads(self.process.stdout.readline())

    def ask(self, method, params=None, id=1, meta=None):
        """The answer to a modern request; `meta` changes what it says of its client."""
        meta = {VERSION_KEY: MODERN, CAPABILITIES_KEY: {}, **(meta or {})}
        self.send(message(method, {**(params or {}), "_meta": meta}, id))
        return check(self.receive(), MODERN, method)

    def open(self, revision=NEWEST, capabilities=None):
        """Begins a session beside the modern requests."""
        self.send(message("initialize", {"protocolVersion": revision, "capabilities": capabilities or {},
                                         "clientInfo": {"name": "test", "version": "1"}}, "init"))
        check(self.receive(), revision, "initialize")
        self.send(message("notifications/initialized", id=None))


class Capabilities(Case):
    """Those of a request are what it declares itself."""

    def assertAsks(self, answer, method):
        result = check(answer, MODERN, "tools/call")["result"]
        self.assertEqual(result["resultType"], "input_required")
        asked, = result["inputRequests"].values()
        self.assertEqual(asked["method"], method)

    def assertLacks(self, answer, required):
        error = check(answer, MODERN, "error")["error"]
        self.assertEqual((error["code"], error["data"]), (-32021, {"requiredCapabilities": required}))

    def test_are_not_those_of_an_earlier_request_on_the_connection(self):
        with self.connect() as connection:
            ask = lambda tool, meta: connection.ask(call(tool, meta=meta))
            for _ in range(3):
                self.assertAsks(ask("ask", FORMS).json(), "elicitation/create")
                self.assertAsks(ask("sample", MODEL).json(), "sampling/createMessage")
                for tool, meta, required in [("ask", {}, {"elicitation": {"form": {}}}),
                                             ("ask", MODEL, {"elicitation": {"form": {}}}),
                                             ("sample", FORMS, {"sampling": {}})]:
                    response = ask(tool, meta)
                    self.assertEqual((response.status, response.field("Content-Type")), (400, "application/json"))
                    self.assertLacks(response.json(), required)

    def test_are_not_those_of_an_earlier_request_on_standard_input(self):
        with Stdio() as server:
            for _ in range(3):
                self.assertAsks(server.ask("tools/call", {"name": "ask", "arguments": {}}, meta=FORMS),
                                "elicitation/create")
                self.assertLacks(server.ask("tools/call", {"name": "ask", "arguments": {}}),
                                 {"elicitation": {"form": {}}})

    def test_are_not_those_of_a_session_beside_it(self):
        declared = {"elicitation": {}, "sampling": {}, "roots": {}}
        for revision in LEGACY:
            with Stdio() as server:
                server.open(revision, declared)
                self.assertLacks(server.ask("tools/call", {"name": "ask", "arguments": {}}),
                                 {"elicitation": {"form": {}}})
        session = Session(self.server, capabilities=declared)
        response = self.server.ask(call("ask", headers={"Mcp-Session-Id": session.id}))
        self.assertEqual(response.status, 400)
        self.assertLacks(response.json(), {"elicitation": {"form": {}}})


class Retries(Case):
    """Each round of a request stands for itself."""

    def test_lists_are_for_nobody_when_they_answer_a_retry(self):
        for more in [{"requestState": "x"}, {"inputResponses": {}}]:
            result = self.assertAnswered(self.server.ask(modern("tools/list", more)), method="tools/list")
            self.assertEqual((result["ttlMs"], result["cacheScope"]), (0, "private"))

    def test_answers_are_checked_where_nothing_was_asked(self):
        for more in [{"inputResponses": 5}, {"requestState": 7}]:
            response = self.server.ask(modern("tools/call", {"name": "add", "arguments": {"a": 1, "b": 2}, **more}))
            self.assertRefused(response, 200, -32602)

    def test_may_come_on_another_connection_under_another_id(self):
        asked = check(self.server.ask(call("ask", id="first", meta=ALL)).json(), MODERN, "tools/call")["result"]
        params = {"name": "ask", "arguments": {}, "requestState": asked["requestState"],
                  "inputResponses": {"word": {"action": "accept", "content": {"word": "yes"}}}}
        answer = self.server.ask(modern("tools/call", params, id=2, meta=ALL))
        self.assertEqual(self.assertAnswered(answer, id=2)["content"][0]["text"], "yes")

    def test_may_never_come(self):
        for _ in range(50):
            self.assertEqual(self.server.ask(call("ask", meta=ALL)).json()["result"]["resultType"], "input_required")
        self.assertTrue(self.server.is_well())


class Lists(Case):
    """Everybody gets the same, whatever came before."""

    METHODS = [LIST, "resources/list", "resources/templates/list", "server/discover"]

    def lists(self, connection=None, **more):
        ask = (connection or self.server).ask
        return [self.assertAnswered(ask(modern(method, **more)), method=method) for method in self.METHODS]

    def test_do_not_depend_on_the_connection_or_what_it_did(self):
        expected = self.lists()
        with self.connect() as connection:
            for data in [call("add", a=1, b=2), call("add"), call("nobody"), call("ask", meta=ALL),
                         call("fail", text="x"), modern("no/such"), modern(LIST, {"cursor": "invented"}),
                         modern(LIST, meta={VERSION_KEY: "v9"}),
                         modern("notifications/cancelled", {"requestId": 1}, id=None)]:
                connection.ask(data)
                self.assertEqual(self.lists(connection), expected)
        session = Session(self.server, capabilities={"elicitation": {}, "sampling": {}})
        session.ask("resources/subscribe", {"uri": "note:///a"})
        listening = self.connect()
        listening.send(modern("subscriptions/listen", {"notifications": {"toolsListChanged": True}}))
        listening.head()
        self.assertEqual(self.lists(), expected)
        self.assertEqual(self.lists(meta=ALL), expected)
        self.assertEqual(self.lists(headers={"Mcp-Session-Id": session.id}), expected)

    def test_are_the_same_over_standard_input(self):
        expected = self.lists()
        with Stdio() as server:
            asked = lambda: [server.ask(method)["result"] for method in self.METHODS]
            self.assertEqual(asked(), expected)
            server.ask("tools/call", {"name": "add", "arguments": {"a": 1, "b": 2}})
            server.open(capabilities={"elicitation": {}})
            self.assertEqual(asked(), expected)

    def test_have_one_order_in_every_process(self):
        names = [tool["name"] for tool in self.lists()[0]["tools"]]
        self.assertEqual(len(set(names)), len(names))
        for _ in range(3):
            with Stdio() as server:
                self.assertEqual([tool["name"] for tool in server.ask(LIST)["result"]["tools"]], names)

    def test_of_a_session_are_those_of_any_other(self):
        for revision in LEGACY:
            sessions = [Session(self.server, revision, capabilities=declared)
                        for declared in ({}, {"elicitation": {}, "roots": {"listChanged": True}})]
            self.server.ask(sessions[0].call("add", a=1, b=2))
            one, two = (session.ask(LIST).json() for session in sessions)
            self.assertEqual(one, two, revision)


class Cancelled(Case):
    """What is cancelled is not heard of any more."""

    def test_calls_are_silent_on_standard_input(self):
        for revision in [*LEGACY, MODERN]:
            with self.subTest(revision), Stdio() as server:
                meta = {VERSION_KEY: MODERN, CAPABILITIES_KEY: {}, LEVEL: "debug"}
                params = {"name": "block_after_report", "arguments": {"label": "silent", "longest": 300}}
                if revision == MODERN:
                    params["_meta"] = meta
                else:
                    server.open(revision)
                server.send(message("tools/call", params, "cancelled"))
                self.assertEqual(server.receive()["params"]["data"], "silent")
                server.send(message("notifications/cancelled", {"requestId": "cancelled"}, None))
                # It runs on to its end; nothing is heard of that, nor of the next request but its answer.
                release = {"name": "leave", "arguments": {"label": "silent", "state": "running"}}
                if revision == MODERN:
                    release["_meta"] = meta
                server.send(message("tools/call", release, "next"))
                answer = server.receive()
                self.assertEqual((answer.get("id"), text_of(answer)), ("next", "timed out"))
                server.process.stdin.close()
                self.assertEqual(server.process.stdout.read(), "")


class Codes(Case):
    """Errors have codes that JSON-RPC or this revision defines, and no older ones."""

    DEFINED = {-32700, -32600, -32601, -32602, -32603, -32020, -32021, -32022}

    def test_are_defined(self):
        headers = {"MCP-Protocol-Version": MODERN, "Mcp-Method": LIST}
        read = lambda uri, **more: modern("resources/read", {"uri": uri}, headers={"Mcp-Name": uri}, **more)
        wrong = [modern("no/such"), modern(LIST, meta={VERSION_KEY: None}), modern(LIST, {"cursor": "x"}),
                 modern(LIST, {"cursor": 7}), modern(LIST, headers={"Mcp-Method": "x"}), call("nobody"),
                 modern("tools/call", {"name": "add", "arguments": 7}), call("ask"), call("sample"),
                 read("http://elsewhere/"), read("no uri"), read("note:///a", meta={VERSION_KEY: "v9"}),
                 modern(LIST, headers={"MCP-Protocol-Version": "v9"}, meta={VERSION_KEY: "v9"}),
                 modern("tools/call", {"name": "ask", "requestState": "x"}, meta=ALL),
                 modern("tools/call", {"name": "ask", "inputResponses": 7}, meta=ALL),
                 modern("subscriptions/listen", {"notifications": 7}), modern("tasks/get", {"taskId": "x"}),
                 modern("initialize"), modern("ping"), modern("resources/subscribe", {"uri": "note:///a"}),
                 modern("completion/complete", {}), modern("prompts/get", {"name": "x"}),
                 modern(LIST, headers={"Mcp-Session-Id": "nobody"}, meta={CAPABILITIES_KEY: 7}),
                 request(body="{", headers=headers), request(body="[]", headers=headers),
                 request(body={"jsonrpc": "2.0", "id": 1.5, "method": LIST}, headers=headers)]
        for data in wrong:
            response = self.server.ask(data)
            error = check(response.json(), MODERN, "error")["error"]
            self.assertIs(type(error["code"]), int)
            self.assertIn(error["code"], self.DEFINED, data)
            self.assertIs(type(error["message"]), str)
            self.assertTrue(error["message"])

    def test_of_what_is_not_there_are_invalid_params(self):
        response = self.server.ask(modern("resources/read", {"uri": "http://elsewhere/"},
                                          headers={"Mcp-Name": "http://elsewhere/"}))
        self.assertEqual(self.assertRefused(response, 200, -32602)["data"], {"uri": "http://elsewhere/"})


class Directions(Case):
    """A modern client is sent responses and notifications, and no request."""

    def test_are_never_turned_by_a_question(self):
        with Stdio() as server:
            for tool in ["ask", "sample"]:
                answer = server.ask("tools/call", {"name": tool, "arguments": {}}, id=tool, meta=ALL)
                self.assertEqual((answer["id"], answer["result"]["resultType"]), (tool, "input_required"))
            self.assertEqual(text_of(server.ask("tools/call", {"name": "large", "arguments": {"bytes": 3}})), "xxx",
                             "nothing came in between")
        connection = self.connect()
        connection.send(call("ask", meta=ALL, headers={"Accept": "text/event-stream"}))
        _, events = connection.stream()
        only, = events
        self.assertEqual(json.loads(only.data)["result"]["resultType"], "input_required")


if __name__ == "__main__":
    main()
