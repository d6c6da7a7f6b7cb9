// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <vector>

namespace recscope::ui {

/// Entry of a plan that was run in the workspace, by the window or by another program.
struct PlanHere {
    QString name, title;
    std::size_t runs = 0, finished = 0;
};

/// Combo box of the plans that were run in this workspace, with their progress, the ready-made ones, those opened from
/// files, and two commands: write a plan, open a plan. The chosen plan stays chosen while a dialog is open.
class PlanChoice : public QComboBox {
    Q_OBJECT
public:
    explicit PlanChoice(QWidget* parent = nullptr);

    /// Name of a ready-made plan, key of a plan of the workspace (`keyOf`), or path of an opened one.
    const QString& plan() const { return m_plan; }
    bool offers(const QString& plan) const;
    /// Emits no signal; adds an entry for a path.
    void choose(const QString& plan);
    void setTitle(const QString& plan, const QString& title);
    /// Titles the ready-made plans as applied to this dataset; empty = each on its own data.
    void setData(const QString& dataset);
    /// The plans that were run in the workspace, the latest one first.
    void setHere(const std::vector<PlanHere>& plans);
    static QString keyOf(const PlanHere& plan);
    /// The name in the key of a plan of the workspace; empty for any other entry.
    static QString nameOf(const QString& plan);
    /// Disables writing a plan and says why; empty enables it.
    void refuseNew(const QString& why);

signals:
    void planChosen();  ///< by the person
    void newRequested();
    void openRequested();

private:
    void take(int index);

    QString m_plan;
    int m_here = 0;  ///< entries of `setHere` at the top, including the separator
};

}  // namespace recscope::ui
