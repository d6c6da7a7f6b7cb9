// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>

#include "core/metrics/over_representation.h"
#include "ui/cohort/cohort_proposal.h"
#include "ui/jobs/async_query.h"

class QCheckBox;
class QComboBox;
class QLabel;

namespace recscope::ui {

class IntervalDelegate;
class Session;
class CellTable;

/// Shows what is over- or under-represented among some users, compared with the other users who could have been chosen:
/// a table with intervals, the number of comparisons, and how the p-values were corrected for that number.
class TraitsView : public QWidget {
    Q_OBJECT
public:
    explicit TraitsView(Session& session, QWidget* parent = nullptr);

    /// Starts a job that compares these users with the others; `users.name` names exported files.
    void setUsers(const CohortProposal& users);
    void clear();
    bool isComparing() const { return m_comparison.isOpen(); }
    std::shared_ptr<const OverRepresentation> result() const { return m_comparison.answer(); }

private:
    void fill();
    void addRow(const TraitComparison& trait);

    Session& m_session;
    AsyncQuery<CohortProposal, OverRepresentation> m_comparison;
    QComboBox* m_side;  ///< lists values that are more frequent than among the others, less frequent, or both
    QCheckBox* m_all;   ///< whether differences that are not significant are listed too
    CellTable* m_table;
    IntervalDelegate* m_intervals;
    QLabel* m_note;
};

}  // namespace recscope::ui
