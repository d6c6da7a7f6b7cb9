// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "ui/compare/compared_line.h"

class QComboBox;
class QLabel;
class QStackedWidget;
class QTabWidget;

namespace recscope::ui {

class BreakdownTab;
class CohortBox;
class ConfigTab;
class CurvesTab;
class ElidedLabel;
class EmptyState;
class MetricsTab;
class OneUserTab;
class ReferenceValues;
class RunChips;
class Session;
class UsersTab;

/// Two or more runs side by side, seeds of one config as one line: curves, metrics with intervals and a verdict, users,
/// one user, configs.
class ComparePage : public QWidget {
    Q_OBJECT
public:
    explicit ComparePage(Session& session, QWidget* parent = nullptr);

    QTabWidget* tabs() const { return m_tabs; }
    RunChips* chips() const { return m_chips; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    void reload();
    void setRuns(std::vector<std::shared_ptr<const ComparedRun>> runs);
    void showLines();
    void fillScoring();
    void showScoringChoices();
    void refreshTabs();
    void restrictRuns();
    void describeCohort();
    void describeChoice();
    void score(const std::vector<RunId>& runs);
    Scoring scoring() const;

    Session& m_session;
    ReferenceValues* m_references;
    QStackedWidget* m_stack;
    QStackedWidget* m_body;  ///< the tabs, or what to do while no run is chosen
    EmptyState *m_empty, *m_none;
    RunChips* m_chips;
    QTabWidget* m_tabs;
    QComboBox *m_split, *m_protocol;
    CohortBox* m_cohort;
    ElidedLabel* m_cohortNote;
    QWidget *m_splitPart, *m_protocolPart, *m_cohortPart;  ///< the boxes with their labels
    CurvesTab* m_curves;
    MetricsTab* m_metrics;
    BreakdownTab* m_breakdown;
    UsersTab* m_users;
    OneUserTab* m_oneUser;
    ConfigTab* m_config;
    std::vector<std::shared_ptr<const ComparedRun>> m_all;   ///< as they were read, newest first
    std::vector<std::shared_ptr<const ComparedRun>> m_runs;  ///< restricted to the chosen cohort
    std::vector<ComparedLine> m_allLines, m_lines;           ///< what they are on the page
    std::vector<Protocol> m_protocols;                       ///< of the combo box
    int m_scoringJobs = 0;
    bool m_stale = true;
};

}  // namespace recscope::ui
