// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/wheel_guard.h"

#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QPointer>
#include <QScrollBar>
#include <QTabBar>

namespace recscope::ui {

namespace {

/// True for an input whose value the wheel changes.
bool isInput(const QObject* object) {
    return qobject_cast<const QComboBox*>(object) || qobject_cast<const QAbstractSpinBox*>(object) ||
           (qobject_cast<const QAbstractSlider*>(object) && !qobject_cast<const QScrollBar*>(object));
}

class WheelGuard : public QObject {
public:
    using QObject::QObject;

    bool eventFilter(QObject* watched, QEvent* event) override {
        if (!watched->isWidgetType()) return false;
        auto* widget = static_cast<QWidget*>(watched);
        if (event->type() == QEvent::Polish && widget->focusPolicy() == Qt::WheelFocus && isInput(widget))
            widget->setFocusPolicy(Qt::StrongFocus);  // else the wheel gives the focus before this filter is called
        if (event->type() != QEvent::Wheel) return false;
        if (!qobject_cast<QTabBar*>(widget) && !(isInput(widget) && !widget->hasFocus())) return false;
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
