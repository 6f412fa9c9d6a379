"""The examples give options in the order in which the vocabulary declares them, as g++ wants designated initialisers.

    options_order_test.py VOCABULARY EXAMPLES
"""

import pathlib
import re
import sys

RECORDS = {
    "MCP_TOOL": "Tool", "MCP_RESOURCE": "Resource", "MCP_RESOURCE_LIST": "ResourceList", "MCP_PROMPT": "Prompt",
    "MCP_COMPLETE": "Complete", "MCP_PARAM": "Field", "MCP_FIELD": "Field", "MCP_DESCRIBE": "Field",
    "MCP_VALUE": "EnumValue", "MCP_SERVER": "Server", "MCP_EXPOSE": "Expose"}
NO_CODE = re.compile(r'//[^\n]*|R"(\w*)\(.*?\)\1"|"(?:[^"\\]|\\.)*"', re.DOTALL)  # comments and literals


def declared_orders(vocabulary):
    """The members of each aggregate, in order."""
    return {name: re.findall(r"(\w+)(?: = [^;]*)?;", re.sub(r"//.*", "", body))
            for name, body in re.findall(r"^struct (\w+) \{\n(.*?)^\};", vocabulary, re.DOTALL | re.MULTILINE)}


def annotations(text):
    """Each use of a macro: its name, its line, its options outside of inner braces and parentheses."""
    text = NO_CODE.sub(lambda found: re.sub(r"[^\n]", "_", found.group()), text)
    for macro in re.finditer(r"\b(MCP_[A-Z_]+)\(", text):
        depth, options = 0, []
        for token in re.finditer(r"[(){}]|\.(\w+)\s*=", text[macro.end() - 1:]):
            if token.group() in "({":
                depth += 1
            elif token.group() in ")}":
                depth -= 1
            elif depth == 1:
                options.append(token.group(1))
            if depth == 0:
                break
        yield macro.group(1), text.count("\n", 0, macro.start()) + 1, options


def main():
    orders = declared_orders(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    wrong = count = 0
    for source in sorted(pathlib.Path(sys.argv[2]).rglob("*.[ch]pp")):
        for macro, line, options in annotations(source.read_text(encoding="utf-8")):
            if macro not in RECORDS:
                continue
            count += 1
            order = orders[RECORDS[macro]]
            if options != sorted(options, key=order.index):
                print(f"{source}:{line}: {macro} must give its options in the order of their declaration: "
                      + ", ".join(sorted(options, key=order.index)))
                wrong += 1
    print(f"{count} annotations, {wrong} out of order")
    return 1 if wrong or count < 20 else 0


if __name__ == "__main__":
    sys.exit(main())
