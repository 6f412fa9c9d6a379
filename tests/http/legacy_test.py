"""Sessions over Streamable HTTP, in every revision that has them.

usage: legacy_test.py HTTP_FIXTURE [TEST...]
"""
import json

from client import request
from support import LEGACY, MODERN, NEWEST, Case, Session, call, main, message, modern, text_of

LIST = "tools/list"
STREAMS = ("--stream-after", "50ms")


def held(case, session, label, id=1, server=None, **headers):
    """A connection whose call is running."""
    connection = case.connect(server)
    connection.send(session.call("hold", id=id, label=label, longest=8000, headers=headers))
    (server or case.server).call("leave", label=label, state="unknown")
    return connection


class Opening(Case):
    """What `initialize` gives."""

    def test_gives_every_revision_what_it_asks_for(self):
        for revision in LEGACY:
            with self.subTest(revision):
                session = Session(self.server, revision)
                tools = session.check(session.ask(LIST).body, LIST)["result"]["tools"]
                self.assertIn("add", [tool["name"] for tool in tools])
                self.assertEqual(text_of(session.check(self.server.ask(session.call("large", bytes=3)).body)), "xxx")
                self.assertEqual(session.check(session.ask("ping").body, "ping")["result"], {})

    def test_takes_a_version_header_or_none(self):
        for revision in LEGACY:
            for header in [None, *LEGACY]:
                Session(self.server, revision, {"MCP-Protocol-Version": header})

    def test_of_a_version_that_only_requests_have_gives_the_newest(self):
        for version in [MODERN, "1999-01-01", ""]:
            body = message("initialize", {"protocolVersion": version, "capabilities": {},
                                          "clientInfo": {"name": "n", "version": "1"}})
            answer = self.assertAnswered(self.server.ask(request(body=body)), NEWEST, "initialize")
            self.assertEqual(answer["protocolVersion"], NEWEST)

    def test_makes_ids_that_nobody_guesses(self):
        ids = [Session(self.server).id for _ in range(50)]
        self.assertEqual(len(set(ids)), 50)
        for id in ids:
            self.assertGreaterEqual(len(id), 22)
            self.assertTrue(all("!" <= c <= "~" for c in id), id)

    def test_that_fails_gives_no_session(self):
        for params in [None, {}, [], {"protocolVersion": 7}, {"protocolVersion": NEWEST, "capabilities": {}}]:
            response = self.server.ask(request(body=message("initialize", params)))
            self.assertEqual(response.json()["error"]["code"], -32602)
            self.assertIsNone(response.field("Mcp-Session-Id"))

    def test_opens_another_session_each_time(self):
        session = Session(self.server)
        response = session.ask("initialize", {"protocolVersion": NEWEST, "capabilities": {},
                                              "clientInfo": {"name": "n", "version": "1"}})
        self.assertEqual(response.json()["result"]["protocolVersion"], NEWEST)
        self.assertNotEqual(response.field("Mcp-Session-Id"), session.id)
        self.assertEqual(session.ask("ping").status, 200, "the first one goes on")

    def test_may_be_answered_by_events(self):
        body = message("initialize", {"protocolVersion": NEWEST, "capabilities": {},
                                      "clientInfo": {"name": "n", "version": "1"}})
        connection = self.connect()
        connection.send(request(body=body, headers={"Accept": "text/event-stream"}))
        head, events = connection.stream()
        self.assertTrue(head.field("Mcp-Session-Id"))
        self.assertIn("result", json.loads([event.data for event in events][-1]))


class Ids(Case):
    """The header Mcp-Session-Id."""

    def test_is_needed_for_all_but_initialize(self):
        for data in [request(body=message(LIST)), request(body=message("ping")),
                     request(body=message("notifications/initialized", id=None)),
                     request(body=message(LIST), headers={"MCP-Protocol-Version": NEWEST})]:
            self.assertEqual(self.server.ask(data).status, 400)
        for verb in ["GET", "DELETE"]:
            self.assertEqual(self.server.ask(request(verb, headers={"Accept": "text/event-stream"})).status, 400)
        self.assertRefused(self.server.ask(request(body=message(LIST, id="i"))), 400, -32000, "i", NEWEST)

    def test_of_nobody_is_not_found(self):
        for id in ["nobody", "", "x" * 5000, "%00", "é"]:
            headers = {"Mcp-Session-Id": id}
            self.assertRefused(self.server.ask(request(body=message(LIST), headers=headers)), 404, -32001, 1, NEWEST)
            for verb in ["GET", "DELETE"]:
                self.assertEqual(self.server.ask(request(verb, headers={"Accept": "*/*", **headers})).status, 404)

    def test_ends_with_delete(self):
        session = Session(self.server)
        other = Session(self.server)
        stream = self.connect()
        stream.send(session.get())
        _, events = stream.stream()
        self.assertEqual(next(events).data, "")
        self.assertEqual(self.server.ask(session.delete()).status, 204)
        self.assertEqual(list(events), [], "its stream ends")
        for data in [session.request(LIST), session.request("ping"), session.get(), session.delete(),
                     session.request("notifications/initialized", id=None)]:
            self.assertEqual(self.server.ask(data).status, 404)
        self.assertEqual(other.ask("ping").status, 200)

    def test_ends_with_delete_and_stops_its_calls(self):
        session = Session(self.server)
        held(self, session, "deleted")
        self.server.ask(session.delete())
        self.assertEqual(self.server.call("leave", label="deleted", state="running"), "cancelled")

    def test_twice_is_refused(self):
        session = Session(self.server)
        self.assertEqual(session.ask("ping", headers={"Mcp-Session-Id": [session.id] * 2}).status, 400)

    def test_goes_with_any_legacy_version_but_no_other(self):
        session = Session(self.server)
        for version in [None, *LEGACY]:
            self.assertEqual(session.ask("ping", headers={"MCP-Protocol-Version": version}).status, 200)
        for version in ["2024-01-01", "nonsense", ""]:
            self.assertEqual(session.ask("ping", headers={"MCP-Protocol-Version": version}).status, 400, version)


class Messages(Case):
    """What is posted within a session."""

    def test_are_silent_once_they_are_cancelled(self):
        session = Session(self.server)
        connection = self.connect()
        connection.send(session.call("block_after_report", id="c", label="quiet", longest=8000))
        _, events = connection.stream()
        first = next(event for event in events if event.data)
        self.assertEqual(json.loads(first.data)["params"]["data"], "quiet")
        self.server.ask(session.post(message("notifications/cancelled", {"requestId": "c"}, None)))
        self.server.call("release", label="quiet")
        self.assertEqual([event.data for event in events if event.data], [])

    def test_that_cannot_be_read_are_answered_without_an_id(self):
        for revision in LEGACY:
            response = self.server.ask(Session(self.server, revision).post("{"))
            self.assertEqual(response.status, 400)
            self.assertNotIn("id", response.json())

    def test_are_batches_in_2025_03_26_alone(self):
        batch = [message("ping", id="a"), message("notifications/x", id=None), message("no/such", id="b"),
                 message("tools/call", {"name": "large", "arguments": {"bytes": 3}}, "c")]
        for revision in LEGACY:
            session = Session(self.server, revision)
            response = self.server.ask(session.post(batch))
            if revision != "2025-03-26":
                self.assertEqual((response.status, response.json()["error"]["code"]), (400, -32600), revision)
                continue
            self.assertEqual(response.status, 200)
            answers = {answer["id"]: session.check(answer, "tools/call" if answer["id"] == "c" else "ping")
                       for answer in response.json()}
            self.assertEqual(sorted(answers), ["a", "b", "c"])
            self.assertEqual(answers["b"]["error"]["code"], -32601)
            self.assertEqual(text_of(answers["c"]), "xxx")
            silent = self.server.ask(session.post([message("notifications/x", id=None)] * 2))
            self.assertEqual((silent.status, silent.body), (202, b""))
            self.assertEqual(self.server.ask(session.post([])).json()["error"]["code"], -32600)

    def test_may_be_a_batch_with_a_slow_call(self):
        server = self.serve(*STREAMS)
        session = Session(server, "2025-03-26")
        batch = [message("ping", id="a"),
                 message("tools/call", {"name": "hold", "arguments": {"label": "batch", "longest": 8000}}, "b")]
        connection = self.connect(server)
        connection.send(session.post(batch))
        head, events = connection.stream()
        server.call("release", label="batch")
        answers = [answer for event in events for answer in json.loads(event.data)]
        self.assertEqual(sorted(answer["id"] for answer in answers), ["a", "b"])

    def test_are_compared_with_headers_that_repeat_them(self):
        for revision in LEGACY:
            session = Session(self.server, revision)
            for headers in [{"Mcp-Method": "ping"}, {"Mcp-Name": "release"}, {"Mcp-Method": "TOOLS/CALL"},
                            {"Mcp-Method": ["tools/call"] * 2}]:
                response = self.server.ask(session.call("add", a=1, b=2, headers=headers))
                self.assertRefused(response, 400, -32001, 1, revision)
            response = self.server.ask(session.call("large", bytes=3, headers={"Mcp-Method": "tools/call",
                                                                              "Mcp-Name": "large"}))
            self.assertEqual(text_of(session.check(response.body)), "xxx")

    def test_of_clients_are_202_without_a_body(self):
        session = Session(self.server)
        for body in [message("notifications/cancelled", {"requestId": 99}, None), message("notifications/x", id=None),
                     {"jsonrpc": "2.0", "id": 9, "result": {}}, message("notifications/cancelled", [], None),
                     {"jsonrpc": "2.0", "id": 9, "error": {"code": 1, "message": ""}}]:
            response = self.server.ask(session.post(body))
            self.assertEqual((response.status, response.body), (202, b""), body)

    def test_of_the_modern_era_need_no_session_and_have_none(self):
        session = Session(self.server)
        with self.connect() as connection:
            self.assertAnswered(connection.ask(modern(LIST, headers={"Mcp-Session-Id": session.id})), method=LIST)
            answer = connection.ask(session.request(LIST)).json()
            self.assertNotIn("resultType", session.check(answer, LIST)["result"])
            self.assertAnswered(connection.ask(modern(LIST)), method=LIST)

    def test_with_the_same_id_from_two_sessions_are_two_calls(self):
        one, two = Session(self.server), Session(self.server)
        first = held(self, one, "one", id=1, Accept="application/json")
        second = held(self, two, "two", id=1, Accept="application/json")
        cancelled = message("notifications/cancelled", {"requestId": 1}, None)
        self.assertEqual(self.server.ask(two.post(cancelled)).status, 202)
        self.assertEqual(self.server.call("leave", label="two", state="running"), "cancelled")
        self.assertEqual(second.receive().status, 204)
        self.server.call("release", label="one")
        self.assertEqual(text_of(one.check(first.receive().body)), "finished")

    def test_cancelled_end_their_stream_without_an_answer(self):
        for revision in LEGACY:
            session = Session(self.server, revision)
            connection = held(self, session, "ended" + revision, id="x")
            self.server.ask(session.post(message("notifications/cancelled", {"requestId": "x"}, None)))
            head, events = connection.stream()
            self.assertEqual([event.data for event in events if event.data], [])
            self.assertEqual(connection.ask(session.request("ping")).status, 200)

    def test_are_cancelled_by_the_type_of_their_id_too(self):
        session = Session(self.server)
        connection = held(self, session, "typed", id=7, Accept="application/json")
        self.server.ask(session.post(message("notifications/cancelled", {"requestId": "7"}, None)))
        self.server.call("release", label="typed")
        self.assertEqual(text_of(session.check(connection.receive().body)), "finished")


class Streams(Case):
    """Slow answers, and clients that go and come back."""

    OPTIONS = (*STREAMS, "--keep-alive", "100ms")

    def test_of_slow_calls_begin_with_an_empty_event_in_the_newest_revision_alone(self):
        sessions = {revision: Session(self.server, revision) for revision in LEGACY}
        calls = {revision: held(self, sessions[revision], "prime" + revision) for revision in LEGACY}
        for revision in LEGACY:
            with self.subTest(revision):
                session, connection = sessions[revision], calls[revision]
                head, events = connection.stream()
                if revision == NEWEST:
                    first = next(events)
                    self.assertEqual(first.data, "")
                    self.assertTrue(first.id)
                    self.assertGreater(int(first.field("retry")), 0)
                self.server.call("release", label="prime" + revision)
                last, = events
                self.assertTrue(last.id)
                self.assertIsNone(last.field("retry"))
                self.assertEqual(text_of(session.check(last.data)), "finished")
                self.assertEqual(connection.ask(session.request("ping")).status, 200)

    def test_of_GET_begin_with_an_empty_event_in_the_newest_revision_alone(self):
        streams = {}
        for revision in LEGACY:
            connection = self.connect()
            connection.send(Session(self.server, revision).get())
            streams[revision] = connection.stream(comments=True)[1]
        for revision, events in streams.items():
            with self.subTest(revision):
                first = next(events)
                self.assertEqual(first.is_comment, revision != NEWEST)
                if revision == NEWEST:
                    self.assertEqual(first.data, "")
                    self.assertTrue(next(events).is_comment)

    def first_event(self, connection):
        _, events = connection.stream()
        return next(events).id

    def test_are_resumed_before_the_answer_exists(self):
        session = Session(self.server)
        connection = held(self, session, "before")
        last = self.first_event(connection)
        connection.close()
        again = self.connect()
        again.send(session.get(last))
        _, events = again.stream()
        self.server.call("release", label="before")
        event, = events
        self.assertEqual(text_of(session.check(event.data)), "finished")

    def test_are_resumed_after_the_answer_exists(self):
        session = Session(self.server)
        connection = held(self, session, "after")
        last = self.first_event(connection)
        connection.close()
        self.server.call("release", label="after")
        self.assertEqual(self.server.call("leave", label="after", state="released"), "finished",
                         "a connection that is lost cancels nothing")
        for _ in range(3):
            again = self.connect()
            again.send(session.get(last))
            _, events = again.stream()
            event, = events
            self.assertEqual(text_of(session.check(event.data)), "finished")
            self.assertNotEqual(event.id, last)

    def test_that_are_complete_are_resumed_to_their_end(self):
        session = Session(self.server)
        connection = held(self, session, "complete")
        _, events = connection.stream()
        self.server.call("release", label="complete")
        last = [event.id for event in events][-1]
        again = self.connect()
        again.send(session.get(last))
        _, events = again.stream()
        self.assertEqual(list(events), [])

    def test_go_to_who_resumed_them_last(self):
        session = Session(self.server)
        first = held(self, session, "moved")
        _, old = first.stream()
        last = next(old).id
        second = self.connect()
        second.send(session.get(last))
        head, events = second.stream()
        self.assertEqual(list(old), [], "a message goes to one stream only")
        self.server.call("release", label="moved")
        event, = events
        self.assertEqual(text_of(session.check(event.data)), "finished")
        self.assertTrue(first.at_end())

    def test_are_resumed_by_the_session_alone_that_they_belong_to(self):
        session = Session(self.server)
        connection = held(self, session, "private")
        last = self.first_event(connection)
        self.assertEqual(self.server.ask(Session(self.server).get(last)).status, 404)
        self.server.call("release", label="private")

    def test_are_not_resumed_by_ids_that_were_never_given(self):
        session = Session(self.server)
        for id in ["1-1", "99-1", "0-77", "18446744073709551615-18446744073709551615"]:
            self.assertEqual(self.server.ask(session.get(id)).status, 404, id)
        for id in ["", "x", "1", "1-", "-1", "1-1x", "1-1-1", "18446744073709551616-1", "+1-1", "1--1"]:
            self.assertEqual(self.server.ask(session.get(id)).status, 400, id)

    def test_of_a_call_whose_client_left_early_cancel_nothing(self):
        for revision in LEGACY:
            session = Session(self.server, revision)
            held(self, session, "left" + revision).close()
            session.ask("ping")
            self.server.call("release", label="left" + revision)
            self.assertEqual(self.server.call("leave", label="left" + revision, state="released"), "finished")

    def test_go_on_for_a_client_that_only_stops_sending(self):
        session = Session(self.server)
        for accept in ["application/json", "application/json, text/event-stream"]:
            connection = held(self, session, "stops" + accept, Accept=accept)
            connection.end()
            session.ask("ping")
            self.server.call("release", label="stops" + accept)
            self.assertIn(b"finished", connection.receive().body)
        connection = held(self, session, "stops late")
        connection.end()
        _, events = connection.stream()
        next(events)
        self.server.call("release", label="stops late")
        event, = events
        self.assertEqual(text_of(session.check(event.data)), "finished")
        self.assertTrue(connection.at_end())

    def test_end_when_their_call_is_cancelled_while_nobody_reads(self):
        session = Session(self.server)
        connection = held(self, session, "unread", id=3)
        last = self.first_event(connection)
        connection.close()
        self.server.ask(session.post(message("notifications/cancelled", {"requestId": 3}, None)))
        again = self.connect()
        again.send(session.get(last))
        _, events = again.stream()
        self.assertEqual(list(events), [])

    def test_of_GET_may_be_several_over_time(self):
        session = Session(self.server)
        streams = []
        for _ in range(4):
            connection = self.connect()
            connection.send(session.get())
            _, events = connection.stream()
            self.assertEqual(next(events).data, "")
            streams.append(events)
        for events in streams[:-1]:
            self.assertEqual(list(events), [], "the newest one has the messages")
        self.assertEqual(session.ask("ping").status, 200)

    def test_of_GET_accept_events_alone(self):
        session = Session(self.server)
        self.assertEqual(self.server.ask(session.get(headers={"Accept": "application/json"})).status, 406)

    def test_may_be_many_in_one_session(self):
        session = Session(self.server)
        calls = [held(self, session, f"many{n}", id=n) for n in range(8)]
        streams = [connection.stream()[1] for connection in calls]
        for n in reversed(range(8)):
            self.server.call("release", label=f"many{n}")
        for n, events in enumerate(streams):
            answer = session.check([event.data for event in events][-1])
            self.assertEqual((answer["id"], text_of(answer)), (n, "finished"))


class Questions(Case):
    """What a tool asks while its call goes on."""

    OPTIONS = ("--max-streams", "1")

    def asking(self, id=1):
        """A call that has asked: its connection, the rest of its stream, and how to answer."""
        session = Session(self.server, "2025-06-18", capabilities={"elicitation": {}})
        connection = self.connect()
        connection.send(session.call("ask", id=id))
        _, events = connection.stream()
        question = json.loads(next(events).data)
        self.assertEqual(question["method"], "elicitation/create")

        def answer(word):
            body = {"jsonrpc": "2.0", "id": question["id"], "result": {"action": "accept", "content": {"word": word}}}
            self.assertEqual(self.server.ask(session.post(body)).status, 202)
            return text_of(session.check(next(events).data))

        return answer

    def full(self, revision, capabilities=None):
        """A session whose one stream is open."""
        session = Session(self.server, revision, capabilities=capabilities)
        stream = self.connect()
        stream.send(session.get())
        stream.head()
        return session

    def test_are_not_given_up_for_the_reports_of_others(self):
        session = self.full("2025-03-26")
        batch = self.connect()
        batch.send(session.post([
            message("tools/call", {"name": "block_after_report", "arguments": {"label": "drip", "longest": 20000}}, "slow"),
            message("tools/call", {"name": "add", "arguments": {"a": 1, "b": 2}}, "quick")]))
        self.assertEqual(self.server.call("leave", label="drip", state="unknown"), "running")
        answers = [self.asking(n) for n in range(4)]  # one has the slot that the quick call had
        self.server.call("release", label="drip")
        self.assertEqual(sorted(answer["id"] for answer in batch.receive().json()), ["quick", "slow"])
        for n, answer in enumerate(answers):
            self.assertEqual(answer(f"word {n}"), f"word {n}")

    def test_that_find_no_stream_are_given_up_at_once_in_a_batch_too(self):
        session = self.full("2025-06-18", {"elicitation": {}})
        answer = self.server.ask(session.call("ask")).json()
        self.assertIn("no stream", text_of(answer))
        session = self.full("2025-03-26", {"sampling": {}})
        answers = self.server.ask(session.post([message("tools/call", {"name": "sample", "arguments": {}}, 7)])).json()
        self.assertIn("no stream", text_of(answers[0]))


class Suspended(Case):
    """Calls that wait for their clients."""

    def test_hold_no_slots_of_calls(self):
        server = self.serve("--max-in-flight", "4", "--call-rate", "off")
        sessions = [Session(server, "2025-06-18", capabilities={"elicitation": {}}) for _ in range(3)]
        asking = []
        for n in range(12):
            connection = self.connect(server)
            connection.send(sessions[n % 3].call("ask", id=n))
            _, events = connection.stream()
            asking.append((n, sessions[n % 3], events, json.loads(next(events).data)["id"]))
        self.assertEqual(server.call("large", bytes=3), "xxx")
        for n, session, events, id in asking:
            body = {"jsonrpc": "2.0", "id": id, "result": {"action": "accept", "content": {"word": f"word {n}"}}}
            self.assertEqual(server.ask(session.post(body)).status, 202)
            self.assertEqual(text_of(session.check(next(events).data)), f"word {n}")


class Rates(Case):
    """Everything that runs a handler is limited in rate."""

    def test_are_of_all_that_runs_a_handler(self):
        server = self.serve("--call-rate", "0.01:5")
        session = Session(server)
        self.assertEqual(server.ask(modern("resources/read", {"uri": "note:///a"}, headers={"Mcp-Name": "note:///a"})).status, 200)
        for answer in [server.ask(session.request("resources/read", {"uri": "note:///a"})).json() for _ in range(6)][-2:]:
            self.assertIn("Too many calls", answer["error"]["message"])
        self.assertEqual(server.ask(session.request("ping")).status, 200)


class Proxies(Case):
    """Who asks, as a proxy says it."""

    def refusals(self, *options, **headers):
        server = self.serve("--call-rate", "0.01:1", *options)
        fields = {name.replace("_", "-"): value for name, value in headers.items()}
        answers = [server.ask(call("add", a=1, b=2, headers={name: values[n] for name, values in fields.items()}))
                   for n in range(3)]
        return [b"Too many calls" in answer.body for answer in answers]

    def test_are_heard_from_their_address_alone(self):
        forwarded = ["for=192.0.2.1", "for=192.0.2.2", "for=192.0.2.1"]
        self.assertEqual(self.refusals(Forwarded=forwarded), [False, True, True])
        self.assertEqual(self.refusals("--trusted-proxy", "127.0.0.9", Forwarded=forwarded), [False, True, True])
        self.assertEqual(self.refusals("--trusted-proxy", "127.0.0.1", Forwarded=forwarded), [False, False, True])
        self.assertEqual(self.refusals("--trusted-proxy=127.0.0.1", X_Forwarded_For=["1.1.1.1", "1.1.1.2", "1.1.1.1"]),
                         [False, False, True])


class Limits(Case):
    """What one client, or all together, may hold."""

    @classmethod
    def setUpClass(cls):
        pass

    def test_of_time_end_sessions_that_nobody_uses(self):
        server = self.serve("--session-timeout", "300ms", "--keep-alive", "100ms")
        kept, idle = Session(server), Session(server)
        stream = self.connect(server)
        stream.send(kept.get())
        _, events = stream.stream(comments=True)
        for _ in range(5):  # comments, a quarter of a second between them: the stream keeps its session alive
            next(events)
        self.assertEqual(idle.ask("ping").status, 404)
        self.assertEqual(kept.ask("ping").status, 200)

    def test_of_sessions_are_told_with_503(self):
        server = self.serve("--max-sessions", "6")
        sessions = [Session(server) for _ in range(3)]
        body = message("initialize", {"protocolVersion": NEWEST, "capabilities": {},
                                      "clientInfo": {"name": "n", "version": "1"}})
        response = server.ask(request(body=body))
        self.assertEqual(response.status, 503)
        self.assertTrue(response.field("Retry-After"))
        self.assertEqual(sessions[0].ask("ping").status, 200)
        for _ in range(3):
            self.assertEqual(server.ask(request(body=body), source="127.0.0.2").status, 200, "others have the rest")
        self.assertEqual(server.ask(request(body=body), source="127.0.0.3").status, 503)
        server.ask(sessions[0].delete())
        Session(server)

    def test_of_streams_are_told_with_429(self):
        server = self.serve("--max-streams", "2", *STREAMS)
        session = Session(server)
        calls = [held(self, session, f"streams{n}", id=n, server=server) for n in range(2)]
        for connection in calls:
            connection.stream()
        response = server.ask(session.get())
        self.assertEqual(response.status, 429)
        self.assertTrue(response.field("Retry-After"))
        third = held(self, session, "third", id=3, server=server)
        for label in ["third", "streams0", "streams1"]:
            server.call("release", label=label)
        self.assertEqual(text_of(session.check(third.receive().body)), "finished",
                         "a call that finds no room for a stream is answered in one piece")

    def test_of_kept_events_lose_the_oldest_and_say_so(self):
        server = self.serve("--max-replay", "300", *STREAMS)
        session = Session(server)
        first = held(self, session, "first", server=server)
        _, events = first.stream()
        last = next(events).id
        first.close()
        server.call("release", label="first")
        server.call("leave", label="first", state="released")
        self.answer_calls(server, session, 4)
        response = server.ask(session.get(last))
        self.assertEqual(response.status, 404)

    def answer_calls(self, server, session, count):
        """As many streams, each read to its end."""
        calls = [held(self, session, f"later{n}", server=server, id=n) for n in range(count)]
        streams = [connection.stream()[1] for connection in calls]
        for n, events in enumerate(streams):
            server.call("release", label=f"later{n}")
            self.assertEqual(text_of(session.check([event.data for event in events][-1])), "finished")

    def test_of_kept_events_do_not_touch_what_is_still_to_come(self):
        server = self.serve("--max-replay", "300", *STREAMS)
        session = Session(server)
        first = held(self, session, "first", server=server)
        _, events = first.stream()
        last = next(events).id
        first.close()
        self.answer_calls(server, session, 4)
        again = self.connect(server)
        again.send(session.get(last))
        head, events = again.stream()
        server.call("release", label="first")
        event, = events
        self.assertEqual(text_of(session.check(event.data)), "finished")

    def test_of_kept_events_are_told_on_GET_streams_too(self):
        server = self.serve("--max-replay", "150")
        session = Session(server)
        ids = []
        for _ in range(12):
            with server.connect() as connection:
                connection.send(session.get())
                _, events = connection.stream()
                ids.append(next(events).id)
        response = self.head_of(server, session.get(ids[0]))
        self.assertEqual(response.status, 404, "a stream with a gap would look like one without")
        self.assertEqual(self.head_of(server, session.get(ids[-1])).status, 200)

    def head_of(self, server, data):
        connection = self.connect(server)
        connection.send(data)
        return connection.head()


if __name__ == "__main__":
    main()
