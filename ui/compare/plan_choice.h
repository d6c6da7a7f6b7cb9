// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <vector>

namespace recscope::ui {

/// A plan that was run in this workspace, by this window or by another program.
struct WorkspacePlan {
    QString name, title;
    std::size_t runs = 0, finished = 0;  ///< number of runs of the plan; number of finished ones among them
};

/// Combo box of plans (grids of runs): first those that were run in this workspace, with their progress, then the
/// built-in plans and the plans opened from files. The last two entries are commands: write a plan, open a plan. The
/// chosen plan stays chosen while the dialog of a command is open.
class PlanChoice : public QComboBox {
    Q_OBJECT
public:
    explicit PlanChoice(QWidget* parent = nullptr);

    /// Name of a built-in plan, key of a plan of the workspace (`keyOf`), or path of a plan opened from a file.
    const QString& plan() const { return m_plan; }
    bool offers(const QString& plan) const;
    /// Chooses a plan without emitting a signal; adds an entry if the plan is not listed yet.
    void choose(const QString& plan);
    void setTitle(const QString& plan, const QString& title);
    /// Shows the built-in plans with the titles that they get on the dataset with this name; empty = their original
    /// titles.
    void setData(const QString& dataset);
    /// Sets the plans that were run in the workspace, latest first.
    void setWorkspacePlans(const std::vector<WorkspacePlan>& plans);
    static QString keyOf(const WorkspacePlan& plan);
    /// The plan's name in a key made by `keyOf`; empty for any other entry.
    static QString nameOf(const QString& plan);
    /// Disables the command that writes a plan, with `why` as its tooltip; an empty `why` enables it.
    void setNewDisabled(const QString& why);

signals:
    void planChosen();  ///< the user of the program chose another plan
    void newRequested();
    void openRequested();

private:
    void handleActivated(int index);

    QString m_plan;
    int m_workspaceEntries = 0;  ///< number of entries of `setWorkspacePlans` at the top, with the separator below
};

}  // namespace recscope::ui
