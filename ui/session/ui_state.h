// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVariant>

#include "core/sequence/dataset.h"

namespace recscope::ui {

/// UI state kept across restarts, per workspace file or per dataset in it. It is stored in the settings rather than in
/// the workspace: it belongs to the user of the program rather than to the results, and it can be read at once, without
/// a job.
class UiState {
public:
    static constexpr int kMaxWorkspaces = 20;  ///< the least recently used ones are forgotten

    /// The state of the whole workspace.
    explicit UiState(const QString& workspacePath);
    /// The state of one dataset. A dataset that is imported later has its own state, even if it gets the same id.
    UiState(const QString& workspacePath, const DatasetInfo& dataset);

    QVariant value(const QString& key) const;  ///< invalid if nothing is stored
    /// An invalid `value` removes the key.
    void set(const QString& key, const QVariant& value) { set(QVariantMap{{key, value}}); }
    /// Sets several keys with one access to the file.
    void set(const QVariantMap& values);
    /// Marks this workspace as the one used last, and forgets all but the `kMaxWorkspaces` most recent ones.
    void touch();

private:
    QString m_workspace, m_place;  ///< names of groups in the settings; `m_place` is a group inside `m_workspace`
};

}  // namespace recscope::ui
