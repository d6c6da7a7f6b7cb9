// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>

class QComboBox;

namespace recscope::ui {

class Session;

/// Chooses one kind of event of the session's dataset, for filtering a table; hidden if the dataset has fewer than two.
class KindFilter : public QWidget {
    Q_OBJECT
public:
    /// `help`: what the filter shows, for the tooltip.
    KindFilter(Session& session, const QString& name, const QString& help, QWidget* parent = nullptr);

    std::optional<qint32> kind() const;  ///< index in DatasetInfo::eventKinds; empty = all kinds
    void reset();                        ///< shows all kinds again; emits nothing

signals:
    void chosen();

private:
    void showKinds();

    Session& m_session;
    QComboBox* m_kinds;
};

}  // namespace recscope::ui
