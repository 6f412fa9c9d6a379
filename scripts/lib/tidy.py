"""Runs clang-tidy on the lines of sources that differ from a commit: tidy.py ROOT BUILD BASE JOBS. BUILD has the compile
commands of single sources. Prints what clang-tidy says; the exit status is 1 if that is anything."""
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile

TIDY = "clang-tidy-19"
FOLDERS = ("generator", "runtime", "spec")


def changed_lines(root, base):
    """By file below the root: the ranges of lines that are new or others than in `base`."""
    text = subprocess.run(["git", "-C", root, "diff", "--unified=0", "--no-color", base, "--", *FOLDERS], check=True,
                          capture_output=True, text=True).stdout
    files, current = {}, None
    for line in text.splitlines():
        if line.startswith("+++ "):
            current = line[6:] if line.startswith("+++ b/") else None
        elif current and (hunk := re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line)):
            first, count = int(hunk[1]), int(hunk[2] or 1)
            if count:
                files.setdefault(current, []).append([first, first + count - 1])
    return {name: lines for name, lines in files.items() if name.endswith((".cpp", ".hpp"))}


def sources_for(root, build, files):
    """The sources to read so that all changed files are seen: themselves, and for a header one that includes it."""
    commands = json.loads((pathlib.Path(build) / "compile_commands.json").read_text())
    paths = [pathlib.Path(command["file"]).resolve() for command in commands]
    known = [path for path in paths if path.exists()]  # what the build makes may not be there
    sources = []
    for name in sorted(files):
        path = (root / name).resolve()
        if name.endswith(".cpp"):
            sources += [path] if path in known else []
            continue
        include = re.sub(r"^(runtime/(src|include)|spec/include|generator)/", "", name)
        own = path.with_suffix(".cpp")
        others = [each for each in known if f'{include}"' in each.read_text() or f"{include}>" in each.read_text()]
        sources += [own] if own in known else others[:1]
    return sorted(set(sources))


def commands_for_clang(build, folder):
    """The compile commands without the options of g++ that Clang refuses, as a database in `folder`."""
    commands = json.loads((pathlib.Path(build) / "compile_commands.json").read_text())
    for command in commands:
        command["command"] = command["command"].replace(" -fno-gnu-unique", "")
    (pathlib.Path(folder) / "compile_commands.json").write_text(json.dumps(commands))


def main():
    with tempfile.TemporaryDirectory() as folder:
        commands_for_clang(sys.argv[2], folder)
        return check(pathlib.Path(sys.argv[1]), folder, sys.argv[3], int(sys.argv[4]))


def check(root, build, base, jobs):
    files = changed_lines(root, base)
    sources = sources_for(root, build, files)
    lines = json.dumps([{"name": name, "lines": ranges} for name, ranges in files.items()])

    def read(source):
        done = subprocess.run([TIDY, "--quiet", "-p", build, f"--line-filter={lines}", str(source)],
                              capture_output=True, text=True)
        failed = done.returncode != 0 or "warning:" in done.stdout
        return done.stdout + (done.stderr if done.returncode != 0 else "") if failed else ""

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        found = [text for text in pool.map(read, sources) if text]
    print("".join(found), end="")
    print(f"{len(sources)} sources with {len(files)} changed files since {base}: {len(found)} with findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
