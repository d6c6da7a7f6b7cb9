// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/chapter_widget.h"

namespace recscope::ui {

ChapterWidget::ChapterWidget(Course& course) : m_course(course) {}

void ChapterWidget::setLow(bool low) {
    if (low == m_low) return;
    m_low = low;
    fitRoom();
}

}  // namespace recscope::ui
