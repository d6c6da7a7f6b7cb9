// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QEvent>
#include <QString>

class QWidget;

namespace recscope::ui {

/// The outcome of writing a file for the person; passed from the widget that wrote it up to the window, which shows a
/// notice.
class SavingEvent : public QEvent {
public:
    static QEvent::Type kind();
    SavingEvent(QString path, QString problem);

    const QString& path() const { return m_path; }
    /// Why there is no file; empty = it was written.
    const QString& problem() const { return m_problem; }

private:
    QString m_path, m_problem;
};

/// Announces where a file was saved, with "Show in folder". `saver` is any widget of the window that requested it. If
/// no window shows notices, a tooltip at the pointer does.
void announceSaved(QWidget* saver, const QString& path);
/// Announces that a file could not be written; `reason` is the system's message ("Permission denied"), may be empty.
void announceNotSaved(QWidget* saver, const QString& path, const QString& reason = {});
/// Calls one of the two.
void announceEnd(QWidget* saver, const QString& path, bool written);

/// Shows the file in the desktop's file manager, selected if the manager supports that, else its folder. Never blocks.
void showInFolder(const QString& path);

}  // namespace recscope::ui
