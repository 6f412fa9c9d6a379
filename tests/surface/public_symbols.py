"""Compares what the runtime exports with runtime/public_symbols.txt, and with what the public headers declare.

usage: public_symbols.py --shared FILE --archive FILE [--archive FILE] --headers DIRECTORY --list FILE [--readelf PROGRAM]

The shared library and the archives are of the same objects. MCP_UPDATE_SYMBOLS=1 writes the list anew. Fails if the shared
library exports what the list does not have, or the other way round, or what is not the runtime's; and if a public header
declares a function that is hidden, or that is defined nowhere.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys

HEAD = """# The functions and constants of the runtime that a program may call, in a shared library, too: what MCP_EXPORT marks and
# the runtime defines. Written by MCP_UPDATE_SYMBOLS=1 ctest -R public_symbols; a change is a line of CHANGELOG.md.
"""


def template_end(text, at):
    """Behind the '>' that closes the '<' at `at`."""
    depth = 0
    while True:
        depth += {"<": 1, ">": -1}.get(text[at], 0)
        at += 1
        if depth == 0:
            return at


def readable(name):
    """A demangled name without what differs from one system to another."""
    name = re.sub(r"\[abi:\w+\]|\b__(cxx11|n4861)::|\b_V2::", "", name)
    for long, short in ((r"\bstd::basic_string<char, std::char_traits<char>", "std::string"),
                        (r"\bstd::basic_string_view<char, std::char_traits<char>", "std::string_view"),
                        (r"\bnlohmann::(json_abi\w*::)?basic_json<", "mcp::json")):
        while found := re.search(long, name):
            name = name[: found.start()] + short + name[template_end(name, name.index("<", found.start())):]
    while found := re.search(r", std::(allocator|less|default_delete)<", name):
        name = name[: found.start()] + name[template_end(name, found.end() - 1):].lstrip()
    return re.sub(r"\s+>", ">", name)


def without_braces_in_parentheses(text):
    """Without default arguments such as `= {}`, and bodies of lambdas that are arguments."""
    kept, parentheses, braces = [], 0, 0
    for character in text:
        parentheses += {"(": 1, ")": -1}.get(character, 0) if braces == 0 else 0
        braces += 1 if character == "{" and parentheses else 0
        if braces == 0:
            kept.append(character)
        braces -= 1 if character == "}" and braces else 0
    return "".join(kept)


def symbols(readelf, *arguments):
    """(name as the linker knows it, readable name, is_weak, is_hidden) of every function and object that is defined."""
    table = subprocess.run([readelf, "-W", *arguments], check=True, capture_output=True, text=True).stdout
    found = {}
    for line in table.splitlines():
        fields = line.split()
        if len(fields) < 8 or fields[3] not in ("FUNC", "OBJECT", "TLS") or fields[4] not in ("GLOBAL", "WEAK", "UNIQUE"):
            continue
        if fields[6] != "UND":
            found[fields[7]] = (fields[4] != "GLOBAL", fields[5] in ("HIDDEN", "INTERNAL"))
    demangled = subprocess.run(["c++filt"], input="\n".join(found), check=True, capture_output=True, text=True).stdout
    return [(name, readable(text), *of) for (name, of), text in zip(found.items(), demangled.splitlines())]


def without_arguments(text):
    """`mcp::codec<bool>::decode(mcp::Value)` as `mcp::codec<bool>::decode`; without the type that a template returns."""
    at = depth = start = 0
    while at < len(text):
        if text.startswith("operator", at):
            return text[start:at] + "operator"
        depth += {"<": 1, ">": -1}.get(text[at], 0)
        if depth == 0 and text[at] == " ":
            start = at + 1
        elif depth == 0 and text[at] == "(":
            return text[start:at]
        at += 1
    return text[start:]


class PublicNames:
    """What the public headers declare: classes they define, and functions of namespaces, each with its header."""

    _NAMESPACE = re.compile(r"(?:^|\s)(?:inline\s+)?namespace\s*([\w:]*)\s*$")
    _CLASS = re.compile(r"^(?:template\s*<.*?>\s*|requires.*?\s(?=class|struct))*(?:class|struct)\s+"
                        r"(?:\[\[[^\]]*\]\]\s*|MCP_\w+\s+)*((?:\w|::)+(?:<.*?>)?)(?:\s+final)?\s*(?::[^:].*)?$", re.S)
    _EXCEPTION = re.compile(r":.*\b(std::(runtime|logic)_error|std::exception|ToolError)\b", re.S)

    def __init__(self, headers):
        self.classes, self.functions, self.unmarked = {}, {}, []
        for path in sorted(headers.rglob("*.hpp")):
            self._read(path.relative_to(headers).as_posix(), path.read_text())

    def _read(self, header, text):
        text = re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.S)
        text = re.sub(r'R"\((.*?)\)"|"(\\.|[^"\\])*"|\'(\\.|[^\'\\])\'', "0", text, flags=re.S)
        text = re.sub(r"(\\\n|[^\n])*", lambda line: "" if line[0].lstrip().startswith("#") else line[0], text)
        text = without_braces_in_parentheses(text)
        scopes = []  # (kind, name) of what is open: a namespace, a class, or something else
        unmarked = {}  # classes without MCP_EXPORT, by the depth at which they are open
        statement = ""
        for piece in re.findall(r"[{};]|[^{};]+", text):
            if piece not in "{};":
                statement = piece.strip()
                continue
            if re.match(r"(?:\w+:\s*|\[\[\w+\]\]\s*)*virtual\b", statement) and len(scopes) in unmarked:
                self._mark(unmarked.pop(len(scopes)), header, "has virtual functions")
            if piece == "{":
                scopes.append(self._opened(scopes, statement))
                kind, name = scopes[-1]
                unmarked.pop(len(scopes), None)
                if kind == "class" and "MCP_EXPORT" not in statement:
                    unmarked[len(scopes)] = self._scope(scopes)
                    if self._EXCEPTION.search(statement):
                        self._mark(unmarked.pop(len(scopes)), header, "is thrown")
                if kind == "class" and (not statement.startswith("template") or "<" in name):
                    self.classes.setdefault(self._key(self._scope(scopes)), header)
            elif piece == "}":
                del scopes[-1:]
            elif all(kind == "namespace" for kind, _ in scopes):
                self._declare(header, scopes, statement)
            elif statement.startswith("friend") and "(" in statement:
                namespaces = [scope for scope in scopes if scope[0] == "namespace"]
                self._declare(header, namespaces, statement.removeprefix("friend "))
            statement = ""

    def _mark(self, name, header, why):
        self.unmarked.append(f"{name} of <{header}> {why}: write MCP_EXPORT in front of the name, so that a shared library and "
                             "a program have one type.")

    def _opened(self, scopes, statement):
        if found := self._NAMESPACE.search(statement):
            return "namespace", found[1]
        if all(kind != "other" for kind, _ in scopes) and (found := self._CLASS.match(statement)):
            return "class", found[1]
        return "other", None

    @staticmethod
    def _scope(scopes):
        return "::".join(name for _, name in scopes if name).replace(" ", "")

    def _declare(self, header, scopes, statement):
        statement = re.sub(r"\[\[.*?\]\]|\bMCP_EXPORT\b", "", statement).strip()
        if found := re.match(r"extern template struct\s+(.*)$", statement, re.S):
            self.classes.setdefault(self._key(self._scope([*scopes, ("class", found[1])])), header)
        if statement.startswith(("template", "using", "friend", "extern", "class", "struct", "static_assert", "inline")):
            return
        if found := re.match(r"[\w:<>,&*\s]*?\b(operator|\w+)\b[^\w\s:,(]*\s*\(", statement):
            self.functions.setdefault(self._scope(scopes) + "::" + found[1], []).append(header)

    @staticmethod
    def _key(scope):
        """A class as a header and a symbol both name it: its arguments without their namespaces."""
        before, less, arguments = scope.replace(" ", "").partition("<")
        return before + less + re.sub(r"\w+::", "", arguments).replace("int64_t", "long")

    def find(self, name):
        """(header, what to mark) of a function by its name; None: no header declares it."""
        if headers := self.functions.get(name):
            return "> or <".join(headers), "the function"
        scope = self._key(name.rpartition("::")[0])
        return (self.classes[scope], f"the name of the class {scope}") if scope in self.classes else None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--readelf", default="readelf")
    parser.add_argument("--archive", action="append", required=True)
    for option in ("--shared", "--headers", "--list"):
        parser.add_argument(option, required=True)
    given = parser.parse_args()
    public = PublicNames(pathlib.Path(given.headers))
    problems = list(public.unmarked)

    defined = set()
    for mangled, name, is_weak, is_hidden in symbols(given.readelf, "--syms", *given.archive):
        function = without_arguments(name)
        defined.add(function)
        found = None if is_weak or not is_hidden else public.find(function)
        if found is not None:
            problems.append(f"{name} is declared in <{found[0]}>, and hidden: a program cannot call it in a shared library. "
                            f"Write MCP_EXPORT in front of {found[1]}.")
    problems += [f"{name} is declared in <{header}>, and defined nowhere." for name, (header, *_) in public.functions.items()
                 if name not in defined]

    exported = set()
    for mangled, name, is_weak, _ in symbols(given.readelf, "--dyn-syms", given.shared):
        if not mangled.startswith("_Z") or "mcp::" not in name:
            problems.append(f"{name} is exported, and not the runtime's: see runtime/exports.map.")
        elif re.match("_Z[TG]", mangled) or is_weak and not re.match(r"mcp::codec<.*\(", name):
            continue  # what belongs to a class, and what is inline
        elif public.find(without_arguments(name)) is None:
            problems.append(f"{name} is exported, and no public header declares it: drop MCP_EXPORT, or write MCP_HIDDEN in "
                            "front of the name where a nested class is defined.")
        else:
            exported.add(name)

    text = HEAD + "".join(name + "\n" for name in sorted(exported))
    if os.environ.get("MCP_UPDATE_SYMBOLS"):
        pathlib.Path(given.list).write_text(text)
    listed = {line for line in pathlib.Path(given.list).read_text().splitlines() if line and not line.startswith("#")}
    problems += [f"{name} is exported, and not in public_symbols.txt." for name in sorted(exported - listed)]
    problems += [f"{name} of public_symbols.txt is exported no more: programs that call it do not link."
                 for name in sorted(listed - exported)]
    for problem in problems:
        print(problem)
    if exported != listed:
        print("If that is meant: MCP_UPDATE_SYMBOLS=1 ctest -R public_symbols, and a line in CHANGELOG.md.")
    print(f"{len(exported)} public symbols, {len(problems)} problems")
    return 1 if problems or not exported else 0


if __name__ == "__main__":
    sys.exit(main())
