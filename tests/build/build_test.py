"""Drives real small projects through CMake against an installed MCPGenerate.

    build_test.py --cmake … --source … --build … --config … --work … install
    build_test.py --cmake … (the same) Class.test_method

What was run is read off the build's own lines: "Scanning x.cpp", "Generating server y", "Building CXX object …/x.cpp.o".
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

OPTIONS = None

WEATHER = r"""
#include <mcp/annotations.hpp>
#include <string>
#include "units.hpp"

namespace {
struct Weather {
  double temperature;  ///< In the unit asked for
  Units units = Units::metric;
};
}  // namespace

/// Weather at a place.
/// @param location City name
MCP_TOOL(.read_only = true)
static Weather get_weather(std::string location, Units units = Units::metric) {
  const double degrees = 20.5;  // BODY
  return {degrees + static_cast<double>(location.size()) * 0, units};
}
"""

UNITS = """
#pragma once
enum class Units { metric, imperial };
"""

PLACES = r"""
#include <mcp/annotations.hpp>
#include <string>
#include <vector>

/// All places.
MCP_TOOL(.read_only = true)
std::vector<std::string> list_places() { return {"here", "there"}; }
"""

ADD = r"""
#pragma once
#include <mcp/annotations.hpp>

/// Add two numbers.
/// @param a One
/// @param b The other
MCP_TOOL()
inline double add(double a, double b = 1) { return a + b; }
"""

LISTS = """
cmake_minimum_required(VERSION 3.25)
project(weather VERSION 2.1 LANGUAGES C CXX)
find_package(MCPGenerate REQUIRED)
"""


def run(command, cwd=None, expect=0, env=None):
    """The command's output, both streams; fails when its exit code is another than expected (None: any failure)."""
    done = subprocess.run(command, cwd=cwd, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    good = done.returncode != 0 if expect is None else done.returncode == expect
    if not good:
        raise AssertionError(f"{command} ended with {done.returncode}:\n{done.stdout}")
    return done.stdout


def prefix():
    return os.path.join(OPTIONS.work, "installed")


class Ran:
    """What a build ran."""

    def __init__(self, output):
        self.output = output
        self.scanned = sorted(re.findall(r"Scanning (\S+)", output))
        self.joined = re.findall(r"Generating server (\S+)", output)
        self.compiled = sorted(re.findall(r"Building CXX object \S*?([^/\s]+)\.o\b", output))

    def said(self):
        """The output in one line: CMake wraps its messages."""
        return " ".join(self.output.split())

    def nothing(self):
        return (not self.scanned and not self.joined and not self.compiled
                and not re.search(r"Linking|Collecting|Checking", self.output))


class Project:
    """A source directory in a folder of its own, with a build directory inside; paths have spaces in them."""

    def __init__(self, name, files, generator="Ninja", package=None):
        self.source = os.path.join(OPTIONS.work, name, "the source")
        self.build = os.path.join(self.source, "the build")
        self.generator = generator
        self.package = package or prefix()
        shutil.rmtree(os.path.dirname(self.source), ignore_errors=True)
        for path, text in files.items():
            self.write(path, text)

    def path(self, name):
        return os.path.join(self.source, name)

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w") as file:
            file.write(text)

    def read(self, name):
        with open(self.path(name)) as file:
            return file.read()

    def edit(self, name, old, new):
        text = self.read(name)
        assert old in text
        self.wait()
        self.write(name, text.replace(old, new))

    def touch(self, path):
        self.wait()
        os.utime(path)

    def wait(self):
        # Make takes a file for new only when its time stamp, by the clock tick, is later.
        with tempfile.NamedTemporaryFile(dir=self.source) as probe:
            first = os.stat(probe.name).st_mtime_ns
            while os.stat(probe.name).st_mtime_ns == first:
                os.utime(probe.name)

    def configure(self, *arguments, expect=0):
        return run([OPTIONS.cmake, "-G", self.generator, "-S", self.source, "-B", self.build,
                    f"-DCMAKE_PREFIX_PATH={self.package}", *arguments], expect=expect)

    def make(self, *arguments, expect=0):
        return Ran(run([OPTIONS.cmake, "--build", self.build, "--parallel", "2", *arguments], expect=expect))

    def program(self, name, *arguments, env=None):
        return run([os.path.join(self.build, name), *arguments], env=env)

    def call(self, name, tool, arguments, env=None):
        return self.program(name, "--call", tool, json.dumps(arguments), env=env)


def weather_project(name, generator="Ninja", package=None):
    return Project(name, {
        "CMakeLists.txt": LISTS + "mcp_add_server(weather SOURCES weather.cpp more/places.cpp HEADERS add.hpp)\n",
        "weather.cpp": WEATHER, "units.hpp": UNITS, "more/places.cpp": PLACES, "add.hpp": ADD,
    }, generator, package)


class Incremental(unittest.TestCase):
    """Builds run what must be run, and no more."""

    def test_ninja(self):
        self.walk("Ninja", "incremental ninja")

    def test_makefiles(self):
        self.walk("Unix Makefiles", "incremental make")

    def walk(self, generator, name):
        # An installed package of its own: the last step touches the generator in it.
        package = os.path.join(OPTIONS.work, name, "the prefix")
        project = weather_project(name, generator, package)
        shutil.copytree(prefix(), package, symlinks=True)
        project.configure("-DCMAKE_BUILD_TYPE=Debug")

        first = project.make()
        self.assertEqual(first.scanned, ["add.hpp", "places.cpp", "weather.cpp"])
        self.assertEqual(first.joined, ["weather"])
        self.assertIn("get_weather", project.program("weather", "--list"))

        started = time.monotonic()
        self.assertTrue((again := project.make()).nothing(), again.output)
        print(f"{generator}: a build with nothing to do took {(time.monotonic() - started) * 1000:.0f} ms")

        project.edit("weather.cpp", "20.5;", "21.5;")
        body = project.make()
        self.assertEqual((body.scanned, body.compiled), (["weather.cpp"], ["weather.cpp"]), body.output)
        self.assertIn("21.5", project.call("weather", "get_weather", {"location": "x"}))

        project.edit("weather.cpp", "// BODY", "// a plain comment\n\n")
        comment = project.make()
        self.assertEqual((comment.scanned, comment.compiled), (["weather.cpp"], ["weather.cpp"]), comment.output)

        project.touch(project.path("units.hpp"))
        header = project.make()
        self.assertEqual((header.scanned, header.compiled), (["weather.cpp"], ["weather.cpp"]), header.output)
        self.assertTrue((again := project.make()).nothing(), again.output)

        # A doc comment is part of the contract: its source and the joined unit change, the others do not.
        project.edit("weather.cpp", "Weather at a place.", "Weather at some place.")
        contract = project.make()
        self.assertEqual(contract.scanned, ["weather.cpp"])
        self.assertEqual(contract.compiled, ["weather.cpp", "weather.server.cpp"], contract.output)
        self.assertIn("some place", project.program("weather", "--list"))

        # A wrong edit leaves no half-written files behind.
        project.edit("units.hpp", "metric,", "metric oops,")
        broken = project.make(expect=None)
        self.assertIn("units.hpp", broken.output)
        project.edit("units.hpp", "metric oops,", "metric,")
        project.make()
        self.assertTrue((again := project.make()).nothing(), again.output)

        project.touch(os.path.join(package, "bin", "mcpgen"))
        generator_changed = project.make()
        self.assertEqual(generator_changed.scanned, ["add.hpp", "places.cpp", "weather.cpp"])
        self.assertEqual(generator_changed.compiled, [], generator_changed.output)
        self.assertTrue((again := project.make()).nothing(), again.output)

    def test_new_source_leaves_the_others_compiled(self):
        project = weather_project("new source")
        project.configure()
        project.make()
        project.write("early.cpp", "int early() { return 1; }\n")
        project.edit("CMakeLists.txt", "SOURCES weather.cpp", "SOURCES early.cpp weather.cpp")
        self.assertEqual(project.make().compiled, ["early.cpp"])

    def test_deleted_files_are_made_again(self):
        project = weather_project("deleted")
        project.configure()
        project.make()
        os.remove(os.path.join(project.build, "weather.mcp", "weather_places", "weather_places.inc"))
        self.assertEqual(project.make().scanned, ["places.cpp"])
        self.assertIn("list_places", project.program("weather", "--list"))
        project.make("--target", "clean")
        self.assertEqual(len(project.make().scanned), 3)


class Installed(unittest.TestCase):
    """The package serves projects that know nothing of its source tree."""

    def test_hello_alone(self):
        project = self.example("hello")
        self.assertIn("Hello, Ada!", project.call("hello", "hello", {"name": "Ada"}))

    def test_counter_alone(self):
        project = self.example("counter")
        self.assertIn("3", project.call("counter", "count", {"name": "apples", "amount": 3}))

    def test_everything_alone(self):
        project = self.example("everything")
        self.assertIn("Hello, World!", project.call("everything", "greet", {}))

    @unittest.skipIf(shutil.which("sqlite3") is None, "no sqlite3 program")
    def test_sqlite_alone(self):
        project = self.example("sqlite")
        database = project.path("iso.db")
        run([project.path("make_database"), database])
        env = os.environ | {"SQLITE_DATABASE": database}
        answer = project.call("sqlite", "query", {
            "sql": "SELECT name, numeric FROM country WHERE alpha_2 = ?", "parameters": ["NO"]}, env=env)
        self.assertIn("Norway", answer)
        self.assertIn("subdivision", project.call("sqlite", "list_tables", {}, env=env))

    def example(self, name):
        project = Project(f"example {name}", {})
        shutil.copytree(os.path.join(OPTIONS.source, "examples", name), project.source)
        project.configure()
        project.make()
        return project

    def test_no_file_of_the_package_names_the_source_or_build_tree(self):
        for directory, _, files in os.walk(os.path.join(prefix(), "lib")):
            for name in files:
                if name.endswith((".cmake", ".in")):
                    with open(os.path.join(directory, name)) as file:
                        text = file.read()
                    self.assertNotIn(OPTIONS.source + "/", text, name)
                    self.assertNotIn(OPTIONS.build + "/", text, name)

    def test_several_configurations_in_one_tree(self):
        project = weather_project("multi config", "Ninja Multi-Config")
        project.configure()
        project.make("--config", "Debug")
        project.make("--config", "Release")
        self.assertTrue((again := project.make("--config", "Debug")).nothing(), again.output)
        for config in "Debug", "Release":
            self.assertIn("get_weather", project.program(f"{config}/weather", "--list"))

    def test_name_and_version(self):
        project = Project("name version", {
            "CMakeLists.txt": LISTS + "mcp_add_server(a-b SOURCES a.cpp NAME \"my server\" VERSION 7.8)\n"
                                      "mcp_add_server(plain SOURCES a.cpp)\n",
            "a.cpp": PLACES})
        project.configure()
        project.make()
        self.assertIn("7.8", project.program("a-b", "--version"))
        manifest = json.dumps(json.loads(project.program("a-b", "--manifest")))
        self.assertIn("my server", manifest)
        self.assertIn("2.1", project.program("plain", "--version"))

    def test_hints_of_the_configure_step(self):
        project = Project("hints", {
            "CMakeLists.txt": LISTS.replace(" VERSION 2.1", "") +
                              "mcp_add_server(x SOURCES a.cpp)\nmcp_add_server(y SOURCES a.cpp VERSION 1)\n"
                              "mcp_add_server(z SOURCES b.cpp)\n",
            "a.cpp": PLACES, "b.cpp": "#include <mcp/annotations.hpp>\nMCP_SERVER(.version = \"3\");\n" + PLACES})
        output = project.configure()
        said = " ".join(output.split())
        self.assertIn("mcp_add_server(x): the server calls itself version 0.0.0", said)
        self.assertEqual(said.count("calls itself version"), 1)
        self.assertEqual(said.count("servers are compiled without optimisation"), 1)
        self.assertNotIn("optimisation", project.configure("-DCMAKE_BUILD_TYPE=Release"))
        self.assertNotIn("optimisation", project.configure("-DCMAKE_BUILD_TYPE=", "-DCMAKE_CXX_FLAGS=-O1"))
        project.edit("CMakeLists.txt", "project(weather", "project(weather VERSION 4.5")
        self.assertNotIn("calls itself version", project.configure())


class Flags(unittest.TestCase):
    """The scan sees each source as the compiler does."""

    def test_definitions_includes_standard_and_options(self):
        project = Project("flags", {
            "CMakeLists.txt": LISTS + r"""
set(CMAKE_CXX_FLAGS "${CMAKE_CXX_FLAGS} -DFROM_FLAGS=1")
mcp_add_server(weather SOURCES weather.cpp own.cpp plain.c HEADERS add.hpp)
target_compile_definitions(weather PRIVATE FROM_TARGET=1 "TEXT=\"two words\"" $<$<COMPILE_LANGUAGE:CXX>:ONLY_CXX>)
target_compile_options(weather PRIVATE -Wall -ftree-vectorize "SHELL:-include \"${CMAKE_CURRENT_SOURCE_DIR}/forced.h\"")
target_include_directories(weather PRIVATE include SYSTEM PRIVATE system)
target_include_directories(weather PRIVATE /usr/include)
target_compile_features(weather PRIVATE cxx_std_23)
target_precompile_headers(weather PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:<vector$<ANGLE-R>>")
set_property(TARGET weather PROPERTY CXX_EXTENSIONS OFF)
set_source_files_properties(own.cpp PROPERTIES
  COMPILE_DEFINITIONS "OWN=2;$<$<CONFIG:Debug>:OWN_DEBUG>" INCLUDE_DIRECTORIES "${CMAKE_CURRENT_SOURCE_DIR}/own"
  COMPILE_OPTIONS -fno-rtti)
""",
            "weather.cpp": """
#include <cstdlib>
#include <target_header.hpp>
#include <system_header.hpp>
#include <mcp/annotations.hpp>
#if !FROM_FLAGS || !FROM_TARGET || !defined(ONLY_CXX) || defined(OWN) || __cplusplus <= 202002L || !FORCED
#error "a flag is missing"
#endif
static_assert(sizeof(TEXT) == 10);
/// One.
MCP_TOOL() int one(std::vector<int> numbers) { return static_cast<int>(numbers.size()); }
""",
            "own.cpp": """
#include <own_header.hpp>
#include <mcp/annotations.hpp>
#if OWN != 2 || !FROM_TARGET || !defined(OWN_DEBUG) || defined(__cpp_rtti)
#error "a flag is missing"
#endif
/// Two.
MCP_TOOL() int two() { return OWN; }
""",
            "plain.c": "#if defined(ONLY_CXX) || !FROM_TARGET\n#error\n#endif\nint plain(void) { return 1; }\n",
            "add.hpp": ADD, "forced.h": "#define FORCED 1\n", "include/target_header.hpp": "",
            "system/system_header.hpp": "", "own/own_header.hpp": ""})
        # The precompiled header is not built with -fno-rtti: own.cpp does without it.
        project.write("CMakeLists.txt", project.read("CMakeLists.txt").replace(
            "COMPILE_OPTIONS -fno-rtti", "COMPILE_OPTIONS -fno-rtti SKIP_PRECOMPILE_HEADERS ON"))
        project.configure("-DCMAKE_BUILD_TYPE=Debug")
        project.make()
        self.assertIn("2", project.call("weather", "two", {}))

    def test_source_of_two_servers_and_of_another_target(self):
        project = Project("shared source", {
            "CMakeLists.txt": LISTS + "mcp_add_server(one SOURCES a.cpp)\nmcp_add_server(two SOURCES a.cpp b/a.cc)\n"
                                      "add_executable(other a.cpp main.cpp)\n"
                                      "target_link_libraries(other PRIVATE mcp::runtime)\n",
            "a.cpp": PLACES, "b/a.cc": PLACES.replace("list_places", "list_others"),
            "main.cpp": "#include <string>\n#include <vector>\nstd::vector<std::string> list_places();\n"
                        "int main() { return list_places().size() == 2 ? 0 : 1; }\n"})
        project.configure()
        project.make()
        project.program("other")
        listed = project.program("two", "--list")
        self.assertIn("list_places", listed)
        self.assertIn("list_others", listed)
        self.assertNotIn("list_others", project.program("one", "--list"))


MADE = """
function(make_header name)
  add_custom_command(OUTPUT ${name}.hpp COMMAND ${CMAKE_COMMAND} -E copy ${PROJECT_SOURCE_DIR}/one.txt ${name}.hpp
    DEPENDS ${PROJECT_SOURCE_DIR}/one.txt)
endfunction()
include_directories(${CMAKE_CURRENT_BINARY_DIR} ${CMAKE_CURRENT_BINARY_DIR}/below ${CMAKE_CURRENT_BINARY_DIR}/late)
"""


class Cross(unittest.TestCase):
    """A scan is for the machine that the compiler compiles for."""

    @unittest.skipIf(shutil.which("aarch64-linux-gnu-g++") is None, "no aarch64-linux-gnu-g++")
    def test_scan_for_another_machine(self):
        project = Project("cross", {
            "CMakeLists.txt": LISTS + "mcp_add_server(x SOURCES a.cpp)\n",
            "arm64.cmake": "set(CMAKE_SYSTEM_NAME Linux)\nset(CMAKE_SYSTEM_PROCESSOR aarch64)\n"
                           "set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)\nset(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)\n",
            "a.cpp": "#ifndef __aarch64__\n#error another machine\n#endif\n"
                     "static_assert(static_cast<char>(-1) > 0);\n" + PLACES})
        # The libraries of this machine stand in for those of the other: nothing is linked.
        libraries = "/usr/lib/" + run(["gcc", "-print-multiarch"]).strip()
        project.package += f";{libraries}/cmake"
        project.configure("--toolchain", project.path("arm64.cmake"), f"-DCMAKE_LIBRARY_PATH={libraries}",
                          f"-DMCP_GENERATOR={prefix()}/bin/mcpgen")
        self.assertEqual(project.make("--target", "x-generate").scanned, ["a.cpp"])


class Order(unittest.TestCase):
    """Scans wait for the headers that the build makes, as compiling does."""

    # name of the header and of the server that includes it: CMake code for the server
    CASES = {
        "direct": "make_header(direct)\nadd_library(direct_lib STATIC lib.cpp direct.hpp)\n"
                  "mcp_add_server(direct SOURCES direct.cpp LINK direct_lib)\n",
        "behind_interface": "mcp_add_server(behind_interface SOURCES behind_interface.cpp LINK face)\n"
                            "add_library(face INTERFACE)\ntarget_link_libraries(face INTERFACE later)\n"
                            "make_header(behind_interface)\nadd_library(later STATIC lib.cpp behind_interface.hpp)\n",
        "transitive": "make_header(transitive)\nadd_library(deep STATIC lib.cpp transitive.hpp)\n"
                      "add_library(outer STATIC lib.cpp)\ntarget_link_libraries(outer PRIVATE deep)\n"
                      "add_library(my::outer ALIAS outer)\n"
                      "mcp_add_server(transitive SOURCES transitive.cpp LINK my::outer)\n",
        "objects": "make_header(objects)\nadd_library(objects_lib OBJECT lib.cpp objects.hpp)\n"
                   "mcp_add_server(objects SOURCES objects.cpp)\n"
                   "target_sources(objects PRIVATE $<TARGET_OBJECTS:objects_lib>)\n",
        "expression": "make_header(expression)\nadd_library(expression_lib OBJECT lib.cpp expression.hpp)\n"
                      "mcp_add_server(expression SOURCES expression.cpp LINK $<$<CONFIG:Debug>:none>"
                      " $<IF:$<CONFIG:Debug>,expression_lib,expression_lib>)\n",
        "named": "make_header(named)\nadd_custom_target(make_named DEPENDS named.hpp)\n"
                 "mcp_add_server(named SOURCES named.cpp)\nadd_dependencies(named make_named)\n",
        "named_by_interface": "make_header(named_by_interface)\n"
                              "add_custom_target(make_by_interface DEPENDS named_by_interface.hpp)\n"
                              "add_library(header_only INTERFACE)\nadd_dependencies(header_only make_by_interface)\n"
                              "mcp_add_server(named_by_interface SOURCES named_by_interface.cpp LINK header_only)\n",
        "imported": "make_header(imported)\nadd_custom_target(make_imported DEPENDS imported.hpp)\n"
                    "add_library(got::it INTERFACE IMPORTED)\nadd_dependencies(got::it make_imported)\n"
                    "mcp_add_server(imported SOURCES imported.cpp LINK got::it)\n",
        "own": "make_header(own)\nmcp_add_server(own SOURCES own.cpp own.hpp WARNINGS -Wno-mcp)\n",
        "own_later": "mcp_add_server(own_later SOURCES own_later.cpp)\nmake_header(own_later)\n"
                     "target_sources(own_later PRIVATE own_later.hpp)\n",
        "header_set": "make_header(header_set)\nadd_library(sets STATIC lib.cpp)\n"
                      "target_sources(sets PUBLIC FILE_SET HEADERS BASE_DIRS ${CMAKE_CURRENT_BINARY_DIR} FILES\n"
                      "  ${CMAKE_CURRENT_BINARY_DIR}/header_set.hpp)\n"
                      "mcp_add_server(header_set SOURCES header_set.cpp LINK sets)\n",
        "given": "make_header(given)\nadd_library(giver INTERFACE)\n"
                 "target_sources(giver INTERFACE ${CMAKE_CURRENT_BINARY_DIR}/given.hpp)\n"
                 "mcp_add_server(given SOURCES given.cpp LINK giver)\n",
        "of_set": "make_header(of_set)\nmcp_add_tools(set SOURCES in_set.cpp of_set.hpp WARNINGS -Wno-mcp)\n"
                  "mcp_add_server(of_set SOURCES of_set.cpp LINK set)\n",
        "in_late_directory": "mcp_add_server(in_late_directory SOURCES in_late_directory.cpp LINK late_lib)\n",
    }

    def test_ninja(self):
        self.walk("Ninja", "order ninja")

    def test_makefiles(self):
        self.walk("Unix Makefiles", "order make")

    def walk(self, generator, name):
        files = {
            "CMakeLists.txt": LISTS + MADE + "".join(self.CASES.values()) +
                              "add_library(plain STATIC lib.cpp)\n"
                              "mcp_add_server(unhindered SOURCES unhindered.cpp LINK plain)\n"
                              "add_subdirectory(late)\n",
            "late/CMakeLists.txt": "make_header(in_late_directory)\n"
                                   "add_library(late_lib STATIC ../lib.cpp in_late_directory.hpp)\n",
            "one.txt": "#pragma once\ninline int one() { return 1; }\n", "lib.cpp": "int lib() { return 1; }\n",
            "in_set.cpp": "#include <of_set.hpp>\nint in_set() { return one(); }\n",
            "unhindered.cpp": PLACES}
        source = ("#include <mcp/annotations.hpp>\n#include <{0}.hpp>\n"
                  "/// The number one.\nMCP_TOOL() int {0}() {{ return one(); }}\n")
        for case in self.CASES:
            files[f"{case}.cpp"] = source.format(case)
        project = Project(name, files, generator)
        project.configure()
        # The scans alone: without an order nothing would make the header before.
        for case in self.CASES:
            with self.subTest(case):
                self.assertIn(f"{case}.cpp", project.make("--target", f"{case}-generate").scanned)
        # Nothing is made there, so the scan waits for no compiler.
        self.assertEqual(project.make("--target", "unhindered-generate").compiled, [])

        # The order alone: what includes the header is scanned again.
        project.make("--target", "direct")
        project.edit("one.txt", "return 1", "return 2")
        self.assertEqual(project.make("--target", "unhindered-generate").scanned, [])
        self.assertEqual(project.make("--target", "direct").scanned, ["direct.cpp"])
        self.assertIn("2", project.call("direct", "direct", {}))
        self.assertTrue((again := project.make("--target", "direct")).nothing(), again.output)

    def test_static_libraries_that_link_each_other(self):
        project = Project("order cycle", {
            "CMakeLists.txt": LISTS + MADE + "make_header(made)\nadd_library(lib STATIC lib.cpp made.hpp)\n"
                              "mcp_add_tools(set SOURCES set.cpp LINK lib)\ntarget_link_libraries(lib PUBLIC set)\n"
                              "mcp_add_server(s LINK lib set)\n"
                              "add_custom_target(look)\nadd_dependencies(look s-generate)\nadd_dependencies(s look)\n",
            "one.txt": "inline int one() { return 1; }\n",
            "lib.cpp": "#include <made.hpp>\nint lib() { return one(); }\n",
            "set.cpp": TEXT})
        project.configure()
        self.assertEqual(project.make("--target", "s-generate").scanned, ["set.cpp"])


class Targets(unittest.TestCase):
    """Servers are targets like others."""

    def test_excluded_from_all(self):
        project = Project("excluded", {
            "CMakeLists.txt": LISTS + "mcp_add_server(x SOURCES a.cpp MANIFEST x.json)\n"
                                      "set_target_properties(x PROPERTIES EXCLUDE_FROM_ALL ON)\n"
                                      "add_subdirectory(sub EXCLUDE_FROM_ALL)\n",
            "sub/CMakeLists.txt": "mcp_add_tools(set SOURCES b.cpp)\nmcp_add_server(y LINK set)\n",
            "a.cpp": PLACES, "sub/b.cpp": TEXT})
        project.configure("-DCMAKE_EXPORT_COMPILE_COMMANDS=ON")
        self.assertTrue((all := project.make()).nothing(), all.output)
        project.make("--target", "x", "y")
        self.assertIn("list_places", project.program("x", "--list"))
        self.assertIn("count", project.program("sub/y", "--list"))

    def test_servers_of_several_directories(self):
        project = Project("several", {
            "CMakeLists.txt": LISTS + "add_subdirectory(one)\nadd_subdirectory(two)\n"
                                      "mcp_add_server(three SOURCES a.cpp LINK set)\n",
            "one/CMakeLists.txt": "find_package(MCPGenerate REQUIRED)\nmcp_add_tools(set SOURCES a.cpp)\n"
                                  "mcp_add_server(one LINK set)\n",
            "two/CMakeLists.txt": "project(two VERSION 5.6)\nmcp_add_server(two SOURCES ../a.cpp LINK set)\n",
            "a.cpp": PLACES, "one/a.cpp": TEXT})
        project.configure()
        self.assertEqual(project.make().scanned, ["a.cpp", "a.cpp", "a.cpp"])
        both = ["count", "list_places"]
        for server, tools in ("one/one", ["count"]), ("two/two", both), ("three", both):
            manifest = json.loads(project.program(server, "--manifest"))
            self.assertEqual([tool["name"] for tool in manifest["tools"]], tools)
        self.assertIn("two 5.6", project.program("two/two", "--version"))
        self.assertTrue((again := project.make()).nothing(), again.output)

    def test_sources_that_the_build_makes(self):
        for generator in "Ninja", "Unix Makefiles":
            with self.subTest(generator):
                project = Project("made sources", {
                    "CMakeLists.txt": LISTS + "foreach(name places.cpp add.hpp)\n"
                                      "  add_custom_command(OUTPUT made_${name} DEPENDS ${name}\n"
                                      "    COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_CURRENT_SOURCE_DIR}/${name} made_${name})\nendforeach()\n"
                                      "mcp_add_server(x SOURCES a.cpp made_places.cpp\n"
                                      "  HEADERS ${CMAKE_CURRENT_BINARY_DIR}/made_add.hpp)\n"
                                      "target_include_directories(x PRIVATE ${CMAKE_CURRENT_BINARY_DIR})\n",
                    "places.cpp": PLACES, "add.hpp": ADD, "a.cpp": "#include <made_add.hpp>\n" + TEXT}, generator)
                project.configure("-DCMAKE_EXPORT_COMPILE_COMMANDS=ON")
                self.assertEqual(project.make().scanned, ["a.cpp", "made_add.hpp", "made_places.cpp"])
                listed = project.program("x", "--list")
                for tool in "list_places", "add(", "count":
                    self.assertIn(tool, listed)
                self.assertTrue((again := project.make()).nothing(), again.output)
                project.edit("places.cpp", "All places.", "Each place.")
                self.assertEqual(project.make().scanned, ["made_places.cpp"])
                self.assertIn("Each place.", project.program("x", "--list"))

    def test_a_source_of_a_server_and_its_set(self):
        project = Project("source of both", {
            "CMakeLists.txt": LISTS + "mcp_add_tools(set SOURCES a.cpp)\nmcp_add_server(x SOURCES a.cpp LINK set)\n",
            "a.cpp": PLACES})
        said = " ".join(project.configure(expect=None).split())
        self.assertIn('mcp_add_server(x): SOURCES names "', said)
        self.assertIn("and so does set, which it links", said)


class Warnings(unittest.TestCase):
    """Generated code is free of warnings under strict flags."""

    SOURCE = r"""
#include <mcp/mcp.hpp>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace shop {
enum class Size : unsigned char { small, medium, large };
struct Item {
  std::string name;
  std::uint8_t count = 1;
  float price = 0.5F;
  std::optional<std::string> note = std::nullopt;
};
struct Order {
  std::vector<Item> items;
  std::map<std::string, std::int64_t> totals = {};
  std::array<short, 3> code = {1, 2, 3};
  Size size = Size::medium;
  mcp::json extra = {};
};
class Basket {
 public:
  /// Add an item.
  MCP_TOOL(.name = "add_item") Order add(Item item) const { return {.items = {item}}; }
  /// Noexcept and static.
  MCP_TOOL() static bool ready(bool really = true) noexcept { return really; }
};
}  // namespace shop

namespace {
struct Hidden {
  signed char small = -1;
  long long big = 9007199254740993LL;
  unsigned long long bigger = 18446744073709551615ULL;
};
}  // namespace

/// Give back the order.
MCP_TOOL(.title = "Send", .idempotent = true)
static shop::Order submit(const shop::Order& order, MCP_PARAM(.minimum = 1, .maximum = 10) int times = 2,
                          std::optional<double> tip = {}) {
  if (times > 10 || tip.value_or(0) > 1e6) throw mcp::ToolError("too much");
  return order;
}
MCP_TOOL() static Hidden hidden(Hidden value, std::stop_token stop, mcp::Context& context) {
  if (stop.stop_requested() || context.cancelled()) value.small = 2;
  return value;
}
MCP_TOOL() void nothing() {}
MCP_TOOL() std::string text(std::string text) { return text; }
MCP_TOOL() std::vector<shop::Size> sizes(std::vector<std::optional<shop::Size>> in) {
  return {in.empty() ? shop::Size::large : in[0].value_or(shop::Size::small)};
}
"""

    def test_gcc(self):
        self.compile("g++")

    def test_clang_19(self):
        self.compile("clang++-19")

    def compile(self, compiler):
        if shutil.which(compiler) is None:
            self.skipTest(f"no {compiler}")
        project = Project(f"warnings {compiler}", {
            "CMakeLists.txt": LISTS + "mcp_add_server(shop SOURCES shop.cpp HEADERS add.hpp WARNINGS -Wno-mcp)\n"
                              "target_compile_options(shop PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Werror)\n",
            "shop.cpp": self.SOURCE, "add.hpp": ADD})
        project.configure(f"-DCMAKE_CXX_COMPILER={compiler}", "-DCMAKE_BUILD_TYPE=Debug")
        self.assertNotIn("warning", project.make().output)
        self.assertIn("submit", project.program("shop", "--list"))
        self.assertIn("large", project.call("shop", "sizes", {"in": []}))


class Looking(unittest.TestCase):
    """Tools that look at sources see the user's, each once and as a main file, and nothing that is generated."""

    FILES = {
        "CMakeLists.txt": LISTS + "add_library(outside INTERFACE IMPORTED)\n"
                                  "target_include_directories(outside INTERFACE outside)\n"
                                  "mcp_add_server(weather SOURCES weather.cpp more/places.cpp plain.c HEADERS add.hpp\n"
                                  "  LINK outside)\n"
                                  "target_compile_definitions(weather PRIVATE OF_TARGET=1)\n"
                                  "target_include_directories(weather SYSTEM PRIVATE inside)\n"
                                  "target_precompile_headers(weather PRIVATE\n"
                                  "  \"$<$<COMPILE_LANGUAGE:CXX>:<vector$<ANGLE-R>>\")\n"
                                  "set_source_files_properties(weather.cpp PROPERTIES\n"
                                  "  COMPILE_DEFINITIONS OF_SOURCE=1)\n"
                                  "target_sources(weather PRIVATE other.cpp)\n",
        "weather.cpp": "#include <foreign.hpp>\nstatic_assert(OF_TARGET + OF_SOURCE == 2);\n" + WEATHER,
        "units.hpp": UNITS,
        "more/places.cpp": PLACES, "add.hpp": ADD, "plain.c": "int plain(void) { return OF_TARGET; }\n",
        "other.cpp": "int other() { return 1; }\n", "outside/foreign.hpp": "#include <near.hpp>\n",
        "inside/near.hpp": "#pragma once\n"}
    SOURCES = ["more/places.cpp", "other.cpp", "plain.c", "weather.cpp"]

    def test_compile_commands_list_sources(self):
        for generator in "Ninja", "Unix Makefiles":
            with self.subTest(generator):
                project = Project("compile commands", self.FILES, generator)
                project.configure("-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", "-DCMAKE_BUILD_TYPE=Debug")
                with open(os.path.join(project.build, "compile_commands.json")) as file:
                    commands = [one for one in json.load(file) if "cmake_pch" not in one["file"]]
                self.assertEqual(sorted(os.path.relpath(one["file"], project.source) for one in commands), self.SOURCES)
                for one in commands:
                    # As an analysis runs it: the source is seen whole, with all of its flags.
                    run(["sh", "-c", one["command"] + " -fsyntax-only"], cwd=one["directory"])
                    if one["file"].endswith("weather.cpp"):
                        self.assertRegex(one["command"], r"-isystem \S[^\"]*outside")
        project.make()
        self.assertIn("get_weather", project.program("weather", "--list"))

    def test_checkers_of_the_build(self):
        project = Project("checkers", self.FILES | {
            "checker": "#!/bin/sh\nfor each in \"$@\"; do\n"
                       "  case $each in *.cpp | *.c | *.hpp) echo \"LOOKED AT $1 $each\" ;; esac\n"
                       "  [ \"$each\" != -- ] || break\ndone\necho '; ends'\n"})
        os.chmod(project.path("checker"), 0o755)
        project.configure(f"-DCMAKE_CXX_CLANG_TIDY={project.path('checker')};tidy;--of=two words",
                          f"-DCMAKE_CXX_CPPLINT={project.path('checker')};lint")
        output = project.make().output
        for tool in "tidy", "lint":
            looked_at = [os.path.relpath(path, project.source)
                         for path in re.findall(rf"LOOKED AT {tool} (.*)", output)]
            self.assertEqual(sorted(looked_at), ["more/places.cpp", "other.cpp", "weather.cpp"], output)

    @unittest.skipIf(shutil.which("clang-tidy-19") is None, "no clang-tidy-19")
    def test_clang_tidy(self):
        project = Project("clang tidy", self.FILES)
        project.configure("-DCMAKE_CXX_CLANG_TIDY=clang-tidy-19;-warnings-as-errors=*;-checks=-*,bugprone-*,misc-*,"
                          "modernize-*,readability-*,-misc-include-cleaner,-modernize-use-trailing-return-type,"
                          "-misc-use-internal-linkage,-modernize-use-nodiscard,-misc-use-anonymous-namespace,"
                          "-readability-magic-numbers,-modernize-use-designated-initializers,"
                          "-readability-math-missing-parentheses")
        project.make()
        module = Project("clang tidy of a module", {
            "CMakeLists.txt": LISTS + "mcp_add_server(server MODULE SOURCES a.cpp)\n", "a.cpp": PLACES})
        module.configure("-DCMAKE_CXX_CLANG_TIDY=clang-tidy-19;-warnings-as-errors=*;-checks=-*,bugprone-use-after-move")
        module.make()
        project.edit("weather.cpp", "const double degrees",
                     "if (location == \"x\") units == Units::metric;\n  const double degrees")
        found = project.make(expect=None).output
        self.assertRegex(found, r"the source/weather\.cpp:\d+:\d+: error: ")


class Manifest(unittest.TestCase):
    """The checked-in manifest is written, compared, rewritten."""

    def test_kept_file(self):
        for generator in "Ninja", "Unix Makefiles":
            with self.subTest(generator=generator):
                project = Project("manifest", {
                    "CMakeLists.txt": LISTS + "mcp_add_server(server SOURCES a.cpp MANIFEST \"the manifest.json\")\n",
                    "a.cpp": PLACES}, generator)
                project.configure()
                project.make()
                written = project.read("the manifest.json")
                self.assertIn("list_places", written)
                self.assertEqual(json.loads(written), json.loads(project.program("server", "--manifest")))
                self.assertTrue((again := project.make()).nothing(), again.output)

                project.edit("a.cpp", "list_places", "list_cities")
                stale = project.make(expect=None)
                self.assertIn("breaking: tool `list_places` was removed\ncompatible: tool `list_cities` was added\n",
                              stale.output)
                said = " ".join(stale.output.split())
                self.assertIn("the manifest is not current", said)
                self.assertIn("build the target server-manifest", said)
                self.assertEqual(project.read("the manifest.json"), written)
                project.make("--target", "server-manifest")
                project.make()
                self.assertIn("list_cities", project.read("the manifest.json"))

                project.edit("the manifest.json", "list_cities", "list_planets")
                self.assertIn("breaking: ", project.make(expect=None).output)
                project.write("the manifest.json", "no manifest")
                broken = project.make(expect=None).output
                self.assertIn("the manifest.json` is not a manifest", broken)
                self.assertIn("server-manifest", broken)
                os.remove(project.path("the manifest.json"))
                project.make()
                self.assertIn("list_cities", project.read("the manifest.json"))


GEO = r"""
#include <mcp/annotations.hpp>
#include <string>

/// Where a place is.
/// @param place Its name
MCP_TOOL(.read_only = true)
std::string find(std::string place) { return "at " + place; }
"""

TEXT = r"""
#include <mcp/annotations.hpp>
#include <string>

/// The length of a text.
/// @param text The text
MCP_TOOL(.read_only = true)
int count(std::string text) { return static_cast<int>(text.size()); }
"""


class Sets(unittest.TestCase):
    """Sets of tools are scanned and compiled once and offered by every server that links them."""

    def test_ninja(self):
        self.walk("Ninja", "sets ninja")

    def test_makefiles(self):
        self.walk("Unix Makefiles", "sets make")

    def walk(self, generator, name):
        # `geo` comes from a directory below and links `text`, which is made later than the server that links both.
        project = Project(name, {
            "CMakeLists.txt": LISTS + "add_subdirectory(geo)\n"
                                      "mcp_add_server(one LINK geo)\n"
                                      "mcp_add_server(two SOURCES find.cpp LINK geo text)\n"
                                      "mcp_add_tools(text SOURCES text.cpp)\n",
            "geo/CMakeLists.txt": "mcp_add_tools(geo SOURCES find.cpp HEADERS add.hpp PREFIX geo_ LINK text)\n"
                                  "target_include_directories(geo PUBLIC .)\n"
                                  "add_library(my::geo ALIAS geo)\n",
            "geo/find.cpp": GEO, "geo/add.hpp": ADD, "text.cpp": TEXT,
            # A file of the same name as one of the set, which includes a header that the set names.
            "find.cpp": "#include <add.hpp>\n" + GEO.replace('"at "', '"near "').replace("std::string find(", "static std::string find(")}, generator)
        project.configure()
        first = project.make()
        self.assertEqual(first.scanned, ["add.hpp", "find.cpp", "find.cpp", "text.cpp"])
        self.assertEqual(len([name for name in first.compiled if name != "one.server.cpp" and name != "two.server.cpp"]), 4)
        self.assertNotIn("warning", first.output)
        self.assertEqual(self.tools(project, "one"), ["count", "geo_add", "geo_find"])
        self.assertEqual(self.tools(project, "two"), ["count", "find", "geo_add", "geo_find"])
        self.assertIn("at Oslo", project.call("two", "geo_find", {"place": "Oslo"}))
        self.assertIn("near Oslo", project.call("two", "find", {"place": "Oslo"}))
        self.assertIn("geo_find", project.program("two", "--list"))
        self.assertTrue((again := project.make()).nothing(), again.output)

        project.edit("geo/find.cpp", "Where a place is.", "Where some place is.")
        project.edit("text.cpp", "The length", "The full length")
        edited = project.make()
        self.assertEqual(edited.scanned, ["find.cpp", "text.cpp"])
        self.assertEqual(sorted(edited.joined), ["one", "two"])
        self.assertIn("some place", project.program("one", "--list"))
        self.assertTrue((again := project.make()).nothing(), again.output)

        project.edit("geo/CMakeLists.txt", "PREFIX geo_", "PREFIX map.")
        self.assertEqual(project.make().scanned, [])
        self.assertEqual(self.tools(project, "one"), ["count", "map.add", "map.find"])

        # A clash shows both places; a prefix must leave a name.
        project.edit("geo/CMakeLists.txt", " PREFIX map.", "")
        clash = project.make(expect=None).output
        self.assertIn("tool `find` must have a name of its own", clash)
        self.assertRegex(clash, r"the source/find\.cpp:\d+:\d+: ")
        self.assertRegex(clash, r"geo/find\.cpp:\d+:\d+: ")
        project.edit("geo/CMakeLists.txt", "LINK text", 'PREFIX "geo " LINK text')
        bad = project.make(expect=None).output
        self.assertIn("the tool name `geo find` must have", bad)
        self.assertIn("PREFIX of mcp_add_tools()", bad)

    def tools(self, project, server):
        return [tool["name"] for tool in json.loads(project.program(server, "--manifest"))["tools"]]

    def test_unit_names_of_sets_do_not_clash(self):
        # Both would be called geo_tools_x.
        project = Project("set names", {
            "CMakeLists.txt": LISTS + "mcp_add_tools(geo SOURCES tools_x.cpp PREFIX n)\n"
                                      "mcp_add_tools(geo_tools SOURCES x.cpp)\n"
                                      "mcp_add_server(server LINK geo geo_tools NAME off)\n",
            "tools_x.cpp": GEO, "x.cpp": TEXT})
        project.configure()
        project.make()
        self.assertEqual(self.tools(project, "server"), ["count", "nfind"])
        # Not a word of CMake's for "false", but the name.
        self.assertIn("off 2.1", project.program("server", "--version"))

    def test_sets_that_come_too_late_are_refused(self):
        project = Project("late set", {
            "CMakeLists.txt": LISTS + "add_subdirectory(server)\nmcp_add_tools(geo SOURCES geo.cpp)\n",
            "server/CMakeLists.txt": "mcp_add_server(x LINK geo)\n", "geo.cpp": GEO, "server/a.cpp": TEXT})
        late = " ".join(project.configure(expect=None).split())
        self.assertIn("nothing in LINK is a set", late)
        project.write("server/CMakeLists.txt", "mcp_add_server(x SOURCES a.cpp LINK geo)\n")
        late = " ".join(project.configure(expect=None).split())
        self.assertIn("mcp_add_tools(geo): the server x links this set, and its directory is done already", late)


class Lint(unittest.TestCase):
    """WARNINGS and MCP_WARNINGS silence mcpgen's warnings and make errors of them."""

    SOURCE = PLACES.replace("/// All places.", "/// All places.\n/// @param absent Nothing")

    def test_warnings_are_silenced_and_promoted(self):
        # Make, for it does not notice another command line by itself. The scan is enough: nothing is compiled.
        project = Project("lint", {
            "CMakeLists.txt": LISTS + "mcp_add_server(x LINK set)\nmcp_add_tools(set SOURCES a.cpp)\n",
            "a.cpp": self.SOURCE}, "Unix Makefiles")
        project.configure()
        steps = "--target", "x-generate"
        self.assertIn("[-Wmcp-unknown-doc-parameter]", project.make(*steps).output)

        project.edit("CMakeLists.txt", "a.cpp)", "a.cpp WARNINGS -Werror=mcp)")
        promoted = project.make(*steps, expect=None).output
        self.assertIn("unknown-doc-parameter", promoted)
        self.assertIn("error: ", promoted)
        # The target's flags stand behind those of the variable; what is silenced is no error either.
        project.configure("-DMCP_WARNINGS=-Wno-mcp-unknown-doc-parameter")
        self.assertNotIn("unknown-doc-parameter", project.make(*steps).output)
        project.configure("-DMCP_WARNINGS=")
        project.edit("CMakeLists.txt", "-Werror=mcp", "-Werror=mcp -Wno-error=mcp-unknown-doc-parameter")
        self.assertIn("warning: ", project.make(*steps).output)
        project.edit("CMakeLists.txt", "-Wno-error=mcp-unknown-doc-parameter", "-Wno-mcp-unknown-doc-parameter")
        self.assertNotIn("unknown-doc-parameter", project.make(*steps).output)

        project.edit("CMakeLists.txt", "-Wno-mcp-unknown-doc-parameter", "-Wno-mcp-unknown-doc-parametre")
        self.assertIn("did you mean `unknown-doc-parameter`", project.make(*steps, expect=None).output)
        project.edit("CMakeLists.txt", "-Wno-mcp-unknown-doc-parametre", "-Wall")
        self.assertIn('WARNINGS of set: "-Wall" must look like', project.make(*steps, expect=None).output)

    def test_a_servers_own_step(self):
        steps = "--target", "x-generate"
        project = Project("lint server", {
            "CMakeLists.txt": LISTS + "mcp_add_server(x SOURCES a.cpp)\n"
                                      "set_property(TARGET x PROPERTY MCP_WARNINGS -Werror=mcp-empty-server)\n",
            "a.cpp": "int a() { return 1; }\n"})
        project.configure()
        self.assertIn("must offer something", project.make(*steps, expect=None).output)
        project.edit("CMakeLists.txt", "-Werror=mcp-empty-server", "-Wno-mcp-empty-server")
        self.assertNotIn("must offer something", project.make(*steps).output)


class Kept(unittest.TestCase):
    """GENERATED_DIR: the generated code lives in the source tree and is built where there is no mcpgen."""

    FILES = {
        "CMakeLists.txt": LISTS + "mcp_add_server(weather SOURCES weather.cpp LINK geo GENERATED_DIR \"the code\"\n"
                                  "  MANIFEST manifest.json)\n"
                                  "mcp_add_tools(geo SOURCES geo.cpp PREFIX geo_ GENERATED_DIR \"the code\")\n",
        "weather.cpp": WEATHER, "units.hpp": UNITS, "geo.cpp": GEO}

    def without_mcpgen(self):
        """What a build with MCP_BUILD_GENERATOR=OFF installs."""
        package = os.path.join(OPTIONS.work, "kept", "package")
        shutil.rmtree(package, ignore_errors=True)
        shutil.copytree(prefix(), package, symlinks=True)
        os.remove(os.path.join(package, "bin", "mcpgen"))
        return package

    def test_ninja(self):
        self.walk("Ninja")

    def test_makefiles(self):
        self.walk("Unix Makefiles")

    def test_several_configurations(self):
        self.walk("Ninja Multi-Config")

    def walk(self, generator):
        project = Project("kept", self.FILES, generator)
        program = "Debug/weather" if "Multi" in generator else "weather"
        project.configure()
        project.make()
        kept = sorted(os.listdir(project.path("the code")))
        self.assertEqual(kept, ["geo.digest", "geo_geo.inc", "weather.digest", "weather.manifest.json",
                                "weather.server.cpp", "weather_weather.inc"])
        for name in kept:
            self.assertNotIn(OPTIONS.work, project.read("the code/" + name), name)
        self.assertIn(" units.hpp\n", project.read("the code/weather.digest"))
        self.assertTrue((again := project.make()).nothing(), again.output)
        if generator == "Ninja":
            self.keep_current(project)

        # The same sources where mcpgen is not there.
        project.package = self.without_mcpgen()
        shutil.rmtree(project.build)
        project.configure()
        built = project.make()
        self.assertEqual((built.scanned, built.joined), ([], []))
        self.assertIn("at Oslo", project.call(program, "geo_find", {"place": "Oslo"}))
        self.assertIn("20.5", project.call(program, "get_weather", {"location": "Oslo"}))
        self.assertTrue((again := project.make()).nothing(), again.output)

        project.edit("units.hpp", "metric,", "metric, nautical,")
        stale = project.make(expect=None).said()
        self.assertIn("the generated code of weather is not current", stale)
        self.assertIn("have changed: units.hpp Build the target weather-generated on a machine with mcpgen", stale)
        project.edit("units.hpp", "metric, nautical,", "metric,")
        project.edit("geo.cpp", "Where a place is.", "Where some place is.")
        stale = project.make("--target", "geo", expect=None).said()
        self.assertIn("the generated code of geo is not current", stale)
        self.assertIn("have changed: geo.cpp Build", stale)
        project.edit("geo.cpp", "Where some place is.", "Where a place is.")
        if generator == "Ninja":
            self.misuse_without_mcpgen(project)

    def keep_current(self, project):
        # Another contract makes the kept code stale; another body only moves the digest, which follows.
        project.edit("weather.cpp", "Weather at a place.", "Weather at some place.")
        stale = project.make(expect=None).said()
        self.assertIn("the generated code of weather is not current", stale)
        self.assertIn("weather.server.cpp", stale)
        self.assertIn("weather-generated", stale)
        project.make("--target", "weather-generated")
        project.make("--target", "weather-manifest")
        project.make()
        self.assertIn("some place", project.read("the code/weather.server.cpp"))
        digest = project.read("the code/weather.digest")
        project.edit("weather.cpp", "20.5;", "20.50;")
        project.make()
        self.assertNotEqual(project.read("the code/weather.digest"), digest)
        self.assertTrue((again := project.make()).nothing(), again.output)
        project.edit("the code/geo_geo.inc", "Generated by", "Written by")
        self.assertIn("geo-generated", project.make(expect=None).said())
        project.make("--target", "weather-generated")
        os.remove(project.path("the code/weather_weather.inc"))
        project.make()

    def misuse_without_mcpgen(self, project):
        project.edit("CMakeLists.txt", "PREFIX geo_", "PREFIX map_")
        self.assertIn("the arguments of weather in CMake", project.make(expect=None).said())
        project.edit("CMakeLists.txt", "PREFIX map_", "PREFIX geo_")
        project.make()
        code = project.read("the code/geo_geo.inc")
        os.remove(project.path("the code/geo_geo.inc"))
        self.assertIn("geo_geo.inc, which is missing", project.make(expect=None).said())
        project.write("the code/geo_geo.inc", code)
        project.write("more.cpp", TEXT)
        project.edit("CMakeLists.txt", "SOURCES geo.cpp", "SOURCES geo.cpp more.cpp")
        self.assertIn("the arguments of geo in CMake", project.make(expect=None).said())
        project.edit("CMakeLists.txt", "SOURCES geo.cpp more.cpp", "SOURCES geo.cpp")
        project.edit("the code/weather.manifest.json", "get_weather", "get_whether")
        self.assertIn("the manifest is not current", project.make(expect=None).said())
        project.edit("CMakeLists.txt", "LINK geo GENERATED_DIR", "LINK geo GENERATED_DIR absent #")
        self.assertIn("there is no generated code in", project.configure(expect=None))
        project.write("CMakeLists.txt", LISTS + "mcp_add_server(x SOURCES geo.cpp)\n")
        missing = " ".join(project.configure(expect=None).split())
        self.assertIn("this MCPGenerate has no generator (there is no program", missing)
        # A generator from elsewhere, as for cross building.
        elsewhere = os.path.join(prefix(), "bin", "mcpgen")
        project.configure(f"-DMCP_GENERATOR={elsewhere}")
        self.assertEqual(project.make("--target", "x-generate").scanned, ["geo.cpp"])

    def test_sources_that_the_build_makes_are_refused(self):
        project = Project("kept built", {
            "CMakeLists.txt": LISTS + "add_custom_command(OUTPUT made.cpp COMMAND ${CMAKE_COMMAND} -E copy "
                                      "${CMAKE_CURRENT_SOURCE_DIR}/a.cpp made.cpp)\n"
                                      "mcp_add_server(x SOURCES made.cpp GENERATED_DIR code)\n", "a.cpp": PLACES})
        self.assertIn("code is kept of files in the source tree only", " ".join(project.configure(expect=None).split()))

    def test_the_project_itself_without_llvm(self):
        build = os.path.join(OPTIONS.work, "without generator")
        shutil.rmtree(build, ignore_errors=True)
        output = run([OPTIONS.cmake, "-G", "Ninja", "-S", OPTIONS.source, "-B", build, "-DMCP_BUILD_GENERATOR=OFF"])
        self.assertNotIn("LLVM", output)
        targets = run(["ninja", "-C", build, "-t", "targets", "all"])
        self.assertNotIn("mcpgen", targets)
        self.assertIn("libmcp_runtime.a", targets)
        package = os.path.join(build, "cmake_install.cmake")
        with open(package) as file:
            self.assertNotIn("mcpgen", file.read())


class Generator(unittest.TestCase):
    """The configure step of MCPGenerate itself."""

    def test_an_untested_llvm_is_refused(self):
        # A Clang of another version, in the place where the tested one is looked for first.
        project = Project("other llvm", {
            "clang/ClangConfig.cmake": "set(LLVM_VERSION_MAJOR 23)\nset(LLVM_VERSION 23.1.0)\n"
                                       "set(LLVM_LIBRARY_DIR .)\n"})
        command = [OPTIONS.cmake, "-G", "Ninja", "-S", OPTIONS.source, "-B", project.build, "-DMCP_BUILD_TESTS=OFF",
                   "-DMCP_BUILD_EXAMPLES=OFF", f"-DClang_DIR={project.path('clang')}"]
        said = " ".join(run(command, expect=None).split())
        self.assertIn(f"mcpgen is tested with LLVM 19; this is LLVM 23.1.0: {project.path('clang')}", said)
        run([*command, "-DMCP_UNTESTED_LLVM=ON"])


class Difference(unittest.TestCase):
    """mcpgen diff, as a program."""

    def test_exit_codes(self):
        project = Project("difference", {
            "a.json": '{"manifest": 1, "name": "s", "tools": [{"name": "t"}]}',
            "wording.json": '{"manifest": 1, "name": "s", "tools": [{"name": "t", "title": "T"}]}',
            "more.json": '{"manifest": 1, "name": "s", "tools": [{"name": "t"}, {"name": "u"}]}',
            "bad.json": "[]"})
        for old, new, code, text in (("a.json", "a.json", 0, ""),
                                     ("a.json", "wording.json", 10, 'wording: tool `t` now has `title` "T"\n'),
                                     ("a.json", "more.json", 11, "compatible: tool `u` was added\n"),
                                     ("more.json", "a.json", 12, "breaking: tool `u` was removed\n"),
                                     ("a.json", "bad.json", 2, "mcpgen: error: `bad.json` is not a manifest\n"),
                                     ("absent.json", "a.json", 2, "mcpgen: error: cannot read `absent.json`\n")):
            output = run([os.path.join(prefix(), "bin", "mcpgen"), "diff", old, new], cwd=project.source, expect=code)
            self.assertEqual(output, text)


class Misuse(unittest.TestCase):
    """Wrong calls of mcp_add_server() are errors that say what to do."""

    CASES = {
        "no sources": ("mcp_add_server(x)", "SOURCES must name at least one source file"),
        "empty sources": ("mcp_add_server(x SOURCES NAME y)", "no value after SOURCES"),
        "missing file": ("mcp_add_server(x SOURCES absent.cpp)", "there is no such file"),
        "missing header": ("mcp_add_server(x SOURCES a.cpp HEADERS absent.hpp)", "there is no such file"),
        "unknown keyword": ("mcp_add_server(x a.cpp SOURCES a.cpp)", 'unknown argument "a.cpp"'),
        "same target twice": ("mcp_add_server(x SOURCES a.cpp)\nmcp_add_server(x SOURCES a.cpp)", "a target of this name"),
        "listed twice": ("mcp_add_server(x SOURCES a.cpp ./a.cpp)", "is listed twice"),
        "source and header": ("mcp_add_server(x SOURCES a.cpp HEADERS a.cpp)", "is listed twice"),
        "no C++": ("mcp_add_server(x SOURCES plain.c)", "none of the files is a C++ source"),
        "expression": ("mcp_add_server(x SOURCES $<1:a.cpp>)", "generator expressions"),
        "directory": ("mcp_add_server(x SOURCES more)", "is a directory"),
        "no set": ("mcp_add_server(x LINK m)", "nothing in LINK is a set"),
        "prefix of a server": ("mcp_add_server(x SOURCES a.cpp PREFIX p)", "PREFIX is for mcp_add_tools() only"),
        "set without sources": ("mcp_add_tools(x HEADERS a.hpp)", "SOURCES must name at least one source file"),
        "set with a name": ("mcp_add_tools(x SOURCES a.cpp NAME n)", "NAME is for mcp_add_server() only"),
        "set as a module": ("mcp_add_tools(x SOURCES a.cpp MODULE)", "MODULE is for mcp_add_server() only"),
        "set twice": ("mcp_add_tools(x SOURCES a.cpp)\nmcp_add_tools(x SOURCES a.cpp)", "a target of this name"),
        "warning": ("mcp_add_server(x SOURCES a.cpp WARNINGS -Wall)", '"-Wall" must look like'),
        "link to a file": ("file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR}/a.cpp ${CMAKE_BINARY_DIR}/b.cpp SYMBOLIC)\n"
                           "mcp_add_server(x SOURCES a.cpp ${CMAKE_BINARY_DIR}/b.cpp)", "is listed twice"),
        "named again": ("mcp_add_server(x SOURCES a.cpp)\ntarget_sources(x PRIVATE a.cpp)", "names it again"),
        "annotated later": ("mcp_add_server(x SOURCES more/b.cpp)\ntarget_sources(x PRIVATE a.cpp)", "do not count"),
        "made later": ("mcp_add_server(x SOURCES made.cpp)\nadd_custom_command(OUTPUT made.cpp COMMAND true)",
                       "add_custom_command() that makes it must stand before"),
    }

    def test_errors_say_what_is_wrong(self):
        project = Project("misuse", {"a.cpp": PLACES, "plain.c": "int x;\n", "more/b.cpp": "", "CMakeLists.txt": ""})
        for name, (call, text) in self.CASES.items():
            with self.subTest(name):
                project.write("CMakeLists.txt", LISTS + call + "\n")
                output = " ".join(project.configure(expect=None).split())
                self.assertRegex(output, r"mcp_add_(server|tools)\(x\):|WARNINGS of x:|SOURCES of x:")
                self.assertIn(text, output)

    def test_package_not_found_in_this_directory(self):
        project = Project("no package here", {
            "CMakeLists.txt": "cmake_minimum_required(VERSION 3.25)\nproject(x LANGUAGES CXX)\n"
                              "add_subdirectory(sub)\nmcp_add_server(x SOURCES a.cpp)\n",
            "sub/CMakeLists.txt": "find_package(MCPGenerate REQUIRED)\n", "a.cpp": PLACES})
        self.assertIn("Call find_package(MCPGenerate REQUIRED)", " ".join(project.configure(expect=None).split()))


def install():
    shutil.rmtree(OPTIONS.work, ignore_errors=True)
    command = [OPTIONS.cmake, "--install", OPTIONS.build, "--prefix", prefix()]
    if OPTIONS.config:
        command += ["--config", OPTIONS.config]
    run(command)
    run([os.path.join(prefix(), "bin", "mcpgen"), "--version"])


def main():
    global OPTIONS
    parser = argparse.ArgumentParser()
    for name in "cmake", "source", "build", "config", "work":
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("what")
    OPTIONS = parser.parse_args()
    if OPTIONS.what == "install":
        install()
    else:
        unittest.main(argv=[sys.argv[0], "-v", OPTIONS.what])


if __name__ == "__main__":
    main()
