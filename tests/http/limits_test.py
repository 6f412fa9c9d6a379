"""What clients may not do to the server: be slow, ask too much, ask too often.

usage: limits_test.py HTTP_FIXTURE [TEST...]
"""
import json
import select
import time

from client import request
from sse_test import Client
from support import Case, Session, call, main, message, modern, text_of

LIST = "tools/list"


class Slowness(Case):
    """A client that takes its time loses its connection."""

    OPTIONS = ("--header-timeout", "300ms", "--request-timeout", "500ms", "--idle-timeout", "700ms",
               "--write-timeout", "300ms", "--max-result", "64M", "--access-log", "--stream-after", "50ms")

    def assertEnd(self, beginnings, status):
        """All at once, as they need time."""
        connections = [self.connect() for _ in beginnings]
        for connection, data in zip(connections, beginnings):
            connection.send(data)
        for connection in connections:
            response = connection.receive()
            self.assertEqual((response.status, response.field("Connection")), (status, "close"))
            self.assertTrue(connection.at_end())

    def test_in_a_header_is_408(self):
        self.assertEnd([b"P", b"POST /mcp HTTP/1.1\r\n", modern(LIST).partition(b"\r\n\r\n")[0]], 408)

    def test_in_a_header_is_408_on_connections_that_were_used(self):
        with self.connect() as connection:
            connection.ask(modern(LIST))
            connection.send(b"POST /mcp")
            self.assertEqual(connection.receive().status, 408)
            self.assertTrue(connection.at_end())

    def test_in_a_body_is_408(self):
        chunked = modern(LIST, headers={"Content-Length": None, "Transfer-Encoding": "chunked"}).partition(b"{")[0]
        self.assertEnd([modern(LIST)[:-1], chunked + b"5\r\nhel", chunked + b"5;", chunked + b"0\r\nX: y\r\n"], 408)

    def test_is_not_hidden_by_bytes_now_and_then(self):
        data = modern(LIST, headers={"X-Long": "x" * 1000})
        with self.connect(patience=0.05) as connection:
            for at in range(200):
                try:
                    connection.send(data[at:at + 1])
                    if connection.fill():
                        break
                except TimeoutError:
                    pass
            self.assertIn(b" 408 ", connection.buffer)

    def test_between_requests_ends_the_connection(self):
        unused, used = self.connect(), self.connect()
        used.ask(modern(LIST))
        self.assertTrue(unused.at_end())
        self.assertTrue(used.at_end())

    def test_of_the_server_is_not_the_clients_fault(self):
        session = Session(self.server)
        stream, connection = self.connect(), self.connect()
        stream.send(session.get())
        _, events = stream.stream()
        next(events)
        connection.send(call("hold", label="patient", longest=1200, headers={"Accept": "application/json"}))
        self.assertEqual(text_of(connection.receive().json()), "timed out")
        self.assertEqual(self.server.ask(session.delete()).status, 204, "the session is still there")
        self.assertEqual(list(events), [], "and so was its stream")

    def test_of_a_reader_ends_the_connection(self):
        connections = [self.connect(receive_buffer=4096) for _ in range(2)]
        for connection, accept in zip(connections, ["application/json", "text/event-stream"]):
            connection.send(call("large", bytes=30_000_000, headers={"Accept": accept}))
        for connection in connections:
            self.assertTrue(connection.wait_until_closed(10))
            with self.assertRaises(EOFError):
                connection.receive()
        self.assertTrue(self.server.is_well())

    def test_of_a_reader_is_not_hidden_by_bytes_that_it_sends(self):
        connection = self.connect(receive_buffer=4096)
        connection.send(call("large", bytes=30_000_000))
        self.assertLoses(connection)

    def assertLoses(self, connection):
        """A client that sends a byte now and then, and nothing else, is told soon that nobody listens."""
        for _ in range(40):
            try:
                connection.send(b"P")
            except OSError:
                return
            connection.wait_until_reset(0.1)
        self.fail("the connection stays")

    def test_of_a_reader_that_reads_is_fine(self):
        connection = self.connect(receive_buffer=4096)
        connection.send(call("large", bytes=10_000_000))
        self.assertEqual(len(connection.receive().json()["result"]["content"][0]["text"]), 10_000_000)

    def test_after_a_refusal_does_not_keep_the_connection(self):
        with self.connect() as connection:
            connection.send(b"nonsense\r\n\r\n")
            connection.receive()
            self.assertLoses(connection)


class Queues(Case):
    """What waits for a reader."""

    OPTIONS = ("--sse", "--max-queued", "100K", "--write-timeout", "500ms", "--call-rate", "off")
    LEVEL = {"io.modelcontextprotocol/logLevel": "debug"}

    def test_of_one_that_takes_nothing_ends_with_its_time(self):
        client = Client(self)
        client.connection.close()
        client = Client(self).open()
        for n in range(20):
            client.call("large", id=n, bytes=1_000_000)
        self.assertTrue(client.connection.wait_until_closed(10))
        self.assertEqual(client.send(message("ping")).status, 404, "the session ends with its stream")

    def test_of_one_that_reads_is_sent_however_long_its_stream_lasts(self):
        clients = [Client(self).open() for _ in range(4)]
        until = time.monotonic() + 3
        n = 1
        while time.monotonic() < until:
            n += 1
            for client in clients:
                client.call("add", id=n, a=1, b=2)
                self.assertEqual(client.next()["id"], n)

    def test_of_one_that_reads_is_sent_however_large_an_answer_before_it_is(self):
        client = Client(self).open()
        client.call("large", id=2, bytes=6_000_000)
        for n in range(3, 40):
            client.post("ping", id=n)
        answers = [json.loads(next(client.events).data) for _ in range(2, 40)]
        self.assertEqual(sorted(answer["id"] for answer in answers), list(range(2, 40)))

    def test_of_one_that_reads_holds_reports_however_many_come_in_a_row(self):
        # As much as they have: how fast a client reads that shares its processor is not what is asked.
        server = self.serve("--call-rate", "off", "--max-queued", "2M")
        session = Session(server)
        for _ in range(5):
            for data in [call("report", meta=self.LEVEL, times=30, bytes=60_000, answer=10),
                         session.call("report", times=30, bytes=60_000, answer=10)]:
                with server.connect() as connection:
                    connection.send(data)
                    _, events = connection.stream()
                    messages = [json.loads(event.data) for event in events if event.data]
                self.assertEqual(text_of(messages[-1]), "y" * 10)
                self.assertEqual(len(messages), 31)

    def test_of_one_that_is_slow_lacks_reports_but_no_answer(self):
        session = Session(self.server)
        for size, data in [
                (3_000_000, call("report", meta=self.LEVEL, times=100, bytes=100_000, answer=3_000_000)),
                (3_000_001, session.call("report", times=100, bytes=100_000, answer=3_000_001))]:
            connection = self.connect(receive_buffer=4096)
            connection.send(data)
            self.assertEqual(self.server.call("leave", label=f"reported {size}", state="unknown"), "released")
            _, events = connection.stream()
            messages = [json.loads(event.data) for event in events if event.data]
            self.assertEqual(text_of(messages[-1]), "y" * size)
            self.assertLess(len(messages), 101)


class Memory(Case):
    """What strangers make the server hold is bounded, whatever they send and do not read."""

    OPTIONS = ("--call-rate", "off", "--max-unsent", "32M", "--max-receiving", "16M")

    def held(self):
        with open(f"/proc/{self.server.process.pid}/status") as status:
            return next(int(line.split()[1]) >> 10 for line in status if line.startswith("VmRSS"))

    def assertHeld(self, mebibytes):
        """What is held for good: an answer that is just being passed on may be held twice for a moment."""
        deadline = time.monotonic() + 10
        while self.held() >= mebibytes and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertLess(self.held(), mebibytes)

    def test_by_bodies_without_an_end(self):
        self.server = self.serve(*self.OPTIONS)
        body = modern(LIST, headers={"Content-Length": "4000000", "Mcp-Method": "no/such"})[:-1]
        held = []
        for _ in range(20):
            held.append(self.connect())
            held[-1].send(body + b"x" * 3_900_000)
            self.assertTrue(self.server.is_well())
        self.assertHeld(60)
        data = call("add", a=1, b=2, padding="x" * 3_000_000)
        self.assertEqual(self.server.ask(data).status, 200, "who sends all of it is served")
        refused = [connection.receive().status for connection in held if connection.wait_until_reset(0)
                   or select.select([connection.socket], [], [], 0)[0]]
        self.assertGreater(len(refused), 10)
        self.assertEqual(set(refused), {503})

    def test_by_answers_that_are_not_read(self):
        self.server = self.serve(*self.OPTIONS)
        held = []
        for _ in range(20):
            held.append(self.connect(receive_buffer=4096))
            held[-1].send(call("large", bytes=10_000_000))
            self.assertEqual(len(text_of(self.server.ask(call("large", bytes=9_000_000)).json())), 9_000_000)
        self.assertHeld(150)

    def test_by_batches_whose_answers_are_not_read(self):
        self.server = self.serve(*self.OPTIONS)
        session = Session(self.server, "2025-03-26")
        batch = session.post([message("tools/list", id=n) for n in range(3000)])
        held = []
        for _ in range(15):
            held.append(self.connect(receive_buffer=4096))
            held[-1].send(batch)
            self.assertTrue(self.server.is_well())
        self.assertHeld(200)

    def test_by_sessions_that_are_left(self):
        self.server = self.serve(*self.OPTIONS)
        for _ in range(15):
            session = Session(self.server)
            with self.connect() as connection:
                connection.send(session.call("report", times=1, bytes=10, answer=10_000_000))
                connection.head()
            self.assertTrue(self.server.is_well())
        self.assertHeld(150)


class Pipelines(Case):
    """Requests of a client that reads no answers."""

    OPTIONS = ("--call-rate", "off", "--write-timeout", "30s")

    def memory(self):
        """Bytes that the server has in memory."""
        with open(f"/proc/{self.server.process.pid}/status") as status:
            return next(int(line.split()[1]) << 10 for line in status if line.startswith("VmRSS"))

    def send_all(self, connection, data):
        """As much as the server takes."""
        connection.socket.settimeout(1)
        sent = 0
        try:
            while sent < len(data):
                sent += connection.socket.send(data[sent:])
        except TimeoutError:
            pass
        connection.socket.settimeout(10)
        return sent

    def test_wait_until_the_answers_are_read(self):
        one = modern(LIST)
        connection = self.connect(receive_buffer=4096)
        sent = self.send_all(connection, one * 100_000)
        self.assertTrue(self.server.is_well())
        self.assertLess(self.memory(), 100 << 20)
        for _ in range(min(sent // len(one), 3000)):
            self.assertEqual(connection.receive().status, 200)

    def test_are_answered_to_the_last_after_the_client_stopped_sending(self):
        connection = self.connect(receive_buffer=4096)
        connection.send(modern(LIST) * 1000)
        connection.end()
        for _ in range(1000):
            self.assertEqual(connection.receive().status, 200)
        self.assertTrue(connection.at_end())


class Connections(Case):
    OPTIONS = ("--max-connections", "6")

    def assertRefusedAtOnce(self, source):
        with self.connect(source=source) as one_more:
            response = one_more.receive()
            self.assertEqual((response.status, response.field("Connection")), (503, "close"))
            self.assertTrue(response.field("Retry-After"))
            self.assertTrue(one_more.at_end())

    def test_beyond_the_limit_are_told_503(self):
        held = [self.connect() for _ in range(3)]
        for connection in held:
            self.assertEqual(connection.ask(modern(LIST)).status, 200)
        self.assertRefusedAtOnce("127.0.0.1")  # which has half of them
        others = [self.connect(source="127.0.0.2") for _ in range(3)]
        for connection in others:
            self.assertEqual(connection.ask(modern(LIST)).status, 200)
        self.assertRefusedAtOnce("127.0.0.3")
        self.assertEqual(held[0].ask(modern(LIST)).status, 200)
        held[1].close()
        for _ in range(100):
            with self.connect() as again:
                again.send(modern(LIST))
                try:
                    if again.receive().status == 200:
                        return
                except EOFError:
                    pass
        self.fail("no room comes back")


class Rates(Case):
    OPTIONS = ("--call-rate", "1:2")

    @classmethod
    def setUpClass(cls):
        pass

    def setUp(self):
        self.server = self.serve(*self.OPTIONS, "--access-log")

    def spend(self):
        for _ in range(2):
            self.assertNotIn("isError", self.assertAnswered(self.server.ask(call("add", a=1, b=2))))

    def test_refuse_calls_with_a_text(self):
        self.spend()
        response = self.server.ask(call("add", a=1, b=2))
        error = self.assertRefused(response, 429, -32603, None)
        self.assertRegex(error["message"], r"Too many calls.*\d")
        self.assertEqual(response.field("Content-Type"), "application/json")
        session = Session(self.server)
        answer = session.check(self.server.ask(session.call("add", a=1, b=2)).body)
        self.assertTrue(answer["result"]["isError"], "the other era counts, too")

    def test_leave_other_methods_alone(self):
        self.spend()
        for _ in range(5):
            self.assertAnswered(self.server.ask(modern(LIST)), method=LIST)
            self.assertEqual(Session(self.server).ask("ping").status, 200)

    def test_count_each_call_of_a_batch(self):
        session = Session(self.server, "2025-03-26")
        batch = [message("tools/call", {"name": "large", "arguments": {"bytes": 3}}, n) for n in range(4)]
        answers = self.server.ask(session.post(batch)).json()
        self.assertEqual(sorted(answer["result"].get("isError", False) for answer in answers),
                         [False, False, True, True])

    def test_refuse_bodies_before_they_come(self):
        self.spend()
        whole = self.server.ask(call("add", a=1, b=2))
        for headers in [{}, {"Expect": "100-continue"}]:
            head = call("add", a=1, b=2, headers=headers).partition(b"\r\n\r\n")[0] + b"\r\n\r\n"
            with self.connect() as connection:
                response = connection.ask(head)
                self.assertEqual((response.status, response.field("Connection")), (429, "close"))
                self.assertGreaterEqual(int(response.field("Retry-After")), 1)
                self.assertEqual(response.field("Content-Type"), "application/json")
                self.assertEqual(response.body, whole.body, "as when the body comes with it")
                self.assertTrue(connection.at_end())

    def test_refuse_with_a_body_behind_HEAD(self):
        self.spend()
        with self.connect() as connection:
            connection.send(request("HEAD", "/healthz"))
            connection.receive(to_head=True)
            head = call("add", a=1, b=2).partition(b"\r\n\r\n")[0] + b"\r\n\r\n"
            response = connection.ask(head)
            self.assertEqual(response.status, 429)
            self.assertEqual(len(response.body), int(response.field("Content-Length")))

    def test_are_logged_for_what_was_refused(self):
        with self.connect() as connection:
            connection.ask(call("add", a=1, b=2))
            connection.ask(call("add", a=1, b=2))
            connection.ask(request("GET", "/healthz"))
            connection.ask(call("add", a=1, b=2).partition(b"\r\n\r\n")[0] + b"\r\n\r\n")
        line = json.loads(self.server.wait_for_log(4)[3])
        self.assertEqual((line["status"], line.get("path"), line.get("method")), (429, "/mcp", "POST"))

    def test_can_be_switched_off(self):
        server = self.serve("--call-rate", "off")
        with server.connect() as connection:
            connection.send(b"".join(call("add", a=1, b=2, id=n) for n in range(3000)))
            for n in range(3000):
                self.assertNotIn(b"isError", connection.receive().body)


if __name__ == "__main__":
    main()
