// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/study_view.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QHideEvent>
#include <QLabel>
#include <QPushButton>
#include <QTabWidget>
#include <algorithm>
#include <utility>

#include "core/plan/plans_in_workspace.h"
#include "core/plan/study_figures.h"
#include "core/store/plan_store.h"
#include "core/util/error.h"
#include "core/util/translated.h"
#include "ui/compare/plan_choice.h"
#include "ui/compare/plan_dialog.h"
#include "ui/compare/study_attention.h"
#include "ui/compare/study_curves.h"
#include "ui/compare/study_numbers.h"
#include "ui/compare/study_report.h"
#include "ui/compare/study_verdicts.h"
#include "ui/compare/study_words.h"
#include "ui/runs/plan_queue.h"
#include "ui/runs/training_controller.h"
#include "ui/session/session.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/shown_stack.h"

namespace recscope::ui {

namespace {

/// A plan that was run in this workspace, by the window or by another program.
Plan workspacePlan(Workspace& workspace, const std::string& name) {
    for (const StoredPlan& stored : PlanStore(workspace).list())
        if (stored.name == name) return planFromJson(stored.json);
    throw Error(ErrorKind::Input, translated("The plan \"{}\" is no longer in this workspace.", name),
                translated("Choose another plan."));
}

/// `chosen`: see `PlanChoice::plan`. A `dataset` replaces the plan's own datasets; empty = keeps them.
Plan planOf(Workspace& workspace, const QString& chosen, const QString& dataset) {
    const QString planName = PlanChoice::nameOf(chosen);
    const Plan plan =
        planName.isEmpty() ? findPlan(chosen.toStdString()) : workspacePlan(workspace, planName.toStdString());
    return dataset.isEmpty() ? plan : planOn(plan, {dataset.toStdString()});
}

QComboBox* choice(const char* name, const QString& about) {
    auto* box = new QComboBox;
    box->setObjectName(QString::fromLatin1(name));
    box->setAccessibleName(about);
    box->setToolTip(about);
    return box;
}

}  // namespace

StudyView::StudyView(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_reading(session.jobs(),
                {.title = tr("Reading the runs of a plan"), .queue = WorkerQueue::Import, .isShownInStrip = true},
                [](JobContext& context, const StudyRequest& request) {
                    const Plan plan = planOf(context.workspace, request.plan, request.dataset);
                    Answer answer;
                    answer.runs = plannedRuns(context.workspace, plan);
                    rankPlan(context.workspace, plan, answer.runs, context.progress, context.stop, DeviceChoice::Cpu,
                             request.removed);
                    answer.states = planStates(context.workspace, answer.runs, request.removed);
                    answer.study = studyOf(context.workspace, plan, context.stop, request.removed);
                    return answer;
                }),
      m_estimating(
          session.jobs(),
          {.title = tr("Measuring how long a plan takes"), .queue = WorkerQueue::Import, .isShownInStrip = true},
          [](JobContext& context, const StudyRequest& request) {
              const Plan plan = planOf(context.workspace, request.plan, request.dataset);
              const std::vector<PlannedRun> runs = plannedRuns(context.workspace, plan);
              const std::vector<PlannedState> states = planStates(context.workspace, runs, request.removed);
              return estimatePlan(context.workspace, plan, runs, states, context.progress, context.stop);
          }),
      m_workspacePlans(session.jobs(),
                       {.title = tr("Reading the plans of this workspace"), .queue = WorkerQueue::Import},
                       [](JobContext& context, const std::set<RunId>& removed) {
                           std::vector<WorkspacePlan> plans;
                           for (const PlanInWorkspace& plan : plansInWorkspace(context.workspace, removed))
                               plans.push_back({.name = QString::fromStdString(plan.plan.name),
                                                .title = QString::fromStdString(plan.plan.title),
                                                .runs = plan.runs,
                                                .finished = plan.finished});
                           return plans;
                       }),
      m_plan(new PlanChoice),
      m_dataset(choice("studyDataset", tr("The dataset of the runs"))),
      m_part(choice("studyPart", tr("Dataset and protocol of the numbers below"))),
      m_train(new QPushButton),
      m_report(new QPushButton(tr("Report…"))),
      m_source(captionLabel(QStringLiteral("studySource"))),
      m_state(mutedLabel()),
      m_body(new ShownStack),
      m_tabs(new QTabWidget),
      m_curves(new StudyCurves(session)),
      m_attention(new StudyAttention(session)),
      m_numbers(new StudyNumbers(session)),
      m_verdicts(new StudyVerdicts(session)),
      m_empty(new EmptyState) {
    setObjectName(QStringLiteral("studyView"));
    m_empty->setObjectName(QStringLiteral("studyEmpty"));
    m_plan->setObjectName(QStringLiteral("studyPlan"));
    m_plan->setAccessibleName(tr("The plan whose runs are compared"));
    m_plan->setToolTip(m_plan->accessibleName());
    m_state->setObjectName(QStringLiteral("studyState"));
    m_tabs->setObjectName(QStringLiteral("studyTabs"));
    m_tabs->setDocumentMode(true);
    addTabs(*m_tabs, {{m_numbers, tr("Numbers"), tr("Measured and published values, and what they mean")},
                      {m_curves, tr("Runs"), tr("The progress of each run of the plan")},
                      {m_verdicts, tr("In words"), tr("Verdicts over several metrics, and segments of users")},
                      {m_attention, tr("Attention"), tr("The papers' attention figures for any finished run")}});
    m_body->addWidget(m_tabs);
    m_body->addWidget(m_empty);
    arrange(this, column({makeControls(), m_source, grow(m_body)}));

    m_reading.deferWhileHidden(*this);
    m_estimating.deferWhileHidden(*this);
    m_workspacePlans.deferWhileHidden(*this);
    connect(&m_workspacePlans, &AnyAsyncQuery::changed, this, &StudyView::listWorkspacePlans);
    connect(&m_reading, &AnyAsyncQuery::changed, this, &StudyView::handleAnswer);
    connect(&m_estimating, &AnyAsyncQuery::changed, this, &StudyView::describe);
    connect(&session, &Session::datasetsChanged, this, &StudyView::fillDatasets);
    connect(&session, &Session::datasetChanged, this, &StudyView::describe);
    connect(m_tabs, &QTabWidget::currentChanged, this, &StudyView::describe);
    connect(&session, &Session::runsChanged, this, &StudyView::handleRunsChanged);
    TrainingController& training = trainingOf(session);
    connect(&training, &TrainingController::queueChanged, this, &StudyView::describe);
    connect(&training, &TrainingController::runFinished, this, [this] { m_reading.rerun(chosen()); });
    connect(&Theme::instance(), &Theme::changed, this, &StudyView::showTable);
    connect(m_empty, &EmptyState::actionRequested, this, [this] {
        if (m_reading.state() == AsyncQueryState::Stopped)
            requestStudy();
        else
            emit m_session.pageRequested(PageId::Data);
    });
    fillDatasets();
    requestStudy();
}

QWidget* StudyView::makeControls() {
    m_part->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_train->setObjectName(QStringLiteral("studyTrain"));
    m_report->setObjectName(QStringLiteral("studyReport"));
    connect(m_plan, &PlanChoice::planChosen, this, [this] {
        m_isChosen = true;
        requestStudy();
    });
    connect(m_plan, &PlanChoice::newRequested, this, &StudyView::writePlan);
    connect(m_plan, &PlanChoice::openRequested, this, &StudyView::findPlanFile);
    connect(m_dataset, &QComboBox::activated, this, [this] {
        m_requestedDataset = m_dataset->currentData().toString();
        m_plan->setData(m_requestedDataset);
        requestStudy();
    });
    connect(m_part, &QComboBox::currentIndexChanged, this, &StudyView::showTable);
    connect(m_train, &QPushButton::clicked, this, &StudyView::trainMissing);
    connect(m_report, &QPushButton::clicked, this, &StudyView::saveReport);
    return boxed(column({row({mutedLabel(tr("Plan")), grow(m_plan), mutedLabel(tr("on dataset")), m_dataset}),
                         row({m_part, grow(m_state), m_train, m_report})}));
}

void StudyView::fillDatasets() {
    m_dataset->clear();
    m_dataset->addItem(tr("the plan's own data"), QString());
    for (const DatasetInfo& dataset : m_session.datasets())
        m_dataset->addItem(QString::fromStdString(dataset.name), QString::fromStdString(dataset.name));
    chooseDataset();
    m_workspacePlans.rerun(m_session.hiddenRuns());
    if (!m_reading.request()) return;
    if (m_reading.request()->dataset == chosen().dataset)
        m_reading.rerun(chosen());
    else
        requestStudy();
}

void StudyView::chooseDataset() {
    m_dataset->setCurrentIndex(std::max(0, m_dataset->findData(m_requestedDataset)));
    m_plan->setData(m_dataset->currentData().toString());
}

/// Says that the requested dataset is missing and that the plan's own dataset is shown instead; empty if it exists.
QString StudyView::missingDatasetNote() const {
    if (m_session.datasets().empty() || m_dataset->currentData().toString() == m_requestedDataset) return {};
    return tr("The dataset “%1” no longer exists: the plan's own data is shown.").arg(m_requestedDataset);
}

// At the start, shows the plan that was run last, unless another plan is chosen already.
void StudyView::listWorkspacePlans() {
    const auto plans = m_workspacePlans.answer();
    if (!plans) return;
    m_plan->setWorkspacePlans(*plans);
    if (m_isChosen || plans->empty()) return;
    m_isChosen = true;
    m_plan->choose(PlanChoice::keyOf(plans->front()));
    requestStudy();
}

void StudyView::openPlan(const QString& file) {
    m_isChosen = true;
    m_plan->choose(file);
    requestStudy();
}

/// Stops long queries; they start again when the view is shown.
void StudyView::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    if (event->spontaneous()) return;
    if (m_reading.state() == AsyncQueryState::Running) m_reading.rerun(chosen());
    if (m_estimating.state() == AsyncQueryState::Running) m_estimating.rerun(chosen());
}

/// Called after every epoch of a run in training; reads the study again if a run has ended, has been renamed or
/// has been removed, or if the last reading failed.
void StudyView::handleRunsChanged() {
    std::vector<std::tuple<RunId, RunState, std::string>> ended;
    for (const RunRecord& run : m_session.runs())
        if (run.state != RunState::Running) ended.emplace_back(run.id, run.state, run.name);
    if (std::exchange(m_ended, ended) == ended && m_reading.request() && m_reading.state() != AsyncQueryState::Failed)
        return;
    m_workspacePlans.rerun(m_session.hiddenRuns());
    m_reading.rerun(chosen());
}

void StudyView::writePlan() {
    const auto dataset = m_session.dataset();
    if (!dataset) return;
    if (const QString file = PlanDialog::saveNew(*dataset, m_session.runs(), this); !file.isEmpty()) openPlan(file);
}

void StudyView::findPlanFile() {
    const QString file = QFileDialog::getOpenFileName(this, tr("Open a plan"), {}, tr("Plans (*.json)"));
    if (!file.isEmpty()) openPlan(file);
}

StudyView::StudyRequest StudyView::chosen() const {
    return {m_plan->plan(), m_dataset->currentData().toString(), m_session.hiddenRuns()};
}

void StudyView::requestStudy() {
    m_shown.reset();
    m_estimating.cancel();
    m_part->clear();
    m_reading.rerun(chosen());
    handleAnswer();
}

void StudyView::handleAnswer() {
    if (const auto answer = m_reading.answer()) {
        m_shown = answer;
        m_curves->setRuns(answer->study.plan, answer->runs, answer->states);
        m_attention->setRuns(runsWithAttention(answer->study));
        m_plan->setTitle(m_reading.request()->plan, QString::fromStdString(answer->study.plan.title));
        const int part = m_part->currentIndex();
        const QSignalBlocker quiet(m_part);
        m_part->clear();
        for (const StudyTable& table : answer->study.tables)
            m_part->addItem(tr("%1, protocol %2")
                                .arg(QString::fromStdString(table.dataset.name),
                                     QString::fromStdString(protocolTitle(table.protocol))));
        m_part->setCurrentIndex(std::clamp(part, 0, m_part->count() - 1));
        estimate();
    }
    if (m_reading.state() == AsyncQueryState::Failed) m_shown.reset();
    m_body->setCurrentIndex(m_shown ? 0 : 1);
    describeEmptyState();
    showTable();
    describe();
}

std::size_t StudyView::missing() const {
    if (!m_shown) return 0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < m_shown->runs.size(); ++i) count += isMissing(m_shown->runs[i], m_shown->states[i]);
    return count;
}

/// The number of missing runs that are in training, queued, or in the queue that was interrupted.
std::size_t StudyView::waiting() const {
    const TrainingController& training = trainingOf(m_session);
    std::size_t count = 0;
    for (std::size_t i = 0; m_shown && i < m_shown->runs.size(); ++i)
        count += isMissing(m_shown->runs[i], m_shown->states[i]) &&
                 training.queue().findSameTraining(m_shown->runs[i].dataset, m_shown->runs[i].config) != nullptr;
    return count;
}

/// Whether runs of this plan are among the interrupted runs that an earlier process left in the queue.
bool StudyView::isInInterruptedQueue() const {
    const std::vector<QueuedRun>& held = trainingOf(m_session).queue().interrupted();
    return m_shown && std::any_of(held.begin(), held.end(), [this](const QueuedRun& run) {
               return std::any_of(m_shown->runs.begin(), m_shown->runs.end(), [&run](const PlannedRun& planned) {
                   return planned.dataset == run.request.dataset && planned.config == run.request.config;
               });
           });
}

void StudyView::estimate() {
    // A time measured while another run is being trained would be too long.
    if (missing() > 0 && !isMeasured() && !trainingOf(m_session).isBusy()) m_estimating.rerun(chosen());
}

/// True if the training times of all missing runs are estimated or being estimated, or if their estimate failed or was
/// stopped. Stays true while runs are trained. False if a run was removed after the estimate, because its time was not
/// estimated.
bool StudyView::isMeasured() const {
    const auto& request = m_estimating.request();
    if (!request || request->plan != chosen().plan || request->dataset != chosen().dataset) return false;
    const auto seconds = m_estimating.answer();
    if (!seconds) return true;
    if (seconds->size() != m_shown->states.size()) return false;
    for (std::size_t i = 0; i < seconds->size(); ++i)
        if (isMissing(m_shown->runs[i], m_shown->states[i]) && (*seconds)[i] == 0.0) return false;
    return true;
}

/// The estimated training time of the missing runs.
QStringList StudyView::timeTexts() const {
    if (missing() == 0) return {};
    if (m_estimating.isOpen()) return {tr("measuring the time…")};
    const auto seconds = m_estimating.answer();
    if (!seconds || seconds->size() != m_shown->states.size()) return {};
    double sum = 0;
    int unknown = 0;
    for (std::size_t i = 0; i < seconds->size(); ++i) {
        if (!isMissing(m_shown->runs[i], m_shown->states[i])) continue;
        sum += (*seconds)[i].value_or(0);
        unknown += !(*seconds)[i];
    }
    QStringList texts{tr("at most %1 in total on this CPU").arg(durationText(sum))};
    if (unknown > 0) texts << tr("runs that could not be measured: %1").arg(unknown);
    return texts;
}

/// While no study is shown, says why and what to do.
void StudyView::describeEmptyState() {
    if (m_shown) return;
    const QString lost = missingDatasetNote().isEmpty() ? QString() : missingDatasetNote() + QLatin1Char(' ');
    switch (m_reading.state()) {
        case AsyncQueryState::Failed:
            return m_empty->setTexts(tr("This plan cannot be shown here"),
                                     lost + m_reading.failureWithHint() + QLatin1Char(' ') +
                                         tr("Choose another dataset above, or load the plan's dataset."),
                                     tr("Go to Data"));
        case AsyncQueryState::Stopped:
            return m_empty->setTexts(tr("Study"), tr("Reading the plan's runs was stopped."), tr("Read the runs"));
        default:
            m_empty->setTexts(tr("Study"), tr("Reading the runs of the plan…"));
    }
}

void StudyView::describe() {
    describeActions();
    const QWidget* const tab = m_tabs->currentWidget();
    const auto isIn = [&](const QWidget* part) { return tab && (tab == part || tab->isAncestorOf(part)); };
    m_part->setVisible(m_shown != nullptr && (isIn(m_numbers) || isIn(m_verdicts)));
    QStringList source;
    if (m_shown) source << missingDatasetNote() << QString::fromStdString(m_shown->study.plan.source);
    source.removeAll(QString());
    m_source->setVisible(!source.isEmpty());
    m_source->setText(source.join(QLatin1Char(' ')));
    m_state->setToolTip({});
    if (!m_shown) return m_state->clear();
    const Study& study = m_shown->study;
    QStringList parts{(study.runsPlanned == 1 ? tr("%1 of %2 run finished") : tr("%1 of %2 runs finished"))
                          .arg(study.runsFinished)
                          .arg(study.runsPlanned)};
    if (!study.failed.empty()) {
        parts << tr("%1 failed").arg(study.failed.size());
        m_state->setToolTip(aboutFailures(study.failed));
    }
    if (const std::size_t waitingRuns = waiting(); waitingRuns > 0)
        parts << tr("%1 under way or waiting").arg(waitingRuns);
    if (m_reading.state() == AsyncQueryState::Stopped && !trainingOf(m_session).isBusy())
        parts << tr("not everything was read: choose the plan again");
    m_state->setText((parts + timeTexts()).join(QStringLiteral(" · ")));
}

/// Updates the buttons and the reasons why they are disabled.
void StudyView::describeActions() {
    m_plan->setNewDisabled(
        m_session.dataset() ? QString() : tr("A plan is written for a dataset: load a dataset on the Data page first"));
    const std::size_t left = missing(), waits = waiting(), idle = left - waits;
    QString train, report, text = tr("Train");
    if (!m_shown) {
        train = m_reading.isOpen()                              ? tr("The runs of the plan are being read")
                : m_reading.state() == AsyncQueryState::Stopped ? tr("Reading the plan's runs was stopped")
                                                                : tr("This plan cannot be shown here");
        report = train;
    } else {
        if (left == 0) train = tr("All runs of the plan are finished");
        if (left > 0 && idle == 0 && !isInInterruptedQueue())
            train = tr("The missing runs are training or waiting in the queue of the Train page");
        if (m_shown->study.runsFinished == 0) report = tr("No run of the plan is finished yet");
        text = left == 0                ? tr("All trained")
               : idle == 1              ? tr("Train 1 run")
               : idle > 1               ? tr("Train %1 runs").arg(idle)
               : isInInterruptedQueue() ? tr("Resume the queue")
                                        : tr("All in the queue");
    }
    m_train->setText(text);
    m_train->setEnabled(train.isEmpty());
    m_train->setToolTip(!train.isEmpty() ? train
                                         : tr("Puts the missing runs into the queue of the Train page, where they can "
                                              "be reordered, paused and dropped"));
    m_report->setEnabled(report.isEmpty());
    m_report->setToolTip(!report.isEmpty() ? report
                                           : tr("Writes this study as HTML, Markdown, LaTeX and CSV into a folder"));
}

void StudyView::showTable() {
    const int part = m_part->currentIndex();
    if (m_shown && part >= 0 && part < int(m_shown->study.tables.size()))
        m_numbers->showTable(m_shown->study, std::size_t(part));
    m_verdicts->setTable(m_shown ? std::shared_ptr<const Study>(m_shown, &m_shown->study) : nullptr,
                         std::size_t(std::max(0, part)));
}

/// Queues the missing runs in the plan's order; interrupted runs are resumed.
void StudyView::trainMissing() {
    if (!m_shown) return;
    // The queries would slow the training down. The study is read again when a run ends.
    if (m_estimating.isOpen()) m_estimating.cancel();
    m_reading.stop();
    if (waiting() == missing()) return trainingOf(m_session).queue().resumeInterrupted();
    queuePlan(m_session, m_shown->study.plan, m_shown->runs, m_shown->states);
    describe();
}

void StudyView::saveReport() {
    // Aliasing pointer: the study is part of the answer and keeps it alive.
    if (m_shown) saveStudyReport(m_session, this, {m_shown, &m_shown->study});
}

QVariant StudyView::uiState() const {
    return QStringList{m_plan->plan(), m_requestedDataset};
}

void StudyView::restoreState(const QVariant& state) {
    const QStringList kept = state.toStringList();
    if (kept.size() != 2) return;
    if (m_plan->offers(kept[0]) || !PlanChoice::nameOf(kept[0]).isEmpty() || QFileInfo(kept[0]).isFile()) {
        m_isChosen = true;
        m_plan->choose(kept[0]);
    }
    m_requestedDataset = kept[1];
    chooseDataset();
    requestStudy();
}

}  // namespace recscope::ui
