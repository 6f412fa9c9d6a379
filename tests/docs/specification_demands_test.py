#!/usr/bin/env python3
"""docs/specification-demands.md names tests that exist, for every demand of the specification on servers, or says why
there is none. Nothing is built: names are looked up in the sources.

usage: specification_demands_test.py [TEST...]
"""
import ast
import functools
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"
PAGE = ROOT / "docs" / "specification-demands.md"

REVISIONS = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
# What a page's path may begin with.
PARTS = ["index", "basic/", "server/", "client/", "schema"]
PREFIXES = [f"{revision}/{part}" for revision in REVISIONS for part in PARTS] + ["extensions/"]
LEVELS = ["MUST", "MUST NOT", "SHOULD", "SHOULD NOT"]
HEADER = ["id", "level", "demand", "test"]
# How a reason begins, and the words that say whose a demand is.
REASONS = ["not ours: because ", "open: "]


class Row:
    """One demand, and where it stands."""

    def __init__(self, line, page, cells):
        self.line = line
        self.page = page
        self.id, self.level, self.demand, self.test = cells

    @property
    def reason(self):
        """Why there is no test; empty where there is one."""
        return self.test if self.test.startswith(tuple(reason.split(":")[0] + ":" for reason in REASONS)) else ""

    @property
    def tests(self):
        return [] if self.reason else re.findall(r"`([^`]+)`", self.test)


def read_page(text):
    """The rows of the page, and what is wrong with its shape."""
    rows, problems = [], []
    page = None
    pages = set()
    for number, line in enumerate(text.splitlines(), 1):
        at = f"line {number}"
        if line.startswith("## "):
            page = None
        elif line.startswith("### "):
            heading = re.fullmatch(r"### `([^`]+)`", line)
            if not heading:
                problems.append(f"{at}: a heading of the third level must be the path of a page, in backticks")
                continue
            page = heading[1]
            if not page.startswith(tuple(PREFIXES)):
                problems.append(f"{at}: no page of the specification begins like {page}")
            if page in pages:
                problems.append(f"{at}: {page} has a table already")
            pages.add(page)
        elif line.startswith("|"):
            cells = [cell.strip() for cell in line.strip().strip("|").split(" | ")]
            if cells == HEADER or set(line) <= set("|-"):
                continue
            if page is None:
                problems.append(f"{at}: a row must stand below the heading of its page")
            elif len(cells) != len(HEADER):
                problems.append(f"{at}: a row must have {len(HEADER)} cells, has {len(cells)}")
            else:
                rows.append(Row(number, page, cells))
    return rows, problems


class Sources:
    """The tests that there are."""

    @functools.cached_property
    def of_gtest(self):
        """Suite.name of every test in C++."""
        macro = re.compile(r"^\s*TEST(?:_[FP])?\(\s*(\w+)\s*,\s*(\w+)\s*\)", re.M)
        files = [*TESTS.rglob("*_test.cpp"), *TESTS.rglob("*_tests.cpp"), *(ROOT / "examples").rglob("*_test.cpp")]
        return {f"{suite}.{name}" for file in files for suite, name in macro.findall(file.read_text())}

    @functools.cached_property
    def of_ctest(self):
        files = [*TESTS.rglob("CMakeLists.txt"), *(ROOT / "examples").rglob("CMakeLists.txt")]
        return {name for file in files for name in re.findall(r"add_test\(\s*NAME\s+(\w+)", file.read_text())}

    @functools.lru_cache(maxsize=None)
    def of_python(self, path):
        """Class.test of a module, with what its classes inherit within it; None without such a module."""
        file = TESTS / path
        if not file.is_file():
            return None
        classes = {node.name: node for node in ast.parse(file.read_text()).body if isinstance(node, ast.ClassDef)}

        def tests(node):
            functions = [part.name for part in node.body if isinstance(part, ast.FunctionDef)]
            own = {name for name in functions if name.startswith("test")}
            bases = [classes[base.id] for base in node.bases if isinstance(base, ast.Name) and base.id in classes]
            return own.union(*map(tests, bases))

        return {f"{name}.{test}" for name, node in classes.items() for test in tests(node)}

    @functools.lru_cache(maxsize=None)
    def of_node(self, path):
        """Titles of a module for Node, placeholders as they stand; None without such a module."""
        file = TESTS / path
        if not file.is_file():
            return None
        return {title for _, title in re.findall(r"\b(?:it|test)\(\s*(['`])(.*?)\1,", file.read_text())}

    def problem(self, name):
        """What is wrong with the name of a test; empty where it is there."""
        kind, _, rest = name.partition("::")
        if kind == "ctest":
            return "" if rest in self.of_ctest else "there is no test of CTest of this name"
        if rest and kind.endswith((".py", ".mjs")):
            names = self.of_python(kind) if kind.endswith(".py") else self.of_node(kind)
            if names is None:
                return f"there is no tests/{kind}"
            return "" if rest in names else f"there is no such test in tests/{kind}"
        if name.startswith("transcripts/"):
            path, _, comment = name.partition("#")
            file = TESTS / path
            if not path.endswith(".txt") or not file.is_file():
                return f"there is no tests/{path}"
            comments = [line[2:] for line in file.read_text().splitlines() if line.startswith("# ")]
            return "" if any(line.startswith(comment) for line in comments) else f"tests/{path} has no such comment"
        if name.startswith(("reject/", "golden/")):
            return "" if (TESTS / name / "input.cpp").is_file() else f"there is no tests/{name}/input.cpp"
        if re.fullmatch(r"\w+\.\w+", name):
            return "" if name in self.of_gtest else "there is no such test in C++"
        return "this is no name of a test"


SOURCES = Sources()


def problems_of(text, sources=SOURCES):
    """All that is wrong with the page."""
    rows, problems = read_page(text)
    seen = {}
    for row in rows:
        at = f"line {row.line}, {row.id}"
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", row.id):
            problems.append(f"{at}: an id is small letters, digits and hyphens")
        if row.id in seen:
            problems.append(f"{at}: the id stands in line {seen[row.id]} already")
        seen.setdefault(row.id, row.line)
        if row.level not in LEVELS:
            problems.append(f"{at}: {row.level or 'nothing'} is no level; they are {', '.join(LEVELS)}")
        if not row.demand:
            problems.append(f"{at}: the row does not say what is demanded")
        if row.reason:
            if not any(row.reason.startswith(reason) and row.reason[len(reason):].strip() for reason in REASONS):
                problems.append(f"{at}: a reason reads `not ours: because …` or `open: …`")
        elif not row.tests:
            problems.append(f"{at}: the row has neither a test nor a reason")
        elif re.sub(r"`[^`]+`|\s", "", row.test):
            problems.append(f"{at}: between names of tests there are spaces alone")
        for name in row.tests:
            if problem := sources.problem(name):
                problems.append(f"{at}: {name}: {problem}")
    return problems


class Page(unittest.TestCase):
    """The page as it stands."""

    def test_names_tests_that_are_there(self):
        self.assertEqual(problems_of(PAGE.read_text()), [])

    def test_has_every_revision(self):
        rows, _ = read_page(PAGE.read_text())
        self.assertGreater(len(rows), 300)
        for revision in REVISIONS:
            self.assertTrue(any(row.page.startswith(revision) for row in rows), revision)


class Check(unittest.TestCase):
    """What the check finds in pages that are wrong."""

    GOOD = "`Message.tells_kinds_apart` `transcripts/2025-03-26/batch.txt#Empty.`"

    def page(self, *rows, heading="### `2026-07-28/server/tools`"):
        return "\n".join(["# Page", heading, "| " + " | ".join(HEADER) + " |", "|---|---|---|---|", *rows])

    def problems(self, test=GOOD, id="a-b", level="MUST", demand="Something", **more):
        return "\n".join(problems_of(self.page(f"| {id} | {level} | {demand} | {test} |", **more)))

    def test_takes_what_is_right(self):
        for test in [self.GOOD, "not ours: because clients do it", "open: it is not kept", "`reject/bad-uri`",
                     "`golden/types`", "`ctest::differential`",
                     "`http/modern_test.py::Ladder.test_serves_what_is_right`", "`transcripts/2026-07-28/session.txt`",
                     "`interop/states.test.mjs::the answer and the state give the result`",
                     "`interop/states.test.mjs::the state ${what}`"]:
            self.assertEqual(self.problems(test), "", test)

    def test_finds_tests_that_are_gone(self):
        for test, said in [("`Message.tells_kinds_together`", "there is no such test in C++"),
                           ("`Messages.tells_kinds_apart`", "there is no such test in C++"),
                           ("`http/modern_test.py::Ladder.test_nothing`", "no such test in tests/http/modern_test.py"),
                           ("`http/modern_test.py::Answers.test_serves_what_is_right`", "no such test"),
                           ("`http/modern_test.py::test_serves_what_is_right`", "no such test"),
                           ("`http/nothing_test.py::Ladder.test_nothing`", "there is no tests/http/nothing_test.py"),
                           ("`interop/states.test.mjs::nothing`", "no such test in tests/interop/states.test.mjs"),
                           ("`interop/nothing.test.mjs::nothing`", "there is no tests/interop/nothing.test.mjs"),
                           ("`transcripts/mixed/nothing.txt`", "there is no tests/transcripts/mixed/nothing.txt"),
                           ("`transcripts/CMakeLists.txt#nothing`", "no such comment"),
                           ("`transcripts/2025-03-26/batch.txt#Full.`", "no such comment"),
                           ("`reject/nothing`", "there is no tests/reject/nothing"),
                           ("`golden/nothing`", "there is no tests/golden/nothing"),
                           ("`ctest::nothing`", "no test of CTest"), ("`nothing`", "no name of a test"),
                           ("`Message.tells_kinds_apart` `Message.nothing`", "Message.nothing: there is no such test")]:
            self.assertIn(said, self.problems(test), test)

    def test_finds_rows_without_test_and_reason(self):
        self.assertIn("neither a test nor a reason", self.problems("Message.tells_kinds_apart"))
        self.assertIn("neither a test nor a reason", self.problems("later"))
        for test in ["not ours: clients do it", "not ours: because ", "open:", "open: "]:
            self.assertIn("a reason reads", self.problems(test), test)
        self.assertIn("spaces alone", self.problems("`Message.tells_kinds_apart`, in part"))

    def test_finds_cells_that_are_missing(self):
        self.assertIn("must have 4 cells, has 3", "\n".join(problems_of(self.page("| a | MUST | Something |"))))
        self.assertIn("does not say what is demanded", self.problems(demand=""))

    def test_finds_ids_that_stand_twice(self):
        row = f"| a-b | MUST | Something | {self.GOOD} |"
        self.assertEqual(problems_of(self.page(row, row)), ["line 6, a-b: the id stands in line 5 already"])
        other = self.page(row) + "\n" + self.page(row, heading="### `2025-11-25/server/tools`")
        self.assertIn("stands in line 5 already", "\n".join(problems_of(other)))
        self.assertIn("an id is small letters", self.problems(id="A b"))

    def test_finds_levels_that_are_none(self):
        for level in ["MAY", "must", "REQUIRED", ""]:
            self.assertIn("is no level", self.problems(level=level), level)

    def test_finds_pages_that_are_unknown(self):
        for page in ["2026-07-29/server/tools", "2026-07-28/servers/tools", "draft/server/tools", "server/tools"]:
            self.assertIn("no page of the specification begins like", self.problems(heading=f"### `{page}`"), page)
        self.assertIn("must be the path of a page", self.problems(heading="### Tools"))
        self.assertIn("below the heading of its page", self.problems(heading="## Tools"))
        twice = self.page() + "\n" + self.page()
        self.assertIn("has a table already", "\n".join(problems_of(twice)))


if __name__ == "__main__":
    unittest.main()
