// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/settings.h"

#include <QCoreApplication>
#include <QPointer>
#include <QSettings>
#include <utility>

namespace recscope::ui {

Settings& Settings::instance() {
    static QPointer<Settings> settings;
    if (!settings) settings = new Settings(qApp);
    return *settings;
}

Settings::Settings(QObject* parent) : QObject(parent) {
    const QSettings stored;
    m_file = stored.fileName();
    for (const QString& key : stored.allKeys()) m_values.insert(key, stored.value(key));
    m_writer.setMaxThreadCount(1);
    m_writer.setExpiryTimeout(kWriteMilliseconds);
    m_writeTimer.setSingleShot(true);
    m_writeTimer.setInterval(kWriteMilliseconds);
    connect(&m_writeTimer, &QTimer::timeout, this, &Settings::write);
}

Settings::~Settings() {
    write();
    m_writer.waitForDone();
}

void Settings::setValue(const QString& key, const QVariant& value) {
    m_values.insert(key, value);
    change(key, value);
}

void Settings::remove(const QString& key) {
    const QString below = key + QLatin1Char('/');
    for (const QString& stored : m_values.keys())
        if (stored == key || stored.startsWith(below)) {
            m_values.remove(stored);
            change(stored, {});
        }
}

void Settings::clear() {
    for (const QString& key : m_values.keys()) change(key, {});
    m_values.clear();
}

void Settings::change(const QString& key, const QVariant& value) {
    m_changes.insert(key, value);
    if (!m_writeTimer.isActive()) m_writeTimer.start();
}

void Settings::write() {
    if (m_changes.isEmpty()) return;
    m_writer.start([changes = std::exchange(m_changes, {})] {
        QSettings stored;
        for (auto change = changes.begin(); change != changes.end(); ++change) {
            if (change->isValid())
                stored.setValue(change.key(), *change);
            else
                stored.remove(change.key());
        }
        stored.sync();
    });
}

}  // namespace recscope::ui
