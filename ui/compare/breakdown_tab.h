// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "ui/compare/compared_line.h"

class QLabel;

namespace recscope::ui {

class PlotView;
class Session;

/// NDCG@10 of groups of users: by how much the model could read and by how popular the right answer is.
class BreakdownTab : public QWidget {
    Q_OBJECT
public:
    explicit BreakdownTab(Session& session, QWidget* parent = nullptr);
    void setLines(const std::vector<ComparedLine>& lines, const Scoring& scoring);

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Groups {
        std::vector<MetricGroup> byLength, byPopularity;
    };
    /// One stored evaluation: run, split, protocol as JSON, when it was scored.
    using Key = std::tuple<RunId, Split, std::string, std::string>;
    static Key keyOf(RunId run, const EvaluationRecord& record);
    void work();
    void fill();
    void fillPlot(PlotView* plot, const QString& what, std::vector<MetricGroup> Groups::*part);
    /// One group of the line: the mean over its scored seeds, with an interval over users and seeds.
    std::vector<MetricGroup> groupsOf(const ComparedLine& line, std::vector<MetricGroup> Groups::*part) const;

    Session& m_session;
    QLabel* m_note;
    PlotView *m_length, *m_popularity;
    std::vector<ComparedLine> m_lines;
    Scoring m_scoring;
    std::map<Key, Groups> m_known;
};

}  // namespace recscope::ui
