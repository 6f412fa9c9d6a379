"""Prints the C++ of a page of the documentation that is to be compiled, with the lines of the page.

usage: snippets.py PAGE
"""

import pathlib
import re
import sys


def main():
    page = pathlib.Path(sys.argv[1])
    text = page.read_text()
    blocks = list(re.finditer(r"<!-- compiled -->\n```cpp\n(.*?)```", text, re.S))
    if not blocks or len(blocks) != text.count("```cpp"):
        sys.exit(f"{page}: each block of C++ must stand behind a line <!-- compiled -->")
    for block in blocks:
        line = text.count("\n", 0, block.start(1)) + 1
        print(f'#line {line} "{page.name}"\n{block[1]}', end="")


main()
