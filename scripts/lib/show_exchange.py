"""Starts an MCP server of examples/sqlite and prints an exchange with it for people: what is sent, what comes back."""

import json
import subprocess
import sys


def pretty(value, indent=""):
    """JSON in which whatever fits is on one line."""
    line = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(line) <= 100 or not isinstance(value, (dict, list)):
        return line
    inner = indent + "  "
    if isinstance(value, dict):
        members = [f"{json.dumps(name, ensure_ascii=False)}: {pretty(member, inner)}" for name, member in value.items()]
    else:
        members = [pretty(member, inner) for member in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return opening + "\n" + ",\n".join(inner + member for member in members) + "\n" + indent + closing


def show(mark, message):
    print("\n".join(f"{mark} {line}" for line in pretty(message).splitlines()), flush=True)


class Session:
    def __init__(self, command):
        self.server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.next_id = 1

    def send(self, message):
        print("-> " + json.dumps(message, ensure_ascii=False), flush=True)
        self.server.stdin.write(json.dumps(message) + "\n")
        self.server.stdin.flush()

    def ask(self, method, params=None):
        request = {"jsonrpc": "2.0", "id": self.next_id, "method": method}
        if params is not None:
            request["params"] = params
        self.next_id += 1
        self.send(request)
        line = self.server.stdout.readline()
        if not line:
            sys.exit(f"the server ended with code {self.server.wait()} instead of answering")
        answer = json.loads(line)
        if "error" in answer:
            show("<-", answer)
            sys.exit(f"{method} was answered with an error")
        return answer

    def close(self):
        self.server.stdin.close()
        return self.server.wait(timeout=10)


def main():
    session = Session(sys.argv[1:])
    client = {"name": "scripts/demo", "version": "1"}
    answer = session.ask(
        "initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client})
    show("<-", answer)
    session.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    print()
    answer = session.ask("tools/list")
    tools = answer["result"]["tools"]
    print(f"<- {len(tools)} tools: " + ", ".join(tool["name"] for tool in tools))
    query = next(tool for tool in tools if tool["name"] == "query")
    print("   one of them, schemas and all out of the C++ declaration:")
    show("<-", query)

    print()
    answer = session.ask("tools/call", {
        "name": "query",
        "arguments": {
            "sql": "SELECT c.flag, c.name, count(*) AS subdivisions FROM country c "
                   "JOIN subdivision s ON s.country = c.alpha_2 WHERE c.name LIKE ? GROUP BY c.name ORDER BY 3 DESC",
            "parameters": ["N%"],
            "limit": 3,
        },
    })
    result = answer["result"]
    show("<-", {"id": answer["id"], "structuredContent": result["structuredContent"]})
    print("   (the same as text, for clients that know no structured content: "
          f"{len(result['content'][0]['text'])} characters)")

    print()
    answer = session.ask("tools/call", {"name": "query", "arguments": {"sql": "DROP TABLE country", "limit": 0}})
    show("<-", answer)
    print("   a wrong argument is a tool error that a model can act on")
    if not answer["result"].get("isError"):
        sys.exit("the wrong argument was accepted")

    code = session.close()
    print(f"\nEnd of input: the server ended with code {code}.")
    if code != 0:
        sys.exit(1)


if __name__ == "__main__":
    main()
