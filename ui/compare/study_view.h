// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "core/plan/plan_run.h"
#include "core/plan/study.h"
#include "ui/compare/plan_choice.h"
#include "ui/jobs/async_query.h"
#include "ui/widgets/stateful_widget.h"

class QComboBox;
class QLabel;
class QPushButton;
class QStackedWidget;
class QTabWidget;

namespace recscope::ui {

class EmptyState;
class Session;
class StudyAttention;
class StudyCurves;
class StudyNumbers;
class StudyVerdicts;

/// Shows the combined results of a plan's runs: a paper's table with published and measured values, or an ablation, or
/// curves over a config key. Also shows the training curves of each run and attention figures, trains missing runs, and
/// writes the report.
class StudyView : public QWidget, public StatefulWidget {
    Q_OBJECT
public:
    explicit StudyView(Session& session, QWidget* parent = nullptr);

    /// Opens a plan file; if it is invalid, the view shows what is wrong.
    void openPlan(const QString& file);
    const AnyAsyncQuery& reading() const { return m_reading; }
    const AnyAsyncQuery& estimating() const { return m_estimating; }
    QTabWidget* tabs() const { return m_tabs; }
    StudyCurves* curves() const { return m_curves; }
    StudyAttention* attention() const { return m_attention; }

    /// The plan's name and the dataset that it is shown for.
    QVariant uiState() const override;
    void restoreState(const QVariant& state) override;

protected:
    void hideEvent(QHideEvent* event) override;

private:
    struct StudyRequest {
        QString plan;             ///< name of a built-in plan, key of a plan of the workspace, or path
        QString dataset;          ///< replaces the plan's own datasets; empty = keeps them
        std::set<RunId> removed;  ///< deleted runs that can still be restored; they count as missing
        bool operator==(const StudyRequest&) const = default;
    };
    struct Answer {
        Study study;
        std::vector<PlannedRun> runs;
        std::vector<PlannedState> states;
    };
    QWidget* makeControls();
    void fillDatasets();
    void chooseDataset();
    void writePlan();
    void findPlanFile();
    void requestStudy();
    void handleAnswer();
    void showTable();
    void estimate();
    bool isMeasured() const;
    void describe();
    void describeActions();
    void describeEmptyState();
    QStringList timeTexts() const;
    QString missingDatasetNote() const;
    void trainMissing();
    void saveReport();
    StudyRequest chosen() const;
    std::size_t missing() const;
    std::size_t waiting() const;
    bool isInInterruptedQueue() const;
    void handleRunsChanged();
    void listWorkspacePlans();

    Session& m_session;
    AsyncQuery<StudyRequest, Answer> m_reading;
    AsyncQuery<StudyRequest, std::vector<std::optional<double>>> m_estimating;  ///< seconds per run, from estimatePlan
    AsyncQuery<std::set<RunId>, std::vector<WorkspacePlan>> m_workspacePlans;   ///< the plans of the workspace
    bool m_isChosen = false;                ///< true if the user of the program or the restored UI state chose a plan
    std::shared_ptr<const Answer> m_shown;  ///< stays shown while a new answer is computed
    std::vector<std::tuple<RunId, RunState, std::string>> m_ended;  ///< the ended runs when the study was last read
    QString m_requestedDataset;  ///< the dataset may be missing from the workspace; empty = the plan's own datasets

    PlanChoice* m_plan;
    QComboBox *m_dataset, *m_part;  ///< m_part: chooses one of the study's tables
    QPushButton *m_train, *m_report;
    QLabel *m_source, *m_state;
    QStackedWidget* m_body;
    QTabWidget* m_tabs;
    StudyCurves* m_curves;
    StudyAttention* m_attention;
    StudyNumbers* m_numbers;
    StudyVerdicts* m_verdicts;
    EmptyState* m_empty;
};

}  // namespace recscope::ui
