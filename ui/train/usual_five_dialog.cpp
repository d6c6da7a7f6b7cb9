// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/usual_five_dialog.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <cmath>

#include "core/recommender/registry.h"
#include "core/util/translated.h"
#include "ui/runs/plan_queue.h"
#include "ui/runs/training_controller.h"
#include "ui/session/session.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/cell_table.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

constexpr int kWidth = 760, kTableHeight = 240;  // design pixels

}  // namespace

UsualFiveDialog::UsualFiveDialog(Session& session, const DatasetInfo& dataset, QWidget* parent)
    : QDialog(parent),
      m_session(session),
      m_dataset(dataset),
      m_reading(session.jobs(), {.title = tr("Reading the usual five"), .queue = WorkerQueue::Import}, readUsualFive),
      m_estimating(session.jobs(),
                   {.title = tr("Measuring how long the usual five take"), .queue = WorkerQueue::Import},
                   estimateUsualFive),
      m_table(new CellTable(QStringLiteral("fiveRuns"), tr("The usual five"),
                            {{tr("Model")}, {tr("What it does")}, {tr("State")}, {tr("Time, at most"), {}, true}},
                            /*stretch=*/1)),
      m_time(sentenceLabel(QStringLiteral("fiveTime"))),
      m_verdict(sentenceLabel(QStringLiteral("fiveSays"))),
      m_start(new QPushButton(tr("Train them"))),
      m_compare(new QPushButton(tr("Compare them"))) {
    setObjectName(QStringLiteral("usualFiveDialog"));
    setWindowTitle(tr("The usual five on %1").arg(QString::fromStdString(dataset.name)));
    m_table->setWordWrap(true);
    m_table->setMinimumHeight(Theme::instance().px(kTableHeight));
    m_start->setObjectName(QStringLiteral("fiveStart"));
    m_start->setProperty("primary", true);
    m_start->setDefault(true);
    m_compare->setObjectName(QStringLiteral("fiveCompare"));
    m_compare->setToolTip(tr("Opens Compare with these runs"));
    auto* close = new QPushButton(tr("Close"));
    close->setObjectName(QStringLiteral("fiveClose"));
    auto* about = new QLabel(tr(
        "Three simple rules and two transformers, each trained once with its preset for a first look. A trained model "
        "is worth its cost only where it beats the simple rules; the result at the end says whether it does."));
    about->setWordWrap(true);
    arrange(this,
            column({about, m_table, m_time, m_verdict, row({stretch(), m_compare, m_start, close})}, space::kSpacing),
            QMargins() + space::kSpacing);
    resize(Theme::instance().px(kWidth), sizeHint().height());
    connect(m_table->horizontalHeader(), &QHeaderView::sectionResized, m_table, &QTableView::resizeRowsToContents);
    connect(&m_reading, &AnyAsyncQuery::changed, this, &UsualFiveDialog::describe);
    connect(&m_estimating, &AnyAsyncQuery::changed, this, &UsualFiveDialog::describe);
    connect(m_start, &QPushButton::clicked, this, &UsualFiveDialog::start);
    connect(m_compare, &QPushButton::clicked, this, [this] {
        if (const auto five = m_reading.answer()) m_session.compareRuns(five->finished());
        accept();
    });
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    m_reading.rerun(request());
    describe();
}

UsualFiveRequest UsualFiveDialog::request() const {
    return {m_dataset.name, m_session.hiddenRuns()};
}

QString UsualFiveDialog::timeText() const {
    const auto five = m_reading.answer();
    if (m_reading.state() == AsyncQueryState::Failed) return m_reading.failureWithHint();
    if (!five) return tr("Looking for runs that are already trained…");
    if (five->missing() == 0) return {};
    if (queuedRuns(m_session, five->runs) == five->missing()) return tr("The untrained models are in the queue.");
    if (trainingOf(m_session).isBusy())
        return tr("A run is training now: the time of these models can be measured once that run has ended.");
    if (m_estimating.isOpen()) return tr("Measuring how long the models take on this machine with this data…");
    const auto seconds = m_estimating.answer();
    if (!seconds) return m_estimating.failureWithHint();
    double sum = 0;
    int unknown = 0;
    for (const auto& estimate : *seconds) {
        sum += std::ceil(estimate.value_or(0));  // rounded up, as in the table
        unknown += !estimate;
    }
    const QString text = tr("Training takes at most %1 on this CPU, measured with a few steps of each model on this "
                            "data. A model that stops improving ends earlier.")
                             .arg(durationText(sum));
    return unknown == 0   ? text
           : unknown == 1 ? text + QLatin1Char(' ') + tr("One model could not be measured.")
                          : text + QLatin1Char(' ') + tr("%1 models could not be measured.").arg(unknown);
}

void UsualFiveDialog::fillTable() {
    m_table->clearRows();
    const auto five = m_reading.answer();
    if (!five) return;
    const TrainingController& training = trainingOf(m_session);
    const auto seconds = m_estimating.answer();
    for (std::size_t i = 0; i < five->runs.size(); ++i) {
        const PlannedRun& run = five->runs[i];
        const PlannedState& state = five->states[i];
        const bool queued = training.queue().findSameTraining(run.dataset, run.config) != nullptr;
        const QString stateText = queued                  ? tr("in the queue")
                                  : state.isFinished()    ? tr("trained")
                                  : state.isFailed()      ? tr("failed")
                                  : state.isInterrupted() ? tr("stopped")
                                                          : tr("to be trained");
        const bool known = seconds && i < seconds->size() && (*seconds)[i] && !state.isFinished();
        const QString about = QString::fromStdString(translated(modelInfo(run.config.model).summary));
        m_table->addRow({{QString::fromStdString(rowTitle(five->plan.entries[run.entry], {}))},
                         {about, about},
                         {stateText},
                         {known ? durationText(std::ceil(*(*seconds)[i])) : QString()}});
    }
    m_table->fitColumns();
    m_table->resizeRowsToContents();
}

void UsualFiveDialog::start() {
    const auto five = m_reading.answer();
    if (!five) return;
    m_estimating.cancel();  // an estimate would slow down the training
    queuePlan(m_session, five->plan, five->runs, five->states);
    emit started(*five);
    accept();
}

void UsualFiveDialog::describe() {
    const auto five = m_reading.answer();
    const std::size_t missing = five ? five->missing() : 0;
    if (missing > 0 && m_estimating.state() == AsyncQueryState::None && !trainingOf(m_session).isBusy())
        return m_estimating.rerun(request());  // `changed` calls this function again
    fillTable();
    m_time->setText(timeText());
    m_time->setVisible(!m_time->text().isEmpty());
    const bool hasVerdict = five && five->verdict;
    m_verdict->setVisible(hasVerdict);
    if (hasVerdict)
        m_verdict->setText(QString::fromStdString(five->verdict->sentence() + "\n" + five->verdict->basis()));
    m_start->setVisible(!five || missing > 0);
    m_start->setEnabled(five && queuedRuns(m_session, five->runs) < missing);
    m_compare->setVisible(five && five->finished().size() > 1);
}

}  // namespace recscope::ui
