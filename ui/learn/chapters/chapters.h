// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include "ui/learn/chapter_widget.h"

namespace recscope::ui {

/// Makes the interactive part of the chapter with this key; the caller owns it. Throws Error(Usage) if there is no such
/// chapter; the message lists the known keys.
ChapterWidget* makeChapterWidget(const QString& key, Course& course);
QStringList chapterKeys();  ///< in the order of the chapters

}  // namespace recscope::ui
