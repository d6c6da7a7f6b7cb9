// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/metrics/seed_statistics.h"
#include "ui/learn/chapter_widget.h"
#include "ui/learn/experiments.h"

class QLabel;
class QPushButton;
class QSlider;
class QStackedWidget;

namespace recscope::ui {

class BarRows;
class HistoryCards;
class LiveCurves;
class PlotView;

/// Shows what last-item samples (training samples that hide only the last item) are for: in training, a bidirectional
/// model predicts items at any position, but a recommendation is the item at the end. The chapter trains the same model
/// with and without these samples, with several seeds. An interval shows whether they help; plots show for each epoch
/// where [MASK] at the end attends.
class EndChapter : public ChapterWidget {
    Q_OBJECT
public:
    explicit EndChapter(Course& course);

    void showStep(int step) override;
    void restart() override;
    QString finding() const override;
    void leave() override;

    /// Difference in NDCG@10 for the next item: trained with last-item samples minus trained without them, over users
    /// and seeds. Set once all models are trained.
    std::optional<SeedInterval> difference() const;

protected:
    void fitLayout() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitCards();
    void makeModels();
    void showHistory();
    void drawByEpoch();
    void showMaskWeights();
    QWidget* makeResult();
    void showResult();
    void decide(DifferenceVerdict verdict);
    QString verdictText(DifferenceVerdict verdict) const;
    /// The ranks of all validation items after the last epoch, one list per seed; empty until all models are trained.
    std::vector<std::vector<UserRank>> ranksOf(int model) const;
    /// Attention weights of [MASK] by position after an epoch (1-based), the mean over the seeds.
    std::vector<double> maskWeights(int model, int epoch) const;
    /// Attention weight of the newest item by epoch, the mean over the seeds.
    std::vector<double> lastItemWeights(int model) const;
    int epochsKnown(int model) const;

    QStackedWidget* m_views;
    HistoryCards *m_middle, *m_lastItem, *m_use;  ///< examples: a training sample, a last-item sample, a recommendation
    LiveCurves* m_curves;
    QSlider* m_epoch;
    QLabel* m_epochText;
    BarRows *m_with, *m_without;  ///< attention weights of [MASK] by position, of the two models
    PlotView* m_byEpoch;          ///< attention weight of the last item, by epoch
    BarRows *m_scores, *m_difference;
    std::vector<QPushButton*> m_verdicts;  ///< buttons in the order of `DifferenceVerdict`
    QLabel* m_resultText;
    bool m_isDecided = false;  ///< true once the user of the program has read the interval correctly
};

}  // namespace recscope::ui
