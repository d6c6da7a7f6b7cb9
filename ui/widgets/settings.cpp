// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/settings.h"

#include <QCoreApplication>
#include <QEvent>
#include <QPointer>
#include <QThreadPool>

namespace recscope::ui {

Settings& Settings::instance() {
    static QPointer<Settings> settings;
    if (!settings) settings = new Settings(qApp);
    return *settings;
}

Settings::Settings(QObject* parent) : QSettings(parent) {
    m_write.setSingleShot(true);
    m_write.setInterval(kWriteMilliseconds);
    // All QSettings of a process share what is not written yet: another one writes it.
    connect(&m_write, &QTimer::timeout, this, [] { QThreadPool::globalInstance()->start([] { QSettings().sync(); }); });
}

void Settings::setValue(const QString& key, const QVariant& value) {
    QSettings::setValue(key, value);
    if (!m_write.isActive()) m_write.start();
}

void Settings::remove(const QString& key) {
    QSettings::remove(key);
    if (!m_write.isActive()) m_write.start();
}

bool Settings::event(QEvent* event) {
    // With this one it would write here and now.
    return event->type() == QEvent::UpdateRequest || QSettings::event(event);
}

}  // namespace recscope::ui
