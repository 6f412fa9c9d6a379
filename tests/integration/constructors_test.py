#!/usr/bin/env python3
"""When the objects of bound classes are made, and what becomes of a constructor that throws.

usage: constructors_test.py CONSTRUCTORS_SERVER
"""
import os
import subprocess
import sys
import unittest

PROGRAM = None
WITHOUT_OBJECTS = [["--help"], ["--version"], ["--list"], ["--manifest"], ["--client-config", "vscode"],
                   ["--no-such-option"]]
WITH_OBJECTS = [[], ["--http", "127.0.0.1:0"], ["--call", "press", '{"text":"a"}']]


def run(arguments, throws=""):
    return subprocess.run([PROGRAM, *arguments], input="", capture_output=True, text=True, timeout=20,
                          env={**os.environ, "PRESS_THROWS": throws})


class Constructors(unittest.TestCase):
    def test_do_not_run_for_commands_that_call_nothing(self):
        for arguments in WITHOUT_OBJECTS:
            with self.subTest(arguments):
                ran = run(arguments, throws="error")
                self.assertNotIn("constructed", ran.stdout + ran.stderr)
                self.assertEqual(ran.returncode, 2 if arguments == ["--no-such-option"] else 0)

    def test_print_beside_the_protocol_and_the_result(self):
        ran = run([])
        self.assertEqual((ran.returncode, ran.stdout, ran.stderr), (0, "", "constructed\n"))
        ran = run(["--call", "press", '{"text":"a"}'])
        self.assertEqual((ran.returncode, ran.stdout, ran.stderr), (0, "_a_\n", "constructed\n"))

    def test_that_throw_are_named(self):
        for arguments in WITH_OBJECTS:
            for throws, text in [("error", "failed: there is no oil"),
                                 ("number", "failed with an exception that is no std::exception")]:
                with self.subTest(arguments=arguments, throws=throws):
                    ran = run(arguments, throws)
                    self.assertEqual(ran.returncode, 1, ran.stderr)
                    self.assertIn(f"integration_constructors: the constructor of works::Press {text}\n", ran.stderr)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main(verbosity=2)
