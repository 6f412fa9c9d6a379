"""Starts examples/hello by the command that is given, calls its tool, and ends it.

usage: call_hello.py COMMAND...
"""

import sys

from show_exchange import Session


def main():
    session = Session(sys.argv[1:])
    session.ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {},
                               "clientInfo": {"name": "scripts/systems", "version": "1"}})
    session.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
    answer = session.ask("tools/call", {"name": "hello", "arguments": {"name": "Ada"}})
    text = answer["result"]["content"][0]["text"]
    print(f"<- {text}")
    if text != "Hello, Ada!" or session.close() != 0:
        sys.exit("examples/hello did not answer as it should")


main()
