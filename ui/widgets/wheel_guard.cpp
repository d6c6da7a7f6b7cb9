// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/wheel_guard.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QPointer>
#include <QTabBar>

namespace recscope::ui {

namespace {

class WheelGuard : public QObject {
public:
    using QObject::QObject;

    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() != QEvent::Wheel || !watched->isWidgetType()) return false;
        const bool isInput = qobject_cast<QComboBox*>(watched) || qobject_cast<QAbstractSpinBox*>(watched);
        if (!qobject_cast<QTabBar*>(watched) && !(isInput && !static_cast<QWidget*>(watched)->hasFocus())) return false;
        event->ignore();  // the parent then receives the event
        return true;
    }
};

}  // namespace

void scrollPastInputs() {
    static QPointer<WheelGuard> guard;
    if (guard) return;
    guard = new WheelGuard(qApp);
    qApp->installEventFilter(guard);
}

}  // namespace recscope::ui
