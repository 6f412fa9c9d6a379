#!/usr/bin/env python3
"""Tests of the judge in Python and of the table: faults that are planted into each kind of message are found, and the
table says what the official schemas say, where these are there (as for tests/transcripts/validate.py)."""
import copy
import json
import os
import pathlib
import sys
import unittest

import judge

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMAS = pathlib.Path(os.environ.get("MCP_SCHEMA_DIR", ROOT.parent / "shared" / "schema"))
REVISIONS = judge.LEGACY + ["2026-07-28"]
# What the official schemas call otherwise, and what they do not define by itself.
OFFICIAL = {
    "LogMessage": "LoggingMessageNotificationParams", "Progress": "ProgressNotificationParams",
    "ResourceUpdated": "ResourceUpdatedNotificationParams", "CreateMessageParams": "CreateMessageRequestParams",
    "ElicitParams": "ElicitRequestFormParams", "ElicitUrlParams": "ElicitRequestURLParams", "TextField": "StringSchema",
    "NumberField": "NumberSchema", "BooleanField": "BooleanSchema", "NamedChoiceField": "LegacyTitledEnumSchema",
    "TitledChoiceField": "TitledSingleSelectEnumSchema", "ManyChoicesField": "UntitledMultiSelectEnumSchema",
    "TitledManyChoicesField": "TitledMultiSelectEnumSchema", "Acknowledged": "SubscriptionsAcknowledgedNotificationParams",
}
# The extension for tasks is not in the schemas; an EmptyResult is any Result there; the old tasks are not offered.
NOT_OFFICIAL = {("SubscriptionFilter", "taskIds"), ("CreateMessageParams", "task"), ("ElicitParams", "task"),
                ("ElicitUrlParams", "task"), ("ServerCapabilities", "tasks"), ("CreateMessageParams", "_meta"),
                ("ElicitParams", "_meta"), ("ElicitUrlParams", "_meta")}


def filled(kind, revision, depth=0):
    """A value of a type with all of its members."""
    first = [each for each in kind.split("|") if each != "none" and fits(each, revision)][0]
    if first.endswith("[]"):
        return [filled(first[:-2], revision, depth + 1)] if depth < 6 else []
    if first.endswith("{}"):
        return {"key": filled(first[:-2], revision, depth + 1)} if depth < 6 else {}
    plain = {"any": 1, "null": None, "boolean": True, "integer": 1, "number": 1.5, "string": "x", "object": {}}
    if first in plain:
        return plain[first]
    if first.startswith('"'):
        return first[1:-1]
    what = judge.table.objects[first]
    for _, _, alias, revisions in what["aliases"]:
        if revisions.has(revision):
            return filled(alias, revision, depth + 1)
    return {name: filled(of, revision, depth + 1) for name, is_needed, of, revisions in what["members"]
            if revisions.has(revision) and (is_needed or depth < 6)}


def fits(kind, revision):
    name = kind.removesuffix("[]").removesuffix("{}")
    return name not in judge.table.objects or judge.table.objects[name]["range"].has(revision)


def objects_of(value):
    if isinstance(value, dict):
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
        yield from objects_of(part)


class Kinds(unittest.TestCase):
    def each(self):
        """Every line about a message, in every revision that it is of: the type, the revision, a value."""
        for kind in ("result", "request", "notification"):
            for name, what, revisions in judge.table.lines[kind]:
                for revision in REVISIONS:
                    if revisions.has(revision):
                        for part in what.split("|"):
                            if part != "none":
                                yield f"{kind} {name}", part, revision, filled(part, revision)

    def test_a_message_with_all_of_its_members_is_good(self):
        count = 0
        for name, kind, revision, value in self.each():
            with self.subTest(name=name, kind=kind, revision=revision):
                self.assertEqual(judge.table.problems(kind, value, revision), [], json.dumps(value))
            count += 1
        self.assertGreater(count, 100)

    def test_planted_faults_are_found(self):
        for name, kind, revision, value in self.each():
            with self.subTest(name=name, kind=kind, revision=revision):
                members = [(known, needed, of) for known, needed, of, revisions in self.members(kind, revision, value)
                           if revisions.has(revision)]
                for known, is_needed, of in members:
                    missing = copy.deepcopy(value)
                    del missing[known]
                    self.assertEqual(bool(judge.table.problems(kind, missing, revision)), is_needed, known)
                    if of != "any":
                        wrong = {**value, known: [[]] if not of.endswith("[]") else "wrong"}
                        self.assertTrue(judge.table.problems(kind, wrong, revision), known)
                if kind not in ("TaskNotice", "SubscriptionMeta"):
                    self.assertTrue(judge.table.problems(kind, {**value, "unknown": 1}, revision))

    def members(self, kind, revision, value):
        what = judge.table.objects[kind]
        for _, _, alias, revisions in what["aliases"]:
            if revisions.has(revision):
                return self.members(alias.split("|")[0], revision, value)
        return what["members"]

    def test_a_member_of_a_later_revision_is_found(self):
        tool = {"name": "x", "inputSchema": {"type": "object"}, "title": "X"}
        self.assertEqual(judge.table.problems("Tool", tool, "2025-06-18"), [])
        self.assertTrue(judge.table.problems("Tool", tool, "2025-03-26"))
        result = {"content": [{"type": "audio", "data": "", "mimeType": "a/b"}]}
        self.assertEqual(judge.table.problems("CallToolResult", result, "2025-03-26"), [])
        self.assertTrue(judge.table.problems("CallToolResult", result, "2024-11-05"))

    def test_a_conversation_is_judged_by_what_was_asked(self):
        one = judge.Judge("2025-11-25")
        one.sent('{"jsonrpc":"2.0","id":1,"method":"ping"}')
        one.received({"jsonrpc": "2.0", "id": 1, "result": {}})
        for wrong in ({"jsonrpc": "2.0", "id": 2, "result": {}}, {"id": 1, "result": {}}, {"jsonrpc": "2.0", "id": 1},
                      {"jsonrpc": "2.0", "id": 1, "result": {"resultType": "complete"}},
                      {"jsonrpc": "2.0", "id": 1, "error": {"code": -32020, "message": ""}},
                      {"jsonrpc": "2.0", "id": 1, "error": {"code": -32600}},
                      {"jsonrpc": "2.0", "method": "notifications/nothing", "params": {}},
                      {"jsonrpc": "2.0", "method": "notifications/progress"}):
            with self.subTest(wrong=wrong), self.assertRaises(AssertionError):
                one.received(wrong)


class Official(unittest.TestCase):
    def setUp(self):
        if not (SCHEMAS / f"{REVISIONS[-1]}.json").exists():
            self.skipTest("no schemas; set MCP_SCHEMA_DIR to a folder of <revision>.json")

    def test_the_table_has_the_members_of_the_official_schemas(self):
        compared = 0
        for revision in REVISIONS:
            schema = json.loads((SCHEMAS / f"{revision}.json").read_text())
            definitions = schema.get("$defs") or schema["definitions"]
            for name, what in judge.table.objects.items():
                official = definitions.get(OFFICIAL.get(name, name))
                if not what["range"].has(revision) or not official or "properties" not in official or what["open"] or what["aliases"]:
                    continue
                with self.subTest(revision=revision, name=name):
                    ours = {known: needed for known, needed, _, revisions in what["members"] if revisions.has(revision)}
                    theirs = {known: known in official.get("required", []) for known in official["properties"]}
                    for extra in ours.keys() - theirs.keys():
                        self.assertIn((name, extra), NOT_OFFICIAL)
                    for absent in theirs.keys() - ours.keys():
                        self.assertIn((name, absent), NOT_OFFICIAL)
                    for known in ours.keys() & theirs.keys():
                        # What the schemas leave to a server, ours may always say.
                        self.assertTrue(ours[known] or not theirs[known], f"{known} is needed")
                    compared += 1
        self.assertGreater(compared, 100)


if __name__ == "__main__":
    result = unittest.main(exit=False).result
    if result.skipped:
        print("skipped in part: " + result.skipped[0][1])
    sys.exit(not result.wasSuccessful())
