// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>

class QComboBox;

namespace recscope::ui {

class Session;

/// A drop-down list for filtering a table by one kind of event of the session's dataset; hidden if the dataset has
/// fewer than two kinds.
class KindFilter : public QWidget {
    Q_OBJECT
public:
    /// `help` is the tooltip, which states what the filter shows.
    KindFilter(Session& session, const QString& name, const QString& help, QWidget* parent = nullptr);

    std::optional<qint32> kind() const;  ///< index in DatasetInfo::eventKinds; none = all kinds
    void reset();                        ///< chooses all kinds without emitting a signal

signals:
    void chosen();

private:
    void showKinds();

    Session& m_session;
    QComboBox* m_kinds;
};

}  // namespace recscope::ui
