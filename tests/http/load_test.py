"""Many calls at once: slow ones hold nobody up.

usage: load_test.py HTTP_FIXTURE [TEST...]
"""
import json
import threading
import time

from client import request
from sse_test import Client
from support import CAPABILITIES_KEY, Case, Session, call, main, message, modern, text_of

SLOW = 64
LIST = "tools/list"
JSON_ONLY = {"Accept": "application/json"}


class Crowd(Case):
    """As many slow calls as there are workers, and quick ones beside them."""

    OPTIONS = ("--max-workers", "72", "--call-rate", "off")

    def start(self, tool, label):
        for n in range(SLOW):
            connection = self.connect()
            connection.send(call(tool, id=n, label=f"{label}{n}", longest=20_000, headers=JSON_ONLY))
            yield connection

    def measure(self, data, times=200):
        """The time that all but one in a hundred took, in milliseconds."""
        took = []
        with self.connect() as connection:
            for _ in range(times):
                start = time.perf_counter()
                connection.send(data)
                response = connection.receive()
                took.append(time.perf_counter() - start)
                assert response.status == 200, response.body
        return sorted(took)[int(times * 0.99) - 1] * 1000

    def check(self, tool):
        session = Session(self.server)
        held = list(self.start(tool, tool))
        for n in range(SLOW):
            self.assertEqual(self.server.call("leave", label=f"{tool}{n}", state="unknown"), "running")
        for data in [session.request("ping"), modern(LIST), call("add", a=1, b=2), session.call("add", a=1, b=2)]:
            self.assertLess(self.measure(data), 50)
        for n in range(SLOW):
            self.server.call("release", label=f"{tool}{n}")
        for n, connection in enumerate(held):
            answer = connection.receive().json()
            self.assertEqual((answer["id"], text_of(answer)), (n, "finished"))

    def test_of_calls_that_wait_leaves_the_others_quick(self):
        self.check("hold")

    def test_of_calls_that_block_leaves_the_others_quick(self):
        self.check("block")

    def test_of_calls_that_block_in_any_way_leaves_the_event_loop_free(self):
        """The first of each kind, which nobody takes for slow yet."""
        tasks = {CAPABILITIES_KEY: {"extensions": {"io.modelcontextprotocol/tasks": {}}}}
        level = {"io.modelcontextprotocol/logLevel": "debug"}
        for tool, meta in [("block", {}), ("block_as_task", tasks), ("block_after_start", tasks),
                           ("block_after_report", level)]:
            for label in (f"first {tool}", f"second {tool}"):
                server = self.serve()
                held = self.connect(server)
                held.send(call(tool, label=label, longest=20_000, meta=meta))
                self.assertEqual(server.call("leave", label=label, state="unknown"), "running")
                with server.connect(patience=5) as other:
                    self.assertEqual(other.ask(request("GET", "/healthz")).status, 200)
                server.call("release", label=label)
                self.assertEqual(held.receive().status, 200)

    def test_of_calls_that_block_on_an_old_event_stream_leaves_the_event_loop_free(self):
        server = self.serve("--sse")
        case = type("Of", (), {"connect": lambda _: self.connect(server), "server": server})()
        client = Client(case).open()
        client.call("block_after_report", id=2, label="sse", longest=20_000)
        self.assertEqual(server.call("leave", label="sse", state="unknown"), "running")
        with server.connect(patience=5) as other:
            self.assertEqual(other.ask(request("GET", "/healthz")).status, 200)
        self.assertEqual(json.loads(next(client.events).data)["method"], "notifications/message")
        server.call("release", label="sse")
        self.assertEqual(json.loads(next(client.events).data)["method"], "notifications/message")
        self.assertEqual(text_of(client.next()), "finished")

    def test_of_more_slow_calls_than_workers_leaves_what_is_no_call_quick(self):
        self.server = self.serve("--max-workers", "4", "--call-rate", "off", "--threads", "2")
        session = Session(self.server)
        held = list(self.start("hold", "few"))
        for data in [session.request("ping"), modern(LIST)]:
            self.assertLess(self.measure(data), 50)
        for connection in held:
            connection.close()
        self.assertTrue(self.server.is_well(), "what nobody waits for is not begun")

    def test_beyond_the_calls_in_flight_is_told_so(self):
        self.server = self.serve("--max-in-flight", "10")

        def refusal(source):
            """What the next call is told, once those before it are taken."""
            answers = (self.server.ask(call("add", a=1, b=2), source=source).json() for _ in range(500))
            return next(text_of(answer) for answer in answers if answer["result"].get("isError"))

        for n in range(5):
            self.connect().send(call("hold", label=f"flight{n}", longest=8000))
        self.assertIn("busy with as many calls of this client", refusal("127.0.0.1"))
        answer = self.server.ask(call("add", a=1, b=2), source="127.0.0.2").json()
        self.assertEqual(answer["result"]["structuredContent"], {"result": 3}, "one client has half of them")
        for n in range(5):
            self.connect(source="127.0.0.2").send(call("hold", label=f"other{n}", longest=8000))
        self.assertIn("busy with 10 calls", refusal("127.0.0.3"))


class Threads(Case):
    """Connections on several event loops."""

    OPTIONS = ("--threads", "4", "--call-rate", "off", "--stream-after", "50ms", "--max-workers", "128")

    def test_answer_many_connections(self):
        connections = [self.connect() for _ in range(200)]
        for round in range(10):
            for n, connection in enumerate(connections):
                connection.send(call("large", id=1000 * round + n, bytes=n))
            for n, connection in enumerate(connections):
                answer = connection.receive().json()
                self.assertEqual((answer["id"], len(text_of(answer))), (1000 * round + n, n))

    def test_share_sessions(self):
        session = Session(self.server)
        connections = [self.connect() for _ in range(40)]
        for round in range(10):
            for n, connection in enumerate(connections):
                connection.send(session.call("large", id=n, bytes=n))
            for n, connection in enumerate(connections):
                answer = session.check(connection.receive().body)
                self.assertEqual((answer["id"], len(text_of(answer))), (n, n))

    def test_cancel_for_each_other(self):
        session = Session(self.server)
        for n in range(24):
            held = self.connect()
            held.send(session.call("hold", id=n, label=f"cross{n}", longest=8000, headers=JSON_ONLY))
            self.server.call("leave", label=f"cross{n}", state="unknown")
            with self.connect() as other:
                self.assertEqual(other.ask(session.post(message("notifications/cancelled", {"requestId": n}, None)))
                                 .status, 202)
            self.assertEqual(held.receive().status, 204)

    def test_hand_streams_to_each_other(self):
        session = Session(self.server)
        held = []
        for n in range(8):
            connection = self.connect()
            connection.send(session.call("hold", id=n, label=f"hand{n}", longest=8000))
            held.append(connection)
        lasts = [next(connection.stream()[1]).id for connection in held]
        again = []
        for n in range(8):
            for _ in range(3):
                connection = self.connect()
                connection.send(session.get(lasts[n]))
                head, events = connection.stream()
            again.append(events)
        for n in range(8):
            self.server.call("release", label=f"hand{n}")
        for n, events in enumerate(again):
            answer = session.check([event.data for event in events][-1])
            self.assertEqual((answer["id"], text_of(answer)), (n, "finished"))

    def test_open_and_end_sessions_at_once(self):
        problems = []

        def work():
            try:
                for _ in range(25):
                    session = Session(self.server)
                    with self.connect() as stream:
                        stream.send(session.get())
                        _, events = stream.stream()
                        next(events)
                        assert self.server.ask(session.delete()).status == 204
                        assert list(events) == []
            except BaseException as problem:
                problems.append(problem)

        workers = [threading.Thread(target=work) for _ in range(6)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        self.assertEqual(problems, [])
        self.assertTrue(self.server.is_well())


if __name__ == "__main__":
    main()
