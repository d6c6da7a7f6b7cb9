// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QEvent>
#include <QString>

class QWidget;

namespace recscope::ui {

/// Reports the outcome of writing a file. The widget that wrote the file sends the event, which is passed up to the
/// window; the window shows a notice.
class SavingEvent : public QEvent {
public:
    static QEvent::Type kind();
    SavingEvent(QString path, QString problem);

    const QString& path() const { return m_path; }
    /// Why the file was not written; empty = it was written.
    const QString& problem() const { return m_problem; }

private:
    QString m_path, m_problem;
};

/// Announces that a file was saved and where, with a "Show in folder" button. `saver` is any widget of the window in
/// which the file was requested. If that window cannot show notices, a tooltip at the pointer appears.
void announceSaved(QWidget* saver, const QString& path);
/// Announces that a file could not be written; `reason` is the system's message ("Permission denied") or empty.
void announceNotSaved(QWidget* saver, const QString& path, const QString& reason = {});
/// Calls `announceSaved` if the file was written, else `announceNotSaved`.
void announceEnd(QWidget* saver, const QString& path, bool written);

/// Shows the file in the desktop's file manager, selected if the manager supports that; otherwise opens its folder.
/// Never blocks.
void showInFolder(const QString& path);

}  // namespace recscope::ui
