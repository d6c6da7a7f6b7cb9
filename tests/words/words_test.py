#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests that words.py finds old words that are planted in a small source tree, and reports nothing else."""
import pathlib
import tempfile
import unittest

from words import problems, read_table

TABLE = """# a table
identifier  asked    requested
part        team     ProcessGroup  except ^core/data/
screen      \\bcapsules?\\b  run archive
"""


class WordsTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.sources = pathlib.Path(self.folder.name)
        self.put("table.txt", TABLE)

    def tearDown(self):
        self.folder.cleanup()

    def put(self, path, text):
        file = self.sources / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def found(self):
        return list(problems(self.sources, read_table(self.sources / "table.txt")))

    def test_comments_strings_and_longer_words_are_ignored(self):
        self.put("core/a.cpp", '// joinTeam asked\nauto text = "asked"; /* team */ int steam = R"(joinTeam)", unasked;\n')
        self.assertEqual(self.found(), [])

    def test_a_planted_name_is_found_with_its_line(self):
        self.put("core/a.cpp", "int good;\nint asked = joinTeam();\n")
        self.assertEqual(self.found(), ["core/a.cpp:2: 'asked' has the old word 'asked': requested",
                                        "core/a.cpp:2: 'joinTeam' has the old word 'team': ProcessGroup"])

    def test_an_exception_applies_to_its_folder_alone(self):
        self.put("core/data/a.cpp", "int homeTeam;\n")
        self.put("ui/a.cpp", "int homeTeam;\n")
        self.assertEqual(self.found(), ["ui/a.cpp:1: 'homeTeam' has the old word 'team': ProcessGroup"])

    def test_a_file_name_is_found(self):
        self.put("ui/team_view.h", "\n")
        self.assertEqual(self.found(), ["ui/team_view.h: 'team_view.h' has the old word 'team': ProcessGroup"])

    def test_a_message_that_spans_lines_is_found(self):
        self.put("resources/translations/de.po", 'msgid ""\n"Take in a "\n"capsule"\nmsgstr "Archiv"\n')
        self.assertEqual(self.found(), ["the message 'Take in a capsule' matches '\\bcapsules?\\b': run archive"])


if __name__ == "__main__":
    unittest.main()
