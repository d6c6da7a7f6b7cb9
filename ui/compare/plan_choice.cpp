// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/plan_choice.h"

#include <QFileInfo>
#include <QStandardItemModel>
#include <algorithm>

#include "core/plan/plan.h"

namespace recscope::ui {

namespace {

constexpr int kLetters = 30;                                                   ///< of a title that are always seen
const QString kNew = QStringLiteral("?new"), kOpen = QStringLiteral("?open");  ///< instead of a plan's name

}  // namespace

PlanChoice::PlanChoice(QWidget* parent) : QComboBox(parent) {
    for (const Plan& plan : readyPlans())
        addItem(QString::fromStdString(plan.title), QString::fromStdString(plan.name));
    addItem(tr("New plan…"), kNew);
    addItem(tr("Open a plan…"), kOpen);
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(kLetters);
    setCurrentIndex(std::max(0, findData(QStringLiteral("table-2-quick"))));
    m_plan = currentData().toString();
    connect(this, &QComboBox::activated, this, &PlanChoice::take);
}

bool PlanChoice::offers(const QString& plan) const {
    return plan != kNew && plan != kOpen && findData(plan) >= 0;
}

void PlanChoice::choose(const QString& plan) {
    m_plan = plan;
    if (!offers(plan)) insertItem(findData(kNew), QFileInfo(plan).completeBaseName(), plan);
    setCurrentIndex(findData(plan));
}

void PlanChoice::setTitle(const QString& plan, const QString& title) {
    if (offers(plan)) setItemText(findData(plan), title);
}

void PlanChoice::refuseNew(const QString& why) {
    const int index = findData(kNew);
    if (auto* items = qobject_cast<QStandardItemModel*>(model())) items->item(index)->setEnabled(why.isEmpty());
    setItemData(index, why.isEmpty() ? tr("By ticking models, protocols and values") : why, Qt::ToolTipRole);
}

void PlanChoice::take(int index) {
    const QString entry = itemData(index).toString();
    if (entry != kNew && entry != kOpen) {
        m_plan = entry;
        emit planChosen();
        return;
    }
    // Before the dialog, which lets everything else go on.
    setCurrentIndex(findData(m_plan));
    if (entry == kNew)
        emit newWanted();
    else
        emit openWanted();
}

}  // namespace recscope::ui
