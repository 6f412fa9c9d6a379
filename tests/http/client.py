"""A client of HTTP that hides nothing: what it sends is bytes, what it gets is taken apart by the letter."""
import json
import pathlib
import select
import socket
import ssl
import sys
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "messages"))
import judge  # noqa: E402

# Of all that a test has with its servers: every message that comes is judged.
JUDGE = judge.Judge()
PATIENCE = 10  # seconds; no test waits this long unless something is broken


class Response:
    """Status and header of an answer; its body follows on the connection until it was read."""

    def __init__(self, head):
        lines = head.split("\r\n")
        self.version, status, _ = lines[0].split(" ", 2)
        self.status = int(status)
        self.fields = [(name.lower(), value.strip()) for name, value in (line.split(":", 1) for line in lines[1:])]
        self.body = b""

    def all(self, name):
        return [value for known, value in self.fields if known == name.lower()]

    def field(self, name):
        values = self.all(name)
        assert len(values) < 2, f"{name} is there twice"
        return values[0] if values else None

    def json(self):
        return json.loads(self.body)

    def is_stream(self):
        return self.field("Content-Type") == "text/event-stream"


class Event:
    """One server-sent event, or a comment."""

    def __init__(self, text):
        self.fields = [line.split(":", 1) for line in text.split("\n")]
        self.is_comment = all(name == "" for name, *_ in self.fields)

    def field(self, name):
        values = [value[0].removeprefix(" ") for known, *value in self.fields if known == name]
        assert len(values) < 2, f"{name} is there twice in one event: {self.fields}"
        return values[0] if values else None

    @property
    def id(self):
        return self.field("id")

    @property
    def data(self):
        return self.field("data")


class Connection:
    """A socket to the server. Reads give up after `patience` seconds. `source` is the address to come from:
    127.0.0.2 and its like are other peers than 127.0.0.1."""

    def __init__(self, address, patience=PATIENCE, tls=None, receive_buffer=None, source=None):
        if isinstance(address, str):
            family = socket.AF_UNIX
        else:
            family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
        self.socket = socket.socket(family, socket.SOCK_STREAM)
        self.socket.settimeout(patience)
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        if source:
            self.socket.bind((source, 0))
        try:
            self.socket.connect(address)
        except OSError:
            self.socket.close()
            raise
        if family != socket.AF_UNIX:
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if tls:
            self.socket = tls.wrap_socket(self.socket, server_hostname="localhost")
        self.buffer = bytearray()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.socket.close()

    def send(self, data):
        for message in judge.texts_in(data):
            JUDGE.sent(message)
        self.socket.sendall(data)

    def wait_until_reset(self, seconds):
        """Whether the connection is reset within so many seconds."""
        poll = select.poll()
        poll.register(self.socket, 0)  # POLLHUP and POLLERR are always told
        return bool(poll.poll(seconds * 1000))

    def wait_until_closed(self, seconds):
        """Whether the server has closed its end within so many seconds; what it sent stays unread."""
        until = time.monotonic() + seconds
        while self.is_established_at_the_server() and not self.wait_until_reset(0.02):
            if time.monotonic() >= until:
                return False
        return True

    def is_established_at_the_server(self):
        """Whether the server still has its end open (IPv4): a close behind unsent bytes tells the client nothing yet."""
        server, own = (":%04X" % name[1] for name in (self.socket.getpeername(), self.socket.getsockname()))
        with open("/proc/net/tcp") as table:
            for row in table:
                local, remote, state = (row.split() + [""] * 4)[1:4]
                if local.endswith(server) and remote.endswith(own):
                    return state == "01"
        return False

    def end(self):
        """Sends nothing any more, but still reads."""
        self.socket.shutdown(socket.SHUT_WR)

    def fill(self):
        """Reads more; False at the end."""
        try:
            got = self.socket.recv(1 << 16)
        except (ConnectionResetError, BrokenPipeError, ssl.SSLEOFError, ssl.SSLZeroReturnError):
            got = b""
        self.buffer += got
        return bool(got)

    def at_end(self):
        """Whether the server closes the connection without another byte."""
        return not self.buffer and not self.fill()

    def take_until(self, mark):
        while mark not in self.buffer:
            if not self.fill():
                raise EOFError(f"the connection ended after {self.buffer[:200]!r}")
        text, _, self.buffer = self.buffer.partition(mark)
        return bytes(text)

    def take(self, size):
        while len(self.buffer) < size:
            if not self.fill():
                raise EOFError(f"the connection ended after {len(self.buffer)} of {size} bytes")
        text = bytes(self.buffer[:size])
        del self.buffer[:size]
        return text

    def head(self):
        return Response(self.take_until(b"\r\n\r\n").decode())

    def pieces(self, response):
        """The body as it comes, freed from its framing."""
        length = response.field("Content-Length")
        if response.field("Transfer-Encoding") == "chunked":
            assert length is None
            while size := int(self.take_until(b"\r\n"), 16):
                yield self.take(size)
                assert self.take(2) == b"\r\n"
            assert self.take(2) == b"\r\n"
        elif length is not None:
            yield self.take(int(length))
        elif response.status not in (204, 304) and response.status >= 200:
            assert response.field("Connection") == "close", "nothing says where the body ends"
            while self.buffer or self.fill():
                text, self.buffer = bytes(self.buffer), bytearray()
                yield text

    def receive(self, to_head=False):
        """A whole response."""
        response = self.head()
        if not to_head:
            response.body = b"".join(self.pieces(response))
            if response.field("Content-Type") == "application/json":
                JUDGE.received(response.json())
        return response

    def ask(self, data):
        self.send(data)
        return self.receive()

    def events(self, response, comments=False):
        """The events of a stream as they come."""
        assert response.is_stream(), (response.status, response.fields)
        text = ""
        for piece in self.pieces(response):
            text += piece.decode()
            while "\n\n" in text:
                one, _, text = text.partition("\n\n")
                event = Event(one)
                if event.data and event.field("event") in (None, "message"):
                    JUDGE.received(json.loads(event.data))
                if comments or not event.is_comment:
                    yield event
        assert not text, f"the stream ends within an event: {text!r}"

    def stream(self, comments=False):
        """The head of a stream, and an iterator over its events."""
        response = self.head()
        return response, self.events(response, comments)


def request(verb="POST", path="/mcp", body=None, headers=None, version="HTTP/1.1"):
    """The bytes of a request. A header that is None is left out; one that is a list comes several times."""
    fields = {"Host": "localhost"}
    if body is not None:
        if not isinstance(body, bytes):
            body = (body if isinstance(body, str) else json.dumps(body)).encode()
        JUDGE.sent(body)  # it may be sent in pieces
        fields |= {"Content-Type": "application/json", "Accept": "application/json, text/event-stream",
                   "Content-Length": str(len(body))}
    fields |= headers or {}
    lines = [f"{verb} {path} {version}"]
    for name, value in fields.items():
        lines += [f"{name}: {one}" for one in (value if isinstance(value, list) else [value]) if one is not None]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1") + (body or b"")
