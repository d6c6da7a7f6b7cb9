// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cohort/cohort_box.h"

#include <QSignalBlocker>

#include "ui/cohort/cohort_book.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

CohortBox::CohortBox(const QString& everybody, QWidget* parent) : QComboBox(parent) {
    addItem(everybody, QVariant::fromValue<qlonglong>(0));
    setMinimumContentsLength(8);
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    connect(this, &QComboBox::currentIndexChanged, this, [this] {
        m_chosen = currentData().toLongLong();
        describe();
        emit cohortChanged();
    });
    describe();
}

void CohortBox::setBook(CohortBook& book) {
    m_book = &book;
    connect(&book, &CohortBook::changed, this, &CohortBox::fill);
    fill();
}

const SavedCohort* CohortBox::cohort() const {
    return m_book ? m_book->find(m_chosen) : nullptr;
}

void CohortBox::reset() {
    setCurrentIndex(0);
}

void CohortBox::fill() {
    const CohortId before = m_chosen;
    {
        const QSignalBlocker quiet(this);
        while (count() > 1) removeItem(count() - 1);
        int index = 0;
        for (const SavedCohort& cohort : m_book->cohorts()) {
            if (cohort.info.id == before) index = count();
            addItem(tr("%1 (%2)").arg(cohort.name(), wholeNumber(cohort.info.users)),
                    QVariant::fromValue<qlonglong>(cohort.info.id));
            setItemData(count() - 1, QString::fromStdString(cohort.info.howChosen), Qt::ToolTipRole);
        }
        setCurrentIndex(index);
        m_chosen = currentData().toLongLong();
    }
    describe();
    // The chosen cohort may have been renamed or deleted.
    if (before != 0) emit cohortChanged();
}

void CohortBox::describe() {
    setEnabled(count() > 1);
    const SavedCohort* chosen = cohort();
    setToolTip(count() == 1 ? tr("No cohort is saved yet: choose users with the filters here or on Compare")
               : chosen     ? QString::fromStdString(chosen->info.howChosen)
                            : tr("Shows only the users of one cohort"));
}

}  // namespace recscope::ui
