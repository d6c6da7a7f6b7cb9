// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "ui/compare/compared_line.h"

class QComboBox;

namespace recscope::ui {

/// Chooses which two of the compared lines (each one run, or the seeds of one config) form the pair A and B.
class PairBar : public QWidget {
    Q_OBJECT
public:
    /// What the combo boxes offer: lines, or only single runs, because a forward pass needs the weights of one run.
    enum class Offers { Lines, SingleRuns };
    explicit PairBar(Offers offers, QWidget* parent = nullptr);

    /// Keeps a chosen pair if both lines still exist, else takes `defaultPair`.
    void setLines(const std::vector<ComparedLine>& lines);
    /// Null while fewer than two lines are offered.
    const ComparedLine* a() const { return chosenLine(m_a); }
    const ComparedLine* b() const { return chosenLine(m_b); }
    /// Chooses the pair. If only single runs are offered, a line of several seeds is replaced by the seed that is best
    /// on validation.
    void setPair(LineId a, LineId b);

signals:
    void pairChanged();

private:
    const ComparedLine* chosenLine(QComboBox* box) const;
    int indexOf(LineId line) const;  ///< -1 = not offered
    void choosePair(int a, int b);
    void handleChoice(QComboBox* changed, QComboBox* other);

    Offers m_offers;
    std::vector<ComparedLine> m_lines, m_offered;  ///< as set; entries of the combo boxes
    QComboBox *m_a, *m_b;
    int m_previous[2] = {-1, -1};  ///< chosen indices before a change, to swap A and B if both would be the same line
    bool m_isChosenByPerson = false;  ///< true once a pair was chosen or set; until then the pair is `defaultPair`
};

}  // namespace recscope::ui
