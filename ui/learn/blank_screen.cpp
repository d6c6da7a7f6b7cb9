// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/blank_screen.h"

#include <QEvent>
#include <QPainter>

#include "ui/theme/theme.h"

namespace recscope::ui {

BlankScreen::BlankScreen(QWidget* covered) : QWidget(covered) {
    setObjectName(QStringLiteral("blankScreen"));
    setAccessibleName(tr("Blank screen"));
    covered->installEventFilter(this);
    hide();
}

void BlankScreen::toggle() {
    if (isVisible()) return hide();
    setGeometry(parentWidget()->rect());
    show();
    raise();
}

void BlankScreen::paintEvent(QPaintEvent*) {
    QPainter(this).fillRect(rect(), withHighContrast(darkColours()).window);
}

void BlankScreen::mousePressEvent(QMouseEvent*) {
    hide();
}

bool BlankScreen::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) setGeometry(parentWidget()->rect());
    return QWidget::eventFilter(watched, event);
}

}  // namespace recscope::ui
