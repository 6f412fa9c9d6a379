"""What the installed headers include: each other, the standard library, and nlohmann/json in <mcp/json.hpp> alone.

usage: includes_test.py HEADERS
"""
import pathlib
import re
import sys
import unittest

HEADERS = None

# Headers that may reach <mcp/json.hpp>. A source that includes one of them takes a second more to compile, and must see the
# runtime's version of nlohmann/json, with its options.
WITH_JSON = {"mcp/json.hpp", "mcp/codec/json.hpp", "mcp/codec/raw_schema.hpp", "mcp/dynamic.hpp", "mcp/mcp.hpp",
             "mcp/sampling.hpp", "mcp/test/client.hpp", "mcp/test/results.hpp"}
FOR_THE_SCAN = "mcp/c_library_names.hpp"  # the headers of the C library, which only mcpgen reads
_INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^">]+)[>"]', re.M)


def includes(headers):
    """Of each installed header, what it includes, as ('<' or '"', name)."""
    return {path.relative_to(headers).as_posix(): _INCLUDE.findall(path.read_text()) for path in headers.rglob("*.hpp")}


def problems(found):
    """A sentence for each include that breaks a rule."""
    said = []
    for header, names in sorted(found.items()):
        for mark, name in names:
            if mark == '"':
                said.append(f'<{header}> includes "{name}": write <mcp/...>')
            elif name in found or re.fullmatch(r"[a-z_]+", name) or header == FOR_THE_SCAN:
                continue
            elif name == "nlohmann/json.hpp" and header == "mcp/json.hpp":
                continue
            elif name.startswith("nlohmann/"):
                said.append(f"<{header}> includes <{name}>: only <mcp/json.hpp> may. <mcp/late_json.hpp> names the type in "
                            "signatures")
            else:
                said.append(f"<{header}> includes <{name}>, which is not installed with it, and not the standard library's")
    reaching = {"mcp/json.hpp"}
    while more := {header for header, names in found.items() if any(name in reaching for _, name in names)} - reaching:
        reaching |= more
    said += [f"<{header}> reaches <mcp/json.hpp>: see <mcp/late_json.hpp>, or add it to WITH_JSON of this test"
             for header in sorted(reaching - WITH_JSON)]
    return said


class Includes(unittest.TestCase):
    maxDiff = None

    def test_keep_the_rules(self):
        found = includes(HEADERS)
        self.assertGreater(len(found), 50)
        self.assertEqual(problems(found), [])
        self.assertLessEqual(WITH_JSON, set(found))

    def test_that_break_a_rule_are_found(self):
        for name, said in {"boost/asio.hpp": "not installed with it", "simdjson.h": "not installed with it",
                           "re2/re2.h": "not installed with it", "openssl/ssl.h": "not installed with it",
                           "mcp/internal.hpp": "not installed with it", "nlohmann/json_fwd.hpp": "only <mcp/json.hpp> may",
                           "mcp/json.hpp": "reaches <mcp/json.hpp>"}.items():
            found = {"mcp/json.hpp": [("<", "nlohmann/json.hpp")], "mcp/a.hpp": [("<", "string"), ("<", name)]}
            self.assertEqual(len(problems(found)), 1, name)
            self.assertIn(said, problems(found)[0])
        self.assertIn("write <mcp/...>", problems({"mcp/a.hpp": [('"', "b.hpp")]})[0])


if __name__ == "__main__":
    HEADERS = pathlib.Path(sys.argv.pop())
    unittest.main()
