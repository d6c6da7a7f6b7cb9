// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/chapter_widget.h"

#include "ui/theme/theme.h"

namespace recscope::ui {

ChapterWidget::ChapterWidget(Course& course) : m_course(course) {}

QColor colourOf(Quantity quantity) {
    return Theme::instance().categoryStyle(int(quantity)).colour;
}

}  // namespace recscope::ui
