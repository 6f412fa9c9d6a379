"""Judges what a server of ours says in a test in Python: every message is held to the table messages.txt, as judge.cpp does
in C++. A member that the table does not have is a problem, and so is one that is needed and absent, has another JSON type,
or is of another revision."""
import json
import pathlib

TABLE = pathlib.Path(__file__).resolve().parent / "messages.txt"
VERSION_KEY = "io.modelcontextprotocol/protocolVersion"
NEWEST_LEGACY = "2025-11-25"
LEGACY = ["2024-11-05", "2025-03-26", "2025-06-18", NEWEST_LEGACY]
PLAIN = {
    "any": lambda value: True,
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "string": lambda value: isinstance(value, str),
    "number": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool),
    "integer": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool) and value == int(value),
    "object": lambda value: isinstance(value, dict),
}


class Range:
    def __init__(self, text):
        self.first, _, self.last = text.partition("..") if text else ("", "", "")

    def has(self, revision):
        return (not self.first or revision >= self.first) and (not self.last or revision <= self.last)


class Table:
    """The table: `objects` by name, each (range, members, aliases, is_open); `lines` by kind, each (name, type, range)."""

    def __init__(self, text):
        self.modern = ""
        self.objects = {}
        self.lines = {}
        members = None
        for line in text.splitlines():
            words = line.split()
            if not words or words[0].startswith("#"):
                continue
            words += [""] * (4 - len(words))
            if line.startswith(" "):
                name, kind, revisions = words[:3]
                current = self.objects[members]
                if name == "*":
                    current["open"] = True
                else:
                    entry = (name.removesuffix("?"), not name.endswith("?"), kind, Range(revisions))
                    current["aliases" if name == "=" else "members"].append(entry)
            elif words[0] == "modern":
                self.modern = words[1]
            elif words[0] == "object":
                members = words[1]
                self.objects[members] = {"range": Range(words[2]), "members": [], "aliases": [], "open": False}
            else:
                self.lines.setdefault(words[0], []).append((words[1], words[2], Range(words[3])))

    def find(self, kind, name, revision):
        for known, what, revisions in self.lines.get(kind, []):
            if known == name and revisions.has(revision):
                return what
        return None

    def knows_code(self, code, revision):
        """Whether a revision has that code; None: whether any has."""
        return not -32768 <= code <= -32000 or any(
            int(low) <= code <= int(high) and (revision is None or revisions.has(revision))
            for low, high, revisions in self.lines["codes"])

    def problems(self, kind, value, revision, path=""):
        """What is wrong with a value that is to be of that type; an empty list: nothing."""
        if "|" in kind:
            return min((self.problems(each, value, revision, path) for each in kind.split("|")), key=len)
        if kind == "none":
            return [f"{path}: must be absent"]
        if kind.endswith(("[]", "{}")):
            items = list(enumerate(value)) if isinstance(value, list) else list(value.items()) if isinstance(value, dict) else []
            if not isinstance(value, list if kind.endswith("[]") else dict):
                return [f"{path}: must be {kind}, is {json.dumps(value)[:80]}"]
            return [problem for name, item in items for problem in self.problems(kind[:-2], item, revision, f"{path}/{name}")]
        if kind.startswith('"') or kind in PLAIN:
            good = value == kind[1:-1] if kind.startswith('"') else PLAIN[kind](value)
            return [] if good else [f"{path}: must be {kind}, is {json.dumps(value)[:80]}"]
        what = self.objects[kind]
        if not what["range"].has(revision):
            return [f"{path}: {kind} is not of {revision}"]
        for _, _, alias, revisions in what["aliases"]:
            if revisions.has(revision):
                return self.problems(alias, value, revision, path)
        if not isinstance(value, dict):
            return [f"{path}: must be an object, is {json.dumps(value)[:80]}"]
        found, seen = [], set()
        for name, is_needed, of, revisions in what["members"]:
            if revisions.has(revision):
                seen.add(name)
                if name in value:
                    found += self.problems(of, value[name], revision, f"{path}/{name}")
                elif is_needed:
                    found.append(f"{path}: {name} is missing")
        if not what["open"]:
            found += [f"{path}: {name} is no member of {revision}" for name in value if name not in seen]
        return found


table = Table(TABLE.read_text())


def texts_in(data):
    """The JSON texts among the bytes that are sent on a connection of HTTP: what follows an empty line and parses."""
    for part in bytes(data).split(b"\r\n\r\n"):
        try:
            yield json.JSONDecoder().raw_decode(part.decode())[0]
        except (ValueError, RecursionError):
            pass


def declared(message):
    """The revision that a request declares for itself, or None."""
    params = message.get("params")
    meta = params.get("_meta") if isinstance(params, dict) else None
    return meta.get(VERSION_KEY) if isinstance(meta, dict) else None


class Judge:
    """What was asked of a server, and what it may answer. `revision` is that of a session, where it is known: else a
    legacy request may be answered as any legacy revision does."""

    def __init__(self, revision=None):
        self.revision = revision
        self.asked = {}  # by id: pairs of a method and a revision that the answer may have
        self.spoken = set()

    def sent(self, text):
        """A message that a client sends: text, or what it was parsed to."""
        message = text
        if isinstance(text, (str, bytes)):
            try:
                message = json.loads(text)
            except (ValueError, RecursionError):
                return
        for each in message if isinstance(message, list) else [message]:
            is_answer = isinstance(each, dict) and "method" not in each and ("result" in each or "error" in each)
            if isinstance(each, dict) and not is_answer and isinstance(each.get("id"), (str, int, float)):
                own = declared(each)
                if own is None or own == self.revision:
                    revisions = [self.revision] if self.revision else LEGACY
                else:
                    revisions = [max(str(own), table.modern)]
                self.spoken.update(revisions)
                method = each.get("method", "")
                self.asked.setdefault(each["id"], set()).update((str(method), revision) for revision in revisions)

    def received(self, message):
        """A message of the server, parsed. Raises AssertionError if anything is wrong with it."""
        for each in message if isinstance(message, list) else [message]:
            problems = self.problems(each)
            assert not problems, "\n".join(problems + [json.dumps(each)])

    def problems(self, message):
        if not isinstance(message, dict):
            return ["is no object"]
        found = [] if message.get("jsonrpc") == "2.0" else ["jsonrpc must be \"2.0\""]
        if "method" in message:
            return found + self.problems_of_own(message)
        found += [f"{name} is no member of a message" for name in message if name not in ("jsonrpc", "id", "result", "error")]
        if ("result" in message) == ("error" in message):
            return found + ["is neither a result nor an error"]
        return found + self.problems_of_answer(message)

    def problems_of_own(self, message):
        found = [f"{name} is no member of a message" for name in message if name not in ("jsonrpc", "id", "method", "params")]
        method = message["method"]
        candidates = []
        for revision in sorted({self.revision} if self.revision else set()) or LEGACY:
            self.spoken.add(revision)
        for revision in sorted(self.spoken):
            what = table.find("request" if "id" in message else "notification", method, revision)
            if what and "params" in message:
                candidates.append(table.problems(what, message["params"], revision, method))
            elif what:
                candidates.append([] if what.startswith("none|") else [f"{method}: params are missing"])
        return found + min(candidates, key=len, default=[f"{method} is of no revision that is spoken here"])

    def problems_of_answer(self, message):
        id = message.get("id")
        asked = sorted(self.asked.get(id, ())) if isinstance(id, (str, int, float)) else []
        if "error" in message:
            found = table.problems("Error", message["error"], "", "error")
            code = message["error"].get("code")
            if not found and not any(table.knows_code(code, revision) for _, revision in asked or [("", None)]):
                found.append(f"error {code} is not of the revision")
            what = table.find("error", str(code), table.modern)
            return found + (table.problems(what, message["error"].get("data"), table.modern, "error/data") if what else [])
        if not asked:
            return [f"answers nothing that was asked: id {message.get('id')}"]
        candidates = []
        for method, revision in asked:
            what = table.find("result", method, revision)
            if what:
                candidates.append(table.problems(what, message["result"], revision, method))
        return min(candidates, key=len, default=[f"{asked} has no result"])
