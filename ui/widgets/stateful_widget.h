// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVariant>

namespace recscope::ui {

/// A part of a page whose state should be kept across restarts but is not the value of a standard input, e.g. the
/// chosen user or the order of a table.
class StatefulWidget {
public:
    virtual ~StatefulWidget() = default;

    /// The state to store; invalid = nothing to store.
    virtual QVariant uiState() const = 0;
    /// Restores the state. Called after the part has switched to the chosen dataset, but before its jobs have returned
    /// results. State that refers to objects that no longer exist must be ignored silently.
    virtual void restoreState(const QVariant& state) = 0;
    /// True if the state is stored per dataset; false if it is stored per workspace.
    virtual bool isOfDataset() const { return true; }
};

}  // namespace recscope::ui
