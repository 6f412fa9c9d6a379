"""The transport of 2024-11-05, HTTP with SSE, beside the newer one.

usage: sse_test.py HTTP_FIXTURE [TEST...]
"""
import json

from client import request
from support import LEGACY, Case, call, check, main, message, text_of


class Client:
    """An event stream and where its messages are posted."""

    def __init__(self, case, revision="2024-11-05", headers=None):
        self.case = case
        self.revision = revision
        self.headers = headers or {}
        self.connection = case.connect()
        self.connection.send(request("GET", "/sse", headers={"Accept": "text/event-stream", **self.headers}))
        self.head, self.events = self.connection.stream()
        endpoint = next(self.events)
        assert endpoint.field("event") == "endpoint", endpoint.fields
        self.path = endpoint.data

    def open(self):
        self.post("initialize", {"protocolVersion": self.revision, "capabilities": {},
                                 "clientInfo": {"name": "n", "version": "1"}})
        answer = self.next("initialize")
        assert answer["result"]["protocolVersion"] == self.revision
        self.post("notifications/initialized", id=None)
        return self

    def send(self, body):
        return self.case.server.ask(request(path=self.path, body=body, headers=self.headers))

    def post(self, method, params=None, id=1):
        response = self.send(message(method, params, id))
        assert (response.status, response.body) == (202, b""), (response.status, response.body)

    def call(self, tool, id=1, **arguments):
        self.post("tools/call", {"name": tool, "arguments": arguments}, id)

    def next(self, method="tools/call"):
        event = next(self.events)
        assert event.field("event") in (None, "message"), event.fields
        assert event.id is None, "this revision has no event ids"
        return check(json.loads(event.data), self.revision, method)


class Sse(Case):
    OPTIONS = ("--sse", "--keep-alive", "100ms")

    def test_answers_on_the_stream(self):
        client = Client(self).open()
        client.post("ping", id="p")
        self.assertEqual(client.next("ping"), {"jsonrpc": "2.0", "id": "p", "result": {}})
        client.call("large", id=2, bytes=3)
        self.assertEqual(text_of(client.next()), "xxx")
        client.post("no/such", id=3)
        self.assertEqual(client.next()["error"]["code"], -32601)
        client.call("fail", id=4, text="secret")
        self.assertTrue(client.next()["result"]["isError"])

    def test_speaks_every_legacy_revision(self):
        for revision in LEGACY:
            client = Client(self, revision).open()
            client.post("ping", id=2)
            client.next("ping")

    def test_takes_batches_in_2025_03_26_alone(self):
        for revision in LEGACY:
            client = Client(self, revision).open()
            response = client.send([message("ping", id="a"), message("ping", id="b")])
            if revision != "2025-03-26":
                self.assertEqual(response.status, 400)
                continue
            self.assertEqual(response.status, 202)
            self.assertEqual(sorted(answer["id"] for answer in json.loads(next(client.events).data)), ["a", "b"])

    def test_sends_the_answer_of_a_slow_call_when_it_is_there(self):
        client = Client(self).open()
        client.call("hold", id="slow", label="slow", longest=8000)
        self.server.call("leave", label="slow", state="unknown")
        client.post("ping", id="fast")
        self.assertEqual(client.next("ping")["id"], "fast")
        self.server.call("release", label="slow")
        self.assertEqual(client.next()["id"], "slow")

    def test_cancels_within_the_session(self):
        one, two = Client(self).open(), Client(self).open()
        one.call("hold", id=7, label="sse one", longest=8000)
        two.call("hold", id=7, label="sse two", longest=8000)
        for label in ["sse one", "sse two"]:
            self.server.call("leave", label=label, state="unknown")
        two.post("notifications/cancelled", {"requestId": 7}, None)
        self.assertEqual(self.server.call("leave", label="sse two", state="running"), "cancelled")
        self.server.call("release", label="sse one")
        self.assertEqual(text_of(one.next()), "finished")
        two.post("ping", id=8)
        self.assertEqual(two.next("ping")["id"], 8)

    def test_ends_the_session_with_its_stream(self):
        client = Client(self).open()
        client.call("hold", label="sse gone", longest=8000)
        self.server.call("leave", label="sse gone", state="unknown")
        client.connection.close()
        self.assertEqual(self.server.call("leave", label="sse gone", state="running"), "cancelled")
        self.assertEqual(client.send(message("ping")).status, 404)

    def test_knows_no_session_but_its_own(self):
        client = Client(self)
        for path in ["/message", "/message?session_id=", "/message?session_id=nobody", client.path + "x",
                     client.path.replace("session_id", "id"), client.path + "&session_id=nobody"]:
            self.assertEqual(self.server.ask(request(path=path, body=message("ping"))).status, 404, path)

    def test_needs_initialize_first(self):
        client = Client(self)
        client.post("tools/list")
        self.assertEqual(client.next("tools/list")["error"]["code"], -32602)
        client.post("ping")
        client.next("ping")

    def test_refuses_what_is_no_message(self):
        client = Client(self)
        self.assertEqual(client.send("{").status, 400)
        self.assertEqual(self.server.ask(request(path=client.path, body={}, headers={"Content-Type": "text/plain"}))
                         .status, 415)
        self.assertEqual(self.server.ask(request("GET", client.path)).status, 405)
        self.assertEqual(self.server.ask(request("POST", "/sse", body={})).status, 405)
        self.assertEqual(self.server.ask(request("GET", "/sse", headers={"Accept": "application/json"})).status, 406)
        self.assertEqual(self.server.ask(request("GET", "/sse", headers={"Origin": "http://evil.example.com"}))
                         .status, 403)

    def test_keeps_the_stream_alive(self):
        connection = self.connect()
        connection.send(request("GET", "/sse"))
        _, events = connection.stream(comments=True)
        next(events)
        self.assertTrue(next(events).is_comment)

    def test_stands_beside_the_newer_transport(self):
        self.assertAnswered(self.server.ask(call("add", a=1, b=2)))

    def test_takes_hundred_messages_in_any_order(self):
        client = Client(self).open()
        with self.server.connect() as connection:
            for n in range(100):
                connection.send(request(path=client.path, body=message("tools/call", {
                    "name": "large", "arguments": {"bytes": n}}, n)))
            self.assertEqual({connection.receive().status for _ in range(100)}, {202})
        answers = [client.next() for _ in range(100)]
        self.assertEqual(sorted((answer["id"], len(text_of(answer))) for answer in answers),
                         [(n, n) for n in range(100)])

    def test_survives_a_client_that_sends_on_behind_its_stream(self):
        for _ in range(5):
            client = Client(self)
            try:
                for _ in range(40):
                    client.connection.send(b"x" * 10000)
            except OSError:
                pass
        # A comment: every connection was looked at.
        other = self.connect()
        other.send(request("GET", "/sse"))
        _, events = other.stream(comments=True)
        for _ in range(3):
            next(events)
        self.assertTrue(self.server.is_well())
        self.assertIsNone(self.server.process.poll())


class Absent(Case):
    """Without --sse."""

    def test_is_404(self):
        self.assertEqual(self.server.ask(request("GET", "/sse", headers={"Accept": "text/event-stream"})).status, 404)
        self.assertEqual(self.server.ask(request(path="/message?session_id=x", body={})).status, 404)


if __name__ == "__main__":
    main()
