"""Reads every #include of the project's sources and holds it against rooms.txt.

usage: rooms.py ROOT [--counts | --graph]

Fails, and names each, if an include points upward or to the other half, if a source or a public header belongs to no
room, or if a room is empty. --counts prints what the rooms hold, --graph the rooms and their arrows as Graphviz text.
"""
import argparse
import collections
import fnmatch
import pathlib
import re
import sys

_INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^">]+)[>"]', re.M)
_PUBLIC = "runtime/include/"
_SPEC = "spec/include/"


class Rooms:
    """The list: names from the bottom up, and the room of each file."""

    def __init__(self, text):
        self.order, self._headers = [], []
        for line in text.splitlines():
            if line.startswith("#") or not line.strip():
                continue
            if line[0] == " ":
                self._headers += [(pattern, self.order[-1]) for pattern in line.split()]
            else:
                self.order.append(line.split(None, 1)[0])
        self.rank = {room: at for at, room in enumerate(self.order)}

    def room_of(self, path):
        """The room of a path below the root; None: it has none."""
        if path.startswith(_PUBLIC):
            header = path[len(_PUBLIC):]
            return next((room for pattern, room in self._headers if fnmatch.fnmatchcase(header, pattern)), None)
        if path.startswith("spec/"):
            return "spec"
        folder = path.rpartition("/")[0].replace("runtime/src", "runtime", 1)
        return folder if folder in self.rank else None

    def may_include(self, room, other):
        half = room.partition("/")[0]
        return self.rank[other] <= self.rank[room] and other.partition("/")[0] in (half, "spec")


def sources(root):
    """Path to text, for every source and header of the product."""
    found = {}
    for folder in ("spec", "generator", "runtime"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".cpp", ".hpp"):
                found[path.relative_to(root).as_posix()] = path.read_text()
    return found


def resolved(path, include, known):
    """The file that an include means; None: it is not the project's."""
    half = path.partition("/")[0]
    near = {"generator": "generator/", "runtime": "runtime/src/", "spec": "spec/src/"}[half]
    return next((each + include for each in (near, _PUBLIC, _SPEC) if each + include in known), None)


def arrows(files, rooms):
    """(from, to) of rooms to the includes that make the arrow, each (file, included)."""
    found = collections.defaultdict(list)
    for path, text in files.items():
        for include in _INCLUDE.findall(text):
            target = resolved(path, include, files)
            if target is not None:
                found[rooms.room_of(path), rooms.room_of(target)].append((path, target))
    return found


def problems(files, rooms):
    """A sentence for everything that is wrong."""
    homeless = [path for path in files if rooms.room_of(path) is None]
    found = [f"{path} belongs to no room of rooms.txt" for path in homeless]
    if homeless:
        return found
    used = {rooms.room_of(path) for path in files}
    found += [f"{room} is in rooms.txt and has no source" for room in rooms.order if room not in used]
    for (room, other), includes in sorted(arrows(files, rooms).items()):
        if not rooms.may_include(room, other):
            found += [f"{path} ({room}) includes {target}, which is above it ({other})" for path, target in includes]
        found += [f"{path} is installed and includes {target}, which is not"
                  for path, target in includes if path.startswith(_PUBLIC) and not target.startswith(_PUBLIC)]
    return found


_NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'|^\s*#[^\n]*', re.S | re.M)
_CLASS = re.compile(r"\b(?:class|struct)\s+(?:alignas\([^)]*\)\s*)?(\w+)(?:\s+final)?\s*(?::[^;]*)?$")
_NO_MEMBER = re.compile(r"^(?:using|friend|static|typedef|enum|template|class\s+\w+$|struct\s+\w+$|union\s+\w+$)|^$")


def classes(text):
    """Name to the number of its data members, for the classes that a text defines."""
    text = re.sub(r"\[\[[^]]*\]\]|\b(?:public|protected|private):", " ", _NOISE.sub(" ", text))
    found, scopes, statement, at = {}, [], "", 0
    while at < len(text):
        c = text[at]
        if c == "{":
            said = _CLASS.search(statement.strip()) if not re.search(r"\benum\b", statement) else None
            if said or re.search(r"\bnamespace\b|\benum\b|\bunion\b|\bextern\b", statement):
                scopes.append(said[1] if said else None)
                if said:
                    found.setdefault(said[1], 0)
                statement = ""
            else:  # a body, or an initialiser
                depth, begin = 0, at
                while at < len(text):
                    depth += {"{": 1, "}": -1}.get(text[at], 0)
                    if depth == 0:
                        break
                    at += 1
                is_body = "(" in re.sub(r"<[^<>]*>", "", statement)
                statement = "" if is_body and not text[at + 1 :].lstrip().startswith((",", "{")) else statement + " "
        elif c == "}":
            if scopes:
                scopes.pop()
            statement = ""
        elif c == ";":
            if scopes and scopes[-1] and _is_member(statement):
                found[scopes[-1]] += 1
            statement = ""
        else:
            statement += c
        at += 1
    return found


def _is_member(statement):
    statement = re.sub(r"\balignas\([^)]*\)|=.*", "", " ".join(statement.split())).strip()
    while (shorter := re.sub(r"<[^<>]*>", "", statement)) != statement:
        statement = shorter
    if re.search(r"\(\s*\*\s*\w+\s*\)\s*\(", statement):  # a pointer to a function
        return True
    return not _NO_MEMBER.search(statement) and "(" not in statement and " " in statement and "operator" not in statement


def counts(files, rooms):
    """The lines of a table, a room each, and one for all."""
    held = collections.defaultdict(list)
    for path in files:
        held[rooms.room_of(path)].append(path)
    lines = [f"{'room':28} {'sources':>7} {'headers':>7} {'lines':>6}  {'longest file':44} largest class"]
    for room in rooms.order:
        paths = held[room]
        longest = max(paths, key=lambda path: files[path].count("\n"))
        members = [(count, name) for path in paths for name, count in classes(files[path]).items()]
        count, name = max(members, default=(0, "none"))
        lines.append(f"{room:28} {sum(path.endswith('.cpp') for path in paths):7} "
                     f"{sum(path.endswith('.hpp') for path in paths):7} {sum(files[path].count(chr(10)) for path in paths):6}  "
                     f"{longest.rpartition('/')[2] + ' ' + str(files[longest].count(chr(10))):44} {name} {count}")
    found = {pair for pair in arrows(files, rooms) if pair[0] != pair[1]}
    upward = [pair for pair in found if not rooms.may_include(*pair)]
    lines.append(f"{len(rooms.order)} rooms, {len(found)} arrows, {len(upward)} upward")
    return lines


def graph(files, rooms):
    """Mermaid text: what each room stands on; an arrow that another way implies is left out."""
    below = collections.defaultdict(set)
    for room, other in arrows(files, rooms):
        if room != other:
            below[room].add(other)
    reach = {}
    for room in rooms.order:
        reach[room] = set().union(*({other} | reach[other] for other in below[room]))
    lines = ["graph BT", '  spec["spec"]']
    for room in rooms.order:
        half, _, name = room.partition("/")
        direct = below[room] - set().union(*(reach[other] for other in below[room]))
        if half != "spec":
            below_it = " & ".join(_id(other) for other in sorted(direct, key=rooms.rank.get))
            lines.append(f'  {_id(room)}["{name or half}"]' + (f" --> {below_it}" if direct else ""))
    return lines


def _id(room):
    return room.replace("/", "_")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", type=pathlib.Path)
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--counts", action="store_true")
    shown.add_argument("--graph", action="store_true")
    options = parser.parse_args()
    rooms, files = Rooms((options.root / "rooms.txt").read_text()), sources(options.root)
    if not files:
        sys.exit(f"there are no sources in {options.root}")
    wrong = problems(files, rooms)
    for each in wrong:
        print(each)
    if options.graph and not wrong:
        print("\n".join(graph(files, rooms)))
    elif options.counts and not wrong:
        print("\n".join(counts(files, rooms)))
    elif not wrong:
        print(f"{len(files)} files in {len(rooms.order)} rooms: no include points upward")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
