"""Which message goes on which event stream: each on one, and there alone, in both eras.

usage: streams_test.py HTTP_FIXTURE [TEST...]
"""
import json

from support import LEGACY, MODERN, SCHEMAS, VALIDATE, Case, Session, call, check, main, modern, text_of

LEVEL = "io.modelcontextprotocol/logLevel"
DEBUG = {LEVEL: "debug"}
REPORT = "notifications/message"
CHANGED = "notifications/tools/list_changed"


def checked(notification, revision):
    """A notification that is valid by the schema of the revision."""
    assert "id" not in notification, notification
    problems = [] if SCHEMAS is None else list(VALIDATE.check_notification(SCHEMAS, revision, notification))
    assert not problems, (problems, notification)
    return notification


def messages(events):
    """What a stream carries, but for events that only have an id."""
    return (json.loads(event.data) for event in events if event.data)


class Reports(Case):
    """Log messages of calls in the modern era."""

    def start(self, label, id=1, **more):
        """A call that has reported once, and its stream behind that."""
        connection = self.connect()
        connection.send(call("block_after_report", id=id, label=label, longest=8000, **more))
        self.server.call("leave", label=label, state="unknown")
        return connection

    def test_come_on_the_stream_of_their_call(self):
        labels = ["first", "second", "third"]
        calls = [self.start(label, id=n, meta=DEBUG) for n, label in enumerate(labels)]
        streams = [messages(connection.stream()[1]) for connection in calls]
        for label in reversed(labels):
            self.server.call("release", label=label)
        for n, (label, stream) in enumerate(zip(labels, streams)):
            *reports, answer = stream
            self.assertEqual([report["params"]["data"] for report in reports], [label, "finished"])
            for report in reports:
                self.assertEqual(checked(report, MODERN)["method"], REPORT)
            self.assertEqual((check(answer, MODERN, "tools/call")["id"], text_of(answer)), (n, "finished"))

    def test_are_for_requests_that_ask_for_them(self):
        silent = self.start("silent", headers={"Accept": "application/json"})
        loud = self.start("loud", meta=DEBUG)
        stream = messages(loud.stream()[1])
        for label in ["silent", "loud"]:
            self.server.call("release", label=label)
        self.assertEqual([each.get("method") for each in stream], [REPORT, REPORT, None])
        self.assertEqual(self.assertAnswered(silent.receive())["content"][0]["text"], "finished")

    def test_never_come_on_a_stream_that_listens(self):
        server = self.serve()
        listening = self.connect(server)
        listening.send(modern("subscriptions/listen", {"notifications": {
            "toolsListChanged": True, "promptsListChanged": True, "resourcesListChanged": True,
            "resourceSubscriptions": ["note:///a"]}}, id="all", meta=DEBUG))
        _, events = listening.stream()
        stream = messages(events)
        self.assertEqual(next(stream)["method"], "notifications/subscriptions/acknowledged")
        with self.connect(server) as caller:
            caller.send(call("report", times=3, bytes=3, answer=3, meta=DEBUG))
            *reports, answer = messages(caller.stream()[1])
        self.assertEqual([report["method"] for report in reports], [REPORT] * 3)
        server.call("offer", name="add", offered=False)
        server.stop()
        change, result = stream
        self.assertEqual(change["method"], CHANGED)
        self.assertEqual(check(result, MODERN, "subscriptions/listen")["id"], "all")
        self.assertEqual(server.leave(), 0)


class Sessions(Case):
    """Streams of one session, that of GET and those of its calls."""

    OPTIONS = ("--stream-after", "50ms", "--max-streams", "20")

    def watch(self, session, server=None):
        connection = self.connect(server)
        connection.send(session.get())
        return connection.stream()[1]

    def held(self, session, *labels):
        """The streams of calls that run under these labels, which are their ids too."""
        calls = [self.connect() for _ in labels]
        for label, connection in zip(labels, calls):
            connection.send(session.call("hold", id=label, label=label, longest=8000))
            self.server.call("leave", label=label, state="unknown")
        return [connection.stream()[1] for connection in calls]

    def tearDown(self):
        self.server.call("offer", name="add", offered=True)

    def test_have_a_question_on_the_stream_of_its_call_alone(self):
        for revision in LEGACY[2:]:
            with self.subTest(revision):
                session = Session(self.server, revision, capabilities={"elicitation": {}})
                watched = messages(self.watch(session))
                asking = self.connect()
                asking.send(session.call("ask", id="asks"))
                stream = messages(asking.stream()[1])
                question = next(stream)
                self.assertEqual(question["method"], "elicitation/create")
                answer = {"jsonrpc": "2.0", "id": question["id"],
                          "result": {"action": "accept", "content": {"word": "yes"}}}
                self.assertEqual(self.server.ask(session.post(answer)).status, 202)
                last, = stream
                self.assertEqual((last["id"], text_of(session.check(last))), ("asks", "yes"))
                self.server.call("offer", name="add", offered=False)
                self.assertEqual(next(watched), {"jsonrpc": "2.0", "method": CHANGED}, "the first on this stream")
                self.server.call("offer", name="add", offered=True)

    def test_have_reports_on_the_stream_of_their_call_alone(self):
        for revision in LEGACY:
            with self.subTest(revision):
                session = Session(self.server, revision)
                watched = messages(self.watch(session))
                caller = self.connect()
                caller.send(session.call("report", times=2, bytes=3, answer=5))
                *reports, answer = messages(caller.stream()[1])
                self.assertEqual([checked(report, revision)["method"] for report in reports], [REPORT] * 2)
                self.assertEqual(text_of(session.check(answer)), "yyyyy")
                self.server.call("offer", name="add", offered=False)
                self.assertEqual(next(watched)["method"], CHANGED, "the first on this stream")
                self.server.call("offer", name="add", offered=True)

    def test_have_no_answers_on_the_stream_of_GET(self):
        session = Session(self.server)
        watched = messages(self.watch(session))
        stream, = self.held(session, "answered")
        self.server.call("release", label="answered")
        self.assertEqual([text_of(session.check(answer)) for answer in messages(stream)], ["finished"])
        self.assertEqual(session.ask("ping").status, 200)
        self.server.call("offer", name="add", offered=False)
        self.assertEqual(next(watched)["method"], CHANGED, "the first on this stream")

    def test_hear_of_a_change_once_each(self):
        sessions = [Session(self.server) for _ in range(2)]
        # A stream that is shown takes over from the one before it, so each session has one place to hear.
        replaced = [self.watch(session) for session in sessions]
        watched = [messages(self.watch(session)) for session in sessions]
        for events in replaced:
            self.assertEqual([event.data for event in events if event.data], [])
        self.server.call("offer", name="add", offered=False)
        for stream in watched:
            self.assertEqual(next(stream)["method"], CHANGED)

    def test_give_every_event_an_id_of_its_own(self):
        for revision in LEGACY:
            with self.subTest(revision):
                session = Session(self.server, revision)
                labels = [f"{revision} {n}" for n in range(4)]
                watched = self.watch(session)
                streams = self.held(session, *labels)
                for label in labels:
                    self.server.call("release", label=label)
                ids = [event.id for stream in streams for event in stream if event.id]
                self.server.call("offer", name="add", offered=False)
                ids.append(next(event for event in watched if event.data).id)
                self.server.call("offer", name="add", offered=True)
                self.assertGreaterEqual(len(ids), 5)
                self.assertEqual(len(set(ids)), len(ids), ids)

    def test_are_resumed_with_their_own_messages_alone(self):
        session = Session(self.server)
        first, second = self.held(session, "one", "two")
        last = next(first).id
        for label in ["one", "two"]:
            self.server.call("release", label=label)
        self.assertEqual([each["id"] for each in messages(second)], ["two"])
        self.server.call("offer", name="add", offered=False)
        again = self.connect()
        again.send(session.get(last))
        self.assertEqual([each["id"] for each in messages(again.stream()[1])], ["one"])


if __name__ == "__main__":
    main()
