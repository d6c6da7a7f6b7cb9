// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "ui/cohort/cohort_proposal.h"
#include "ui/compare/compared_line.h"

class QLabel;
class QPushButton;

namespace recscope::ui {

class PlotView;
class Session;

/// NDCG@10 of groups of users: by how much the model could read and by how popular the right answer is.
class BreakdownTab : public QWidget {
    Q_OBJECT
public:
    explicit BreakdownTab(Session& session, QWidget* parent = nullptr);
    void setLines(const std::vector<ComparedLine>& lines, const Scoring& scoring);

signals:
    /// Asks what the users of a group have in common.
    void cohortWanted(const recscope::ui::CohortProposal& users);

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Groups {
        std::vector<MetricGroup> byLength, byPopularity;
    };
    /// A group that was clicked.
    struct ChosenGroup {
        PlotView* plot = nullptr;
        MetricGroup group;
    };
    /// One stored evaluation: run, split, protocol as JSON, when it was scored; and how many of its users are looked
    /// at, with the sum of their indices, which tells one cohort from another.
    using Key = std::tuple<RunId, Split, std::string, std::string, std::size_t, std::int64_t>;
    static Key keyOf(RunId run, const RankedEvaluation& evaluation);
    const MetricGroup* groupAt(PlotView* plot, int line, int point) const;
    QString whatText(PlotView* plot, const MetricGroup& group) const;
    QString pointText(PlotView* plot, int line, int point) const;
    void choose(PlotView* plot, int line, int point);
    void showChosen();
    void offerChosen();
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
    std::map<std::pair<PlotView*, int>, std::vector<MetricGroup>> m_groups;  ///< by plot and line
    std::optional<ChosenGroup> m_chosen;
    QLabel* m_group;
    QPushButton* m_common;
};

}  // namespace recscope::ui
