// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QEvent>
#include <QString>

class QWidget;

namespace recscope::ui {

/// How the writing of a file for the person ended; travels from the widget that wrote it up to the window, which shows
/// a notice.
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

/// Says where a file now is, with "Show in folder". `saver` is any widget of the window that asked for it. Where no
/// window shows notices, a tag at the pointer says it.
void announceSaved(QWidget* saver, const QString& path);
/// Says that a file could not be written; `reason` in words of the system ("Permission denied"), may be empty.
void announceNotSaved(QWidget* saver, const QString& path, const QString& reason = {});
/// One of the two.
void announceEnd(QWidget* saver, const QString& path, bool written);

/// Shows the file in the desktop's file manager, chosen if the manager can do that, else its folder. Never waits.
void showInFolder(const QString& path);

}  // namespace recscope::ui
