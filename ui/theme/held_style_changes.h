// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>
#include <QPointer>
#include <QSet>
#include <QWidget>

namespace recscope::ui {

/// Delays the style changes of widgets. When the application's style sheet is replaced or a widget is reparented, Qt
/// sends a style change to every affected widget. Each widget then lays itself out immediately, although other widgets
/// do not have the new style yet. This class holds the events back between `begin` and `end`. `end` then sends one
/// event to each visible widget and to each combo box; any other hidden widget receives its event when it is shown.
class HeldStyleChanges : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;
    void begin();
    void end();
    /// Makes the hidden widgets that are still waiting for their event recompute their size hints, because the
    /// surrounding layouts may query the hints before the widgets are shown. Call it after all other widgets have taken
    /// the new style.
    void measureHidden() const;

    bool eventFilter(QObject* object, QEvent* event) override;

private:
    bool m_isHolding = false;
    /// Widgets whose events are held, in the order in which Qt would have delivered the events.
    QList<QPointer<QWidget>> m_held;
    QSet<QObject*> m_hidden;  ///< widgets to be notified when they are shown
};

}  // namespace recscope::ui
