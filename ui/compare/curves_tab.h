// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "core/train/trainer.h"
#include "ui/compare/compared_line.h"

class QCheckBox;
class QLabel;

namespace recscope::ui {

class PlotView;

/// Loss, NDCG@10 and HR@10 by epoch of all compared lines in shared plots. Several seeds are drawn as their mean with a
/// band of one standard deviation.
class CurvesTab : public QWidget {
    Q_OBJECT
public:
    explicit CurvesTab(QWidget* parent = nullptr);
    void setLines(const std::vector<ComparedLine>& lines, const std::vector<Reference>& references);

private:
    PlotView *m_loss, *m_ndcg, *m_hr;
    QLabel* m_note;
    std::vector<LineId> m_shown;  ///< ids of the lines that the plots contain, in their order
};

}  // namespace recscope::ui
