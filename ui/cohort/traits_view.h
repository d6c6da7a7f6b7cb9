// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>
#include <optional>

#include "core/metrics/over_representation.h"
#include "ui/cohort/cohort_proposal.h"

class QCheckBox;
class QComboBox;
class QLabel;

namespace recscope::ui {

class IntervalDelegate;
class Session;
class CellTable;

/// What is over-represented among some users against all others: a table with intervals, how many looks were made and
/// how the p-values were corrected for them.
class TraitsView : public QWidget {
    Q_OBJECT
public:
    explicit TraitsView(Session& session, QWidget* parent = nullptr);

    /// Compares these users, as a job; its `name` goes into exports.
    void setUsers(const CohortProposal& users);
    void clear();
    bool isComparing() const { return m_comparing; }
    const std::optional<OverRepresentation>& result() const { return m_result; }

private:
    /// The traits of one dataset under one split, kept while cohorts are compared.
    struct Known {
        DatasetId dataset = 0;
        SplitRule rule;
        Split split = Split::Test;
        UserTraits traits;
    };
    void fill();
    void addRow(const TraitComparison& trait);

    Session& m_session;
    QComboBox* m_side;
    QCheckBox* m_all;
    CellTable* m_table;
    IntervalDelegate* m_intervals;
    QLabel* m_note;
    std::shared_ptr<const Known> m_known;
    std::optional<OverRepresentation> m_result;
    QString m_problem;
    int m_asked = 0;  ///< comparisons begun or given up: an answer to an earlier one is dropped
    bool m_comparing = false;
};

}  // namespace recscope::ui
