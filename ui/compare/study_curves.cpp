// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/study_curves.h"

#include <QAction>
#include <QLabel>
#include <QScrollArea>
#include <QToolButton>
#include <algorithm>
#include <set>
#include <tuple>

#include "ui/compare/plan_curves.h"
#include "ui/runs/training_controller.h"
#include "ui/session/config_words.h"
#include "ui/session/session.h"
#include "ui/theme/icons.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

StudyCurves::StudyCurves(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_training(trainingOf(session)),
      m_reading(session.jobs(), {.title = tr("Reading the curves of a plan")},
                [](JobContext& context, const std::vector<RunId>& runs) {
                    Epochs epochs;
                    for (const RunId run : runs) {
                        throwIfStopped(context.stop);
                        epochs[run] = RunStore(context.workspace).epochs(run);
                    }
                    return epochs;
                }),
      m_curves(new PlanCurves),
      m_about(captionLabel(QStringLiteral("studyCurvesAbout"))),
      m_pause(makeButton("studyPause", tr("Pause"), "pause")),
      m_earlier(makeButton("studyEarlier", tr("Earlier"), "earlier")),
      m_later(makeButton("studyLater", tr("Later"), "later")),
      m_drop(makeButton("studyDrop", tr("Drop"), "close")),
      m_queue(makeButton("studyQueue", tr("Queue"), "train")) {
    setObjectName(QStringLiteral("studyCurves"));
    m_curves->setObjectName(QStringLiteral("planCurves"));
    m_about->setText(tr(
        "Validation NDCG@10 by epoch (dot: the best epoch); for runs without validation, the loss. All plots share the "
        "epoch axis and, except for losses, the value axis. Click a waiting run to move or drop it."));
    m_queue->setToolTip(tr("Everything that trains or waits, on the Train page"));
    arrange(this, column({row({grow(m_about), boxed(row({m_pause, m_earlier, m_later, m_drop, m_queue}, 0))}),
                          grow(scrolled(m_curves))}));
    for (const auto& [button, move, keys] :
         {std::tuple(m_earlier, QueueMove::Earlier, QKeySequence(Qt::ALT | Qt::Key_Up)),
          std::tuple(m_later, QueueMove::Later, QKeySequence(Qt::ALT | Qt::Key_Down))}) {
        auto* action = new QAction(button->text(), m_curves);
        action->setShortcut(keys);
        action->setShortcutContext(Qt::WidgetShortcut);
        m_curves->addAction(action);
        const auto moveChosen = [this, move = move] {
            if (const QStringList ticket = chosenTicket(); !ticket.isEmpty()) m_training.queue().move(ticket, move);
        };
        connect(button, &QToolButton::clicked, this, moveChosen);
        connect(action, &QAction::triggered, this, moveChosen);
    }
    auto* drop = new QAction(m_drop->text(), m_curves);
    drop->setShortcut(Qt::Key_Delete);
    drop->setShortcutContext(Qt::WidgetShortcut);
    m_curves->addAction(drop);
    const auto dropChosen = [this] {
        if (const QStringList ticket = chosenTicket(); !ticket.isEmpty()) m_training.queue().remove(ticket);
    };
    connect(m_drop, &QToolButton::clicked, this, dropChosen);
    connect(drop, &QAction::triggered, this, dropChosen);
    connect(m_pause, &QToolButton::clicked, this, [this] {
        if (m_training.live()) m_training.setPaused(!m_training.live()->paused);
    });
    connect(m_queue, &QToolButton::clicked, this, [this] {
        emit m_session.pageRequested(PageId::Train);
        emit m_session.queueRequested();
    });

    m_reading.deferWhileHidden(*this);
    connect(&m_reading, &AnyAsyncQuery::changed, this, [this] {
        if (const auto epochs = m_reading.answer()) {
            m_storedEpochs = *epochs;
            showCurves();
        }
    });
    connect(m_curves, &PlanCurves::chosenChanged, this, &StudyCurves::describeActions);
    connect(&m_training, &TrainingController::queueChanged, &m_updater, &UpdateWhenVisible::refresh);
    connect(&m_training, &TrainingController::epochsDone, this, &StudyCurves::readLiveEpochs);
    connect(&m_training, &TrainingController::progressed, this, [this] {
        if (isVisible())
            showCurves();
        else
            m_updater.refresh();
    });
    describeActions();
}

QToolButton* StudyCurves::makeButton(const char* name, const QString& text, const char* icon) {
    auto* button = new QToolButton;
    button->setObjectName(QLatin1String(name));
    button->setText(text);
    button->setIcon(lineIcon(QLatin1String(icon)));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setAutoRaise(true);
    return button;
}

void StudyCurves::setRuns(const Plan& plan, const std::vector<PlannedRun>& runs,
                          const std::vector<PlannedState>& states) {
    std::set<DatasetId> datasets;
    for (const PlannedRun& run : runs) datasets.insert(run.dataset);
    std::vector<PlanRun> planRuns;
    std::vector<RunId> begun;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        PlanRun& planRun = planRuns.emplace_back();
        planRun.dataset = runs[i].dataset;
        planRun.config = runs[i].config;
        planRun.title = QString::fromStdString(runs[i].title(plan));
        if (datasets.size() > 1) planRun.title += tr(" on %1").arg(QString::fromStdString(runs[i].datasetName));
        planRun.state = states[i];
        if (planRun.state.run) {
            planRun.run = planRun.state.run->id;
            begun.push_back(planRun.run);
        }
        QString name = planRun.title;
        if (planRun.state.run && QString::fromStdString(planRun.state.run->name) != planRun.title)
            name += tr(" (the run %1)").arg(QString::fromStdString(planRun.state.run->name));
        planRun.toolTip = QStringLiteral("<p><b>%1</b></p>%2").arg(name.toHtmlEscaped(), configAsHtml(planRun.config));
    }
    m_planRuns = std::move(planRuns);
    m_updater.refresh();
    m_reading.rerun(begun);
}

bool StudyCurves::isLive(const PlanRun& planRun) const {
    const QueuedRun* current = m_training.live() ? m_training.queue().current() : nullptr;
    return current && current->request.dataset == planRun.dataset && current->request.config == planRun.config;
}

void StudyCurves::readQueue() {
    const std::vector<QueuedRun> waiting = m_training.queue().waiting();
    for (PlanRun& planRun : m_planRuns) {
        planRun.ticket.clear();
        for (const std::vector<QueuedRun>* runs : {&waiting, &m_training.queue().interrupted()})
            for (const QueuedRun& run : *runs)
                if (run.request.dataset == planRun.dataset && run.request.config == planRun.config)
                    planRun.ticket = run.ticket;
        if (isLive(planRun)) planRun.run = m_training.live()->record.id;
    }
    showCurves();
}

void StudyCurves::readLiveEpochs() {
    const auto& live = m_training.live();
    if (!live) return;
    std::vector<EpochRecord>& received = m_liveEpochs[live->record.id];
    received.clear();
    for (const EpochInfo& epoch : live->epochs) received.push_back(epoch.record);
    m_liveBest[live->record.id] = live->record.bestEpoch;
    m_updater.refresh();
}

// Appends those received epochs that follow the stored ones; the others are the same as stored ones.
std::vector<EpochRecord> StudyCurves::epochsOf(RunId run) const {
    std::vector<EpochRecord> epochs;
    if (const auto stored = m_storedEpochs.find(run); stored != m_storedEpochs.end()) epochs = stored->second;
    const auto received = m_liveEpochs.find(run);
    if (received == m_liveEpochs.end()) return epochs;
    const std::int64_t last = epochs.empty() ? 0 : epochs.back().epoch;
    for (const EpochRecord& epoch : received->second)
        if (epoch.epoch > last) epochs.push_back(epoch);
    return epochs;
}

std::int64_t StudyCurves::bestEpochOf(const PlanRun& planRun) const {
    const auto& stored = planRun.state.run;
    const auto live = m_liveBest.find(planRun.run);
    return std::max(stored && stored->id == planRun.run ? stored->bestEpoch : 0,
                    live != m_liveBest.end() ? live->second : 0);
}

PlanCurve StudyCurves::curveOf(const PlanRun& planRun, bool isLive) const {
    PlanCurve curve{.title = planRun.title,
                    .state = {},
                    .toolTip = planRun.toolTip,
                    .yLabel = tr("NDCG@10"),
                    .points = {},
                    .best = {},
                    .isLive = isLive,
                    .sharesYAxis = true};
    const std::vector<EpochRecord> epochs = epochsOf(planRun.run);
    for (const EpochRecord& epoch : epochs)
        if (epoch.valid) {
            curve.points.emplace_back(double(epoch.epoch), epoch.valid->ndcg10);
            if (epoch.epoch == bestEpochOf(planRun)) curve.best = curve.points.back();
        }
    if (curve.points.empty() && !epochs.empty()) {
        curve.yLabel = tr("loss");
        curve.sharesYAxis = false;
        for (const EpochRecord& epoch : epochs) curve.points.emplace_back(double(epoch.epoch), epoch.loss);
    }
    const QString reached = curve.best ? tr("best %1 in epoch %2").arg(metricText(curve.best->y())).arg(curve.best->x())
                            : epochs.empty() ? QString()
                                             : tr("%1 epochs").arg(epochs.size());
    QStringList state;
    const auto& run = planRun.state.run;
    if (isLive) {
        state << m_training.live()->state()
              << tr("epoch %1 of %2").arg(epochs.size() + 1).arg(planRun.config.training.epochs);
    } else if (!planRun.ticket.isEmpty()) {
        state << tr("Waiting");
    } else if (planRun.state.isFailed()) {
        state << tr("Failed: %1").arg(QString::fromStdString(wordsOf(run->message)));
    } else if (planRun.state.isFinished()) {
        state << (epochs.empty() && m_reading.state() == AsyncQueryState::Answered ? tr("Finished; no epochs recorded")
                                                                                   : tr("Finished"));
    } else {
        state << (planRun.run ? tr("Interrupted") : tr("Not trained"));
    }
    if (!reached.isEmpty() && !isLive) state << reached;
    curve.state = state.join(QStringLiteral(" · "));
    return curve;
}

void StudyCurves::showCurves() {
    std::vector<PlanCurve> curves;
    for (const PlanRun& planRun : m_planRuns) curves.push_back(curveOf(planRun, isLive(planRun)));
    m_curves->setCurves(std::move(curves));
    describeActions();
}

QStringList StudyCurves::chosenTicket() const {
    const int chosen = m_curves->chosen();
    if (chosen < 0 || chosen >= int(m_planRuns.size())) return {};
    const QString& ticket = m_planRuns[std::size_t(chosen)].ticket;
    return ticket.isEmpty() ? QStringList() : QStringList{ticket};
}

void StudyCurves::describeActions() {
    const bool hasLive =
        std::any_of(m_planRuns.begin(), m_planRuns.end(), [this](const PlanRun& planRun) { return isLive(planRun); });
    const bool paused = hasLive && m_training.live()->paused;
    m_pause->setEnabled(hasLive);
    m_pause->setText(paused ? tr("Resume") : tr("Pause"));
    m_pause->setIcon(lineIcon(paused ? QStringLiteral("play") : QStringLiteral("pause")));
    m_pause->setToolTip(!hasLive ? tr("No run of this plan trains now")
                        : paused ? tr("Continue the paused run")
                                 : tr("Pause the run in training; waiting runs keep waiting"));
    const QStringList ticket = chosenTicket();
    const QString none = tr("Click a waiting run first");
    m_drop->setEnabled(!ticket.isEmpty());
    m_drop->setToolTip(ticket.isEmpty() ? none : tr("Remove the run from the queue (Delete)"));
    for (const auto& [button, move, how] :
         {std::tuple(m_earlier, QueueMove::Earlier,
                     tr("Train the chosen run before the run ahead of it in the queue (Alt+Up)")),
          std::tuple(m_later, QueueMove::Later,
                     tr("Train the chosen run after the run behind it in the queue (Alt+Down)"))}) {
        const bool can = !ticket.isEmpty() && m_training.queue().canMove(ticket, move);
        button->setEnabled(can);
        button->setToolTip(ticket.isEmpty() ? none : can ? how : tr("No other run waits in that direction"));
    }
}

}  // namespace recscope::ui
