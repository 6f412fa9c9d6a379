"""Adds up a run of ctest: each test by its own name, those that a program ran in shards as well.

usage: test_report.py BUILD [--timings] [--names FILE] [--compare FILE]

Reads BUILD/test-report.xml, which ctest wrote, and BUILD/test-results/SHARD.xml, which GoogleTest wrote for each shard
(tests/gtest.cmake). Prints what failed, with --timings the slowest twenty tests too, and last "N passed, N failed"; writes
the names of all tests to the FILE of --names, one a line, and says which are new or gone beside the FILE of --compare,
which --names wrote. Fails if a test failed or none passed.
"""
import argparse
import pathlib
import sys
import xml.etree.ElementTree as xml
from typing import NamedTuple


class Test(NamedTuple):
    name: str
    outcome: str  # passed, failed or skipped
    seconds: float


def tests_of_shard(file: pathlib.Path) -> list[Test]:
    tests = []
    for case in xml.parse(file).iter("testcase"):
        if case.get("status") == "notrun":
            continue  # left out by a filter
        outcome = "passed"
        if case.find("failure") is not None:
            outcome = "failed"
        elif case.get("result") == "skipped":
            outcome = "skipped"
        tests.append(Test(f"{case.get('classname')}.{case.get('name')}", outcome, float(case.get("time", 0))))
    return tests


def tests_of_build(build: pathlib.Path) -> list[Test]:
    outcomes = {"run": "passed", "fail": "failed", "notrun": "skipped", "disabled": "skipped"}
    tests = []
    for case in xml.parse(build / "test-report.xml").iter("testcase"):
        name = case.get("name")
        whole = Test(name, outcomes[case.get("status")], float(case.get("time", 0)))
        shard = build / "test-results" / f"{name}.xml"
        known = tests_of_shard(shard) if shard.exists() else None
        if known is None:
            tests.append(whole)
            continue
        tests += known
        if whole.outcome == "failed" and all(test.outcome != "failed" for test in known):
            tests.append(whole)  # the process ended otherwise than its tests
    return tests


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--timings", action="store_true")
    parser.add_argument("--names", type=pathlib.Path)
    parser.add_argument("--compare", type=pathlib.Path)
    options = parser.parse_args()
    tests = tests_of_build(options.build)
    count = {outcome: sum(test.outcome == outcome for test in tests) for outcome in ("passed", "failed", "skipped")}
    names = {test.name for test in tests}
    if options.names:
        options.names.write_text("".join(f"{name}\n" for name in sorted(names)))
    if options.compare:
        before = set(options.compare.read_text().splitlines())
        for word, those in (("new", names - before), ("gone", before - names)):
            print(f"{len(those)} tests are {word} beside {options.compare}")
            for name in sorted(those):
                print(f"  {word}: {name}")
    if options.timings:
        print("The slowest tests, seconds:")
        for test in sorted(tests, key=lambda test: -test.seconds)[:20]:
            print(f"{test.seconds:8.2f}  {test.name}")
    for test in tests:
        if test.outcome == "failed":
            print(f"FAILED: {test.name}")
    if count["skipped"]:
        print(f"{count['skipped']} skipped")
    print(f"{count['passed']} passed, {count['failed']} failed")
    return 0 if count["failed"] == 0 and count["passed"] > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
