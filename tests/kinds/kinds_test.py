"""Asks a server whose generator knows one kind of type more: kinds_test.py SERVER MCPGEN INCLUDE."""
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SERVER, MCPGEN, INCLUDE = sys.argv[1:4]
MONTH = {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}$"}
FORM = {"content": {"month": "2026-11"}, "action": "accept"}


def exchange(messages):
    """The answers to requests of one session, by id; the form that the server asks for is filled in."""
    messages = [{"jsonrpc": "2.0", "id": 0, "method": "initialize",
                 "params": {"protocolVersion": "2025-11-25", "capabilities": {"elicitation": {}},
                            "clientInfo": {"name": "test", "version": "1"}}},
                {"jsonrpc": "2.0", "method": "notifications/initialized"},
                *({"jsonrpc": "2.0", "id": index + 1, **each} for index, each in enumerate(messages))]
    answers, asked = {}, []
    with subprocess.Popen([SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        for message in messages:
            server.stdin.write(json.dumps(message) + "\n")
            server.stdin.flush()
            while "id" in message and message["id"] not in answers:
                got = json.loads(server.stdout.readline())
                if "method" not in got:
                    answers[got["id"]] = got
                elif "id" in got:
                    asked.append(got)
                    server.stdin.write(json.dumps({"jsonrpc": "2.0", "id": got["id"], "result": FORM}) + "\n")
                    server.stdin.flush()
        server.stdin.close()
    return [answers[index + 1]["result"] for index in range(len(answers) - 1)], asked


def call(name, **arguments):
    return {"method": "tools/call", "params": {"name": name, "arguments": arguments}}


class Kinds(unittest.TestCase):
    def test_the_schema_is_that_of_the_row(self):
        (listed,), _ = exchange([{"method": "tools/list"}])
        tools = {tool["name"]: tool for tool in listed["tools"]}
        month = tools["next"]["inputSchema"]["properties"]["month"]
        self.assertEqual(month, {**MONTH, "description": "Which", "examples": ["2026-07"], "x-mcp-header": "Month"})
        self.assertEqual(tools["next"]["outputSchema"]["properties"]["result"], MONTH)
        bill = tools["copy"]["outputSchema"]["properties"]
        self.assertEqual(bill["paid"]["type"], ["string", "null"])
        self.assertEqual(bill["reminders"]["items"], MONTH)
        self.assertEqual(bill["old"]["additionalProperties"], MONTH)

    def test_values_are_read_and_written_by_the_codec(self):
        bill = {"month": "2026-01", "paid": "2026-03", "reminders": ["2026-02", "2026-04"], "old": {"Ann": "2025-12"}}
        (after, copied, refused), _ = exchange(
            [call("next", month="2026-12"), call("copy", bill=bill), call("next", month="2026-13")])
        self.assertEqual(after["structuredContent"], {"result": "2027-01"})
        self.assertEqual(copied["structuredContent"], bill)
        self.assertTrue(refused["isError"])
        self.assertIn("month: expected a month as in 2026-07", refused["content"][0]["text"])

    def test_it_may_be_a_field_of_a_form(self):
        (chosen,), asked = exchange([call("choose")])
        self.assertEqual(chosen["structuredContent"], {"result": "2026-11"})
        field = asked[0]["params"]["requestedSchema"]["properties"]["month"]
        self.assertEqual(field, {"type": "string", "description": "Which"})

    def test_it_may_be_text(self):
        (news, letter), _ = exchange([
            {"method": "resources/read", "params": {"uri": "news:///2026-07"}},
            {"method": "prompts/get", "params": {"name": "letter", "arguments": {"month": "2026-08"}}}])
        self.assertEqual(news["contents"][0]["text"], "news of 7")
        self.assertEqual(letter["messages"][0]["content"]["text"], "About 8")

    def scan(self, line):
        """What mcpgen says of a source with one tool."""
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, "input.cpp")
            source.write_text("#include <mcp/mcp.hpp>\n#include <chrono>\n#include <map>\n#include <string>\n"
                              "/// Does it.\n/// @param a What\nMCP_TOOL() static void f(" + line + ") {}\n")
            done = subprocess.run([MCPGEN, "scan", "--source", str(source), "--unit", "u", "--model", folder + "/m.json",
                                   "--code", folder + "/g.inc", "--", "-std=c++20", "-I" + INCLUDE],
                                  capture_output=True, text=True)
        return done.stderr

    def test_what_the_row_forbids_is_refused(self):
        self.assertIn("the key of a map must be", self.scan("std::map<std::chrono::year_month, int> a"))
        self.assertIn('it must be a month as in "2026-07"',
                      self.scan("MCP_PARAM(.examples = \"[7]\") std::chrono::year_month a"))
        self.assertIn("constraint", self.scan("MCP_PARAM(.minimum = 7) std::chrono::year_month a"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
