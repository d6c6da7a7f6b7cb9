// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>
#include <map>
#include <vector>

#include "core/plan/plan_run.h"
#include "ui/jobs/async_query.h"
#include "ui/widgets/update_when_visible.h"

class QLabel;
class QToolButton;

namespace recscope::ui {

class PlanCurves;
class Session;
class TrainingController;
struct PlanCurve;

/// A small plot for each run of a plan: NDCG@10 on validation, or the loss if there is no validation. The plot of the
/// run that is being trained is updated live. The user of the program can pause the running training, and move or drop
/// queued runs.
class StudyCurves : public QWidget {
    Q_OBJECT
public:
    explicit StudyCurves(Session& session, QWidget* parent = nullptr);

    void setRuns(const Plan& plan, const std::vector<PlannedRun>& runs, const std::vector<PlannedState>& states);
    PlanCurves& curves() const { return *m_curves; }
    const AnyAsyncQuery& reading() const { return m_reading; }

private:
    using Epochs = std::map<RunId, std::vector<EpochRecord>>;
    /// One run with its state in the plan and in the queue.
    struct PlanRun {
        DatasetId dataset = 0;
        RunConfig config;
        QString title, toolTip;
        PlannedState state;
        RunId run = 0;   ///< id of the stored run or of the run in training; 0 = not started
        QString ticket;  ///< identifies the run in the queue; empty = not queued
    };
    void readQueue();
    void readLiveEpochs();
    void showCurves();
    PlanCurve curveOf(const PlanRun& planRun, bool isLive) const;
    std::vector<EpochRecord> epochsOf(RunId run) const;
    std::int64_t bestEpochOf(const PlanRun& planRun) const;  ///< 0 = none yet
    bool isLive(const PlanRun& planRun) const;
    void describeActions();
    QToolButton* makeButton(const char* name, const QString& text, const char* icon);
    /// The ticket of the chosen run as a list with one element; empty if no queued run is chosen.
    QStringList chosenTicket() const;

    UpdateWhenVisible m_updater{*this, [this] { readQueue(); }};
    Session& m_session;
    TrainingController& m_training;
    AsyncQuery<std::vector<RunId>, Epochs> m_reading;
    std::vector<PlanRun> m_planRuns;
    Epochs m_storedEpochs;                     ///< read from the workspace
    Epochs m_liveEpochs;                       ///< received during training; may continue the stored ones
    std::map<RunId, std::int64_t> m_liveBest;  ///< the best epochs of the runs in m_liveEpochs
    PlanCurves* m_curves;
    QLabel* m_about;
    QToolButton *m_pause, *m_earlier, *m_later, *m_drop, *m_queue;
};

}  // namespace recscope::ui
