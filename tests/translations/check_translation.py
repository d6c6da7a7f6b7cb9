#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check_translation.py SOURCES LANGUAGE prints one line for each error in the translation into LANGUAGE: a message of the
program that is missing or has other placeholders than in English, an entry that the program does not use, a chapter of
the course that is missing or has another structure than in English."""
import pathlib
import re
import subprocess
import sys
import tempfile

ESCAPES = {"n": "\n", "t": "\t"}


def unquoted(lines):
    text = "".join(line.strip()[1:-1] for line in lines)
    return re.sub(r"\\(.)", lambda match: ESCAPES.get(match[1], match[1]), text)


def read_po(text):
    """{(context, message): [translation of each plural form]}, without the header and fuzzy or obsolete entries."""
    entries = {}
    for block in re.split(r"\n\s*\n", text):
        lines = [line for line in block.split("\n") if line and not line.startswith("#")]
        fuzzy = any(line.startswith("#,") and "fuzzy" in line for line in block.split("\n"))
        fields, current = {}, None
        for line in lines:
            if not line.startswith('"'):
                current, line = line.split(" ", 1)
            fields.setdefault(current, []).append(line)
        if "msgid" not in fields or not unquoted(fields["msgid"]):
            continue
        forms = [unquoted(value) for name, value in fields.items() if name.startswith("msgstr")]
        entries[(unquoted(fields.get("msgctxt", [])), unquoted(fields["msgid"]))] = [] if fuzzy else forms
    return entries


def placeholders(text):
    """Three lists: Qt's placeholders, fmt's placeholders, tags. Each is sorted, except unnumbered placeholders of fmt, whose
    order matters."""
    qt = sorted(re.findall(r"%L?\d|%n", text))
    fmt = re.findall(r"\{[^{}]*\}", text.replace("{{", "").replace("}}", ""))
    if any(re.match(r"\{\d", field) for field in fmt):
        fmt.sort()
    return qt, fmt, sorted(re.findall(r"</?[a-z][^<>]*>", text))


def problems(template, translation):
    for key in template:
        forms = translation.get(key, [])
        if not forms or not all(forms):
            yield f"is not translated: {key[1]!r}"
        for form in forms:
            if form and placeholders(form) != placeholders(key[1]):
                yield f"has other placeholders: {key[1]!r} -> {form!r}"
    for key in translation.keys() - template.keys():
        yield f"is used by nothing: {key[1]!r}"


def shape(lesson):
    """The structure of a chapter as the program parses it: its parts, the options of its question, its closing text."""
    def kind(line):
        if line.startswith("## Step:"):
            return "## Step:"
        if line.startswith("## "):
            return line
        head = re.match(r"# |(paper|data): |[-+>] ", line)
        return head[0] if head else ("data" if line == "data: sample" else None)
    return [part for part in map(kind, lesson.split("\n")) if part]


def lesson_problems(sources, language):
    for english in sorted((sources / "resources/lessons").glob("*.md")):
        translated = sources / "resources/lessons" / language / english.name
        if not translated.exists():
            yield f"has no chapter {english.name}"
        elif shape(translated.read_text("utf-8")) != shape(english.read_text("utf-8")):
            yield f"has chapter {english.name} with another structure than the English chapter"


def main():
    sources, language = pathlib.Path(sys.argv[1]), sys.argv[2]
    with tempfile.TemporaryDirectory() as folder:
        template = pathlib.Path(folder) / "all.pot"
        subprocess.run([sources / "resources/translations/extract.sh", template], check=True)
        translation = sources / "resources/translations" / f"{language}.po"
        complaints = list(problems(read_po(template.read_text("utf-8")), read_po(translation.read_text("utf-8"))))
    complaints += lesson_problems(sources, language)
    for problem in complaints[:40]:
        print(language, problem)
    if len(complaints) > 40:
        print(f"{language}: {len(complaints)} in all")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
