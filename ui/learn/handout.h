// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QImage>
#include <QString>
#include <QStringList>
#include <vector>

#include "ui/widgets/chapter.h"

namespace recscope::ui {

/// One chapter of a printed handout.
struct Handout {
    Chapter chapter;
    int number = 1;                ///< number of the chapter, counted from 1
    std::vector<QImage> pictures;  ///< one per step, or one for a chapter without steps; without buttons and sliders
    QStringList choices;           ///< texts of the left-out answer buttons, printed with boxes to tick
    std::vector<int> right;        ///< the right options by measurement, if the chapter's file marks none
    QString finding;               ///< Markdown about what was measured; may be empty
    bool withAnswers = false;      ///< true: answers, for the teacher; false: lines to write on
};

/// The chapter as Markdown, without the pictures: title and idea, each step, question, task, reference to the paper.
QString handoutText(const Handout& handout);

/// Writes a PDF in A4; each chapter starts a new page, and every step has its text and its picture. `rules` is the
/// colour of the lines to write on. Returns false if the file cannot be written. May run on any thread.
bool writeHandouts(const QString& path, const QString& title, const std::vector<Handout>& handouts,
                   const QColor& rules);

}  // namespace recscope::ui
