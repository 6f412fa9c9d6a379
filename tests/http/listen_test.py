"""What clients are told of changes, over sockets: subscriptions/listen, and sessions.

usage: listen_test.py HTTP_FIXTURE [TEST...]
"""
import json
import time

from support import LEGACY, MODERN, NEWEST, SCHEMAS, VALIDATE, Case, Session, check, main, modern

SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId"


def checked(message, revision=MODERN):
    """A notification that is valid by the schema of the revision."""
    assert message["jsonrpc"] == "2.0" and "id" not in message, message
    if SCHEMAS is not None:
        problems = list(VALIDATE.check_notification(SCHEMAS, revision, message))
        assert not problems, (problems, message)
    return message


class Stream:
    """An open subscription."""

    def __init__(self, case, server=None, id=1, comments=False, **filter):
        self.id = id
        self.connection = case.connect(server)
        self.connection.send(modern("subscriptions/listen", {"notifications": filter}, id))
        self.head, self.events = self.connection.stream(comments)
        self.honoured = self.next("notifications/subscriptions/acknowledged")["params"]["notifications"]

    def next(self, method):
        """The next message, which must be that notification."""
        message = checked(json.loads(next(self.events).data))
        assert message["method"] == method, message
        assert message["params"]["_meta"][SUBSCRIPTION] == self.id, message
        return message

    def close(self):
        self.connection.close()


class Listening(Case):
    """In the modern era."""

    def offer(self, tool, offered, server=None):
        (server or self.server).call("offer", name=tool, offered=offered)

    def tearDown(self):
        self.offer("add", True)

    def test_is_acknowledged_with_what_there_is(self):
        stream = Stream(self, toolsListChanged=True, promptsListChanged=True,
                        resourceSubscriptions=["note:///a", "http://elsewhere/"])
        self.assertEqual(stream.honoured, {"toolsListChanged": True, "resourceSubscriptions": ["note:///a"]})
        self.assertEqual(stream.head.field("X-Accel-Buffering"), "no")
        self.assertEqual(Stream(self, id="empty").honoured, {})

    def test_tells_of_lists_and_resources(self):
        tools = Stream(self, id="tools", toolsListChanged=True)
        note = Stream(self, id=0, resourceSubscriptions=["note:///a"])
        self.offer("add", False)
        self.server.call("touch", uri="note:///b")
        self.server.call("touch", uri="note:///a")
        tools.next("notifications/tools/list_changed")
        self.assertEqual(note.next("notifications/resources/updated")["params"]["uri"], "note:///a")
        names = [tool["name"] for tool in
                 self.assertAnswered(self.server.ask(modern("tools/list")), method="tools/list")["tools"]]
        self.assertNotIn("add", names)

    def test_is_refused_in_one_piece(self):
        for filter in [None, [], {"toolsListChanged": 1}, {"resourceSubscriptions": "note:///a"}]:
            response = self.server.ask(modern("subscriptions/listen", {"notifications": filter}))
            self.assertRefused(response, 200, -32602)
        response = self.server.ask(modern("subscriptions/listen", {"notifications": {}},
                                          headers={"Accept": "application/json"}))
        self.assertEqual(response.status, 406)

    def test_needs_no_name_in_the_header_but_the_method(self):
        response = self.server.ask(modern("subscriptions/listen", {"notifications": {}},
                                          headers={"Mcp-Method": "tools/list"}))
        self.assertRefused(response, 400, -32020)

    def test_ends_with_the_client_and_leaves_nothing(self):
        server = self.serve("--max-subscriptions", "2")
        for _ in range(20):
            streams = [Stream(self, server, id=n, toolsListChanged=True) for n in range(2)]
            refused = server.ask(modern("subscriptions/listen", {"notifications": {}}))
            self.assertIn("as many as may be", self.assertRefused(refused, 200, -32603)["message"])
            for stream in streams:
                stream.close()
            until = time.monotonic() + 5
            while time.monotonic() < until:
                try:
                    Stream(self, server).close()
                    Stream(self, server, toolsListChanged=True).close()
                    break
                except (AssertionError, StopIteration):
                    pass  # the server has not seen yet that the streams are closed
            self.offer("add", False, server)
            self.offer("add", True, server)
            self.assertTrue(server.is_well())

    def test_is_kept_alive_by_comments(self):
        server = self.serve("--keep-alive", "50ms")
        stream = Stream(self, server, comments=True, toolsListChanged=True)
        self.assertTrue(next(stream.events).is_comment)
        self.assertTrue(next(stream.events).is_comment)

    def test_ends_with_a_result_when_the_server_leaves(self):
        server = self.serve()
        streams = [Stream(self, server, id=id, toolsListChanged=True) for id in ["one", 2]]
        start = time.monotonic()
        server.stop()
        for stream in streams:
            answer = check(json.loads(next(stream.events).data), MODERN, "subscriptions/listen")
            self.assertEqual(answer["id"], stream.id)
            self.assertEqual(answer["result"]["_meta"][SUBSCRIPTION], stream.id)
            self.assertEqual(list(stream.events), [])
            self.assertTrue(stream.connection.at_end())
        self.assertEqual(server.leave(), 0)
        self.assertLess(time.monotonic() - start, 1)

    def test_tells_a_client_that_does_not_read_each_thing_once(self):
        stream = Stream(self, toolsListChanged=True, resourceSubscriptions=["note:///a"])
        for _ in range(100):
            self.offer("add", False)
            self.offer("add", True)
            self.server.call("touch", uri="note:///a")
        # What was written before the client fell behind is there; nothing is lost behind it.
        seen = set()
        while len(seen) < 2:
            seen.add(checked(json.loads(next(stream.events).data))["method"])
        self.assertEqual(seen, {"notifications/tools/list_changed", "notifications/resources/updated"})


class Sessions(Case):
    """In the legacy era."""

    def watch(self, session):
        connection = self.connect()
        connection.send(session.get())
        _, events = connection.stream()
        return (checked(json.loads(event.data), session.revision) for event in events if event.data)

    def tearDown(self):
        self.server.call("offer", name="add", offered=True)

    def test_hear_of_lists_on_their_own_stream(self):
        for revision in LEGACY:
            with self.subTest(revision):
                session = Session(self.server, revision)
                self.assertTrue(session.opened["result"]["capabilities"]["tools"]["listChanged"])
                self.assertTrue(session.opened["result"]["capabilities"]["resources"]["subscribe"])
                messages = self.watch(session)
                self.server.call("offer", name="add", offered=False)
                self.assertEqual(next(messages), {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"})
                self.server.call("offer", name="add", offered=True)

    def test_hear_later_what_changed_while_they_showed_no_stream(self):
        session = Session(self.server)
        for _ in range(3):
            self.server.call("offer", name="add", offered=False)
            self.server.call("offer", name="add", offered=True)
        self.assertEqual(session.ask("resources/subscribe", {"uri": "note:///a"}).status, 200)
        self.server.call("touch", uri="note:///a")
        messages = self.watch(session)
        self.assertEqual(next(messages)["method"], "notifications/tools/list_changed")
        self.assertEqual(next(messages)["params"], {"uri": "note:///a"})
        self.assertEqual(session.ask("resources/unsubscribe", {"uri": "note:///a"}).status, 200)
        self.server.call("touch", uri="note:///a")
        self.server.call("offer", name="add", offered=False)
        self.assertEqual(next(messages)["method"], "notifications/tools/list_changed")

    def test_do_not_subscribe_to_what_is_not_there(self):
        session = Session(self.server)
        response = session.ask("resources/subscribe", {"uri": "http://elsewhere/"})
        error = self.assertRefused(response, 200, -32002, revision=NEWEST)
        self.assertEqual(error["data"], {"uri": "http://elsewhere/"})
        self.assertRefused(session.ask("subscriptions/listen", {"notifications": {}}), 200, -32601, revision=NEWEST)


if __name__ == "__main__":
    main()
