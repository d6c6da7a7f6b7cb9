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
    /// Index of the right option; nullopt = the chapter's widget determines it from its own data.
    std::optional<int> right;
    QString answer;  ///< Markdown, shown after the choice
};

/// One chapter of the course, as read from its file.
struct Chapter {
    QString key;               ///< identifies the chapter's widget and stored progress, e.g. "guess"
    QString title;             ///< e.g. "Guess the next item"
    bool needsCauses = false;  ///< needs the sample dataset, whose true causes are known
    QString idea;              ///< Markdown, two or three sentences
    std::vector<ChapterStep> steps;
    ChapterQuestion question;
    QString task, taskDone;  ///< the task, and the text shown when it is done
    QString paper;           ///< what the papers state about the topic, with the section
};

/// Parses a chapter file. It begins with "# title", the line "paper: …" and, if the chapter needs known causes, the
/// line "data: sample"; the idea follows after an empty line. "## Step: title" begins a step. "## Question" begins the
/// question, whose options are lines with "- " (wrong) or "+ " (right); if no option is marked as right, the chapter's
/// widget determines it. "## Task" begins the task, whose lines with "> " are shown when it is done. Throws
/// Error(Input) that names the chapter and the missing part.
Chapter parseChapter(const QString& key, const QString& text);

/// The chapters of the course (resources/lessons/NN_key.md), in order, in the current language. Translations are files
/// of the same names in resources/lessons/LANGUAGE; a chapter without a translation is in English.
std::vector<Chapter> builtInChapters();

}  // namespace recscope::ui
