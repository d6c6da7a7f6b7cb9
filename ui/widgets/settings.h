// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMap>
#include <QObject>
#include <QStringList>
#include <QThreadPool>
#include <QTimer>
#include <QVariant>

namespace recscope::ui {

/// What the program keeps for a person over restarts: read once, and written within `kWriteMilliseconds` by a QSettings
/// in a thread of its own. A QSettings of the window's thread would wait for the disk, be it only until another one
/// has written. Keys are those of QSettings ("plots/height"). For the thread of the window.
class Settings : public QObject {
    Q_OBJECT

public:
    static constexpr int kWriteMilliseconds = 200;

    /// Lives with the application, and has written all when that ends.
    static Settings& instance();
    ~Settings() override;

    QVariant value(const QString& key, const QVariant& otherwise = {}) const { return m_values.value(key, otherwise); }
    bool contains(const QString& key) const { return m_values.contains(key); }
    QStringList keys() const { return m_values.keys(); }  ///< in their order
    QString fileName() const { return m_file; }

    void setValue(const QString& key, const QVariant& value);
    void remove(const QString& key);  ///< and all below it
    void clear();

private:
    explicit Settings(QObject* parent);
    void change(const QString& key, const QVariant& value);
    void write();

    QString m_file;
    QMap<QString, QVariant> m_values;
    QMap<QString, QVariant> m_changes;  ///< since the last writing; an invalid value is one that was removed
    QThreadPool m_writer;               ///< one thread: what was changed first is written first
    QTimer m_write;
};

}  // namespace recscope::ui
