// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSplitter>

namespace recscope::ui {

/// A splitter whose sizes are stored under a settings key and restored at the next start.
class StatefulSplitter : public QSplitter {
    Q_OBJECT
public:
    StatefulSplitter(Qt::Orientation orientation, const QString& key, QWidget* parent = nullptr);
    /// Restores the stored sizes; if there are none, divides the space in the proportions of `shares`. To be called
    /// after all widgets have been added.
    void restore(const QList<int>& shares);
    /// Like `restore`, but for another key, under which the sizes are stored from now on, e.g. because the content has
    /// changed.
    void restoreAs(const QString& key, const QList<int>& shares);

private:
    static QString settingsKey(const QString& key);

    QString m_key;
};

}  // namespace recscope::ui
