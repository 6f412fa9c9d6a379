"""HTTP by the letter: what a server must take in any shape, and what it must refuse.

usage: wire_test.py HTTP_FIXTURE [TEST...]
"""
import json
import random

from client import request
from support import Case, Session, call, main, modern

LIST = "tools/list"


class Shapes(Case):
    """What is right, however it comes."""

    def test_of_requests_cut_at_every_byte(self):
        data = call("add", a=1, b=2)
        with self.connect() as connection:
            for cut in range(1, len(data)):
                connection.send(data[:cut])
                connection.send(data[cut:])
                self.assertEqual(connection.receive().status, 200, cut)

    def test_of_requests_that_come_byte_by_byte(self):
        with self.connect() as connection:
            for byte in call("add", a=1, b=2) + modern(LIST):
                connection.send(bytes([byte]))
            self.assertEqual([connection.receive().status for _ in range(2)], [200, 200])

    def test_of_two_requests_cut_at_every_byte(self):
        data = modern(LIST, id=1) + modern("no/such", id=2)
        with self.connect() as connection:
            for cut in range(1, len(data), 3):
                connection.send(data[:cut])
                connection.send(data[cut:])
                self.assertEqual([connection.receive().status for _ in range(2)], [200, 404], cut)

    def test_of_requests_in_a_row(self):
        with self.connect() as connection:
            connection.send(b"".join(call("large", id=n, bytes=n) for n in range(50)))
            self.assertEqual([connection.receive().json()["id"] for n in range(50)], list(range(50)))

    def test_of_a_fast_request_behind_a_slow_one(self):
        json_only = {"Accept": "application/json"}
        with self.connect() as connection:
            connection.send(call("hold", id=1, label="row", longest=5000, headers=json_only) + modern(LIST, id=2)
                            + call("add", id=3, a=1, b=2))
            self.server.call("leave", label="row", state="unknown")
            self.server.call("release", label="row")
            self.assertEqual([connection.receive().json()["id"] for _ in range(3)], [1, 2, 3])

    def test_of_requests_behind_a_stream(self):
        server = self.serve("--stream-after", "20ms")
        connection = self.connect(server)
        connection.send(call("hold", id=1, label="behind", longest=5000) + modern(LIST, id=2))
        _, events = connection.stream()
        server.call("release", label="behind")
        self.assertEqual([json.loads(event.data)["id"] for event in events], [1])
        self.assertEqual(connection.receive().json()["id"], 2)

    def test_of_more_than_is_read_ahead_behind_a_slow_call(self):
        count = 400
        with self.connect() as connection:
            connection.send(call("hold", id=0, label="ahead", longest=5000, headers={"Accept": "application/json"}))
            self.server.call("leave", label="ahead", state="unknown")
            connection.send(b"".join(modern("no/such", id=n) for n in range(1, count)))
            self.server.call("release", label="ahead")
            self.assertEqual([connection.receive().json()["id"] for _ in range(count)], list(range(count)))

    def test_of_more_than_is_read_ahead_do_not_hide_the_end_of_a_client(self):
        with self.connect() as connection:
            connection.send(call("hold", id=0, label="hidden", longest=9000))
            self.server.call("leave", label="hidden", state="unknown")
            connection.send(b"".join(modern("no/such", id=n) for n in range(1, 400)))
        self.assertEqual(self.server.call("leave", label="hidden", state="running"), "cancelled")

    def chunked(self, data, sizes, extension="", trailer=""):
        head, _, body = data.partition(b"\r\n\r\n")
        head = b"\r\n".join(line for line in head.split(b"\r\n") if not line.startswith(b"Content-Length"))
        chunks = b""
        sizes = iter(sizes)
        while body:
            size = next(sizes)
            piece, body = body[:size], body[size:]
            chunks += f"{len(piece):x}{extension}\r\n".encode() + piece + b"\r\n"
        return head + b"\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks + f"0\r\n{trailer}\r\n".encode()

    def test_of_bodies_in_odd_chunks(self):
        data = call("add", a=1, b=2)
        forever = lambda *sizes: (sizes[n % len(sizes)] for n in range(10000))
        with self.connect() as connection:
            for sizes in [(1,), (2, 1, 7), (1000,), (3,)]:
                self.assertEqual(connection.ask(self.chunked(data, forever(*sizes))).status, 200)
            self.assertEqual(connection.ask(self.chunked(data, forever(9), ";name=value;q=\"x\"")).status, 200)
            self.assertEqual(connection.ask(self.chunked(data, forever(9), "", "X-Trailer: 1\r\n")).status, 200)
            self.assertEqual(connection.ask(self.chunked(data, forever(11)).replace(b"\r\nb\r\n", b"\r\n000B\r\n"))
                             .status, 200)
            whole = self.chunked(data, forever(17))
            for cut in range(len(whole) - 250, len(whole)):
                connection.send(whole[:cut])
                connection.send(whole[cut:])
                self.assertEqual(connection.receive().status, 200, cut)

    def test_of_large_bodies(self):
        params = {"name": "fail", "arguments": {"text": "x" * 3_000_000}}
        with self.connect() as connection:
            result = self.assertAnswered(connection.ask(modern("tools/call", params)))
            self.assertTrue(result["isError"])
            forever = (65537 for _ in range(1000))
            self.assertEqual(connection.ask(self.chunked(modern("tools/call", params), forever)).status, 200)

    def test_of_bodies_that_wait_for_a_word(self):
        head, _, body = call("add", a=1, b=2, headers={"Expect": "100-continue"}).partition(b"\r\n\r\n")
        with self.connect() as connection:
            connection.send(head + b"\r\n\r\n")
            go_on = connection.head()
            self.assertEqual((go_on.status, go_on.fields), (100, []))
            self.assertEqual(connection.ask(body).status, 200)
            # Who does not wait needs no word.
            self.assertEqual(connection.ask(head + b"\r\n\r\n" + body).status, 200)
            self.assertEqual(connection.ask(modern(LIST)).status, 200)
        big = modern(LIST, headers={"Expect": "100-continue", "Content-Length": "99999999"})
        self.assertEqual(self.server.ask(big.partition(b"\r\n\r\n")[0] + b"\r\n\r\n").status, 413)
        self.assertEqual(self.server.ask(modern(LIST, headers={"Expect": "something"})).status, 417)

    def test_of_HTTP_1_0(self):
        old = call("add", a=1, b=2).replace(b"HTTP/1.1", b"HTTP/1.0", 1)
        with self.connect() as connection:
            response = connection.ask(old)
            self.assertEqual((response.status, response.field("Connection")), (200, "close"))
            self.assertTrue(connection.at_end())
        with self.connect() as connection:
            for _ in range(3):
                response = connection.ask(old.replace(b"Host: localhost", b"Connection: keep-alive"))
                self.assertEqual((response.status, response.field("Connection")), (200, "keep-alive"))
            self.assertEqual(connection.ask(old).field("Connection"), "close")
            self.assertTrue(connection.at_end())

    def test_of_connections_that_end_with_the_answer(self):
        with self.connect() as connection:
            response = connection.ask(modern(LIST, headers={"Connection": "close"}))
            self.assertEqual((response.status, response.field("Connection")), (200, "close"))
            self.assertTrue(connection.at_end())

    def test_of_targets_in_absolute_form(self):
        data = modern(LIST)
        for target in [b"http://localhost/mcp ", b"HTTP://localhost:80/mcp?x=1 "]:
            self.assertEqual(self.server.ask(data.replace(b"/mcp ", target, 1)).status, 200)
        self.assertEqual(self.server.ask(data.replace(b"/mcp ", b"http://localhost ", 1)).status, 404)

    def test_of_HEAD_have_no_body(self):
        with self.connect() as connection:
            for path, status in [("/healthz", 200), ("/mcp", 405), ("/nowhere", 404), ("/healthz", 200)]:
                connection.send(request("HEAD", path))
                response = connection.receive(to_head=True)
                self.assertEqual(response.status, status)
                self.assertGreater(int(response.field("Content-Length")), 0)
            self.assertEqual(connection.ask(request("GET", "/healthz")).body, b"ok\n")

    def test_of_names_in_any_case(self):
        head, _, body = call("add", a=1, b=2).partition(b"\r\n\r\n")
        line, _, fields = head.partition(b"\r\n")
        for change in [bytes.upper, bytes.lower]:
            fields = b"\r\n".join(change(name) + b":" + value for name, value in
                                  (field.split(b":", 1) for field in fields.split(b"\r\n")))
            self.assertEqual(self.server.ask(line + b"\r\n" + fields + b"\r\n\r\n" + body).status, 200)

    def test_of_requests_behind_an_empty_line(self):
        with self.connect() as connection:
            connection.send(modern(LIST) + b"\r\n" + call("add", a=1, b=2))
            self.assertEqual([connection.receive().status for _ in range(2)], [200, 200])
            for piece in [b"\r", b"\n", modern(LIST)]:
                connection.send(piece)
            self.assertEqual(connection.receive().status, 200)

    def test_of_offers_to_speak_something_else(self):
        for fields in [{"Connection": "Upgrade, HTTP2-Settings", "Upgrade": "h2c", "HTTP2-Settings": "AAMAAABk"},
                       {"Connection": "Upgrade", "Upgrade": "websocket"}]:
            self.assertEqual(self.server.ask(modern(LIST, headers=fields)).status, 200)

    def test_of_several_accept_headers(self):
        for accept in [["text/html", "application/json"], ["application/json;q=0.1", "text/event-stream"]]:
            self.assertEqual(self.server.ask(modern(LIST, headers={"Accept": accept})).status, 200)


class Refusals(Case):
    """What is wrong gets one answer with 4xx or 5xx, and the end of the connection; everybody else is served on."""

    OPTIONS = ("--max-header", "4K", "--max-message", "10K", "--keep-alive", "100ms")

    def refuse(self, data, *statuses, in_pieces=False):
        with self.connect(patience=5) as connection:
            try:
                connection.send(data)
            except OSError:
                pass  # it was refused before all of it was sent
            response = connection.receive()
            self.assertIn(response.status, statuses or range(400, 600), data[:100])
            self.assertEqual(response.field("Connection"), "close", data[:100])
            self.assertTrue(connection.at_end(), (data[:100], connection.buffer[:200]))
        return response

    def tearDown(self):
        self.assertTrue(self.server.is_well())
        self.assertIsNone(self.server.process.poll())

    def test_of_headers_that_are_too_large(self):
        self.refuse(modern(LIST, headers={"X-Long": "x" * 5000}), 431)
        self.refuse(modern(LIST, headers={f"X-{n}": "x" for n in range(1000)}), 431)
        self.refuse(b"POST /mcp HTTP/1.1\r\nX-Endless: " + b"x" * 100000, 431)
        with self.connect() as connection:
            self.assertEqual(connection.ask(modern(LIST, headers={"X-Long": "x" * 3000})).status, 200)

    def test_of_targets_that_are_too_long(self):
        self.refuse(request(path="/" + "x" * 5000, body={}), 414)
        self.refuse(b"POST /" + b"x" * 5000, 414)
        self.refuse(b"POST" * 5000, 414, 400)

    def test_of_targets_that_are_too_long_within_a_large_header(self):
        server = self.serve("--max-header", "64K")
        self.assertEqual(server.ask(request(path="/" + "x" * 5000, body={})).status, 414)

    def test_of_bodies_that_are_too_large(self):
        self.refuse(modern(LIST, headers={"Content-Length": "10241"}), 413)
        self.refuse(request(body="x" * 20000), 413)
        head = modern(LIST, headers={"Content-Length": None, "Transfer-Encoding": "chunked"}).partition(b"\r\n\r\n")[0]
        self.refuse(head + b"\r\n\r\n" + b"400\r\n" + b"x" * 0x400 + b"\r\n4000\r\n" + b"x" * 0x4000, 413)
        self.refuse(head + b"\r\n\r\n" + (b"100\r\n" + b"x" * 0x100 + b"\r\n") * 50, 413)
        self.refuse(head + b"\r\n\r\nffffffff\r\n", 413)
        self.refuse(head + b"\r\n\r\nfffffffffffffffff\r\n", 400, 413)

    def test_of_bodies_that_are_too_deep(self):
        response = self.server.ask(request(body="[" * 5000 + "]" * 5000))
        self.assertEqual((response.status, response.json()["error"]["code"]), (400, -32700))
        deep = b'{"jsonrpc":"2.0","id":1,"method":"ping","params":' + b'{"a":' * 1500 + b"1" + b"}" * 1501
        self.assertEqual(self.server.ask(request(body=deep)).status, 400)

    def test_of_lengths_that_contradict(self):
        def fields(*more):
            return modern(LIST, headers={"Content-Length": None}).replace(b"\r\n", b"\r\n" + b"".join(
                line.encode() + b"\r\n" for line in more), 1)
        for more in [("Content-Length: 5", "Content-Length: 6"), ("Content-Length: 5", "Transfer-Encoding: chunked"),
                     ("Transfer-Encoding: chunked", "Content-Length: 5"), ("Transfer-Encoding: gzip",),
                     ("Transfer-Encoding: gzip, chunked",), ("Transfer-Encoding: chunked, chunked",),
                     ("Transfer-Encoding: chunked", "Transfer-Encoding: chunked"),
                     ("Transfer-Encoding: chunked", "Transfer-Encoding: gzip"), ("Transfer-Encoding: identity",),
                     ("Transfer-Encoding: chunked, identity",), ("Transfer-Encoding:",),
                     ("Transfer-Encoding: xchunked",), ("Content-Length: -1",), ("Content-Length: +5",),
                     ("Content-Length: 0x5",), ("Content-Length: 5 5",),
                     ("Content-Length: 99999999999999999999999",), ("Content-Length: 18446744073709551615",),
                     ("Content-Length: 18446744073709551617",), ("Content-Length: five",), ("Content-Length:",),
                     ("Content-Length: 5, 6",), ("Content-Length: 5;",), ("Content-Length: 5.0",),
                     ("Content-Length : 5",), ("Transfer-Encoding : chunked",)]:
            with self.subTest(more):
                self.refuse(fields(*more))

    def test_of_chunks_that_are_malformed(self):
        head = modern(LIST, headers={"Content-Length": None, "Transfer-Encoding": "chunked"}).partition(b"\r\n\r\n")[0]
        for chunks in [b"xyz\r\n", b"-1\r\nx", b"2\r\nabc\r\n0\r\n\r\n", b"\r\n", b"5 \x00\r\nhello\r\n",
                       b"0x2\r\nab\r\n0\r\n\r\n", b"2\r\nab0\r\n\r\n", b"+2\r\nab\r\n0\r\n\r\n"]:
            with self.subTest(chunks):
                self.refuse(head + b"\r\n\r\n" + chunks)

    def test_of_chunk_headers_and_trailers_without_end(self):
        head = modern(LIST, headers={"Content-Length": None, "Transfer-Encoding": "chunked"}).partition(b"\r\n\r\n")[0]
        for start in [b"5;", b"5;name=\"", b"0" * 100, b"0\r\nX-Trailer: ", b"0\r\n" + b"X: y\r\n" * 5000]:
            for piece in [b"0" * 100_000, b"x" * 100_000]:
                with self.subTest((start[:20], piece[:1])):
                    self.refuse(head + b"\r\n\r\n" + start + piece, 400, 431)

    def test_of_chunks_to_HTTP_1_0(self):
        self.refuse(modern(LIST, headers={"Content-Length": None, "Transfer-Encoding": "chunked"})
                    .replace(b"HTTP/1.1", b"HTTP/1.0", 1))

    def test_of_lines_that_end_in_other_ways(self):
        good = modern(LIST)
        head, _, body = good.partition(b"\r\n\r\n")
        self.refuse(head.replace(b"\r\n", b"\n") + b"\n\n" + body)
        self.refuse(head.replace(b"\r\n", b"\n", 1) + b"\r\n\r\n" + body)
        self.refuse(head.replace(b"\r\n", b"\r", 2) + b"\r\n\r\n" + body)
        self.refuse(head.replace(b"localhost\r\n", b"localhost\n") + b"\r\n\r\n" + body)
        self.refuse(head.replace(b"localhost", b"local\x00host") + b"\r\n\r\n" + body)

    def test_of_fields_that_go_on_in_the_next_line(self):
        good = modern(LIST)
        for name in [b"Host: ", b"MCP-Protocol-Version: ", b"Mcp-Method: ", b"Content-Type: ", b"Accept: ",
                     b"Content-Length: "]:
            for fold in [b"\r\n ", b"\r\n\t", b"\r\n  \r\n "]:
                self.refuse(good.replace(name, name[:-1] + fold, 1), 400)
        self.refuse(good.replace(b"Mcp-Method: tools/list", b"Mcp-Method: tools/\r\n list"), 400)
        self.refuse(good.replace(b"HTTP/1.1\r\n", b"HTTP/1.1\r\n X: y\r\n"), 400)

    def test_of_what_is_no_HTTP(self):
        for data in [b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 200, b"\x00" * 100,
                     b"\r\n\r\n\r\n\r\n",
                     b"{\"jsonrpc\":\"2.0\"}\n", b"GET\r\n\r\n", b"GET /mcp\r\n\r\n", b"GET /mcp HTTP/2.0\r\n\r\n",
                     b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GET /mcp HTTP/1.1\r\nno colon here\r\n\r\n",
                     b"GET /mcp HTTP/1.1\r\n: empty\r\n\r\n", b"GET  /mcp HTTP/1.1\r\nHost: a\r\n\r\n",
                     b"GET /m cp HTTP/1.1\r\nHost: a\r\n\r\n", b"get /mcp HTTP/1.1x\r\nHost: a\r\n\r\n",
                     b"G\xc3\x84T /mcp HTTP/1.1\r\nHost: a\r\n\r\n", b"GET /mcp HTTP/0.9\r\n\r\n",
                     b"GET /mcp HTTP/1.1\r\nHost: a\r\nBad Name: x\r\n\r\n", b"GET /mcp http/1.1\r\nHost: a\r\n\r\n"]:
            with self.subTest(data[:40]):
                self.refuse(data)

    def test_of_garbage_behind_a_good_request(self):
        for garbage in [b"\x00\x01\x02", b"}{\r\n\r\n", b"garbage\r\n\r\n"]:
            with self.connect() as connection:
                connection.send(call("add", a=1, b=2) + garbage)
                self.assertEqual(connection.receive().status, 200)
                self.assertEqual(connection.receive().status, 400)
                self.assertTrue(connection.at_end())

    def test_of_random_bytes(self):
        random.seed(7)
        good = call("add", a=1, b=2)
        for _ in range(300):
            data = bytearray(good)
            for _ in range(random.randrange(1, 4)):
                data[random.randrange(len(data))] = random.randrange(256)
            with self.connect() as connection:
                connection.send(bytes(data))
                connection.end()
                while connection.fill():
                    pass
                if connection.buffer:
                    self.assertRegex(connection.buffer, rb"^HTTP/1\.1 [2345]\d\d ")

    def test_of_a_wrong_host(self):
        for host in [None, ["localhost"] * 2, "evil.example.com", "localhost.evil.example.com", "localhost:99999",
                     "user@localhost", "", "localhost, localhost", "127.0.0.1.evil.example.com", "[::1", "[::2]"]:
            with self.subTest(host):
                self.assertIn(self.server.ask(modern(LIST, headers={"Host": host})).status, (400, 403))
        for host in ["localhost:1234", "127.0.0.1", "127.9.9.9:1", "[::1]", "[::1]:80", "LOCALHOST"]:
            with self.subTest(host):
                self.assertEqual(self.server.ask(modern(LIST, headers={"Host": host})).status, 200)

    def test_of_a_wrong_origin(self):
        for path in ["/mcp", "/healthz", "/nowhere"]:
            for origin in ["http://evil.example.com", "null", ["http://localhost"] * 2, "", "localhost", "file://",
                           "http://localhost.evil.example.com", "http://localhost@evil.example.com",
                           ["http://localhost", "http://evil.example.com"], "http://localhost http://evil.example.com"]:
                with self.subTest((path, origin)):
                    data = modern(LIST, headers={"Origin": origin}).replace(b"/mcp", path.encode(), 1)
                    self.assertEqual(self.server.ask(data).status, 403)
        for origin in ["http://localhost", "https://127.0.0.1:8080", "http://[::1]:3000"]:
            self.assertEqual(self.server.ask(modern(LIST, headers={"Origin": origin})).status, 200)
        session = Session(self.server)
        for data in [session.request(LIST, headers={"Origin": "http://evil.example.com"}),
                     session.get(headers={"Origin": "http://evil.example.com"})]:
            self.assertEqual(self.server.ask(data).status, 403)

    def test_is_none_for_pages_that_ask_first(self):
        with self.connect() as connection:
            connection.send(b"OPTIONS /mcp HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost:3000\r\n"
                            b"Access-Control-Request-Method: POST\r\n"
                            b"Access-Control-Request-Headers: content-type,mcp-method\r\n\r\n")
            told = connection.receive()
            self.assertEqual(told.status, 204)
            self.assertEqual(told.field("Access-Control-Allow-Headers"), "content-type,mcp-method")
            self.assertEqual(told.field("Access-Control-Allow-Origin"), "http://localhost:3000")
            connection.send(modern(LIST, headers={"Origin": "http://localhost:3000"}))
            self.assertEqual(connection.receive().field("Access-Control-Allow-Origin"), "http://localhost:3000")
            connection.send(modern(LIST))
            self.assertIsNone(connection.receive().field("Access-Control-Allow-Origin"))

    def test_of_other_sites_can_be_lifted(self):
        server = self.serve("--allow-host", "mcp.example.com", "--allow-origin", "https://app.example.com")
        ask = lambda **headers: server.ask(modern(LIST, headers=headers)).status
        self.assertEqual(ask(Host="mcp.example.com:8443", Origin="https://app.example.com"), 200)
        self.assertEqual(ask(Host="mcp.example.com", Origin="https://app.example.com:444"), 403)
        self.assertEqual(ask(Host="mcp.example.com", Origin="http://app.example.com"), 403)
        self.assertEqual(ask(Host="other.example.com"), 403)

    def test_survives_clients_that_vanish_at_any_byte(self):
        data = call("add", a=1, b=2)
        for cut in range(0, len(data), 7):
            with self.connect() as connection:
                connection.send(data[:cut])

    def test_survives_a_client_that_sends_on_behind_a_stream(self):
        for _ in range(5):
            connection = self.connect()
            connection.send(Session(self.server).get())
            connection.stream()
            try:
                for _ in range(40):
                    connection.send(b"x" * 10000)
            except OSError:
                pass
        # A comment: every connection was looked at.
        other = self.connect()
        other.send(Session(self.server).get())
        _, events = other.stream(comments=True)
        for _ in range(3):
            next(events)


if __name__ == "__main__":
    main()
