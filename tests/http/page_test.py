"""What docs/limits.md says of a server's limits is what its --help says, and what it holds under attack.

usage: page_test.py HTTP_FIXTURE [TEST...]
"""
import re
import subprocess

from support import PROGRAM, ROOT, Case, Session, call, main, message, modern

PAGE = (ROOT / "docs" / "limits.md").read_text()


def rows():
    """The options of the page's tables with their defaults and what they cost."""
    for line in PAGE.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| `--"):
            yield cells[0].strip("`"), cells[1], cells[4]


class Page(Case):
    @classmethod
    def setUpClass(cls):
        cls.help = subprocess.run([PROGRAM, "--help"], capture_output=True, text=True, check=True).stdout

    def test_has_the_names_and_defaults_of_the_help(self):
        seen = list(rows())
        self.assertGreater(len(seen), 25)
        for name, standard, _ in seen:
            line = next((line for line in self.help.splitlines() if line.strip().startswith(name + " ")), None)
            self.assertIsNotNone(line, name)
            self.assertIn(f"({standard})", line)

    def test_names_every_bound_of_the_help(self):
        named = {name for name, *_ in rows()}
        bounds = set(re.findall(r"^  (--max-[a-z-]+|--[a-z-]+-timeout|--call-rate) ", self.help, re.M))
        self.assertGreater(len(bounds), 15)
        self.assertEqual(bounds - named, set())

    def test_says_what_is_fixed_as_the_help_does(self):
        fixed = self.help.partition("Fixed:")[2]
        for text in ["1024", "10000 messages", "64M"]:
            self.assertIn(text, fixed)

    def test_adds_up(self):
        """The last number of each cell in the last column, in MiB, where it does not refer to another row."""
        total = 0
        for line in PAGE.splitlines():
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if len(cells) < 4 or not re.search(r"\d+M", cells[-1]) or "option" in cells[0]:
                continue
            cell = cells[-1].partition(". ")[0]
            total += int(re.findall(r"(\d+)M", cell)[-1])
        said = int(re.search(r"\*\*(\d+) MiB\*\*", PAGE)[1])
        self.assertLessEqual(total, said)
        self.assertGreater(total, said - 50)


class Attacked(Case):
    """All at once, with limits that are small enough for a test."""

    OPTIONS = ("--call-rate", "off", "--max-result", "4M", "--max-workers", "8", "--max-unsent", "16M",
               "--max-receiving", "16M", "--max-replay", "1M")
    # As the page adds it up: unsent and receiving, answers that are held, kept for coming back, calls at the one event
    # loop, results at the threads, connections and sessions.
    SUM = (16 + 4) + 16 + 64 + (64 + 4) + 132 + 12 * 4 + 10

    def memory(self, what="VmHWM"):
        with open(f"/proc/{self.server.process.pid}/status") as status:
            return next(int(line.split()[1]) >> 10 for line in status if line.startswith(what))

    def test_it_holds_no_more_than_the_sum(self):
        self.assertTrue(self.server.is_well())
        before = self.memory("VmRSS")
        held = []
        body = modern("tools/list", headers={"Content-Length": "4000000", "Mcp-Method": "no/such"})[:-1] + b"x" * 3_900_000
        batch = Session(self.server, "2025-03-26")
        lists = batch.post([message("tools/list", id=n) for n in range(1500)])
        for n in range(24):
            for data in [call("large", bytes=3_900_000), body, lists,
                         call("add", a=1, b=2, c=[[]] * 500_000)]:
                held.append(self.connect(receive_buffer=4096))
                try:
                    held[-1].send(data)
                except OSError:
                    pass  # the server has no room for it
            session = Session(self.server)
            with self.connect() as connection:
                connection.send(session.call("report", times=1, bytes=10, answer=3_900_000))
                connection.head()
            self.assertTrue(self.server.is_well())
        self.assertLess(self.memory() - before, self.SUM)


if __name__ == "__main__":
    main()
