// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

#include "core/store/cohort_store.h"

namespace recscope::ui {

class CohortBook;
struct KeptCohort;

/// Everybody, or the users of one kept cohort.
class CohortBox : public QComboBox {
    Q_OBJECT
public:
    /// `everybody` is the first entry. Without a book there is no other.
    explicit CohortBox(const QString& everybody, QWidget* parent = nullptr);

    void setBook(CohortBook& book);
    const KeptCohort* cohort() const;  ///< null = everybody
    void reset();                      ///< everybody

signals:
    /// Another cohort, or another content of the same.
    void cohortChanged();

private:
    void fill();
    void describe();

    CohortBook* m_book = nullptr;
    CohortId m_chosen = 0;
};

}  // namespace recscope::ui
