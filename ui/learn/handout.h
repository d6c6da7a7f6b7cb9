// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QImage>
#include <QString>
#include <vector>

#include "ui/widgets/chapter.h"

namespace recscope::ui {

/// A chapter on paper.
struct Handout {
    Chapter chapter;
    int number = 1;
    QImage picture;            ///< of the chapter's widget, with this very model
    std::vector<int> right;    ///< the measured options, where the chapter's file names none
    QString finding;           ///< Markdown, what was measured; may be empty
    bool withAnswers = false;  ///< for the teacher; else there is room to write
    QColor lines;              ///< of that room
};

/// The page as Markdown, without the picture.
QString handoutText(const Handout& handout);

/// A4, one page. In any thread. False if the file cannot be written.
bool writeHandout(const QString& path, const Handout& handout);

}  // namespace recscope::ui
