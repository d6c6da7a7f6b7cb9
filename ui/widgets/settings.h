// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMap>
#include <QObject>
#include <QStringList>
#include <QThreadPool>
#include <QTimer>
#include <QVariant>

namespace recscope::ui {

/// The settings kept over restarts: read once, and written within `kWriteMilliseconds` by a QSettings in its own
/// thread. A QSettings in the GUI thread would block on the disk, if only while another one writes. Keys are those of
/// QSettings ("plots/height"). To be used in the GUI thread only.
class Settings : public QObject {
    Q_OBJECT

public:
    static constexpr int kWriteMilliseconds = 200;

    /// Owned by the application; all changes are written before it ends.
    static Settings& instance();
    ~Settings() override;

    QVariant value(const QString& key, const QVariant& otherwise = {}) const { return m_values.value(key, otherwise); }
    bool contains(const QString& key) const { return m_values.contains(key); }
    QStringList keys() const { return m_values.keys(); }  ///< sorted
    QString fileName() const { return m_file; }

    void setValue(const QString& key, const QVariant& value);
    void remove(const QString& key);  ///< and all keys below it
    void clear();

private:
    explicit Settings(QObject* parent);
    void change(const QString& key, const QVariant& value);
    void write();

    QString m_file;
    QMap<QString, QVariant> m_values;
    QMap<QString, QVariant> m_changes;  ///< since the last write; invalid = removed
    QThreadPool m_writer;               ///< one thread, so that changes are written in order
    QTimer m_write;
};

}  // namespace recscope::ui
