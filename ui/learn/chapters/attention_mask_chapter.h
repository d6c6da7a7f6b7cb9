// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <any>

#include <QTimer>
#include "ui/jobs/job_runner.h"

#include "ui/learn/chapter_widget.h"

class QLabel;
class QStackedWidget;

namespace recscope {
class LiveTraining;
}

namespace recscope::ui {

class BarRows;
class HistoryCards;
class LiveCurves;
class MaskGrid;

/// Shows causal and bidirectional attention on one history. In an experiment, the same network learns to predict the
/// next item while it can read that item, i.e. it can cheat.
class AttentionMaskChapter : public ChapterWidget {
    Q_OBJECT
public:
    explicit AttentionMaskChapter(Course& course);

    void showStep(int step) override;
    void restart() override;
    QString finding() const override;
    void leave() override;
    bool handleKey(int key) override;
    /// The highlighted query position, which is a row of both grids; -1 = none.
    int highlightedRow() const { return m_highlightedRow; }
    /// True while the highlight moves through the rows automatically.
    bool isSweeping() const { return m_sweep.isActive(); }

protected:
    void fitLayout() override;
    void showEvent(QShowEvent* event) override;

private:
    void makeModels();
    void showHistory();
    void showWeightsAhead();
    void setHighlighted(int position);
    void startSweep();
    void showCounts();

    int m_step = 0, m_highlightedRow = -1;
    QTimer m_sweep;                 ///< moves the highlight through all rows once, unless it is moved by hand
    bool m_isSweepPending = false;  ///< true if m_sweep is to start as soon as the rows are visible
    HistoryCards* m_cards;
    MaskGrid *m_causal, *m_bidirectional;
    QStackedWidget* m_views;
    LiveCurves* m_curves;
    BarRows *m_counts, *m_weightsAhead;
    QLabel* m_weightsAheadNote;
};

}  // namespace recscope::ui
