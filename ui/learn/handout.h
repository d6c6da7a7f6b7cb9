// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QImage>
#include <QString>
#include <QStringList>
#include <vector>

#include "ui/widgets/chapter.h"

namespace recscope::ui {

/// A chapter on paper.
struct Handout {
    Chapter chapter;
    int number = 1;
    std::vector<QImage> pictures;  ///< by step, or one of a chapter without steps; without buttons; empty: none
    QStringList choices;           ///< what the buttons of the picture offered, to be ticked on paper
    std::vector<int> right;        ///< the measured options, where the chapter's file names none
    QString finding;               ///< Markdown, what was measured; may be empty
    bool withAnswers = false;      ///< for the teacher; else there is room to write
};

/// The page as Markdown, without the pictures: title and idea, each step, question, task, paper.
QString handoutText(const Handout& handout);

/// A4; each chapter begins a page, and every step has its text and its picture. `rules` is the colour of the lines to
/// write on. False if the file cannot be written. May run in any thread.
bool writeHandouts(const QString& path, const QString& title, const std::vector<Handout>& handouts,
                   const QColor& rules);

}  // namespace recscope::ui
