// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVariant>

#include "core/sequence/dataset.h"

namespace recscope::ui {

/// What a person left somewhere in the window, kept over restarts for one workspace file or for one dataset in it. Lies
/// in the settings and not in the workspace: it is a person's view and no result, and it is there without a query.
class UiState {
public:
    static constexpr int kMostWorkspaces = 20;  ///< those used longest ago are forgotten

    /// Of the whole workspace.
    explicit UiState(const QString& workspacePath);
    /// Of this dataset. One that was imported later is another one, even if it has the same number.
    UiState(const QString& workspacePath, const DatasetInfo& dataset);

    QVariant value(const QString& key) const;  ///< invalid if nothing is known
    /// An invalid value is forgotten.
    void set(const QString& key, const QVariant& value) { set(QVariantMap{{key, value}}); }
    /// The same of several, with one access to the file.
    void set(const QVariantMap& values);
    /// Makes this workspace the one used last, and forgets those beyond `kMostWorkspaces`.
    void touch();

private:
    QString m_workspace, m_place;  ///< groups of the settings, the second in the first
};

}  // namespace recscope::ui
