// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>
#include <vector>

namespace recscope::ui {

/// One step of a chapter's widget.
struct ChapterStep {
    QString title;
    QString text;  ///< Markdown, one or two sentences
};

/// The multiple-choice question of a chapter.
struct ChapterQuestion {
    QString text;
    std::vector<QString> options;
    std::optional<int> right;  ///< index; none = the chapter's widget measures it
    QString answer;            ///< Markdown, shown after the choice
};

/// One chapter of the course, as read from its file.
struct Chapter {
    QString key;               ///< identifies its widget and its stored progress: "guess"
    QString title;             ///< "Guess the next item"
    bool needsCauses = false;  ///< needs the sample dataset, whose causes are known
    QString idea;              ///< Markdown, two or three sentences
    std::vector<ChapterStep> steps;
    ChapterQuestion question;
    QString task, taskDone;  ///< the task, and the text shown once it is done
    QString paper;           ///< what the papers state about it, with the section
};

/// Reads a chapter file. Its head is "# title" and the lines "paper: …" and, where known causes are needed, "data:
/// sample"; then, after an empty line, the idea. "## Step: title" begins a step, "## Question" the question, whose
/// options are lines with "- " (wrong) or "+ " (right; if there is none, the widget determines it), and "## Task" the
/// task, whose lines with "> " are shown once it is done. Throws Error(Input) naming the chapter and the missing part.
Chapter parseChapter(const QString& key, const QString& text);

/// The course (resources/lessons/NN_key.md), in order, in the current language: resources/lessons/LANGUAGE has chapters
/// under the same names, and a missing one falls back to English.
std::vector<Chapter> builtInChapters();

}  // namespace recscope::ui
