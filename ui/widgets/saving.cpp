// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/saving.h"

#include <QCoreApplication>
#include <QCursor>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QToolTip>
#include <QUrl>
#include <QWidget>

namespace recscope::ui {

namespace {

void openFolderOf(const QString& path) {
    QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(path).absolutePath()));
}

/// Sends the event to `saver` and its ancestors, also across windows, until one accepts it.
void announce(QWidget* saver, const QString& path, const QString& problem) {
    SavingEvent event(QFileInfo(path).absoluteFilePath(), problem);
    for (QWidget* widget = saver; widget; widget = widget->parentWidget()) {
        event.ignore();
        QCoreApplication::sendEvent(widget, &event);
        if (event.isAccepted()) return;
    }
    const QString file = QDir::toNativeSeparators(path);
    QToolTip::showText(QCursor::pos(), problem.isEmpty()
                                           ? QCoreApplication::translate("Saving", "Saved %1").arg(file)
                                           : QCoreApplication::translate("Saving", "%1 was not saved").arg(file));
}

}  // namespace

QEvent::Type SavingEvent::kind() {
    static const int type = QEvent::registerEventType();
    return QEvent::Type(type);
}

SavingEvent::SavingEvent(QString path, QString problem)
    : QEvent(kind()), m_path(std::move(path)), m_problem(std::move(problem)) {}

void announceSaved(QWidget* saver, const QString& path) {
    announce(saver, path, {});
}

void announceNotSaved(QWidget* saver, const QString& path, const QString& reason) {
    announce(saver, path,
             reason.isEmpty() ? QCoreApplication::translate("Saving", "the file could not be written") : reason);
}

void announceEnd(QWidget* saver, const QString& path, bool written) {
    written ? announceSaved(saver, path) : announceNotSaved(saver, path);
}

void showInFolder(const QString& path) {
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) return openFolderOf(path);
    // The interface of file managers: https://www.freedesktop.org/wiki/Specifications/file-manager-interface
    const QString name = QStringLiteral("org.freedesktop.FileManager1");
    QDBusMessage question = QDBusMessage::createMethodCall(name, QStringLiteral("/org/freedesktop/FileManager1"), name,
                                                           QStringLiteral("ShowItems"));
    question << QStringList{QUrl::fromLocalFile(QFileInfo(path).absoluteFilePath()).toString()} << QString();
    auto* watcher = new QDBusPendingCallWatcher(bus.asyncCall(question), QCoreApplication::instance());
    QObject::connect(watcher, &QDBusPendingCallWatcher::finished, watcher, [watcher, path] {
        if (watcher->isError()) openFolderOf(path);
        watcher->deleteLater();
    });
}

}  // namespace recscope::ui
