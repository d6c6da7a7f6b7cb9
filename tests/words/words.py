#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""words.py SOURCES [TABLE] prints one line for each use of an old word of TABLE (default: table.txt) in an identifier, in a
file name or in a message of the program. Comments, other strings and test data are ignored."""
import pathlib
import re
import sys

FOLDERS = ("core", "ui", "app", "tests")
TOKEN = re.compile(
    r'R"(?P<tag>\w*)\(.*?\)(?P=tag)"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|//[^\n]*|/\*.*?\*/|#include[^\n]*'
    r"|(?P<name>[A-Za-z_]\w*)|\d[\w']*", re.S)
PARTS = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
LITERAL = re.compile(r'"((?:\\.|[^"\\\n])*)"')


def read_table(path):
    """[(kind, old, new, exception)]"""
    rows = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            match = re.fullmatch(r"(identifier|part|screen)\s+(\S(?:.*?\S)?)\s{2,}(.*?)(?:\s+except (\S+))?\s*", line)
            if not match:
                sys.exit(f"{path}: cannot read '{line}'")
            rows.append((match[1], match[2], match[3], match[4]))
    return rows


def names_in(text):
    """(identifier, line number) pairs; an identifier that occurs twice in a line is given once."""
    seen = set()
    for match in TOKEN.finditer(text):
        if match["name"] and (match["name"], line := text.count("\n", 0, match.start()) + 1) not in seen:
            seen.add((match["name"], line))
            yield match["name"], line


def messages_in(catalogue):
    for match in re.finditer(r'^msgid ((?:"(?:\\.|[^"\\\n])*"\n?)+)', catalogue, re.M):
        yield "".join(LITERAL.findall(match[1]))


def problems(sources, table):
    whole = {old: (new, exception) for kind, old, new, exception in table if kind == "identifier"}
    parts = {old: (new, exception) for kind, old, new, exception in table if kind == "part"}
    screens = [(re.compile(old), new) for kind, old, new, _ in table if kind == "screen"]

    def complaint(words, path, where, name):
        """words: pairs of a word of `name` and the part of the table in which to look it up."""
        for word, old_words in words:
            new, exception = old_words.get(word, (None, None))
            if new and not (exception and re.search(exception, path)):
                return f"{where}: '{name}' has the old word '{word}': {new}"
        return None

    for folder in FOLDERS:
        for file in sorted((sources / folder).rglob("*")):
            path = file.relative_to(sources).as_posix()
            if not file.is_file() or path.startswith(("tests/data/", "tests/golden/", "tests/fuzz/corpus/")):
                continue
            if file.suffix not in (".h", ".cpp"):
                continue
            problem = complaint([(word, parts) for word in re.split(r"[_./]", path)], path, path, file.name)
            if problem:
                yield problem
            for name, line in names_in(file.read_text(encoding="utf-8", errors="replace")):
                words = [(name, whole)] + [(word.lower(), parts) for word in PARTS.findall(name)]
                problem = complaint(words, path, f"{path}:{line}", name)
                if problem:
                    yield problem
    catalogue = sources / "resources/translations/de.po"
    if catalogue.is_file():
        for message in messages_in(catalogue.read_text(encoding="utf-8")):
            for pattern, new in screens:
                if pattern.search(message):
                    yield f"the message '{message}' matches '{pattern.pattern}': {new}"


def main():
    sources = pathlib.Path(sys.argv[1])
    table = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else pathlib.Path(__file__).with_name("table.txt")
    lines = list(problems(sources, read_table(table)))
    for line in lines:
        print(line)
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
