// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "ui/compare/compared_line.h"

class QComboBox;

namespace recscope::ui {

/// Which two of the compared lines stand against each other: A and B.
class PairBar : public QWidget {
    Q_OBJECT
public:
    /// Of what a pair can be: a model that is asked is one run, never the mean of several.
    enum class Offers { Lines, SingleRuns };
    explicit PairBar(Offers offers, QWidget* parent = nullptr);

    /// Keeps a pair that was chosen where both still are there, else takes `defaultPair`'s.
    void setLines(const std::vector<ComparedLine>& lines);
    /// Null while there are fewer than two.
    const ComparedLine* a() const { return at(m_a); }
    const ComparedLine* b() const { return at(m_b); }
    /// A line of several seeds stands for its best one on validation where only single runs are offered.
    void setPair(LineId a, LineId b);

signals:
    void pairChanged();

private:
    const ComparedLine* at(QComboBox* box) const;
    int indexOf(LineId line) const;  ///< -1 = not offered
    void show(int a, int b);
    void chosen(QComboBox* changed, QComboBox* other);

    Offers m_offers;
    std::vector<ComparedLine> m_lines, m_offered;
    QComboBox *m_a, *m_b;
    int m_before[2] = {-1, -1};  ///< indices before a change, to swap where both would be the same
    bool m_touched = false;      ///< the person chose; until then the pair follows the runs
};

}  // namespace recscope::ui
