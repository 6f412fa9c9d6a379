"""How the server starts, listens, tells what it does, and leaves.

usage: life_test.py HTTP_FIXTURE [TEST...]
"""
import json
import os
import pathlib
import shutil
import signal
import socket
import ssl
import stat
import subprocess
import tempfile
import time
import unittest
import warnings

from client import Connection, request
from support import PROGRAM, Case, Server, Session, call, main, message, modern, text_of

LIST = "tools/list"


class Leaving(Case):
    """SIGTERM."""

    @classmethod
    def setUpClass(cls):
        pass

    def hold(self, server, label="held", longest=800, tool="hold", connect=None, **headers):
        connection = self.connect(server)
        connection.send(call(tool, label=label, longest=longest, headers=headers))
        server.call("leave", label=label, state="unknown")
        return connection

    def test_without_work_is_quick(self):
        for signum in [signal.SIGTERM, signal.SIGINT]:
            server = self.serve()
            idle = self.connect(server)
            self.assertEqual(idle.ask(modern(LIST)).status, 200)
            start = time.monotonic()
            server.process.send_signal(signum)
            self.assertTrue(idle.at_end())
            self.assertEqual(server.leave(), 0)
            self.assertLess(time.monotonic() - start, 1)

    def test_lets_calls_finish(self):
        server = self.serve()
        connection = self.hold(server, Accept="application/json")
        server.stop()
        response = connection.receive()
        self.assertEqual((response.status, text_of(response.json())), (200, "timed out"))
        self.assertEqual(response.field("Connection"), "close")
        self.assertTrue(connection.at_end())
        self.assertEqual(server.leave(), 0)

    def test_lets_streams_of_calls_finish(self):
        server = self.serve("--stream-after", "50ms", "--keep-alive", "50ms")
        connection = self.hold(server)
        head, events = connection.stream(comments=True)
        server.stop()
        last = list(events)[-1]
        self.assertEqual(text_of(json.loads(last.data)), "timed out")
        self.assertTrue(connection.at_end())
        self.assertEqual(server.leave(), 0)

    def test_lets_calls_of_sessions_finish(self):
        server = self.serve("--stream-after", "50ms")
        session = Session(server)
        connection = self.connect(server)
        connection.send(session.call("hold", label="session", longest=800))
        _, events = connection.stream()
        server.stop()
        self.assertEqual(text_of(session.check([event.data for event in events][-1])), "timed out")
        self.assertEqual(server.leave(), 0)

    def test_ends_streams_that_wait_for_nothing(self):
        server = self.serve("--sse")
        session = Session(server)
        get, sse = self.connect(server), self.connect(server)
        get.send(session.get())
        sse.send(request("GET", "/sse"))
        streams = [connection.stream()[1] for connection in (get, sse)]
        start = time.monotonic()
        server.stop()
        for events in streams:
            list(events)
        self.assertEqual(server.leave(), 0)
        self.assertLess(time.monotonic() - start, 1)

    def test_refuses_new_connections(self):
        server = self.serve()
        self.hold(server)
        server.stop()
        for _ in range(2000):
            try:
                self.connect(server).close()
            except OSError:
                break
        else:
            self.fail("it still accepts connections")
        self.assertEqual(server.leave(), 0)

    def test_waits_no_longer_than_its_grace(self):
        for tool, longest, said in [("block", 15_000, None), ("hold", 15_000, "cancelled")]:
            server = self.serve("--grace", "300ms")
            connection = self.hold(server, tool=tool, longest=longest, Accept="application/json")
            start = time.monotonic()
            server.stop()
            self.assertEqual(server.leave(), 0)
            self.assertLess(time.monotonic() - start, 1.5)
            if said:
                self.assertEqual(text_of(connection.receive().json()), said)
            else:
                self.assertTrue(connection.at_end())

    def test_waits_for_no_client_that_sends_half_a_request(self):
        server = self.serve("--grace", "300ms")
        connection = self.connect(server)
        connection.send(b"POST /mcp HTTP/1.1\r\n")
        self.assertTrue(server.is_well())
        start = time.monotonic()
        server.stop()
        self.assertEqual(server.leave(), 0)
        self.assertLess(time.monotonic() - start, 1.5)

    def test_answers_what_had_begun_to_come(self):
        for data, status in [(modern(LIST), 200), (call("add", a=1, b=2), 200), (request("GET", "/healthz"), 503),
                             (request(body=message("initialize", {"protocolVersion": "2025-11-25", "capabilities": {},
                                      "clientInfo": {"name": "n", "version": "1"}})), 503)]:
            for part in [20, -1]:
                server = self.serve()
                connection, idle = self.connect(server), self.connect(server)
                connection.send(data[:part])
                self.assertEqual(idle.ask(modern(LIST)).status, 200)
                server.stop()
                self.assertTrue(idle.at_end())
                connection.send(data[part:])
                response = connection.receive()
                self.assertEqual((response.status, response.field("Connection")), (status, "close"))
                self.assertTrue(connection.at_end())
                self.assertEqual(server.leave(), 0)

    def test_waits_for_no_client_that_was_refused(self):
        server = self.serve()
        connection = self.connect(server)
        connection.send(b"nonsense\r\n\r\n")
        connection.receive()
        start = time.monotonic()
        server.stop()
        self.assertEqual(server.leave(), 0)
        self.assertLess(time.monotonic() - start, 1)

    def test_with_clients_that_come_at_that_moment(self):
        for _ in range(20):
            server = self.serve("--threads", "2")
            connections = [self.connect(server) for _ in range(5)]
            for connection in connections:
                connection.send(call("add", a=1, b=2))
            server.stop()
            self.assertEqual(server.leave(), 0)

    def test_is_what_a_closed_terminal_asks_for(self):
        server = self.serve()
        connection = self.hold(server, Accept="application/json")
        for _ in range(2):  # the shell and the system may both say so
            server.process.send_signal(signal.SIGHUP)
        self.assertEqual(text_of(connection.receive().json()), "timed out")
        self.assertEqual(server.leave(), 0)

    def test_waits_for_nobody_who_does_not_read_the_log(self):
        path = os.path.join(self.enterContext(tempfile.TemporaryDirectory()), "socket")
        server = self.serve("--access-log", "--call-rate", "off", address="unix:" + path, reads_log=False)
        with self.connect(server) as connection:
            for _ in range(5000):
                self.assertEqual(connection.ask(call("fail", text="it did")).status, 200)
        start = time.monotonic()
        server.stop()
        self.assertEqual(server.leave(), 0)
        self.assertLess(time.monotonic() - start, 5)
        self.assertFalse(os.path.exists(path))

    def test_twice_is_leaving_once(self):
        server = self.serve()
        connection = self.hold(server, Accept="application/json", longest=600)
        server.stop()
        server.stop()
        connection.fill()
        self.assertIn(server.leave(), (0, -signal.SIGTERM, 143))


class Refusing(Case):
    """Servers that do not start."""

    def assertRefuses(self, program, *options, naming):
        ended = subprocess.run([program, *options], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=10)
        self.assertEqual(ended.returncode, 2)
        self.assertEqual(ended.stdout, "")
        self.assertIn(naming, ended.stderr)

    def test_for_tools_with_scopes_that_nobody_checks(self):
        self.assertRefuses(os.environ["HTTP_SCOPED"], "--http", "127.0.0.1:0", naming="the tool read_file needs scopes")

    def test_for_every_network_without_a_name_for_the_server(self):
        for host in ["0.0.0.0", "[::]"]:
            self.assertRefuses(PROGRAM, "--http", f"{host}:0", naming="--allow-host")


class Places(Case):
    """Where the server listens."""

    @classmethod
    def setUpClass(cls):
        pass

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def test_say_that_they_are_well(self):
        server = self.serve()
        response = server.ask(request("GET", "/healthz"))
        self.assertEqual((response.status, response.body), (200, b"ok\n"))
        self.assertEqual(server.ask(request("GET", "/healthz", headers={"Host": "10.0.0.7:80"})).status, 200)
        self.assertEqual(server.ask(request("POST", "/healthz", body={})).status, 405)

    def test_are_both_loopback_addresses(self):
        server = self.serve(address="0")
        self.assertEqual(server.address[0], "127.0.0.1")
        self.assertTrue(server.is_well())
        if socket.has_ipv6:
            try:
                with Connection(("::1", server.address[1])) as connection:
                    host = f"[::1]:{server.address[1]}"
                    self.assertEqual(connection.ask(modern(LIST, headers={"Host": host})).status, 200)
            except OSError:
                self.skipTest("this machine has no ::1")

    def test_are_IPv6_addresses(self):
        try:
            server = self.serve(address="[::1]:0")
        except RuntimeError as problem:
            self.skipTest(str(problem))
        self.assertTrue(server.url.startswith("http://[::1]:"))
        self.assertTrue(server.is_well())
        self.assertTrue(Session(server).id)

    def test_are_unix_sockets(self):
        path = str(self.folder / "mcp.socket")
        server = self.serve(address="unix:" + path)
        self.assertTrue(server.is_well())
        self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600)
        second = subprocess.run([PROGRAM, "--http", "unix:" + path], capture_output=True, text=True, timeout=10)
        self.assertEqual(second.returncode, 1)
        self.assertIn("somebody listens already", second.stderr)
        self.assertTrue(server.is_well())
        server.stop()
        self.assertEqual(server.leave(), 0)
        self.assertFalse(os.path.exists(path))

    def test_are_unix_sockets_that_somebody_left(self):
        path = str(self.folder / "stale.socket")
        with socket.socket(socket.AF_UNIX) as stale:
            stale.bind(path)
        first = self.serve(address="unix:" + path)
        self.assertTrue(first.is_well())
        first.process.kill()
        first.process.wait()
        self.assertTrue(os.path.exists(path))
        self.assertTrue(self.serve(address="unix:" + path).is_well())

    def test_are_no_files(self):
        path = self.folder / "file"
        path.write_text("precious")
        refused = subprocess.run([PROGRAM, "--http", f"unix:{path}"], capture_output=True, text=True, timeout=10)
        self.assertEqual(refused.returncode, 1)
        self.assertEqual(path.read_text(), "precious")

    def test_are_free(self):
        server = self.serve()
        refused = subprocess.run([PROGRAM, "--http", f"127.0.0.1:{server.address[1]}"], capture_output=True, text=True,
                                 timeout=10)
        self.assertEqual(refused.returncode, 1)
        self.assertIn("cannot listen", refused.stderr)

    def test_may_have_another_path(self):
        server = self.serve("--path", "/other")
        self.assertEqual(server.ask(modern(LIST)).status, 404)
        self.assertEqual(server.ask(modern(LIST).replace(b"/mcp ", b"/other ", 1)).status, 200)


class Tls(Case):
    @classmethod
    def setUpClass(cls):
        if not shutil.which("openssl"):
            raise unittest.SkipTest("there is no openssl to make a certificate with")
        folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.certificate, cls.key = folder / "cert.pem", folder / "key.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                        "-nodes", "-keyout", cls.key, "-out", cls.certificate, "-days", "2", "-subj", "/CN=localhost",
                        "-addext", "subjectAltName=DNS:localhost"], check=True, capture_output=True)
        cls.server = cls.enterClassContext(Server("--tls-cert", cls.certificate, "--tls-key", cls.key, "--stream-after",
                                                  "50ms", "--max-result", "64M", "--grace", "2s"))
        cls.tls = ssl.create_default_context(cafile=cls.certificate)

    def connect(self, server=None, **more):
        return super().connect(server, tls=self.tls, **more)

    def test_serves_both_eras(self):
        self.assertTrue(self.server.url.startswith("https://"))
        connection = self.connect()
        self.assertAnswered(connection.ask(modern(LIST)), method=LIST)
        for n in range(50):
            connection.send(call("large", id=n, bytes=n))
        for n in range(50):
            self.assertEqual(connection.receive().json()["id"], n)
        response = connection.ask(request(body=message("initialize", {
            "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "n", "version": "1"}})))
        self.assertTrue(response.field("Mcp-Session-Id"))

    def test_sends_large_results(self):
        answer = self.connect().ask(call("large", bytes=5_000_000)).json()
        self.assertEqual(len(text_of(answer)), 5_000_000)

    def test_streams_and_cancels(self):
        connection = self.connect()
        connection.send(call("hold", label="tls", longest=8000))
        connection.stream()
        connection.close()
        with self.connect() as other:
            answer = other.ask(call("leave", label="tls", state="running", headers={"Accept": "application/json"}))
            self.assertEqual(text_of(answer.json()), "cancelled")

    def test_takes_requests_in_pieces(self):
        data = call("add", a=1, b=2)
        connection = self.connect()
        for cut in range(1, len(data), 5):
            connection.send(data[:cut])
            connection.send(data[cut:])
            self.assertEqual(connection.receive().status, 200)

    def test_ends_the_connection_properly(self):
        connection = self.connect()
        self.assertEqual(connection.ask(modern(LIST, headers={"Connection": "close"})).status, 200)
        self.assertEqual(connection.socket.recv(1), b"", "close_notify came")
        connection = self.connect()
        self.assertEqual(connection.ask(b"nonsense\r\n\r\n").status, 400)
        self.assertTrue(connection.at_end())

    def test_survives_what_is_no_TLS(self):
        for data in [modern(LIST), b"\x16\x03\x01\xff\xff" + b"x" * 100, b"\x00" * 1000, b"\x16"]:
            with self.server.connect() as connection:
                connection.send(data)
                connection.end()
                while connection.fill():
                    pass
        self.assertEqual(self.connect().ask(modern(LIST)).status, 200)

    def test_waits_for_no_handshake(self):
        with Server("--tls-cert", self.certificate, "--tls-key", self.key, "--idle-timeout", "300ms") as server:
            for data in [b"", b"\x16\x03\x01"]:
                with server.connect() as connection:
                    connection.send(data)
                    self.assertTrue(connection.at_end())

    def test_refuses_old_versions(self):
        tls = ssl.create_default_context(cafile=self.certificate)
        try:
            with warnings.catch_warnings(action="ignore"):
                tls.minimum_version = tls.maximum_version = ssl.TLSVersion.TLSv1_1
        except ValueError:
            self.skipTest("this Python has no TLS 1.1")
        with self.assertRaises((ssl.SSLError, OSError)):
            self.server.connect(tls=tls)

    def test_needs_both_files(self):
        for options in [["--tls-cert", self.certificate], ["--tls-key", self.key],
                        ["--tls-cert", self.key, "--tls-key", self.key],
                        ["--tls-cert", "/nonexistent", "--tls-key", self.key]]:
            refused = subprocess.run([PROGRAM, "--http", "0", *options], capture_output=True, text=True, timeout=10)
            self.assertIn(refused.returncode, (1, 2), options)
            self.assertTrue(refused.stderr)

    def test_leaves_with_its_calls_answered(self):
        with Server("--tls-cert", self.certificate, "--tls-key", self.key) as server:
            connection = self.connect(server)
            self.assertEqual(connection.ask(modern(LIST)).status, 200)
            connection.send(call("hold", label="tls", longest=600, headers={"Accept": "application/json"}))
            with self.connect(server) as other:
                other.ask(call("leave", label="tls", state="unknown", headers={"Accept": "application/json"}))
            server.stop()
            self.assertEqual(text_of(connection.receive().json()), "timed out")
            self.assertEqual(server.leave(), 0)


class Principals(Case):
    """A proxy in front says who is authenticated."""

    OPTIONS = ("--principal-header", "X-User", "--call-rate", "1:2", "--sse")

    def test_are_needed(self):
        for data in [modern(LIST), request("GET", "/mcp"), request("GET", "/sse"), request("DELETE"),
                     modern(LIST, headers={"X-User": ""})]:
            response = self.server.ask(data)
            self.assertEqual((response.status, response.field("WWW-Authenticate")), (401, "Bearer"))
        self.assertEqual(self.server.ask(request("GET", "/healthz")).status, 200)
        self.assertEqual(self.server.ask(modern(LIST, headers={"X-User": ["anna", "berta"]})).status, 400)
        self.assertEqual(self.server.ask(modern(LIST, headers={"x-uSER": "anna"})).status, 200)

    def test_are_told_how_to_say_who_they_are(self):
        server = self.serve("--principal-header", "X-User", "--challenge", 'Basic realm="here"')
        response = server.ask(modern(LIST))
        self.assertEqual((response.status, response.field("WWW-Authenticate")), (401, 'Basic realm="here"'))

    def test_have_their_own_sessions(self):
        session = Session(self.server, headers={"X-User": "anna"})
        self.assertEqual(session.ask("ping").status, 200)
        for data in [session.request("ping", headers={"X-User": "berta"}), session.get(headers={"X-User": "berta"}),
                     request("DELETE", headers={**session.headers, "X-User": "berta"})]:
            self.assertEqual(self.server.ask(data).status, 404)
        self.assertEqual(session.ask("ping").status, 200)

    def test_have_their_own_rate(self):
        def ask(who):
            return self.server.ask(call("add", a=1, b=2, headers={"X-User": who})).status
        self.assertEqual([ask("carla") for _ in range(3)], [200, 200, 429])
        self.assertEqual(ask("dora"), 200)


class Log(Case):
    """What is on stderr, with --access-log."""

    OPTIONS = ("--access-log", "--sse", "--stream-after", "50ms", "--max-message", "10K")
    TRACE = "0af7651916cd43dd8448eb211c80319c"

    @classmethod
    def setUpClass(cls):
        pass

    def setUp(self):
        self.server = self.serve(*self.OPTIONS)

    def lines(self, count):
        lines = self.server.wait_for_log(count)
        self.assertEqual(len(lines), count)
        return [json.loads(line) for line in lines]

    def test_has_a_line_for_each_request(self):
        self.server.ask(call("add", a=1, b=2))
        self.server.ask(modern("no/such"))
        self.server.ask(request("GET", "/nowhere?secret=1"))
        self.server.ask(b"nonsense\r\n\r\n")
        one, two, three, four = self.lines(4)
        self.assertEqual((one["method"], one["path"], one["status"], one["rpc"], one["name"]),
                         ("POST", "/mcp", 200, "tools/call", "add"))
        self.assertEqual(one["bytes_in"], len(call("add", a=1, b=2)))
        self.assertGreater(one["bytes_out"], 100)
        self.assertEqual(one["peer"], "127.0.0.1")
        self.assertEqual((two["status"], two["rpc"], two["error"]), (404, "no/such", -32601))
        self.assertEqual((three["status"], three["path"]), (404, "/nowhere"))
        self.assertEqual(four["status"], 400)

    def test_tells_how_a_call_ended(self):
        self.server.ask(call("add", a=1, b=2))
        self.server.ask(call("fail", text="it did"))
        self.server.ask(call("add", a="x"))
        self.server.ask(call("no_such_tool"))
        self.server.ask(modern("tools/call", {"name": 7}, headers={"Mcp-Name": "x"}))
        lines = [line for line in self.server.wait_for_log(6) if line.startswith("{")]
        self.assertEqual([json.loads(line).get("error") for line in lines], [None, "tool", "tool", -32602, -32602])

    def test_mixes_no_two_requests(self):
        with self.connect() as connection:
            connection.send(call("add", a=1, b=2, headers={"traceparent": f"00-{self.TRACE}-b7ad6b7169203331-01"}))
            connection.receive()
            connection.ask(request("GET", "/healthz"))
            connection.ask(call("add", a=1, b=2))
            connection.send(b"nonsense\r\n\r\n")
            connection.receive()
        lines = self.lines(4)
        self.assertEqual([line.get("rpc") for line in lines], ["tools/call", None, "tools/call", None])
        self.assertEqual([line.get("trace") for line in lines], [self.TRACE, None, None, None])

    def test_names_the_trace(self):
        parent = f"00-{self.TRACE}-b7ad6b7169203331-01"
        self.server.ask(call("add", a=1, b=2, headers={"traceparent": parent}))
        self.server.ask(call("add", a=1, b=2, meta={"traceparent": parent}))
        for bad in ["", "00-xyz-1-01", f"00-{self.TRACE}", "\"}", "00-" + "Z" * 32 + "-b7ad6b7169203331-01"]:
            self.server.ask(call("add", a=1, b=2, headers={"traceparent": bad}))
        self.assertEqual([line.get("trace") for line in self.lines(7)], [self.TRACE] * 2 + [None] * 5)

    def test_names_no_session(self):
        session = Session(self.server)
        self.server.ask(session.call("add", a=1, b=2))
        self.server.ask(session.delete())
        self.server.ask(session.request("ping"))
        stream = self.connect()
        stream.send(request("GET", "/sse"))
        _, events = stream.stream()
        path = next(events).data
        self.server.ask(request(path=path, body=message("ping")))
        self.server.ask(request(path=path, body="{"))
        self.server.ask(request(path="http://localhost" + path, body="x" * 20_000))
        stream.close()
        lines = self.lines(9)
        text = "\n".join(self.server.lines)
        self.assertNotIn(session.id, text)
        self.assertNotIn(path.partition("=")[2], text)
        self.assertEqual([line.get("path") for line in lines if line["status"] == 202][-1], "/message")

    def test_tells_what_broke_off(self):
        connection = self.connect()
        connection.send(call("hold", label="log", longest=8000))
        connection.stream()
        connection.close()
        line, = self.lines(1)
        self.assertEqual((line["broken_off"], line["rpc"], line["name"]), (True, "tools/call", "hold"))

    def test_stays_JSON_whatever_the_client_sends(self):
        self.server.ask(modern('a"b\\c\n\u2028\u0000', headers={"Mcp-Method": "x"}))
        self.server.ask(request("GET", '/"\\\xff\xfe'))
        self.server.ask(modern(LIST, headers={"traceparent": 'x"'}))
        self.lines(3)

    def test_is_written_by_the_server_alone(self):
        forged = 'it did\n{"status":200}\r\x1b[2J\x7f\x9b\u2028'
        self.server.call("fail", text=forged)
        first, second = self.server.wait_for_log(2)
        self.assertTrue(first.endswith(r'failed: it did\n{"status":200}\r\u001b[2J\u007f\u009b\u2028'), first)
        self.assertEqual(json.loads(second)["name"], "fail")

    def test_stays_JSON_with_characters_that_are_escaped(self):
        self.server.ask(modern("a\x7f\x9b\u202e", headers={"Mcp-Method": "x"}))
        self.assertEqual(self.lines(1)[0]["rpc"], "a\x7f\x9b\u202e")


if __name__ == "__main__":
    main()
