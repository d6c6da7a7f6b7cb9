// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/learn/chapter_widget.h"

class QLabel;
class QSlider;
class QStackedWidget;

namespace recscope::ui {

class BarRows;
class HistoryCards;
class LiveCurves;
class PlotView;

/// Training asks for any position, use for the end: the same model trained with and without last-item samples, and
/// where [MASK] at the end looks, epoch by epoch.
class EndChapter : public ChapterWidget {
    Q_OBJECT
public:
    explicit EndChapter(Course& course);

    void showStep(int step) override;
    void restart() override;
    QString finding() const override;
    void leave() override;

protected:
    void fitRoom() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitCards();
    void makeModels();
    void showHistory();
    void drawByEpoch();
    void showLooks();
    /// The weight of the newest item, by epoch.
    std::vector<double> lastItemWeights(int model) const;

    QStackedWidget* m_views;
    HistoryCards *m_middle, *m_lastItem, *m_use;
    LiveCurves* m_curves;
    QSlider* m_epoch;
    QLabel* m_epochText;
    BarRows *m_with, *m_without;
    PlotView* m_byEpoch;  ///< the weight of the last item, by epoch
};

}  // namespace recscope::ui
