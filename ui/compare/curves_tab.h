// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "core/train/trainer.h"
#include "ui/compare/compared_run.h"

class QCheckBox;
class QLabel;

namespace recscope::ui {

class PlotView;

/// Loss, NDCG@10 and HR@10 by epoch of all compared runs, one over the other.
class CurvesTab : public QWidget {
    Q_OBJECT
public:
    explicit CurvesTab(QWidget* parent = nullptr);
    void setRuns(const std::vector<ComparedRun>& runs, const std::vector<Reference>& references);

private:
    PlotView *m_loss, *m_ndcg, *m_hr;
    QLabel* m_note;
    std::vector<RunId> m_shown;
};

}  // namespace recscope::ui
