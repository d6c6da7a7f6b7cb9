// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ui/cohort/cohort_proposal.h"
#include "ui/compare/compared_line.h"
#include "ui/jobs/async_query.h"

class QComboBox;
class QLabel;
class QPushButton;

namespace recscope::ui {

class PlotView;
class Session;

/// Shows NDCG@10 for users grouped by the length of the history, by the popularity of the held-out item, and by an
/// attribute of the users.
class BreakdownTab : public QWidget {
    Q_OBJECT
public:
    explicit BreakdownTab(Session& session, QWidget* parent = nullptr);
    void setLines(const std::vector<ComparedLine>& lines, const Scoring& scoring);

signals:
    /// Requests the dialog that shows what the users of a group have in common.
    void cohortRequested(const recscope::ui::CohortProposal& users);

private:
    struct Groups {
        std::vector<MetricGroup> byLength, byPopularity;
        std::vector<AttributeGroups> byAttribute;
    };
    enum class GroupedBy { Length, Popularity, Attribute };
    /// Returns one of the groupings in a run's `Groups`.
    using PartOf = std::function<std::vector<MetricGroup>(const Groups&)>;
    /// The group that was clicked, and its plot.
    struct ChosenGroup {
        PlotView* plot = nullptr;
        MetricGroup group;
    };
    using GroupsByRun = std::map<RunId, Groups>;
    /// A request for the users of a group.
    struct GroupUsers {
        std::shared_ptr<const ComparedRun> run;
        Scoring scoring;
        MetricGroup group;
        GroupedBy by = GroupedBy::Length;
        std::string attribute;  ///< name of the attribute, for GroupedBy::Attribute
        QString name;           ///< name of the group
        bool operator==(const GroupUsers& other) const;
    };
    static GroupsByRun groupUsers(JobContext& context, const ScoredLines& request);
    static std::vector<std::int32_t> usersOf(JobContext& context, const GroupUsers& request);
    const MetricGroup* groupAt(PlotView* plot, int line, int point) const;
    QString groupDescription(PlotView* plot, const MetricGroup& group) const;
    QString pointText(PlotView* plot, int line, int point) const;
    void choose(PlotView* plot, int line, int point);
    void showChosen();
    void requestUsers();
    void offerUsers(const std::vector<std::int32_t>& users);
    void fill();
    void fillAttributes();
    void fillPlot(PlotView* plot, const QString& title, const QString& xLabel, const PartOf& part);
    GroupedBy groupedBy(PlotView* plot) const;
    QString groupName(PlotView* plot, const MetricGroup& group) const;
    /// A run's groups by the chosen attribute; null if no attribute is chosen.
    const AttributeGroups* byChosenAttribute(const Groups& groups) const;
    /// For each group of users: the mean over the scored seeds of the line, with an interval over users and seeds.
    std::vector<MetricGroup> groupsOf(const ComparedLine& line, const PartOf& part) const;

    Session& m_session;
    AsyncQuery<ScoredLines, GroupsByRun> m_query;
    AsyncQuery<GroupUsers, std::vector<std::int32_t>> m_collecting;
    QLabel* m_note;
    PlotView *m_lengthPlot, *m_popularityPlot, *m_attributePlot;
    QComboBox* m_attributeBox;
    QWidget* m_attributePart;  ///< the plot by attribute and its combo box; hidden if the users have no attributes
    std::vector<ComparedLine> m_lines;
    Scoring m_scoring;
    std::shared_ptr<const GroupsByRun> m_groupsByRun;                        ///< null while the users are being grouped
    std::map<std::pair<PlotView*, int>, std::vector<MetricGroup>> m_groups;  ///< indexed by plot and line
    std::optional<ChosenGroup> m_chosen;
    QLabel* m_chosenText;  ///< describes the chosen group
    QPushButton* m_commonButton;
};

}  // namespace recscope::ui
