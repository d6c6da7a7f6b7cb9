// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>
#include <QPointer>
#include <QSet>
#include <QWidget>

namespace recscope::ui {

/// While the program's style sheet is replaced, or a widget is reparented, Qt sends a style change to every widget
/// below, and each lays itself out at once, among others that are not restyled yet. Between `begin` and `end` these
/// events are held back; `end` sends one to each visible widget, and every hidden widget receives its own as soon as it
/// is shown.
class HeldStyleChanges : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;
    void begin();
    void end();
    /// Makes the widgets that have not been notified yet recompute their size hints, which the layouts around them may
    /// query before they are shown. To be called when all other widgets have taken the new style.
    void measureHidden() const;

    bool eventFilter(QObject* object, QEvent* event) override;

private:
    bool m_holds = false;
    QList<QPointer<QWidget>> m_held;  ///< since `begin`, in the order in which Qt would have notified them
    QSet<QObject*> m_hidden;          ///< to be notified when they are shown
};

}  // namespace recscope::ui
