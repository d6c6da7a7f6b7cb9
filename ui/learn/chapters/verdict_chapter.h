// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/jobs/async_query.h"
#include "ui/learn/chapter_widget.h"
#include "ui/learn/experiments.h"
#include "ui/learn/learn_query.h"

class QComboBox;
class QLabel;
class QStackedWidget;

namespace recscope::ui {

class BarRows;

/// The ranks of the two models for the same users under one protocol.
struct ProtocolDuel {
    Protocol protocol;
    std::vector<UserRank> bidirectional, causal;  ///< test ranks, ascending by user
};

/// The ranks that the chapter compares, computed with the best weights of both runs.
struct Duel {
    ProtocolDuel full;     ///< under the bidirectional run's own protocol
    ProtocolDuel sampled;  ///< the same, but among 100 candidates drawn by popularity
    TargetKinds kinds;     ///< kinds of the test items
};

/// Shows which model wins, by how much and on which kinds of items, and whether another protocol agrees.
class VerdictChapter : public ChapterWidget {
    Q_OBJECT
public:
    explicit VerdictChapter(Course& course);

    void showStep(int step) override;
    void restart() override;
    void reveal() override;
    QString finding() const override;
    bool readsHistory() const override { return false; }
    bool isWaiting() const override { return m_measuring.isOpen(); }
    void leave() override;

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct DuelRequest {
        LearnRuns runs;
        bool operator==(const DuelRequest&) const = default;
    };
    void requestDuel();
    void draw(const Duel& duel);
    void clear();
    QString shortVerdict(const ProtocolDuel& duel) const;  ///< without numbers
    QString verdictText(const ProtocolDuel& duel) const;   ///< includes the difference and its interval
    /// `reach`: the difference axis extends at least this far to each side of 0.
    void drawKinds(const Duel& duel, double reach);

    AsyncQuery<DuelRequest, Duel> m_measuring;
    int m_step = 0;
    bool m_revealed = false;  ///< true once the question is answered: the sampled ranks may be shown
    /// The task: true once the difference was shown under the full and under the sampled protocol.
    bool m_sawFull = false, m_sawSampled = false;

    QLabel* m_state;
    BarRows *m_scores, *m_difference, *m_patterns;
    QLabel* m_verdict;
};

}  // namespace recscope::ui
