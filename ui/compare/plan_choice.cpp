// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/plan_choice.h"

#include <QFileInfo>
#include <QStandardItemModel>
#include <algorithm>

#include "core/plan/plan.h"

namespace recscope::ui {

namespace {

constexpr int kMinTitleLength = 30;  ///< number of characters of a title that are always visible
const QString kNew = QStringLiteral("?new"), kOpen = QStringLiteral("?open");  ///< item data of the two commands
const QString kWorkspacePrefix = QStringLiteral("?here ");  ///< prefix of keys of the workspace's plans

}  // namespace

PlanChoice::PlanChoice(QWidget* parent) : QComboBox(parent) {
    for (const Plan& plan : builtInPlans())
        addItem(QString::fromStdString(plan.title), QString::fromStdString(plan.name));
    addItem(tr("New plan…"), kNew);
    addItem(tr("Open a plan…"), kOpen);
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(kMinTitleLength);
    setCurrentIndex(std::max(0, findData(QStringLiteral("table-2-quick"))));
    m_plan = currentData().toString();
    connect(this, &QComboBox::activated, this, &PlanChoice::handleActivated);
}

bool PlanChoice::offers(const QString& plan) const {
    return plan != kNew && plan != kOpen && findData(plan) >= 0;
}

void PlanChoice::choose(const QString& plan) {
    m_plan = plan;
    const QString title = nameOf(plan).isEmpty() ? QFileInfo(plan).completeBaseName() : nameOf(plan);
    if (!offers(plan)) insertItem(findData(kNew), title, plan);
    setCurrentIndex(findData(plan));
}

QString PlanChoice::keyOf(const WorkspacePlan& plan) {
    return kWorkspacePrefix + plan.name;
}

QString PlanChoice::nameOf(const QString& plan) {
    return plan.startsWith(kWorkspacePrefix) ? plan.mid(kWorkspacePrefix.size()) : QString();
}

void PlanChoice::setData(const QString& dataset) {
    for (const Plan& plan : builtInPlans()) {
        const std::string title = dataset.isEmpty() ? plan.title : planOn(plan, {dataset.toStdString()}).title;
        setItemText(findData(QString::fromStdString(plan.name)), QString::fromStdString(title));
    }
}

// Plans that were run in this workspace come first, because the user of the program most likely looks for one of them.
void PlanChoice::setWorkspacePlans(const std::vector<WorkspacePlan>& plans) {
    const QSignalBlocker quiet(this);
    for (int i = count() - 1; i >= 0; --i) {
        const bool separates =
            i < m_workspaceEntries && itemData(i, Qt::AccessibleDescriptionRole).toString() == "separator";
        if (separates || !nameOf(itemData(i).toString()).isEmpty()) removeItem(i);
    }
    m_workspaceEntries = 0;
    for (const WorkspacePlan& plan : plans)
        insertItem(m_workspaceEntries++, tr("%1 (%2 of %3 finished)").arg(plan.title).arg(plan.finished).arg(plan.runs),
                   keyOf(plan));
    if (m_workspaceEntries > 0) insertSeparator(m_workspaceEntries++);
    choose(m_plan);  // adds an entry for the chosen plan if `plans` does not contain it any more
}

void PlanChoice::setTitle(const QString& plan, const QString& title) {
    if (offers(plan) && nameOf(plan).isEmpty()) setItemText(findData(plan), title);
}

void PlanChoice::setNewDisabled(const QString& why) {
    const int index = findData(kNew);
    if (auto* items = qobject_cast<QStandardItemModel*>(model())) items->item(index)->setEnabled(why.isEmpty());
    setItemData(index, why.isEmpty() ? tr("Write a plan by ticking models, protocols and values") : why,
                Qt::ToolTipRole);
}

void PlanChoice::handleActivated(int index) {
    const QString entry = itemData(index).toString();
    if (entry != kNew && entry != kOpen) {
        m_plan = entry;
        emit planChosen();
        return;
    }
    // The choice is restored before the dialog opens, because other parts of the window keep running in the dialog's
    // event loop.
    setCurrentIndex(findData(m_plan));
    if (entry == kNew)
        emit newRequested();
    else
        emit openRequested();
}

}  // namespace recscope::ui
