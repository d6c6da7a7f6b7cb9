// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/existing_choice.h"

#include <QButtonGroup>
#include <QLabel>
#include <QRadioButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/named_input.h"

namespace recscope::ui {

ExistingChoice::ExistingChoice(QWidget* parent)
    : QWidget(parent),
      m_text(captionLabel(QStringLiteral("importExisting"))),
      m_choices(new QButtonGroup(this)),
      m_add(named(new QRadioButton(tr("&Add the new rows")), "importAddRows", tr("Add the new rows"),
                  tr("Rows of the file that the dataset does not have yet are added to its rows. Runs stay with the "
                     "previous version, which is kept"))),
      m_replace(named(
          new QRadioButton(tr("Replace it and &keep the runs")), "importReplace", tr("Replace it and keep the runs"),
          tr("The dataset then has only the rows of the file. Runs stay with the previous version, which is kept"))),
      m_rename(named(new QRadioButton(tr("&Use another name")), "importRename", tr("Use another name"),
                     tr("Type another name above"))) {
    for (QRadioButton* button : {m_add, m_replace, m_rename}) m_choices->addButton(button);
    arrange(this, column({m_text, m_add, m_replace, m_rename}, space::kUnit));
    connect(m_choices, &QButtonGroup::buttonClicked, this, [this](const QAbstractButton* button) {
        if (button == m_add && isNameTaken()) emit addChosen(*dataset());
        emit changed();
        if (button == m_rename) emit newNameRequested();
    });
    showState();
}

void ExistingChoice::setDatasets(const std::vector<DatasetInfo>& datasets) {
    m_datasets = datasets;
    showState();
}

void ExistingChoice::setName(const QString& name) {
    m_name = name.trimmed();
    showState();
}

const DatasetInfo* ExistingChoice::dataset() const {
    const auto found = std::find_if(m_datasets.begin(), m_datasets.end(), [this](const DatasetInfo& dataset) {
        return m_name == QString::fromStdString(dataset.name);
    });
    return found == m_datasets.end() ? nullptr : &*found;
}

void ExistingChoice::clear() {
    m_choices->setExclusive(false);  // in an exclusive group, the checked button cannot be unchecked
    for (QAbstractButton* button : m_choices->buttons()) button->setChecked(false);
    m_choices->setExclusive(true);
    showState();
}

std::optional<ExistingDataset> ExistingChoice::choice() const {
    if (!isNameTaken()) return ExistingDataset::Refuse;
    if (m_add->isChecked()) return ExistingDataset::AddRows;
    if (m_replace->isChecked()) return ExistingDataset::Replace;
    return std::nullopt;
}

QString ExistingChoice::problem() const {
    if (choice()) return {};
    return m_rename->isChecked() ? tr("Type a name that no dataset has")
                                 : tr("Choose what happens to the dataset that has this name");
}

void ExistingChoice::showState() {
    m_text->setText(isNameTaken() ? tr("There is a dataset named “%1”.").arg(m_name) : QString());
    emit changed();
}

}  // namespace recscope::ui
