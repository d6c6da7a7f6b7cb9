// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QVariant>
#include <optional>

namespace recscope::ui {

/// Whether the state of a widget is stored once per workspace or once per dataset.
enum class StateScope { Workspace, Dataset };

/// Lets the value of a standard input (a combo box, button, spin box, slider, date or line) be kept across restarts,
/// under its object name. Call it while the page is made. Tab widgets with an object name need no call: the current
/// tab is kept per workspace.
void keepValue(QObject* input, StateScope scope);

/// The scope given to `keepValue`; nothing if it was not called for this object.
std::optional<StateScope> keptValueScope(const QObject* object);

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
    virtual StateScope stateScope() const { return StateScope::Dataset; }
};

}  // namespace recscope::ui
