// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

namespace recscope::ui {

/// The ready plans, those that were opened, and two entries that are no plans: to write one, and to open one. The
/// chosen plan stays chosen while their dialogs are open.
class PlanChoice : public QComboBox {
    Q_OBJECT
public:
    explicit PlanChoice(QWidget* parent = nullptr);

    /// Name of a ready plan, or path of an opened one.
    const QString& plan() const { return m_plan; }
    bool offers(const QString& plan) const;
    /// Without a signal; a path gets an entry.
    void choose(const QString& plan);
    void setTitle(const QString& plan, const QString& title);
    /// Why no plan can be written now; empty = one can.
    void refuseNew(const QString& why);

signals:
    void planChosen();  ///< by the person
    void newWanted();
    void openWanted();

private:
    void take(int index);

    QString m_plan;
};

}  // namespace recscope::ui
