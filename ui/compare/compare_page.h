// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "ui/compare/compared_line.h"
#include "ui/jobs/async_query.h"
#include "ui/widgets/stateful_widget.h"

class QButtonGroup;
class QComboBox;
class QLabel;
class QStackedWidget;
class QTabWidget;

namespace recscope::ui {

class BreakdownTab;
class CohortBox;
class ConfigTab;
class PatternsTab;
class CurvesTab;
class ElidedLabel;
class EmptyState;
class MetricsTab;
class OneUserTab;
class ReferenceValues;
class RunChips;
class SegmentsTable;
class StudyView;
class Session;
class TradeOffTab;
class UsersTab;
class VerdictTab;

/// Compares two or more runs side by side in tabs: curves, metrics with intervals and a verdict, groups of users,
/// users, one user, configs, and for the sample dataset its planted patterns. Several seeds of one config form one
/// line. A tab is filled only when it is shown. Alternatively shows a study: the combined results of a plan's runs.
class ComparePage : public QWidget, public StatefulWidget {
    Q_OBJECT
public:
    explicit ComparePage(Session& session, QWidget* parent = nullptr);

    QTabWidget* tabs() const { return m_tabs; }
    StudyView* study() const { return m_study; }
    RunChips* chips() const { return m_chips; }
    /// The query that reads the chosen runs, once after each change of the choice or of the stored runs.
    const AnyAsyncQuery& reading() const { return m_reading; }

    /// Which part is shown: runs or a study.
    QVariant uiState() const override;
    void restoreState(const QVariant& state) override;
    StateScope stateScope() const override { return StateScope::Workspace; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// A request to restrict the runs to the users of a cohort.
    struct CohortRuns {
        ComparedRuns runs;
        std::shared_ptr<const std::vector<std::int32_t>> users;
        bool operator==(const CohortRuns&) const = default;
    };
    void layOut();
    QWidget* makeSwitch();
    QWidget* makeBreakdown();
    void fillBreakdown();
    void showPart();
    QWidget* makeChoice(const QString& text, QComboBox* box, const QString& name, const QString& toolTip);
    void addTab(QWidget* tab, const QString& title, const QString& about, std::function<void()> fill);
    void connectSignals();
    void load();
    void setRuns(const ComparedRuns& runs);
    void showLines();
    void fillScoring();
    void showScoringChoices();
    void refill();
    void refill(std::initializer_list<QWidget*> tabs);
    void fill(QWidget* tab);
    void fillVisibleTab();
    void fitTabs();
    void fillCurves();
    void fillMetrics();
    void restrictRuns();
    void describeCohort();
    void describeChoice();
    void showUser(qint32 user, LineId a, LineId b);
    void score(const std::vector<RunId>& runs);
    Scoring scoring() const;

    Session& m_session;
    ReferenceValues& m_references;
    AsyncQuery<std::vector<RunId>, ComparedRuns> m_reading;
    AsyncQuery<CohortRuns, ComparedRuns> m_restricting;
    QStackedWidget* m_stack;              ///< pages: m_noRuns | m_runsPart | m_study
    QStackedWidget* m_body;               ///< pages: the tabs | advice while no run is chosen
    EmptyState *m_noRuns, *m_noneChosen;  ///< advice: there is no run to compare; no run is chosen
    RunChips* m_chips;
    QTabWidget* m_tabs;
    QComboBox *m_split, *m_protocol;
    CohortBox* m_cohort;
    ElidedLabel* m_cohortNote;
    QWidget *m_splitChoice, *m_protocolChoice, *m_cohortChoice;  ///< the boxes with their labels
    CurvesTab* m_curves;
    MetricsTab* m_metrics;
    VerdictTab* m_verdict;
    BreakdownTab* m_breakdown;
    SegmentsTable* m_segments;
    QWidget* m_breakdownPart;        ///< the plots of the breakdown or the table of segments
    QButtonGroup* m_breakdownParts;  ///< switches between the two
    TradeOffTab* m_tradeOffs;
    UsersTab* m_users;
    OneUserTab* m_oneUser;
    PatternsTab* m_patterns;
    ConfigTab* m_config;
    StudyView* m_study;
    QButtonGroup* m_parts;                             ///< switches between runs and a study
    QWidget* m_runsPart;                               ///< the chips and the tabs
    std::map<QWidget*, std::function<void()>> m_fill;  ///< indexed by tab: the function that fills it
    std::set<QWidget*> m_unfilled;                     ///< tabs that still show outdated content
    ComparedRuns m_all;                                ///< as read, newest first
    ComparedRuns m_runs;  ///< `m_all`, restricted to the users of the chosen cohort if there is one
    std::vector<ComparedLine> m_allLines, m_lines;  ///< `m_all` and `m_runs` as lines
    std::vector<Protocol> m_protocols;              ///< entries of the combo box
    int m_scoringJobs = 0;                          ///< number of runs that are being scored
};

}  // namespace recscope::ui
