"""What clients may not do to the server: be slow, ask too much, ask too often.

usage: limits_test.py HTTP_FIXTURE [TEST...]
"""
import json

from client import request
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
    """Events that wait for a reader."""

    OPTIONS = ("--sse", "--max-queued", "100K", "--write-timeout", "30s")

    def test_of_a_reader_that_does_not_read_are_cut_off(self):
        connection = self.connect(receive_buffer=4096)
        connection.send(request("GET", "/sse"))
        _, events = connection.stream()
        path = next(events).data
        post = lambda body: self.server.ask(request(path=path, body=body)).status
        self.assertEqual(post(message("initialize", {"protocolVersion": "2024-11-05", "capabilities": {},
                                                     "clientInfo": {"name": "n", "version": "1"}})), 202)
        for n in range(1000):
            status = post(message("tools/call", {"name": "large", "arguments": {"bytes": 50_000}}, n))
            if status != 202:
                break
        self.assertEqual(status, 404, "the session ends with its stream")


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
    OPTIONS = ("--max-connections", "3")

    def test_beyond_the_limit_are_told_503(self):
        held = [self.connect() for _ in range(3)]
        for connection in held:
            self.assertEqual(connection.ask(modern(LIST)).status, 200)
        with self.connect() as one_more:
            response = one_more.receive()
            self.assertEqual((response.status, response.field("Connection")), (503, "close"))
            self.assertTrue(response.field("Retry-After"))
            self.assertTrue(one_more.at_end())
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
        result = self.assertAnswered(self.server.ask(call("add", a=1, b=2)))
        self.assertTrue(result["isError"])
        self.assertRegex(result["content"][0]["text"], r"\d")
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
        for headers in [{}, {"Expect": "100-continue"}]:
            head = call("add", a=1, b=2, headers=headers).partition(b"\r\n\r\n")[0] + b"\r\n\r\n"
            with self.connect() as connection:
                response = connection.ask(head)
                self.assertEqual((response.status, response.field("Connection")), (429, "close"))
                self.assertGreaterEqual(int(response.field("Retry-After")), 1)
                self.assertTrue(response.body)
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
