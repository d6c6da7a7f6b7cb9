// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <vector>

namespace recscope::ui {

/// A plan that was run in the workspace, by the window or by a program beside it, for the list of plans.
struct PlanHere {
    QString name, title;
    std::size_t runs = 0, finished = 0;
};

/// The plans that were run in this workspace with how far they are, the ready ones, those that were opened, and two
/// entries that are no plans: to write one, and to open one. The chosen plan stays chosen while their dialogs are open.
class PlanChoice : public QComboBox {
    Q_OBJECT
public:
    explicit PlanChoice(QWidget* parent = nullptr);

    /// Name of a ready plan, key of one of the workspace (`keyOf`), or path of an opened one.
    const QString& plan() const { return m_plan; }
    bool offers(const QString& plan) const;
    /// Without a signal; a path gets an entry.
    void choose(const QString& plan);
    void setTitle(const QString& plan, const QString& title);
    /// The ready plans are titled as they are on this data; empty = each on its own.
    void setData(const QString& dataset);
    /// Those that were run in the workspace, the last one first.
    void setHere(const std::vector<PlanHere>& plans);
    static QString keyOf(const PlanHere& plan);
    /// The name of a plan of the workspace; empty for any other entry.
    static QString nameOf(const QString& plan);
    /// Why no plan can be written now; empty = one can.
    void refuseNew(const QString& why);

signals:
    void planChosen();  ///< by the person
    void newRequested();
    void openRequested();

private:
    void take(int index);

    QString m_plan;
    int m_here = 0;  ///< entries of `setHere` at the top, with the line below them
};

}  // namespace recscope::ui
