// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

#include "core/store/cohort_store.h"

namespace recscope::ui {

class CohortBook;
struct SavedCohort;

/// Combo box that chooses all users or the users of one saved cohort.
class CohortBox : public QComboBox {
    Q_OBJECT
public:
    /// `everybody` is the text of the first entry, which is the only entry until `setBook` is called.
    explicit CohortBox(const QString& everybody, QWidget* parent = nullptr);

    void setBook(CohortBook& book);
    const SavedCohort* cohort() const;  ///< null = all users
    void reset();                       ///< chooses all users

signals:
    /// Another cohort was chosen, or the chosen cohort was renamed or deleted.
    void cohortChanged();

private:
    void fill();
    void describe();

    CohortBook* m_book = nullptr;
    CohortId m_chosen = 0;  ///< 0 = all users
};

}  // namespace recscope::ui
