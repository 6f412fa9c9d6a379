#!/usr/bin/env python3
"""Compares what the schemas of a server say with what its decoders take, on arguments made from the schemas.

For every call: a result, if and only if the schema accepts the arguments; then the structured content fits the output
schema, says what the arguments said (and, of the tools default_…, the schema's defaults where they said nothing), and
sent again comes back the same. A refusal names a place. Prints "skipped" and
why when Python's jsonschema is absent. Exit status 1 if something differs.
"""
import argparse
import itertools
import json
import pathlib
import random
import re
import shlex
import subprocess
import sys
import threading
import time

try:
    import jsonschema  # noqa: F401  (the judge is made of it)
except ImportError:
    print("skipped: Python has no jsonschema (Debian: python3-jsonschema)")
    sys.exit(0)

import inputs
import judge
from fixed import FIXED, UNREADABLE

IN_FLIGHT = 256
LONGEST_WAIT = 120  # seconds for one batch
WRAPPED = '{"result":'
MOST_SHOWN = 2000


class Gone(Exception):
    """The server ended, or answers no more."""


class Server:
    """A server over standard input and output."""

    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        bufsize=1 << 20)
        self.log = []
        threading.Thread(target=self.read_log, daemon=True).start()
        self.ids = itertools.count(1)
        self.ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {},
                                "clientInfo": {"name": "differential", "version": "1"}})
        self.send([json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"})])

    def read_log(self):
        for line in self.process.stderr:
            self.log = self.log[-50:] + [line.decode(errors="replace")]

    def send(self, lines):
        try:
            self.process.stdin.write(("\n".join(lines) + "\n").encode())
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # said by who reads

    def answers(self, count):
        watch = threading.Timer(LONGEST_WAIT, self.process.kill)
        watch.start()
        try:
            for _ in range(count):
                line = self.process.stdout.readline()
                if not line:
                    raise Gone(f"the server ended with {self.process.wait(10)}, or was silent for {LONGEST_WAIT} s; it said:\n" +
                               "".join(self.log))
                yield json.loads(line)
        finally:
            watch.cancel()

    def ask(self, method, parameters):
        self.send([json.dumps({"jsonrpc": "2.0", "id": next(self.ids), "method": method, "params": parameters})])
        return next(self.answers(1))["result"]

    def call(self, calls):
        """The answers to (tool, text of its arguments) in their order, all sent at once."""
        first = next(self.ids)
        self.ids = itertools.count(first + len(calls))
        lines = [f'{{"jsonrpc":"2.0","id":{first + i},"method":"tools/call","params":{{"name":"{tool}","arguments":{text}}}}}'
                 for i, (tool, text) in enumerate(calls)]
        writer = threading.Thread(target=self.send, args=(lines,))
        writer.start()
        answers = [None] * len(calls)
        for answer in self.answers(len(calls)):
            if answer.get("id") is None and len(calls) > 1:
                self.process.kill()
                raise Gone(f"an answer says not to what: {json.dumps(answer)}")
            answers[answer["id"] - first if answer.get("id") is not None else 0] = answer
        writer.join()
        return answers

    def close(self):
        self.process.stdin.close()
        return self.process.wait(timeout=30)


def refused(answer):
    return "error" in answer or answer["result"].get("isError", False)


def text_of(answer):
    if "error" in answer:
        return answer["error"]["message"]
    return "\n".join(block.get("text", "") for block in answer["result"]["content"])


def rank(value):
    """What puts the elements of a set into one order."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return ("", value)
    if isinstance(value, list):
        return ("[", tuple(map(rank, value)))
    if isinstance(value, dict):
        return ("{", tuple(sorted((name, rank(each)) for name, each in value.items())))
    return (json.dumps(value, sort_keys=True), 0)


def said(sent, got, ordered=True):
    """Whether `got` says all that `sent` says: numbers by value, an absent member for null, members of defaults added."""
    if isinstance(sent, bool) or isinstance(got, bool) or sent is None or got is None:
        return sent is got
    if isinstance(sent, (int, float)) and isinstance(got, (int, float)):
        return sent == got or float(sent) == float(got) or (judge.fits_float(sent) and judge.as_float(sent) == judge.as_float(got))
    if isinstance(sent, list) and isinstance(got, list):
        if not ordered:
            sent, got = (sorted(each, key=rank) for each in (sent, got))
        return len(sent) == len(got) and all(said(a, b, ordered) for a, b in zip(sent, got))
    if isinstance(sent, dict) and isinstance(got, dict):
        return all(said(each, got.get(name), ordered) for name, each in sent.items())
    return type(sent) is type(got) and sent == got


# Tools that may answer something else than what they got, and why.
CHANGES = {
    "time_": "times are cut or rounded to the tick, and moved to UTC",
    "text_c": "a C string ends at its first null character",
    "struct_price": "the codec of the example writes one of its forms",
    "argument_none": "it has no arguments",
    "argument_headers": "it returns 0 for a number that was not sent",
}


class Comparison:
    def __init__(self, program, only):
        self.program = program
        self.server = Server(program)
        tools = self.server.ask("tools/list", {})
        listed = tools["tools"]
        while "nextCursor" in tools:
            tools = self.server.ask("tools/list", {"cursor": tools["nextCursor"]})
            listed += tools["tools"]
        self.tools = {tool["name"]: tool for tool in listed if not only or tool["name"] in only}
        if only - set(self.tools):
            raise SystemExit("no tool " + ", ".join(sorted(only - set(self.tools))))
        self.judges = {name: judge.Judge(tool) for name, tool in self.tools.items()}
        self.failures = 0
        self.taken = self.stricter = self.calls = 0

    def fail(self, tool, text, what, answer, expected):
        answer = answer or {"result": {"content": []}}
        self.failures += 1
        if self.failures > 25:
            return
        shown = text if len(text) <= MOST_SHOWN else text[:MOST_SHOWN] + "…"
        print(f"\nDIFFERENCE {tool}: {what}\n  arguments: {shown}\n  judge:     {expected}\n  server:    {text_of(answer)[:600]}")
        if len(text) < 60000:
            print(f"  repeat:    {shlex.quote(self.program)} --call {tool} {shlex.quote(text)}")

    def answers_to(self, calls):
        """As Server.call(). A server that ends is replaced, and the call that ends it found and reported."""
        try:
            return self.server.call(calls)
        except Gone as gone:
            ended = str(gone)
        answers = []
        self.server = Server(self.program)
        nothing = {"result": {"content": [{"type": "text", "text": ended}], "isError": True}}
        for tool, text in calls:
            try:
                answers += self.server.call([(tool, text)])
            except Gone as gone:
                self.fail(tool, text, str(gone), nothing, "an answer")
                answers.append(None)
                self.server = Server(self.program)
        if None not in answers:
            print(f"\n{ended}, in a batch of {len(calls)}")
        return answers

    def check(self, calls, must=None):
        """Compares (tool, arguments) with the judge, or with `must` where that is known."""
        answers = self.answers_to(calls)
        again = []
        for (tool, text), answer in zip(calls, answers):
            self.calls += 1
            if answer is None:
                continue
            one = self.judges[tool]
            if tool in judge.EXCLUDED and must is None and one.is_excluded(text):
                continue
            takes, by_schema = (must, must) if must is not None else one.accepts(text)
            if takes != (not refused(answer)):
                by_schema = one.schema_accepts(text) if by_schema is None else by_schema
                self.fail(tool, text, "the verdicts differ", answer, f"{'take' if takes else 'refuse'} it (the schema alone "
                          f"{'accepts' if by_schema else 'refuses'})")
            elif not takes:
                self.check_refusal(tool, text, answer)
            else:
                self.taken += 1
                again += self.check_result(tool, text, answer)
        for (tool, text, content), answer in zip(again, self.answers_to([each[:2] for each in again]) if again else []):
            if answer is None or refused(answer) or text_of(answer) != content:
                self.fail(tool, text, f"sent again, it does not come back: was {content[:300]}", answer, "the same")

    def check_refusal(self, tool, text, answer):
        if "error" in answer:
            self.fail(tool, text, "refused as a protocol error", answer, "a result with isError")
        elif not re.match(r"\$.*: .", text_of(answer), re.S):
            self.fail(tool, text, "the refusal names no place", answer, "a text like `$.a.b[0]: expected …`")

    def check_result(self, tool, text, answer):
        """Gives what is to be sent again: (tool, arguments, the text of this answer)."""
        content = text_of(answer)
        arguments = judge.read(text)
        changes = any(tool.startswith(prefix) for prefix in CHANGES)
        if "outputSchema" not in self.tools[tool]:
            if not changes and content != arguments["value"]:
                self.fail(tool, text, "the text is another", answer, arguments["value"])
            return []
        structured = answer["result"].get("structuredContent")
        if json.loads(content) != structured:
            self.fail(tool, text, f"the text is not the structured content {json.dumps(structured)}", answer, "the same")
            return []
        problem = self.judges[tool].output_problem(structured)
        if problem:
            self.fail(tool, text, f"the result does not fit the output schema: {problem}", answer, "a result that fits")
        properties = self.tools[tool]["inputSchema"].get("properties", {})
        whole = tool.startswith("schema_")
        if whole or list(properties) != ["value"]:
            sent, got, next_text = arguments, structured, content
        else:
            sent, got, next_text = arguments.get("value"), structured, '{"value":' + content + "}"
            if self.is_wrapped(tool):
                got, next_text = structured["result"], '{"value":' + content[len(WRAPPED):]
        if not changes and not said(sent, got, ordered=not tool.startswith("set_") and "list_limits" != tool):
            self.fail(tool, text, "something got lost or changed", answer, "the same value")
        if tool.startswith("default_"):
            expected = self.judges[tool].filled(arguments)
            expected = expected if list(properties) != ["value"] else expected["value"]
            if not said(expected, got) or not said(got, expected):
                self.fail(tool, text, f"the defaults are others: {json.dumps(got)}", answer, json.dumps(expected))
        if whole and judge.is_beyond(arguments):
            return []  # mcp::json keeps the double next to an integer beyond 64 bits, which may be one that does not fit
        return [(tool, next_text, content)] if properties or whole else []

    def is_wrapped(self, tool):
        schema = self.tools[tool]["outputSchema"]
        return list(schema.get("properties", {})) == ["result"]

    def check_call(self, calls):
        """The same through --call: exit status 0 for a result, else 1."""
        for tool, text in calls:
            if len(text) > 100000 or "\0" in text:
                continue  # no argument of a program
            done = subprocess.run([self.program, "--call", tool, text], capture_output=True, timeout=60)
            takes, _ = self.judges[tool].accepts(text)
            if done.returncode != (0 if takes else 1):
                self.fail(tool, text, f"--call ended with {done.returncode}: {done.stderr.decode()[:300]}", {"result": {"content": []}},
                          "0" if takes else "1")

    def run_fixed(self):
        for tool, text, takes in FIXED:
            if tool in self.tools:
                self.check([(tool, text)], takes)
        for tool, text in UNREADABLE:
            if tool in self.tools:
                answer = self.answers_to([(tool, text)])[0]
                if answer is not None and not refused(answer):
                    self.fail(tool, text, "what cannot be read is taken", answer, "refuse it")

    def run(self, count, seed):
        chance = random.Random(seed)
        makers = {name: inputs.Inputs(tool["inputSchema"], chance) for name, tool in self.tools.items()}
        names = sorted(makers)
        sample = []
        next_tool = itertools.cycle(names)
        while self.calls < count and self.failures < 100:
            calls = []
            while len(calls) < min(IN_FLIGHT, count - self.calls):
                tool = next(next_tool)
                maker = makers[tool]
                way = chance.random()
                value = maker.valid() if way < 0.35 else maker.nearly() if way < 0.85 else maker.hostile()
                if not isinstance(value, dict):
                    value = {"value": value}
                calls.append((tool, inputs.text(value, chance.random() < 0.5)))
            if len(sample) < len(names) * 2:
                sample += calls[:16]
            self.check(calls)
        self.check_call(sample)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("server", help="the program built from corpus/")
    parser.add_argument("--count", type=int, default=10000, help="how many calls (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed makes the same calls (default: %(default)s)")
    parser.add_argument("--tool", action="append", default=[], help="this tool only; may be given more than once")
    options = parser.parse_args()

    sys.setrecursionlimit(100000)  # arguments nest deeply
    started = time.monotonic()
    comparison = Comparison(str(pathlib.Path(options.server)), set(options.tool))
    comparison.run_fixed()
    comparison.run(options.count, options.seed)
    status = comparison.server.close()
    if status != 0:
        print(f"the server ended with {status}:\n" + "".join(comparison.server.log))
        comparison.failures += 1
    seconds = time.monotonic() - started
    print(f"{comparison.calls} calls of {len(comparison.tools)} tools in {seconds:.1f} s ({comparison.calls / seconds:.0f} a second), "
          f"{comparison.taken} taken, {comparison.failures} differences; seed {options.seed}")
    return 1 if comparison.failures or comparison.calls == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
