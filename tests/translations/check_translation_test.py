#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
import unittest

from check_translation import problems, read_po, shape

TEMPLATE = '''msgid ""
msgstr ""

#: ui/a.cpp
msgid "%1 of %2"
msgstr ""

msgid "{:.3f} of {}"
msgstr ""

msgid "<b>Read</b>\\n"
""
msgstr ""
'''


def found(*entries):
    text = "\n\n".join(f"{before}msgid \"{message}\"\nmsgstr \"{translated}\"" for before, message, translated in entries)
    return sorted(problem.split(":")[0] for problem in problems(read_po(TEMPLATE), read_po(text)))


RIGHT = ("", "%1 of %2", "%2, davon %1"), ("", "{:.3f} of {}", "{:.3f} von {}"), ("", "<b>Read</b>\\n", "<b>Lies</b>\\n")


class CheckTranslationTest(unittest.TestCase):
    def test_a_complete_translation_has_no_problem(self):
        self.assertEqual(found(*RIGHT), [])

    def test_missing_empty_and_fuzzy_entries_are_not_translated(self):
        self.assertEqual(found(*RIGHT[:2]), ["is not translated"])
        self.assertEqual(found(*RIGHT[:2], ("", "<b>Read</b>\\n", "")), ["is not translated"])
        self.assertEqual(found(*RIGHT[:2], ("#, fuzzy\n", "<b>Read</b>\\n", "<b>Lies</b>\\n")), ["is not translated"])

    def test_lost_numbers_formats_and_tags_are_found(self):
        for index, translated in ((0, "%1 von allen"), (1, "{} von {:.3f}"), (1, "{:.2f} von {}"), (2, "Lies\\n")):
            entries = [list(entry) for entry in RIGHT]
            entries[index][2] = translated
            self.assertEqual(found(*entries), ["has other placeholders"], translated)

    def test_an_entry_that_nothing_uses_is_found(self):
        self.assertEqual(found(*RIGHT, ("", "Old", "Alt")), ["is used by nothing"])

    def test_a_chapter_has_the_parts_of_the_english_one(self):
        english = "# A\npaper: x\n\nIdea.\n\n## Step: One\nText.\n\n## Question\nWhy?\n- no\n+ yes\n"
        self.assertEqual(shape(english.replace("Idea.", "Idee.").replace("Why?", "Warum?")), shape(english))
        self.assertNotEqual(shape(english.replace("+ yes", "- ja")), shape(english))
        self.assertNotEqual(shape(english.replace("## Question", "## Frage")), shape(english))


if __name__ == "__main__":
    unittest.main()
