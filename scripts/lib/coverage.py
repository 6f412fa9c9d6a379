"""Reads what `llvm-cov export --summary-only` wrote from standard input, and prints a Markdown table of the lines that are
reached in each room of rooms.txt. The one argument is the root of the source tree."""
import json
import pathlib
import re
import sys


def rooms_of(root):
    """The folders of sources and headers, and their rooms: the deepest folder that holds a file is its room."""
    rooms = []
    for line in (root / "rooms.txt").read_text().splitlines():
        if re.match(r"[a-z]", line):
            rooms.append(line.split()[0])
    return rooms


def room_of(path, rooms):
    """The room of a file, by its path below the root; None: it is of no room."""
    plain = re.sub(r"^runtime/src/", "runtime/", path)
    if plain.startswith(("spec/", "runtime/include/")):
        return "spec" if plain.startswith("spec/") else "runtime/include"
    folder = plain.rpartition("/")[0]
    return folder if folder in rooms else None


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    rooms = rooms_of(root) + ["runtime/include"]
    lines, files = {}, {}
    for file in json.load(sys.stdin)["data"][0]["files"]:
        try:
            path = pathlib.Path(file["filename"]).resolve().relative_to(root).as_posix()
        except ValueError:
            continue  # a header of the system
        room = room_of(path, rooms)
        if room is None:
            continue
        count, covered = lines.get(room, (0, 0))
        summary = file["summary"]["lines"]
        lines[room] = (count + summary["count"], covered + summary["covered"])
        files[room] = files.get(room, 0) + 1
    print("| room | files | lines | reached |\n|---|---:|---:|---:|")
    for room in sorted(lines, key=rooms.index):
        count, covered = lines[room]
        print(f"| `{room}` | {files[room]} | {count} | {100 * covered / max(count, 1):.0f} % |")
    count, covered = (sum(values) for values in zip(*lines.values()))
    print(f"| all of them | {sum(files.values())} | {count} | {100 * covered / max(count, 1):.0f} % |")


if __name__ == "__main__":
    main()
