// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/training_status.h"

#include <QBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

#include "core/recommender/evaluate.h"
#include "core/recommender/references.h"
#include "ui/runs/reference_values.h"
#include "ui/runs/training_controller.h"
#include "ui/session/run_weights.h"
#include "ui/session/session.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

constexpr int kTextsFrom = 640;  // design pixels: from this width, the buttons show their full text

}  // namespace

TrainingStatus::TrainingStatus(Session& session, TrainingController& training, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_training(training),
      m_references(ReferenceValues::of(session)),
      m_text(new QLabel(this)),
      m_detail(new ElidedLabel({}, this)),
      m_bar(new QProgressBar(this)),
      m_waiting(new QPushButton(this)),
      m_go(new QPushButton(tr("Show training"), this)),
      m_pause(new QPushButton(tr("Pause"), this)),
      m_stop(new QPushButton(tr("Stop and keep best"), this)),
      m_score(new QPushButton(tr("Score on test"), this)),
      m_explore(new QPushButton(tr("Explore run"), this)),
      m_dismiss(new QPushButton(tr("Dismiss"), this)) {
    makeLayout();
    m_waiting->setObjectName(QStringLiteral("showQueue"));
    m_waiting->setProperty("quiet", true);
    m_waiting->setToolTip(tr("Show the queue"));
    m_go->setObjectName(QStringLiteral("goToTraining"));
    m_go->setToolTip(tr("Choose the dataset and the run in training"));
    m_pause->setObjectName(QStringLiteral("pauseTraining"));
    m_stop->setObjectName(QStringLiteral("stopTraining"));
    m_stop->setIcon(lineIcon(QStringLiteral("stop")));
    m_stop->setToolTip(tr("Finish safely: the best weights so far stay, and the run can be resumed"));
    m_score->setObjectName(QStringLiteral("scoreTest"));
    m_score->setToolTip(tr("Score the best weights so far on test; the run can still be resumed"));
    m_explore->setObjectName(QStringLiteral("lookInside"));
    m_explore->setIcon(lineIcon(QStringLiteral("explore")));
    m_explore->setToolTip(tr("Explore: what this run recommends and what its heads attend to"));
    m_dismiss->setObjectName(QStringLiteral("dismissEnd"));
    m_dismiss->setProperty("quiet", true);
    m_dismiss->setToolTip(tr("Hide this message"));

    connect(m_waiting, &QPushButton::clicked, this, &TrainingStatus::queueRequested);
    connect(m_go, &QPushButton::clicked, this, &TrainingStatus::goToTraining);
    connect(m_pause, &QPushButton::clicked, this,
            [this] { m_training.setPaused(!(m_training.live() && m_training.live()->paused)); });
    connect(m_stop, &QPushButton::clicked, &m_training, &TrainingController::stop);
    connect(m_score, &QPushButton::clicked, this, [this] {
        if (const auto run = ended()) m_training.ended().score(*run);
    });
    connect(m_explore, &QPushButton::clicked, this, [this] {
        if (const auto run = ended()) m_session.chooseRun(run->id);
        emit m_session.pageRequested(PageId::Explore);
    });
    connect(m_dismiss, &QPushButton::clicked, this, [this] {
        // Hides the message about the run until that run is chosen again. A failed training has no run.
        if (const TrainingEnd* last = end(); last && last->run) m_dismissed = last->run->id;
        if (const auto dataset = m_session.dataset()) m_training.ended().dismiss(dataset->id);
    });

    connect(&m_session, &Session::runChanged, this, [this] {
        if (const auto run = m_session.run(); run && m_dismissed == run->id) return;
        m_dismissed.reset();
    });
    connect(&m_training, &TrainingController::runStarted, this, [this] { m_dismissed.reset(); });
    for (const auto signal :
         {&TrainingController::runStarted, &TrainingController::progressed, &TrainingController::queueChanged})
        connect(&m_training, signal, this, &TrainingStatus::refresh);
    connect(&m_training.ended(), &EndedTrainings::changed, this, &TrainingStatus::refresh);
    connect(&m_training, &TrainingController::runFinished, this, &TrainingStatus::refresh);
    connect(&m_training, &TrainingController::runFailed, this, &TrainingStatus::refresh);
    for (const auto signal :
         {&Session::datasetChanged, &Session::datasetsChanged, &Session::runsChanged, &Session::runChanged})
        connect(&m_session, signal, this, &TrainingStatus::refresh);
    connect(&m_references, &ReferenceValues::changed, this, &TrainingStatus::refresh);
    connect(&Theme::instance(), &Theme::changed, this, &TrainingStatus::refresh);
    refresh();
}

void TrainingStatus::makeLayout() {
    m_text->setObjectName(QStringLiteral("trainingText"));
    m_text->setTextFormat(Qt::PlainText);
    m_detail->setObjectName(QStringLiteral("trainingDetail"));
    m_detail->setTextFormat(Qt::PlainText);
    m_detail->setProperty("muted", true);
    for (QLabel* label : {m_text, static_cast<QLabel*>(m_detail)})
        label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_bar->setTextVisible(false);
    m_bar->setAccessibleName(tr("Training progress"));
    auto* line =
        row({grow(column({m_text, m_detail}, 0)), m_waiting, m_go, m_pause, m_stop, m_score, m_explore, m_dismiss});
    line->addStrut(Theme::instance().px(30));  // the height of a button, so that the text stays aligned with the title
    arrange(this, column({line, m_bar, stretch()}, space::kUnit));
}

QString TrainingStatus::text() const {
    return m_text->text();
}

QString TrainingStatus::failureOf(const TrainingEnd& end) const {
    return tr("Training %1 failed: %2").arg(end.title, end.why);
}

// The sentences about the state or the outcome of the run.
QString TrainingStatus::sentenceOf(const RunRecord& run) const {
    const QString name = QString::fromStdString(run.name), epochs = epochsText(run.epochsDone);
    QStringList sentences;
    switch (run.state) {
        case RunState::Failed:
            sentences << tr("%1 failed.").arg(name) << QString::fromStdString(wordsOf(run.message));
            break;
        case RunState::Running:
            sentences << (m_training.isOpenForReadingOnly()
                              ? tr("%1 is trained by another process: %2 so far.").arg(name, epochs)
                          : m_training.queue().contains(run.id)
                              ? tr("%1 is waiting to continue after %2.").arg(name, epochs)
                              : tr("%1 was interrupted after %2; it can be resumed.").arg(name, epochs));
            break;
        case RunState::Stopped:
            if (!run.bestValid)
                sentences << tr("%1 was stopped before its first epoch was finished; it can be resumed.").arg(name);
            else if (run.test)
                sentences << tr("%1 was stopped after %2; the best weights (epoch %3, NDCG@10 %4 on test) are kept.")
                                 .arg(name, epochs)
                                 .arg(run.bestEpoch)
                                 .arg(metricText(run.test->ndcg10));
            else
                sentences
                    << tr("%1 was stopped after %2; the best weights (epoch %3, NDCG@10 %4 on validation) are kept.")
                           .arg(name, epochs)
                           .arg(run.bestEpoch)
                           .arg(metricText(run.bestValid->ndcg10));
            if (m_training.ended().isScoring(run.id)) sentences << tr("The run is being scored on test.");
            break;
        case RunState::Finished:
            if (isAdopted(run) && run.test)
                sentences << tr("%1 was trained elsewhere: NDCG@10 %2, HR@10 %3 on test.")
                                 .arg(name, metricText(run.test->ndcg10), metricText(run.test->hr10));
            else
                sentences << (run.test ? tr("%1 is trained: NDCG@10 %2, HR@10 %3 on test.")
                                             .arg(name, metricText(run.test->ndcg10), metricText(run.test->hr10))
                                       : tr("%1 is trained.").arg(name));
            break;
    }
    sentences << QString::fromStdString(baselineAboveSentence(run, m_references.values(run.protocol)));
    if (run.state == RunState::Finished && !isAdopted(run)) sentences << QString::fromStdString(wordsOf(run.message));
    sentences.removeAll(QString());
    return sentences.join(QLatin1Char(' '));
}

const TrainingEnd* TrainingStatus::end() const {
    const auto dataset = m_session.dataset();
    const TrainingEnd* const last = dataset ? m_training.ended().last(dataset->id) : nullptr;
    if (!last || !last->run) return last;
    const auto run = m_session.run();
    return run && run->id == last->run->id ? last : nullptr;
}

std::optional<RunRecord> TrainingStatus::ended() const {
    const auto run = m_session.run();
    if (!run || run->id == m_dismissed || (m_training.live() && m_training.live()->record.id == run->id)) return {};
    // In the list, the run may still be marked as running: the list may not have been read again since the training
    // ended.
    const TrainingEnd* const last = end();
    if (!last || !last->run || run->state != RunState::Running) return run;
    RunRecord record = *last->run;
    record.name = run->name;
    return record;
}

bool TrainingStatus::isOnDataset() const {
    const QueuedRun* current = m_training.queue().current();
    const auto dataset = m_session.dataset();
    return current && dataset && current->request.dataset == dataset->id;
}

bool TrainingStatus::isHere() const {
    if (!isOnDataset()) return false;
    const auto& live = m_training.live();
    const auto run = m_session.run();
    // A run that is not in the list yet will be chosen when it appears there.
    return !live || !run || run->id == live->record.id || !m_session.runById(live->record.id);
}

void TrainingStatus::goToTraining() {
    const QueuedRun* current = m_training.queue().current();
    if (!current) return;
    m_session.chooseDataset(current->request.dataset);
    if (const auto& live = m_training.live()) m_session.chooseRun(live->record.id);
}

void TrainingStatus::refresh() {
    const bool here = isHere(), elsewhere = m_training.queue().current() && !here;
    const TrainingEnd* ended = here ? nullptr : end();
    const std::optional<RunRecord> run = here || (ended && !ended->run) ? std::nullopt : this->ended();
    const bool explorable = run && hasWeights(*run);
    const bool scorable = run && canScoreStopped(*run) && !m_training.ended().isScoring(run->id);
    const bool live = here && m_training.isTraining(), stopping = live && m_training.live()->stopping;
    // Determined before any button is hidden, because Qt would then move the focus to the first widget of the window.
    const bool losesFocus = (m_pause->hasFocus() && (!live || stopping)) ||
                            (m_stop->hasFocus() && (!here || stopping)) || (m_go->hasFocus() && !elsewhere) ||
                            (m_explore->hasFocus() && !explorable) || (m_score->hasFocus() && !scorable) ||
                            (m_dismiss->hasFocus() && !ended);
    if (losesFocus) setFocus();
    m_bar->setVisible(live);
    m_pause->setVisible(live);
    m_stop->setVisible(here);
    m_go->setVisible(elsewhere);
    m_detail->setVisible(live || elsewhere);
    m_score->setVisible(scorable);
    m_explore->setVisible(explorable);
    m_dismiss->setVisible(ended != nullptr);
    m_text->setWordWrap(ended != nullptr || run.has_value());
    updateButtonTexts();
    m_detail->setFont(Theme::instance().caption());
    m_text->setFont(Theme::instance().body());
    m_text->setStyleSheet({});
    if (here)
        showProgress();
    else
        showOutcome();
    if (elsewhere) showOtherTraining();
    showWaiting();
    const QString patience = here && m_training.live() ? m_training.live()->patienceText() : QString();
    m_text->setToolTip(patience.isEmpty() ? m_text->text() : patience);
    if (hasFocus()) focusNextAction();
}

// In a narrow window, the buttons show less text, so that the progress has more width.
void TrainingStatus::updateButtonTexts() {
    const bool showsText = width() >= Theme::instance().px(kTextsFrom);
    const QString pause = m_training.live() && m_training.live()->paused ? tr("Resume") : tr("Pause");
    m_pause->setText(showsText ? pause : QString());
    m_pause->setAccessibleName(pause);
    m_stop->setText(showsText ? tr("Stop and keep best") : tr("Stop"));
}

void TrainingStatus::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    updateButtonTexts();
}

// Moves the focus to the first visible button among those offered at the end of a run, but never to one that would stop
// the next run.
void TrainingStatus::focusNextAction() {
    for (QPushButton* button : {m_explore, m_score, m_dismiss, m_go})
        if (button->isVisibleTo(this)) return button->setFocus();
}

void TrainingStatus::showProgress() {
    const auto& live = m_training.live();
    if (!live) {
        m_text->setText(tr("Getting ready to train %1…").arg(m_training.queue().current()->title()));
        m_stop->setEnabled(true);
        return;
    }
    QFont bold = Theme::instance().body();
    bold.setWeight(QFont::DemiBold);
    m_text->setFont(bold);
    m_text->setText(live->headline());
    m_detail->setText(live->details());
    m_pause->setIcon(lineIcon(live->paused ? QStringLiteral("play") : QStringLiteral("pause")));
    m_pause->setToolTip(live->paused ? tr("Continue training") : tr("Pause between two steps; nothing is lost"));
    m_pause->setEnabled(!live->stopping);
    m_stop->setEnabled(!live->stopping);
    if (live->steps.empty()) {
        m_bar->setRange(0, live->paused ? 1 : 0);
        return;
    }
    const StepInfo& step = live->steps.back();
    const std::int64_t total = step.stepsPerEpoch * step.epochs;
    m_bar->setRange(0, int(std::max<std::int64_t>(total, 1)));
    m_bar->setValue(int(step.step));
    m_bar->update();  // Qt repaints only after a change of several pixels
}

void TrainingStatus::showOutcome() {
    const Colours& colours = Theme::instance().colours();
    const auto dataset = m_session.dataset();
    if (const TrainingEnd* last = end(); last && !last->run) {
        m_text->setText(failureOf(*last));
        m_text->setStyleSheet(QStringLiteral("color: %1;").arg(colours.bad.name()));
        return;
    }
    if (const auto run = ended()) return m_text->setText(sentenceOf(*run));
    m_text->setStyleSheet(QStringLiteral("color: %1;").arg(colours.muted.name()));
    m_text->setText(dataset ? tr("No model is training on %1.").arg(QString::fromStdString(dataset->name))
                            : tr("No model is training."));
}

void TrainingStatus::showOtherTraining() {
    const QueuedRun& current = *m_training.queue().current();
    const auto& live = m_training.live();
    const QString headline = live ? live->headline() : tr("Getting ready to train %1").arg(current.title());
    const QString text = live ? headline + QStringLiteral(" · ") + live->details() : headline;
    m_detail->setText(isOnDataset() ? text : tr("On %1: %2").arg(current.datasetName(m_session.datasets()), text));
}

void TrainingStatus::showWaiting() {
    const std::size_t waiting = m_training.queue().waiting().size(), left = m_training.queue().interrupted().size();
    m_waiting->setVisible(waiting + left > 0);
    if (waiting > 0)
        m_waiting->setText(waiting == 1 ? tr("1 run waits") : tr("%1 runs wait").arg(waiting));
    else
        m_waiting->setText(left == 1 ? tr("1 run to resume") : tr("%1 runs to resume").arg(left));
}

}  // namespace recscope::ui
