// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "ui/cohort/cohort_proposal.h"
#include "ui/compare/compared_line.h"
#include "ui/jobs/async_query.h"

class QLabel;
class QPushButton;

namespace recscope::ui {

class PlotView;
class Session;

/// Shows NDCG@10 for users grouped by the length of the history, and by the popularity of the held-out item.
class BreakdownTab : public QWidget {
    Q_OBJECT
public:
    explicit BreakdownTab(Session& session, QWidget* parent = nullptr);
    void setLines(const std::vector<ComparedLine>& lines, const Scoring& scoring);

signals:
    /// Requests what the users of a group have in common.
    void cohortRequested(const recscope::ui::CohortProposal& users);

private:
    struct Groups {
        std::vector<MetricGroup> byLength, byPopularity;
    };
    /// A group that was clicked.
    struct ChosenGroup {
        PlotView* plot = nullptr;
        MetricGroup group;
    };
    using GroupsByRun = std::map<RunId, Groups>;
    /// A request: the users of a group that was clicked.
    struct GroupUsers {
        std::shared_ptr<const ComparedRun> run;
        Scoring scoring;
        MetricGroup group;
        bool isLength = false;  ///< true = grouped by history length, false = by item popularity
        bool operator==(const GroupUsers& other) const;
    };
    static GroupsByRun groupUsers(JobContext& context, const ScoredLines& request);
    static std::vector<std::int32_t> usersOf(JobContext& context, const GroupUsers& request);
    const MetricGroup* groupAt(PlotView* plot, int line, int point) const;
    QString whatText(PlotView* plot, const MetricGroup& group) const;
    QString pointText(PlotView* plot, int line, int point) const;
    void choose(PlotView* plot, int line, int point);
    void showChosen();
    void askForUsers();
    void offerUsers(const std::vector<std::int32_t>& users);
    void fill();
    void fillPlot(PlotView* plot, const QString& xLabel, std::vector<MetricGroup> Groups::*part);
    /// For each group of users, the mean over those seeds of the line that were scored, with an interval over users and
    /// seeds.
    std::vector<MetricGroup> groupsOf(const ComparedLine& line, std::vector<MetricGroup> Groups::*part) const;

    Session& m_session;
    AsyncQuery<ScoredLines, GroupsByRun> m_query;
    AsyncQuery<GroupUsers, std::vector<std::int32_t>> m_collecting;
    QLabel* m_note;
    PlotView *m_length, *m_popularity;
    std::vector<ComparedLine> m_lines;
    Scoring m_scoring;
    std::shared_ptr<const GroupsByRun> m_known;                              ///< null while the users are being grouped
    std::map<std::pair<PlotView*, int>, std::vector<MetricGroup>> m_groups;  ///< indexed by plot and line
    std::optional<ChosenGroup> m_chosen;
    QLabel* m_group;
    QPushButton* m_common;
};

}  // namespace recscope::ui
