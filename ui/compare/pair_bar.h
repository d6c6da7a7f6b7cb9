// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "ui/compare/compared_run.h"

class QComboBox;

namespace recscope::ui {

/// Which two of the compared runs stand against each other: A and B.
class PairBar : public QWidget {
    Q_OBJECT
public:
    explicit PairBar(QWidget* parent = nullptr);

    /// Keeps the pair where both still are there, else takes the first two.
    void setRuns(const std::vector<ComparedRun>& runs);
    /// Null while there are fewer than two runs.
    const ComparedRun* a() const { return at(m_a); }
    const ComparedRun* b() const { return at(m_b); }
    void setPair(RunId a, RunId b);

signals:
    void pairChanged();

private:
    const ComparedRun* at(QComboBox* box) const;
    void chosen(QComboBox* changed, QComboBox* other);

    std::vector<ComparedRun> m_runs;
    QComboBox *m_a, *m_b;
    int m_before[2] = {-1, -1};  ///< indices before a change, to swap where both would be the same
};

}  // namespace recscope::ui
