// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSettings>
#include <QTimer>

namespace recscope::ui {

/// What the program keeps for a person over restarts. A QSettings that writes within `kWriteMilliseconds`, in a thread
/// of its own: QSettings waits for the disk, which a window must not. What is set is read again at once. For the thread
/// of the window.
class Settings : public QSettings {
    Q_OBJECT

public:
    static constexpr int kWriteMilliseconds = 200;

    /// Lives with the application, and has written all when that ends.
    static Settings& instance();

    void setValue(const QString& key, const QVariant& value);
    void remove(const QString& key);

protected:
    bool event(QEvent* event) override;

private:
    explicit Settings(QObject* parent);

    QTimer m_write;
};

}  // namespace recscope::ui
