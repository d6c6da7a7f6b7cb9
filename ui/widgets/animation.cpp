// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/animation.h"

#include <QEvent>
#include <QWidget>

#include "ui/theme/theme.h"

namespace recscope::ui {

Animation::Animation(QWidget* moved) : QVariantAnimation(moved), m_moved(moved) {
    setStartValue(0.0);
    setEndValue(1.0);
    setEasingCurve(QEasingCurve::InOutCubic);
    moved->installEventFilter(this);
}

void Animation::begin() {
    stop();
    const int time = Theme::instance().motionTime();
    if (time <= 0 || !m_moved->isVisible()) return finish();
    m_progress = 0;
    setDuration(time);
    start();
}

void Animation::finish() {
    stop();
    m_progress = 1;
    m_moved->update();
}

void Animation::updateCurrentValue(const QVariant& value) {
    if (state() == Stopped) return;  // also called by setStartValue() and setEndValue()
    m_progress = value.toDouble();
    m_moved->update();
}

bool Animation::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Hide && isMoving()) finish();
    return QVariantAnimation::eventFilter(watched, event);
}

}  // namespace recscope::ui
