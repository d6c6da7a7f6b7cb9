// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/chapter_widget.h"

namespace recscope::ui {

ChapterWidget::ChapterWidget(Course& course) : m_course(course) {}

void ChapterWidget::setCompact(bool compact) {
    if (compact == m_isCompact) return;
    m_isCompact = compact;
    fitLayout();
}

}  // namespace recscope::ui
