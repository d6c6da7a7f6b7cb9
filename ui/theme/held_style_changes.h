// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>
#include <QPointer>
#include <QSet>
#include <QWidget>

namespace recscope::ui {

/// While the program's style sheet is replaced, or a widget is put into another, Qt tells all below of another style,
/// and each lays itself out at once, among others that are not dressed yet. From `begin` to `end` nobody is told; then
/// who is seen is, once, and everybody else as soon as they are shown.
class HeldStyleChanges : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;
    void begin();
    void end();
    /// Lets all who were not told yet measure themselves anew when they are asked what they need, which layouts around
    /// them may do before they are shown. To be called when everybody has taken the new looks.
    void measureHidden() const;

    bool eventFilter(QObject* object, QEvent* event) override;

private:
    bool m_holds = false;
    QList<QPointer<QWidget>> m_held;  ///< since `begin`, in the order in which Qt would have told them
    QSet<QObject*> m_hidden;          ///< to be told when they are shown
};

}  // namespace recscope::ui
