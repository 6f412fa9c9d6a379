"""2026-07-28 over Streamable HTTP: each request for itself.

usage: modern_test.py HTTP_FIXTURE [TEST...]
"""
import json

from client import request
from support import CAPABILITIES_KEY, HOST, MODERN, VERSION_KEY, Case, call, check, main, message, modern, text_of

LIST = "tools/list"


class Ladder(Case):
    """What is wrong with a request is told in one order, with one status and one code."""

    def ask(self, *arguments, **more):
        return self.server.ask(modern(*arguments, **more))

    def test_serves_what_is_right(self):
        result = self.assertAnswered(self.ask(LIST), method=LIST)
        self.assertEqual(result["resultType"], "complete")
        discovered = self.assertAnswered(self.ask("server/discover"), method="server/discover")
        self.assertEqual(discovered["supportedVersions"], [MODERN])

    def test_needs_no_client_info(self):
        self.assertAnswered(self.ask(LIST), method=LIST)
        self.assertAnswered(self.ask(LIST, meta={"io.modelcontextprotocol/clientInfo": {"name": "n", "version": "1"}}),
                            method=LIST)

    def test_echoes_the_id_of_any_kind(self):
        for id in [0, -7, "", "text", "ä\n"]:
            answer = self.ask(LIST, id=id)
            self.assertEqual(check(answer.json(), MODERN, LIST)["id"], id)
            self.assertRefused(self.ask("no/such", id=id), 404, -32601, id)

    def test_needs_meta_with_version_and_capabilities(self):
        for meta in [{VERSION_KEY: None}, {CAPABILITIES_KEY: None}, {VERSION_KEY: None, CAPABILITIES_KEY: None},
                     {CAPABILITIES_KEY: []}, {VERSION_KEY: 7}]:
            with self.subTest(meta):
                self.assertRefused(self.ask(LIST, meta=meta), 400, -32602)
        headers = {"MCP-Protocol-Version": MODERN, "Mcp-Method": LIST}
        for params in [None, {}, {"_meta": 7}, [], "text"]:
            with self.subTest(params):
                self.assertRefused(self.server.ask(request(body=message(LIST, params), headers=headers)), 400, -32602)

    def test_needs_the_version_in_the_header_too(self):
        for value in [None, "2025-11-25", "v999.0.0", "", "2026-07-28, 2026-07-28"]:
            with self.subTest(value):
                self.assertRefused(self.ask(LIST, headers={"MCP-Protocol-Version": value}), 400, -32020)
        self.assertRefused(self.ask(LIST, meta={VERSION_KEY: "v999.0.0"}), 400, -32020)

    def test_names_its_versions_when_it_does_not_know_the_one_asked_for(self):
        for version in ["v999.0.0", "2025-11-25"]:
            with self.subTest(version):
                error = self.assertRefused(self.ask(LIST, meta={VERSION_KEY: version},
                                                    headers={"MCP-Protocol-Version": version}), 400, -32022)
                self.assertEqual(error["data"], {"supported": [MODERN], "requested": version})

    def test_needs_the_method_in_the_header(self):
        for value in [None, "TOOLS/LIST", "tools/call", "", [LIST, LIST], "=?base64?dG9vbHMvbGlzdA?="]:
            with self.subTest(value):
                self.assertRefused(self.ask(LIST, headers={"Mcp-Method": value}), 400, -32020)
        self.assertEqual(self.ask(LIST, headers={"Mcp-Method": None, "mCP-mEthod": " tools/list \t"}).status, 200)

    def test_needs_the_name_in_the_header(self):
        for value in [None, "ADD", "release", "", ["add", "add"], "=?base64?YWRk", "=?base64?YW?="]:
            with self.subTest(value):
                self.assertRefused(self.server.ask(call("add", a=1, b=2, headers={"Mcp-Name": value})), 400, -32020)
        for value in ["  add  ", "=?base64?YWRk?="]:
            self.assertAnswered(self.server.ask(call("add", a=1, b=2, headers={"Mcp-Name": value})))

    def test_answers_404_for_methods_that_it_does_not_have(self):
        for method in ["no/such", "initialize", "ping", "logging/setLevel", "resources/subscribe", "tasks/list",
                       "resources/unsubscribe", "tasks/result", "prompts/list"]:
            with self.subTest(method):
                self.assertRefused(self.ask(method), 404, -32601)

    def test_reports_each_rung_before_the_next(self):
        # Everything is wrong at once; then one thing after the other is right.
        headers = {"MCP-Protocol-Version": "v1", "Mcp-Method": "x", "Mcp-Name": "x"}
        meta = {VERSION_KEY: None}
        ask = lambda: self.server.ask(call("nobody", headers=headers, meta=meta))
        self.assertRefused(ask(), 400, -32602)
        meta[VERSION_KEY] = "v2"
        self.assertRefused(ask(), 400, -32020)
        headers["MCP-Protocol-Version"] = "v2"
        self.assertRefused(ask(), 400, -32022)
        headers["MCP-Protocol-Version"] = meta[VERSION_KEY] = MODERN
        self.assertRefused(ask(), 400, -32020)
        headers["Mcp-Method"] = "tools/call"
        self.assertRefused(ask(), 400, -32020)
        headers["Mcp-Name"] = "nobody"
        self.assertRefused(ask(), 200, -32602)

    def test_takes_no_arguments_for_an_empty_object(self):
        answer = self.server.ask(modern("tools/call", {"name": "add"}))
        self.assertTrue(self.assertAnswered(answer)["isError"])

    def test_refuses_what_is_no_request(self):
        headers = {"MCP-Protocol-Version": MODERN, "Mcp-Method": LIST}
        good = json.loads(modern(LIST).partition(b"\r\n\r\n")[2])
        for change, id in [({"jsonrpc": "1.0"}, 1), ({"jsonrpc": None}, 1), ({"method": 7}, 1), ({"id": 1.5}, None),
                           ({"id": None}, None), ({"id": []}, None)]:
            with self.subTest(change):
                self.assertRefused(self.server.ask(request(body={**good, **change}, headers=headers)), 400, -32600, id)
        for body in [[good], []]:
            self.assertRefused(self.server.ask(request(body=body, headers=headers)), 400, -32600, None)
        self.assertRefused(self.server.ask(request(body={"jsonrpc": "2.0", "id": 1, "result": {}}, headers=headers)),
                           400, -32600, None)
        for body in ["", "{", "nonsense", '{"a":1}{', "\ufeff{}", "[" * 5000]:
            with self.subTest(body[:20]):
                self.assertRefused(self.server.ask(request(body=body, headers=headers)), 400, -32700, None)


class Answers(Case):
    OPTIONS = ("--stream-after", "50ms", "--keep-alive", "100ms")

    def test_are_json_or_events_as_the_client_accepts(self):
        for accept, stream in [("application/json", False), ("text/event-stream", True), (None, False), ("*/*", False),
                               ("text/event-stream, application/json", False), ("application/*", False),
                               ("text/*;q=0.5", True), ("application/json;q=0, text/event-stream", True),
                               ("Application/JSON", False), ("text/event-stream; charset=utf-8", True)]:
            with self.subTest(accept):
                connection = self.connect()
                connection.send(call("add", a=1, b=2, headers={"Accept": accept}))
                if stream:
                    head, events = connection.stream()
                    self.assertEqual(head.field("X-Accel-Buffering"), "no")
                    self.assertIn("no-cache", head.field("Cache-Control"))
                    event, = events
                    self.assertEqual([name for name, _ in event.fields], ["data"])
                    answer = json.loads(event.data)
                else:
                    answer = connection.receive().json()
                self.assertEqual(check(answer, MODERN, "tools/call")["result"]["structuredContent"], {"result": 3})
                self.assertEqual(connection.ask(modern(LIST)).status, 200, "the connection stays open")

    def test_are_refused_in_other_types(self):
        for accept in ["text/html", "application/xml, image/*", "application/json;q=0", "nonsense"]:
            self.assertEqual(self.server.ask(call("add", a=1, b=2, headers={"Accept": accept})).status, 406)

    def test_need_a_body_of_json(self):
        for kind in [None, "text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin-1",
                     "json"]:
            with self.subTest(kind):
                self.assertEqual(self.server.ask(call("add", a=1, b=2, headers={"Content-Type": kind})).status, 415)
        for kind in ["application/json; charset=utf-8", 'APPLICATION/JSON;charset="UTF-8"']:
            self.assertAnswered(self.server.ask(call("add", a=1, b=2, headers={"Content-Type": kind})))

    def test_come_for_posts_alone(self):
        for verb in ["GET", "DELETE"]:
            response = self.server.ask(request(verb, headers={"MCP-Protocol-Version": MODERN,
                                                              "Accept": "text/event-stream"}))
            self.assertEqual((response.status, response.field("Allow")), (405, "POST"))
        for verb in ["PUT", "OPTIONS", "PATCH", "TRACE", "BREW"]:
            with self.subTest(verb):
                response = self.server.ask(request(verb))
                self.assertIn(response.status, (405, 400))
                if response.status == 405:
                    self.assertIn("POST", response.field("Allow"))

    def test_come_from_one_path(self):
        for path in ["/", "/mcp/", "/MCP", "/mcpx", "/sse", "*"]:
            self.assertEqual(self.server.ask(request(path=path, body={})).status, 404, path)
        self.assertAnswered(self.server.ask(modern(LIST).replace(b"/mcp ", b"/mcp?key=value ")), method=LIST)

    def test_to_notifications_are_202(self):
        for method in ["notifications/cancelled", "notifications/initialized", "notifications/of/the/future"]:
            for headers in [{}, {"Mcp-Method": None}]:
                response = self.server.ask(modern(method, {"requestId": 1}, id=None, headers=headers))
                self.assertEqual((response.status, response.body), (202, b""), method)

    def test_leave_calls_alone_that_a_notification_names(self):
        first = self.connect()
        first.send(call("hold", id=5, label="notified", longest=5000, headers={"Accept": "application/json"}))
        self.server.call("leave", label="notified", state="unknown")
        self.assertEqual(self.server.ask(modern("notifications/cancelled", {"requestId": 5}, id=None)).status, 202)
        self.server.call("release", label="notified")
        self.assertEqual(self.assertAnswered(first.receive(), id=5)["content"][0]["text"], "finished")

    def test_do_not_depend_on_sessions_or_event_ids(self):
        for headers in [{"Mcp-Session-Id": "nobody"}, {"Last-Event-ID": "1-1"}, {"Last-Event-ID": "nonsense"},
                        {"Mcp-Session-Id": "a", "Last-Event-ID": "0-9"}]:
            response = self.server.ask(call("add", a=1, b=2, headers=headers))
            self.assertAnswered(response)
            self.assertIsNone(response.field("Mcp-Session-Id"))

    def test_of_slow_calls_become_streams_with_comments(self):
        connection = self.connect()
        connection.send(call("hold", label="slow", longest=5000))
        head, events = connection.stream(comments=True)
        self.assertEqual(head.status, 200)
        self.assertTrue(next(events).is_comment)
        self.assertTrue(next(events).is_comment)
        self.server.call("release", label="slow")
        last = [event for event in events if not event.is_comment]
        self.assertEqual(len(last), 1)
        self.assertIsNone(last[0].id, "modern events have no ids")
        self.assertEqual(check(json.loads(last[0].data), MODERN, "tools/call")["result"]["content"][0]["text"],
                         "finished")
        self.assertEqual(connection.ask(modern(LIST)).status, 200)

    def test_of_slow_calls_stay_json_for_who_takes_no_events(self):
        connection = self.connect()
        connection.send(call("hold", label="json", longest=700, headers={"Accept": "application/json"}))
        self.assertEqual(self.assertAnswered(connection.receive())["content"][0]["text"], "timed out")

    def test_end_streams_for_HTTP_1_0_with_the_connection(self):
        connection = self.connect()
        connection.send(call("hold", label="old", longest=400).replace(b"HTTP/1.1", b"HTTP/1.0", 1))
        head, events = connection.stream()
        self.assertIsNone(head.field("Transfer-Encoding"))
        self.assertEqual(len(list(events)), 1)
        self.assertTrue(connection.at_end())

    def test_have_one_line_of_data(self):
        connection = self.connect()
        connection.send(call("fail", text="first\nsecond\r\nthird", headers={"Accept": "text/event-stream"}))
        _, events = connection.stream()
        event, = events
        self.assertTrue(check(json.loads(event.data), MODERN, "tools/call")["result"]["isError"])
        self.assertNotIn("second", event.data, "the text of an exception is the log's alone")


class Leaving(Case):
    """A client that closes its connection cancels its call."""

    OPTIONS = ("--stream-after", "50ms")

    def leave(self, label, **options):
        connection = self.connect(**options)
        connection.send(call("hold", label=label, longest=5000))
        self.assertEqual(self.server.call("leave", label=label, state="unknown"), "running")
        return connection

    def test_cancels_before_the_stream_began(self):
        self.leave("early").close()
        self.assertEqual(self.server.call("leave", label="early", state="running"), "cancelled")

    def test_cancels_the_stream(self):
        connection = self.leave("streaming")
        connection.stream()
        connection.close()
        self.assertEqual(self.server.call("leave", label="streaming", state="running"), "cancelled")

    def test_cancels_nothing_when_only_the_sending_half_is_closed(self):
        for accept in ["application/json", "application/json, text/event-stream"]:
            label = "half " + accept
            connection = self.connect()
            connection.send(call("hold", label=label, longest=8000, headers={"Accept": accept}))
            self.assertEqual(self.server.call("leave", label=label, state="unknown"), "running")
            connection.end()
            if "event" in accept:
                _, events = connection.stream()  # which shows whether the client still reads
                self.server.call("release", label=label)
                self.assertIn("finished", next(event.data for event in events if event.data))
            else:
                self.server.call("release", label=label)
                self.assertEqual(text_of(connection.receive().json()), "finished")

    def test_cancels_when_the_other_half_is_closed_too(self):
        server = self.serve(*self.OPTIONS, "--keep-alive", "50ms")
        connection = self.connect(server)
        connection.send(call("hold", label="both", longest=8000))
        self.assertEqual(server.call("leave", label="both", state="unknown"), "running")
        connection.end()
        connection.stream()
        connection.close()  # which shows when the next comment is sent
        self.assertEqual(server.call("leave", label="both", state="running"), "cancelled")

    def test_cancels_with_requests_waiting_behind(self):
        connection = self.leave("pipelined")
        connection.send(modern(LIST) * 3)
        connection.close()
        self.assertEqual(self.server.call("leave", label="pipelined", state="running"), "cancelled")

    def test_does_not_cancel_the_call_of_another_client_with_the_same_id(self):
        other = self.leave("stays")
        self.leave("goes").close()
        self.assertEqual(self.server.call("leave", label="goes", state="running"), "cancelled")
        self.server.call("release", label="stays")
        self.assertEqual(self.server.call("leave", label="stays", state="released"), "finished")
        other.close()

    def test_half_leaves_the_answer_of_a_fast_call(self):
        for data in [call("add", a=1, b=2), modern(LIST)]:
            for _ in range(20):
                connection = self.connect()
                connection.send(data)
                connection.end()
                self.assertEqual(connection.receive().status, 200)
                self.assertTrue(connection.at_end())

    def test_half_leaves_the_answers_of_all_that_was_sent(self):
        for data in [call("add", a=1, b=2), modern(LIST)]:
            for _ in range(20):
                connection = self.connect()
                connection.send(data * 3)
                connection.end()
                self.assertEqual([connection.receive().status for _ in range(3)], [200] * 3)
                self.assertTrue(connection.at_end())

    def test_of_many_leaves_no_call_behind(self):
        for label in map(str, range(30)):
            self.connect().send(call("hold", label=label, longest=5000))
        for label in map(str, range(30)):
            self.server.call("leave", label=label, state="unknown")
        self.doCleanups()
        for label in map(str, range(30)):
            self.assertEqual(self.server.call("leave", label=label, state="running"), "cancelled")


class Mirrored(Case):
    """Headers that repeat arguments."""

    GOOD = {"Mcp-Param-Region": "eu-1", "Mcp-Param-Level": "7", "Mcp-Param-Exact": "true"}

    def ask(self, headers, **arguments):
        return self.server.ask(call("locate", **{"region": "eu-1", "level": 7, "exact": True, **arguments},
                                    headers={**self.GOOD, **headers}))

    def test_are_compared(self):
        self.assertEqual(self.assertAnswered(self.ask({}))["content"][0]["text"], "eu-1 7 exactly")
        for headers in [{"Mcp-Param-Region": "eu-2"}, {"Mcp-Param-Region": None}, {"Mcp-Param-Level": "8"},
                        {"Mcp-Param-Exact": "false"}, {"Mcp-Param-Exact": "TRUE"}, {"Mcp-Param-Region": ["eu-1"] * 2},
                        {"Mcp-Param-Region": "EU-1"}, {"Mcp-Param-Level": "seven"}, {"Mcp-Param-Level": None}]:
            with self.subTest(headers):
                self.assertRefused(self.ask(headers), 400, -32020)

    def test_with_characters_that_no_header_has_are_refused(self):
        for character in "\x01\x0b\x1f\x7f\x00":
            for name in ["Mcp-Method", "Mcp-Name", "Mcp-Param-Region", "MCP-Protocol-Version"]:
                with self.subTest((character, name)):
                    response = self.server.ask(call("locate", region="eu", level=7, headers={
                        "Mcp-Param-Region": "eu", "Mcp-Param-Level": "7", name: "z" + character}))
                    if HOST:  # which may refuse it by itself
                        self.assertEqual(response.status, 400)
                    else:
                        self.assertRefused(response, 400, -32020, None)

    def test_may_be_encoded(self):
        for value, text in [("=?base64?SGVsbG8=?=", "Hello"), ("SGVsbG8=", "SGVsbG8="),
                            ("=?base64?SGVsbG8=", "=?base64?SGVsbG8="), ("=?base64??=", ""),
                            ("=?base64?w6Q=?=", "ä"), ("  Hello\t", "Hello")]:
            with self.subTest(value):
                self.assertAnswered(self.ask({"Mcp-Param-Region": value}, region=text))
        for value in ["=?base64?SGVsbG8?=", "=?base64?SGVs!!!bG8=?="]:
            with self.subTest(value):
                self.assertRefused(self.ask({"Mcp-Param-Region": value}, region="Hello"), 400, -32020)

    def test_are_compared_as_numbers(self):
        for value in ["7", "7.0", "70e-1"]:
            with self.subTest(value):
                self.assertAnswered(self.ask({"Mcp-Param-Level": value}))

    def test_are_not_there_for_what_is_absent(self):
        without = {**self.GOOD, "Mcp-Param-Exact": None}
        result = self.assertAnswered(self.server.ask(call("locate", region="eu-1", level=7, headers=without)))
        self.assertEqual(result["content"][0]["text"], "eu-1 7")
        self.assertRefused(self.server.ask(call("locate", region="eu-1", level=7, headers=self.GOOD)), 400, -32020)

    def test_of_other_names_are_ignored(self):
        self.assertAnswered(self.ask({"Mcp-Param-Colour": "red"}))


if __name__ == "__main__":
    main()
