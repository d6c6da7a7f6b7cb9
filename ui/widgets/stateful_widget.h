// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVariant>

namespace recscope::ui {

/// A part of a page with state that should be kept but is not the value of a standard input, e.g. the chosen user or
/// the order of a table.
class StatefulWidget {
public:
    virtual ~StatefulWidget() = default;

    /// The state to store; invalid = nothing to store.
    virtual QVariant uiState() const = 0;
    /// Restores the state. Called when the part shows the chosen dataset, but before its jobs have returned results.
    /// References to objects that no longer exist are ignored silently.
    virtual void restoreState(const QVariant& state) = 0;
    /// Whether the state depends on the dataset.
    virtual bool isOfDataset() const { return true; }
};

}  // namespace recscope::ui
