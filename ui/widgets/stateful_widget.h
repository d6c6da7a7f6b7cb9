// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVariant>

namespace recscope::ui {

/// A part of a page with a state worth keeping that no standard input shows: the chosen user, the order of a table.
class StatefulWidget {
public:
    virtual ~StatefulWidget() = default;

    /// The state to store; invalid = nothing.
    virtual QVariant uiState() const = 0;
    /// Called after the part took the chosen dataset, before its jobs have answered. State that refers to things that
    /// no longer exist is ignored silently.
    virtual void restoreState(const QVariant& state) = 0;
    /// False = the state does not depend on the dataset.
    virtual bool isOfDataset() const { return true; }
};

}  // namespace recscope::ui
