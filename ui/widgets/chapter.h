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

/// What is asked before the answer shows.
struct ChapterQuestion {
    QString text;
    std::vector<QString> options;
    std::optional<int> right;  ///< index; none = the chapter's widget measures it
    QString answer;            ///< Markdown, said after the choice
};

/// One chapter of the course, as its file says.
struct Chapter {
    QString key;               ///< of its widget and of its progress: "guess"
    QString title;             ///< "Guess the next item"
    bool needsCauses = false;  ///< runs on the sample only, whose causes are known
    QString idea;              ///< Markdown, two or three sentences
    std::vector<ChapterStep> steps;
    ChapterQuestion question;
    QString task, taskDone;  ///< what to do now, and what is said when it was done
    QString paper;           ///< what the papers say about it, with the section
};

/// Reads a chapter file. Its head is "# title" and the lines "paper: …" and, where known causes are needed,
/// "data: sample"; then, after an empty line, the idea. "## Step: title" begins a step, "## Question" the question,
/// whose options are lines with "- " (wrong) or "+ " (right; if there is none, the widget knows), and "## Task" the
/// task, of which lines with "> " are said when it is done. Throws Error(Input) naming the file and what it lacks.
Chapter parseChapter(const QString& key, const QString& text);

/// The course (resources/lessons/NN_key.md), in order, in the language that is spoken: resources/lessons/LANGUAGE has
/// chapters under the same names, and English is said where one is missing.
std::vector<Chapter> builtInChapters();

}  // namespace recscope::ui
