// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <vector>

namespace recscope::ui {

/// Entry of a plan that was run in the workspace, by this window or by another program.
struct PlanHere {
    QString name, title;
    std::size_t runs = 0, finished = 0;  ///< number of runs in the plan, and of those that are finished
};

/// Combo box that offers plans (grids of runs): those that were run in this workspace (with their
/// progress), the built-in plans, the plans opened from files, and two commands: write a plan, open a plan. The chosen
/// plan stays chosen while the dialog of a command is open.
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
    /// Gives the built-in plans the titles that they have when they run on this dataset; empty = their original titles.
    void setData(const QString& dataset);
    /// Sets the plans that were run in the workspace, latest first.
    void setHere(const std::vector<PlanHere>& plans);
    static QString keyOf(const PlanHere& plan);
    /// The plan's name in a key made by `keyOf`; empty for any other entry.
    static QString nameOf(const QString& plan);
    /// Disables the command that writes a plan, and shows `why` as the reason. An empty `why` enables the command.
    void refuseNew(const QString& why);

signals:
    void planChosen();  ///< the person chose another plan
    void newRequested();
    void openRequested();

private:
    void take(int index);

    QString m_plan;
    int m_here = 0;  ///< number of entries at the top that `setHere` made, including the separator
};

}  // namespace recscope::ui
