// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <map>
#include <string>
#include <vector>

#include "ui/compare/compared_line.h"
#include "ui/jobs/async_query.h"

class QComboBox;
class QLabel;

namespace recscope::ui {

class PlotView;
class Session;

/// A plane of two measures, for example of accuracy and of how much of the catalogue is recommended: one point for each
/// line, with crosses of its intervals, and the front of the lines that no other line surpasses in both.
class TradeOffTab : public QWidget {
    Q_OBJECT
public:
    explicit TradeOffTab(Session& session, QWidget* parent = nullptr);
    void setLines(const std::vector<ComparedLine>& lines, const Scoring& scoring);

private:
    /// The measures of one line by name. A line whose runs have no lists has only the metrics of ranks.
    using Measures = std::map<std::string, SeedInterval>;

    static std::vector<Measures> measuresOf(JobContext& context, const ScoredLines& request);
    void draw();
    void drawPoint(const ComparedLine& line, const SeedInterval& x, const SeedInterval& y);

    AsyncQuery<ScoredLines, std::vector<Measures>> m_query;
    ScoredLines m_request;
    PlotView* m_plot;
    QComboBox *m_x, *m_y;
    QLabel* m_note;
};

}  // namespace recscope::ui
