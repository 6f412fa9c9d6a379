#!/usr/bin/env python3
"""Checks every line that a transcript expects from the server against the official JSON schema of its revision.

The schemas are looked for in $MCP_SCHEMA_DIR, else in ../shared/schema beside the repository. Prints "skipped" and why
when they, or Python's jsonschema, are absent. Exit status 1 if a line does not validate.
"""
import json
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
MODERN = "2026-07-28"
VERSION_KEY = "io.modelcontextprotocol/protocolVersion"
SUBSCRIPTION_KEY = "io.modelcontextprotocol/subscriptionId"
NEWEST_LEGACY = "2025-11-25"

RESULTS = {
    "initialize": "InitializeResult",
    "ping": "EmptyResult",
    "tools/list": "ListToolsResult",
    "tools/call": "CallToolResult",
    "server/discover": "DiscoverResult",
    "prompts/list": "ListPromptsResult",
    "prompts/get": "GetPromptResult",
    "completion/complete": "CompleteResult",
    "logging/setLevel": "EmptyResult",
    "resources/list": "ListResourcesResult",
    "resources/templates/list": "ListResourceTemplatesResult",
    "resources/read": "ReadResourceResult",
    "resources/subscribe": "EmptyResult",
    "resources/unsubscribe": "EmptyResult",
    "subscriptions/listen": "SubscriptionsListenResult",
}
# Requests that may be answered with questions since 2026-07-28.
ASKING = ["tools/call", "prompts/get", "resources/read"]
ERRORS = {-32020: "HeaderMismatchError", -32021: "MissingRequiredClientCapabilityError",
          -32022: "UnsupportedProtocolVersionError"}
NOTIFICATIONS = {
    "notifications/cancelled": "CancelledNotification",
    "notifications/message": "LoggingMessageNotification",
    "notifications/progress": "ProgressNotification",
    "notifications/prompts/list_changed": "PromptListChangedNotification",
    "notifications/resources/list_changed": "ResourceListChangedNotification",
    "notifications/resources/updated": "ResourceUpdatedNotification",
    "notifications/subscriptions/acknowledged": "SubscriptionsAcknowledgedNotification",
    "notifications/tools/list_changed": "ToolListChangedNotification",
}


class Schemas:
    def __init__(self, folder, jsonschema):
        self.folder = folder
        self.jsonschema = jsonschema
        self.validators = {}

    def defines(self, revision, name):
        return name in self.load(revision)[1]

    def load(self, revision):
        schema = json.loads((self.folder / f"{revision}.json").read_text())
        keyword = "$defs" if "$defs" in schema else "definitions"
        return schema, schema[keyword], keyword

    def problems(self, revision, name, value):
        key = (revision, name)
        if key not in self.validators:
            schema, _, keyword = self.load(revision)
            schema["$ref"] = f"#/{keyword}/{name}"
            kind = self.jsonschema.validators.validator_for(schema)
            self.validators[key] = kind(schema)
        for error in self.validators[key].iter_errors(value):
            yield f"{name} {'/'.join(map(str, error.path)) or '(root)'}: {error.message}"


def parse(text):
    try:
        return json.loads(text)
    except ValueError:
        return None


def era_of(request, session):
    """The revision that an answer to `request` is written in."""
    params = request.get("params") if isinstance(request, dict) else None
    meta = params.get("_meta") if isinstance(params, dict) else None
    if isinstance(meta, dict) and VERSION_KEY in meta:
        return MODERN
    return session or NEWEST_LEGACY


def id_key(value):
    return json.dumps(value)


def check_answer(schemas, revision, method, answer):
    if "error" in answer:
        # JSON-RPC demands `"id": null` for what could not be read; the schemas of MCP do not know it.
        shown = dict(answer)
        if shown.get("id", 0) is None:
            if revision in (NEWEST_LEGACY, MODERN) and method is not None:
                yield "id is null"
            shown["id"] = 0
        name = "JSONRPCErrorResponse" if schemas.defines(revision, "JSONRPCErrorResponse") else "JSONRPCError"
        yield from schemas.problems(revision, name, shown)
        if shown["error"]["code"] in ERRORS:
            yield from schemas.problems(revision, ERRORS[shown["error"]["code"]], shown)
        return
    name = "JSONRPCResultResponse" if schemas.defines(revision, "JSONRPCResultResponse") else "JSONRPCResponse"
    yield from schemas.problems(revision, name, answer)
    if revision == MODERN and answer["result"].get("resultType") == "input_required":
        if method not in ASKING:
            yield f"questions in the answer to {method}"
        yield from schemas.problems(revision, "InputRequiredResult", answer["result"])
    elif method in RESULTS:
        yield from schemas.problems(revision, RESULTS[method], answer["result"])
    else:
        yield f"a result for {method}"


def check_notification(schemas, session, message):
    meta = message.get("params", {}).get("_meta", {})
    revision = MODERN if SUBSCRIPTION_KEY in meta else session
    if message["method"] not in NOTIFICATIONS:
        yield f"a notification {message['method']}"
    elif revision is None:
        yield f"{message['method']} before there is a session"
    else:
        yield from schemas.problems(revision, NOTIFICATIONS[message["method"]], message)


def check_file(schemas, path):
    session = None
    asked = {}  # id -> (method, revision)
    checked = 0
    problems = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.startswith(("> ", ">> ")):
            sent = parse(line.split(" ", 1)[1])
            for request in sent if isinstance(sent, list) else [sent]:
                if isinstance(request, dict) and "id" in request:
                    asked[id_key(request["id"])] = (request.get("method"), era_of(request, session))
        elif line.startswith("< "):
            answers = parse(line[2:])
            if answers is None:
                problems.append(f"{path}:{number}: no JSON")
                continue
            batch = isinstance(answers, list)
            if batch:
                if session != "2025-03-26":
                    problems.append(f"{path}:{number}: a batch in a session of {session}")
            for answer in answers if batch else [answers]:
                checked += 1
                if "method" in answer:
                    problems += [f"{path}:{number}: {p}" for p in check_notification(schemas, session, answer)]
                    continue
                method, revision = asked.get(id_key(answer.get("id")), (None, session or NEWEST_LEGACY))
                if method == "initialize" and "result" in answer:
                    session = revision = answer["result"]["protocolVersion"]
                problems += [f"{path}:{number}: {p}" for p in check_answer(schemas, revision, method, answer)]
    return checked, problems


def main():
    try:
        import jsonschema
    except ImportError:
        print("skipped: Python has no jsonschema (Debian: python3-jsonschema)")
        return 0
    folder = pathlib.Path(os.environ.get("MCP_SCHEMA_DIR", ROOT.parent / "shared" / "schema"))
    if not (folder / f"{MODERN}.json").exists():
        print("skipped: no schemas; set MCP_SCHEMA_DIR to a folder of <revision>.json")
        return 0
    schemas = Schemas(folder, jsonschema)
    total = 0
    problems = []
    for path in sorted(HERE.glob("*/*.txt")):
        checked, found = check_file(schemas, path)
        total += checked
        problems += found
    print("\n".join(problems) if problems else f"{total} messages match the schema of their revision")
    return 1 if problems or total == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
