#!/usr/bin/env python3
"""No include of the product points upward in rooms.txt, and scripts/lib/rooms.py would see one that did.

usage: rooms_test.py [TEST...]
"""
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts" / "lib"))
import rooms as checker  # noqa: E402

LIST = checker.Rooms((ROOT / "rooms.txt").read_text())
FILES = checker.sources(ROOT)


def invented(room, name="invented.hpp"):
    """The path of a file in that room."""
    half, _, folder = room.partition("/")
    folder = {"runtime": f"runtime/src/{folder}", "spec": "spec/src"}.get(half, room)
    return f"{folder}/{name}"


def include_of(path):
    """How a source of the same half includes it."""
    for root in ("runtime/src/", "spec/src/", "generator/"):
        if path.startswith(root):
            return path[len(root):]
    raise AssertionError(path)


def problems_with(added):
    return checker.problems({**FILES, **added}, LIST)


class TheTree(unittest.TestCase):
    def test_has_no_include_that_points_upward(self):
        self.assertGreater(len(FILES), 300)
        self.assertEqual(checker.problems(FILES, LIST), [])

    def test_is_told_of_an_upward_include_of_each_room(self):
        for half in ("generator", "runtime"):
            rooms = [room for room in LIST.order if room.partition("/")[0] == half]
            for lower, upper in zip(rooms, rooms[1:]):
                with self.subTest(lower):
                    header, source = invented(upper), invented(lower, "invented.cpp")
                    found = problems_with({header: "", source: f'#include "{include_of(header)}"\n'})
                    self.assertEqual(found, [f"{source} ({lower}) includes {header}, which is above it ({upper})"])

    def test_may_include_downward_and_its_own_room(self):
        header = invented("runtime/codec")
        for room in ("runtime/codec", "runtime/schema", "runtime/cli"):
            with self.subTest(room):
                self.assertEqual(problems_with({header: "", invented(room, "invented.cpp"): '# include "codec/invented.hpp"'}), [])

    def test_keeps_its_halves_apart(self):
        source = invented("generator/emit", "invented.cpp")
        header = "runtime/include/mcp/codec/codec.hpp"
        self.assertEqual(problems_with({source: "#include <mcp/codec/codec.hpp>\n"}),
                         [f"{source} (generator/emit) includes {header}, which is above it (runtime/codec)"])

    def test_shares_what_stands_in_spec(self):
        for room in ("generator/diagnostics", "runtime/base"):
            self.assertEqual(problems_with({invented(room): "#include <mcp/spec/uri.hpp>\n"}), [])

    def test_is_told_of_files_without_a_room(self):
        for path in ("runtime/src/attic/old.cpp", "runtime/include/mcp/attic.hpp", "generator/attic/old.cpp"):
            with self.subTest(path):
                self.assertEqual(problems_with({path: ""}), [f"{path} belongs to no room of rooms.txt"])

    def test_is_told_of_rooms_without_a_file(self):
        emptied = {path: text for path, text in FILES.items() if LIST.room_of(path) != "runtime/schema"}
        self.assertIn("runtime/schema is in rooms.txt and has no source", checker.problems(emptied, LIST))

    def test_installs_no_header_that_needs_another(self):
        path = "runtime/include/mcp/cli.hpp"
        rooms = checker.Rooms((ROOT / "rooms.txt").read_text() + "    mcp/cli.hpp\n")
        found = checker.problems({**FILES, path: '#include "cli/options.hpp"\n'}, rooms)
        self.assertEqual(found, [f"{path} is installed and includes runtime/src/cli/options.hpp, which is not"])

    def test_has_no_room_with_more_than_24_sources(self):
        held = {room: 0 for room in LIST.order}
        for path in FILES:
            held[LIST.room_of(path)] += path.endswith(".cpp")
        crowded = {room: count for room, count in held.items() if count > 24}
        self.assertEqual(crowded, {})

    def test_is_drawn_in_the_page_on_architecture(self):
        page = (ROOT / "docs" / "architecture.md").read_text()
        self.assertIn("```mermaid\n" + "\n".join(checker.graph(FILES, LIST)) + "\n```\n", page)


class Classes(unittest.TestCase):
    def test_are_counted_by_their_data_members(self):
        self.assertEqual(checker.classes("""
          // class Comment { int a_; };
          namespace mcp {
          class A final : public B<int(int)> {
           public:
            explicit A(int a) : a_(a), b_{1} {}
            [[nodiscard]] int a() const { return a_; }
            static constexpr int kSize = 3;
            using X = int;
            void f(int x = 1);
            friend class B;

           private:
            struct Inner { int x = 0; const char* y; };
            enum class E { P, Q };
            int a_;
            std::atomic<int> b_{0};
            std::map<std::string, int, std::less<>> c_;
            std::function<void(int)> d_ = nullptr;
            int (*e_)(int);
            alignas(16) std::byte inside_[kSize];
            E last_ = E::P;
          };
          }
        """), {"A": 7, "Inner": 2})


if __name__ == "__main__":
    unittest.main()
