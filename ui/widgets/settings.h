// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMap>
#include <QObject>
#include <QStringList>
#include <QThreadPool>
#include <QTimer>
#include <QVariant>

namespace recscope::ui {

/// The settings that are kept between program starts. They are read once; changes are written within
/// `kWriteMilliseconds` by a QSettings in a separate thread, because a QSettings in the GUI thread could block on the
/// disk. The keys are those of QSettings, e.g. "plots/height". To be used in the GUI thread only.
class Settings : public QObject {
    Q_OBJECT

public:
    static constexpr int kWriteMilliseconds = 200;

    /// The only instance, owned by the application; all pending changes are written before the application ends.
    static Settings& instance();
    ~Settings() override;

    QVariant value(const QString& key, const QVariant& defaultValue = {}) const {
        return m_values.value(key, defaultValue);
    }
    bool contains(const QString& key) const { return m_values.contains(key); }
    QStringList keys() const { return m_values.keys(); }  ///< all keys, sorted
    QString fileName() const { return m_file; }

    void setValue(const QString& key, const QVariant& value);
    void remove(const QString& key);  ///< removes this key and all keys below it
    void clear();

private:
    explicit Settings(QObject* parent);
    void change(const QString& key, const QVariant& value);
    void write();

    QString m_file;
    QMap<QString, QVariant> m_values;
    QMap<QString, QVariant> m_changes;  ///< changes since the last write; an invalid value = the key was removed
    QThreadPool m_writer;               ///< one thread, so that changes are written in order
    QTimer m_writeTimer;
};

}  // namespace recscope::ui
