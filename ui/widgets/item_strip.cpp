// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/item_strip.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <algorithm>

#include "ui/theme/theme.h"
#include "ui/widgets/painted_cells.h"

namespace recscope::ui {

ItemStrip::ItemStrip(QWidget* parent) : QWidget(parent) {
    setAccessibleRole(this, QAccessible::Chart);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void ItemStrip::setHighlight(int item) {
    m_current = item < count() ? item : -1;
    setAccessibleDescription(currentText());
    setToolTip(m_current >= 0 ? currentText() : QString());
    update();
}

void ItemStrip::setCurrent(int item) {
    if (item == m_current) return;
    setHighlight(item);
    emit itemHovered(m_current);
}

void ItemStrip::mouseMoveEvent(QMouseEvent* event) {
    setCurrent(itemAt(event->position()));
}

void ItemStrip::mousePressEvent(QMouseEvent* event) {
    const int item = itemAt(event->position());
    if (event->button() != Qt::LeftButton || item < 0) return;
    setCurrent(item);
    emit itemChosen(item);
}

void ItemStrip::leaveEvent(QEvent*) {
    if (!hasFocus()) setCurrent(-1);
}

void ItemStrip::keyPressEvent(QKeyEvent* event) {
    const int last = count() - 1;
    if (last < 0) return QWidget::keyPressEvent(event);
    switch (event->key()) {
        case Qt::Key_Left:
            return setCurrent(m_current < 0 ? last : std::max(0, m_current - 1));
        case Qt::Key_Right:
            return setCurrent(m_current < 0 ? last : std::min(last, m_current + 1));
        case Qt::Key_Home:
            return setCurrent(0);
        case Qt::Key_End:
            return setCurrent(last);
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (m_current >= 0) emit itemChosen(m_current);
            return;
        default:
            QWidget::keyPressEvent(event);
    }
}

}  // namespace recscope::ui
