// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/held_style_changes.h"

#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <utility>

namespace recscope::ui {

namespace {

void notify(QWidget& widget) {
    QEvent change(QEvent::StyleChange);
    QCoreApplication::sendEvent(&widget, &change);
}

}  // namespace

void HeldStyleChanges::begin() {
    m_isHolding = true;
    qApp->installEventFilter(this);
}

void HeldStyleChanges::end() {
    qApp->removeEventFilter(this);
    m_isHolding = false;
    QSet<const QObject*> notified;
    for (const QPointer<QWidget>& widget : std::exchange(m_held, {})) {
        if (!widget || notified.contains(widget)) continue;
        notified.insert(widget);
        // Hidden combo boxes are notified, too: their size hint may be requested before they are shown, and a combo box
        // caches its hint until the next style change.
        if (widget->isVisible() || qobject_cast<QComboBox*>(widget)) {
            notify(*widget);
        } else if (!m_hidden.contains(widget)) {
            m_hidden.insert(widget);
            widget->installEventFilter(this);
            connect(widget, &QObject::destroyed, this, [this](QObject* gone) { m_hidden.remove(gone); });
        }
    }
}

void HeldStyleChanges::measureHidden() const {
    for (QObject* hidden : m_hidden) static_cast<QWidget*>(hidden)->updateGeometry();
}

bool HeldStyleChanges::eventFilter(QObject* object, QEvent* event) {
    if (m_isHolding) {
        if (event->type() != QEvent::StyleChange || !object->isWidgetType()) return false;
        m_held.push_back(static_cast<QWidget*>(object));
        return true;
    }
    if (event->type() == QEvent::Show && m_hidden.remove(object)) {
        object->removeEventFilter(this);
        disconnect(object, &QObject::destroyed, this, nullptr);
        notify(*static_cast<QWidget*>(object));
    }
    return false;
}

}  // namespace recscope::ui
