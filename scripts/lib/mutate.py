"""Builds mutants of a sample, runs the tests that reach each, and says which were noticed. scripts/mutate calls it."""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import mutants as make

PROGRAMS = ["spec_tests", "runtime_tests", "seam_tests", "transcript_tests", "generator_tests", "golden_tests",
            "reject_tests"]
QUICK = 3  # seconds of tests that are tried before the slower ones
# What drives whole servers, for what no program of the above notices: tests of ctest, and the servers that they start.
SLOW_TESTS = r"^(http\.(legacy|life|limits|listen|modern|sse|stateless|streams|wire)|everything)$"
SLOW_TARGETS = ["http_fixture", "http_scoped", "everything"]


def say(text):
    print(f"\n== {text}", flush=True)


def copy_sources(root, tree):
    """The files that git knows, as they are; what is the same already keeps its time."""
    names = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=root, check=True, capture_output=True).stdout
    for name in names.decode().split("\0"):
        source, copy = root / name, tree / name
        if not name or not source.is_file():
            continue
        if not copy.is_file() or copy.read_bytes() != source.read_bytes():
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, copy)
            os.utime(copy)


def write_mutants(root, tree, mutants, was):
    """Writes the mutated sources, and gives back their text to those that had mutants before."""
    before = {path: (tree / path).read_bytes() for path in was | {each.path for each in mutants}}
    for path in before:
        (tree / path).write_bytes((root / path).read_bytes())
    make.write(tree, mutants)
    return {each.path for each in mutants}


def build(root, tree, mutants, jobs):
    """Builds the tests with the mutants in them, and returns those that compile."""
    output = tree / "build" / "release"
    copy_sources(root, tree)
    (tree / "mcp_mutation.hpp").write_text(make.HEADER)
    launcher = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
    was = set()
    for _ in range(8):
        was = write_mutants(root, tree, mutants, was)
        done = subprocess.run(["cmake", "--preset", "release", "-DMCP_BUILD_TESTS=ON", "-DMCP_BUILD_EXAMPLES=ON", *launcher],
                              cwd=tree, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(done.stdout + done.stderr)
        done = subprocess.run(["ninja", "-C", str(output), "-k", "0", f"-j{jobs}", *PROGRAMS, *SLOW_TARGETS], capture_output=True, text=True)
        if done.returncode == 0:
            return mutants
        places = {(str(pathlib.Path(path).resolve()), int(line) - 2)
                  for path, line in re.findall(r"((?:/|\.\./)[^\s:]+\.cpp):(\d+):\d+: ", done.stdout.replace("../../", str(tree) + "/"))}
        broken = [each for each in mutants if (str((tree / each.path).resolve()), each.line) in places]
        if not broken:
            sys.exit(done.stdout[-6000:])
        print(f"{len(broken)} mutants do not compile; they are left out", flush=True)
        mutants = [each for each in mutants if each not in broken]
    sys.exit("the mutants cannot be built")


def suites_of(program):
    lines = subprocess.run([program, "--gtest_list_tests"], check=True, capture_output=True, text=True).stdout.splitlines()
    return [line.split()[0].rstrip(".") for line in lines if line.endswith(".") or ".  #" in line]


def run(program, suites, limit, extra):
    """Whether these suites pass: True, False, or None where they take too long."""
    with tempfile.TemporaryDirectory() as folder:
        child = subprocess.Popen([program, "--gtest_fail_fast", "--gtest_brief=1", "--gtest_filter=" +
                                  ":".join(suite + ".*" for suite in suites)], cwd=folder, env=os.environ | extra,
                                 stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                 start_new_session=True)
        try:
            return child.wait(timeout=limit) == 0
        except subprocess.TimeoutExpired:
            return None
        finally:
            try:
                os.killpg(child.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            child.wait()


def reached(binaries, jobs):
    """What each suite reaches and how long it takes: {(program, suite): (seconds, mutants)}."""
    every = [(name, suite) for name in PROGRAMS for suite in suites_of(binaries / name)]

    def look(each):
        name, suite = each
        with tempfile.TemporaryDirectory() as folder:
            notes = pathlib.Path(folder, "reached")
            begun = time.monotonic()
            passed = run(binaries / name, [suite], 300, {"MCP_MUTANTS_REACHED": str(notes)})
            seconds = time.monotonic() - begun
            numbers = set(map(int, notes.read_text().split())) if notes.exists() else set()
        if not passed:
            print(f"{name} {suite} fails without a mutant, and is left out", flush=True)
            return each, (seconds, set())
        return each, (seconds, numbers)

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return dict(pool.map(look, every))


def survives_slow_tests(mutant, output):
    """Whether whole servers do all the same with a mutant; None: without one."""
    done = subprocess.run(["ctest", "--tests-regex", SLOW_TESTS, "--no-tests=error", "--stop-on-failure", "--timeout", "120"],
                          cwd=output, env=os.environ | {"MCP_MUTANT": str(mutant.number) if mutant else "-1"}, stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return done.returncode == 0


def judge(mutant, map_of_suites, binaries, reasons):
    """What became of a mutant: "noticed", "survived" or "unreached"."""
    verdict = judge_by_programs(mutant, map_of_suites, binaries)
    if verdict != "noticed" and mutant.key() not in reasons and not survives_slow_tests(mutant, binaries.parent):
        return "noticed"
    return verdict


def judge_by_programs(mutant, map_of_suites, binaries):
    mine = sorted((seconds, name, suite) for (name, suite), (seconds, numbers) in map_of_suites.items()
                  if mutant.number in numbers)
    if not mine:
        return "unreached"
    parts, spent = {}, 0
    for seconds, name, suite in mine:
        spent += seconds
        parts.setdefault((spent > QUICK, name), []).append((seconds, suite))
    for (_, name), part in sorted(parts.items(), key=lambda each: (each[0][0], sum(s for s, _ in each[1]))):
        limit = 15 + 6 * sum(seconds for seconds, _ in part)
        if run(binaries / name, [suite for _, suite in part], limit, {"MCP_MUTANT": str(mutant.number)}) is not True:
            return "noticed"
    return "survived"


def read_reasons(root):
    """The mutants that cannot be noticed, with the reasons: a line that names it, and an indented one that says why."""
    reasons, key = {}, None
    for line in (root / "tests" / "equivalent_mutants.txt").read_text().splitlines():
        if line.startswith("  "):
            reasons[key] = (reasons.get(key, "") + " " + line.strip()).strip()
        elif line and not line.startswith("#"):
            key = line
    return reasons


def report(mutants, results, reasons, arguments):
    rooms = {}
    for mutant in mutants:
        verdict = results[mutant.key()]
        if verdict != "noticed" and mutant.key() in reasons:
            verdict = "equivalent"
        rooms.setdefault(mutant.room, []).append((verdict, mutant))
    print(f"\nSeed {arguments.seed}, {len(mutants)} mutants.\n")
    print("| room | mutants | noticed | cannot be noticed | not noticed |")
    print("|---|---:|---:|---:|---:|")
    total = [0, 0, 0, 0]
    for room, each in rooms.items():
        noticed = sum(verdict == "noticed" for verdict, _ in each)
        same = sum(verdict == "equivalent" for verdict, _ in each)
        row = [len(each), noticed, same, len(each) - noticed - same]
        total = [a + b for a, b in zip(total, row)]
        print(f"| {room} | " + " | ".join(map(str, row)) + " |")
    print("| all | " + " | ".join(map(str, total)) + " |")
    for room, each in rooms.items():
        for verdict, mutant in each:
            if verdict in ("survived", "unreached"):
                print(f"\n{verdict}: {mutant.key()}  (line {mutant.line + 1}, number {mutant.number})")
    score = 100 * total[1] / max(1, total[0] - total[2])
    print(f"\n{score:.1f} % of those that can be noticed were noticed")
    print(f"{total[1] + total[2]} passed, {total[3]} failed")
    return score


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=270)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--room", action="append", choices=list(make.ROOMS))
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--least", type=float, default=95)
    arguments = parser.parse_args()
    root = arguments.root.resolve()
    mutants = make.sample(root, arguments.room or list(make.ROOMS), arguments.count, arguments.seed)
    if arguments.list:
        for mutant in mutants:
            print(f"{mutant.number}: {mutant.key()}")
        return 0
    folder = root / "build" / "mutants"
    tree = folder / "tree"
    tree.mkdir(parents=True, exist_ok=True)
    say(f"Building {len(mutants)} mutants with {arguments.jobs} jobs")
    mutants = build(root, tree, mutants, arguments.jobs)
    binaries = tree / "build" / "release" / "bin"
    say("Looking which tests reach which mutants")
    map_of_suites = reached(binaries, arguments.jobs)
    if not survives_slow_tests(None, binaries.parent):
        sys.exit("tests of whole servers fail; see ctest in " + str(binaries.parent))
    reasons = read_reasons(root)
    store = folder / "results.json"
    results = {} if arguments.again or not store.exists() else json.loads(store.read_text())
    # What was noticed is not tried again; a test may have been added for the others.
    open_ones = [each for each in mutants if results.get(each.key()) != "noticed"]
    say(f"Running the tests on {len(open_ones)} mutants")
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for index, (mutant, verdict) in enumerate(
                zip(open_ones, pool.map(lambda each: judge(each, map_of_suites, binaries, reasons), open_ones))):
            results[mutant.key()] = verdict
            store.write_text(json.dumps(results, indent=1))
            if verdict != "noticed":
                print(f"{index + 1}/{len(open_ones)} {verdict}: {mutant.key()}", flush=True)
    return 0 if report(mutants, results, reasons, arguments) >= arguments.least else 1


if __name__ == "__main__":
    sys.exit(main())
