// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSplitter>

namespace recscope::ui {

/// A splitter that keeps the sizes the person gave it, under its own settings key, over restarts.
class StatefulSplitter : public QSplitter {
    Q_OBJECT
public:
    StatefulSplitter(Qt::Orientation orientation, const QString& key, QWidget* parent = nullptr);
    /// To be called after all widgets were added: restores the stored sizes, else uses these shares of the room.
    void restore(const QList<int>& shares);
    /// The same, with the sizes stored under another key from now on, e.g. for other content.
    void restoreAs(const QString& key, const QList<int>& shares);

private:
    static QString settingsKey(const QString& key);

    QString m_key;
};

}  // namespace recscope::ui
