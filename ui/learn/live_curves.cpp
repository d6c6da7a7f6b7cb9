// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/live_curves.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <chrono>
#include <utility>

#include "core/train/live_training.h"
#include "ui/learn/course.h"
#include "ui/learn/experiments.h"
#include "ui/learn/measures.h"
#include "ui/plot/plot_marks.h"
#include "ui/plot/plot_view.h"
#include "ui/session/session.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

/// Number of users whose validation items are ranked; the same users for all models and epochs.
constexpr std::int64_t kRankedUsers = 300;
/// The largest number of points of a curve: painting more with a dashed pen takes longer than a frame.
constexpr std::size_t kMaxPoints = 250;
constexpr std::chrono::milliseconds kReportEvery{100};

}  // namespace

LiveCurves::LiveCurves(Course& course, QWidget* parent)
    : QWidget(parent),
      m_course(course),
      m_train(new QPushButton),
      m_state(mutedLabel()),
      m_loss(new PlotView(tr("Training loss"), tr("step"), tr("loss (nats)"))),
      m_ranks(new PlotView(tr("How well held-out items are ranked"), tr("epoch"), tr("NDCG@10 (1 = always first)"))) {
    setObjectName(QStringLiteral("liveCurves"));
    m_train->setObjectName(QStringLiteral("trainLive"));
    m_train->setFocusPolicy(Qt::TabFocus);
    m_state->setObjectName(QStringLiteral("liveState"));
    m_loss->setObjectName(QStringLiteral("liveLoss"));
    m_loss->setDecimals(0, 3);
    m_ranks->setObjectName(QStringLiteral("liveRanks"));
    m_ranks->setDecimals(0, 4);
    m_ranks->setToolTip(aboutNdcg());
    for (PlotView* plot : {m_loss, m_ranks})
        plot->setEmptyText(tr("Press Train: the curves grow as the models learn."));
    arrange(this, column({row({m_train, grow(m_state)}), grow(row({grow(m_loss), grow(m_ranks)}))}));
    connect(m_train, &QPushButton::clicked, this, [this] { isTraining() ? end(EndReason::Request) : train(); });
    showState();
}

LiveCurves::~LiveCurves() = default;

void LiveCurves::setModels(std::vector<LiveModel> models, int epochs, Study study, int seeds) {
    stop();
    m_wasLeft = false;
    m_models = std::move(models);
    m_seeds = seeds;
    m_results.assign(m_models.size() * std::size_t(m_seeds), {});
    m_study = std::move(study);
    m_epochs = epochs;
    for (PlotView* plot : {m_loss, m_ranks}) {
        plot->clear();
        for (const LiveModel& model : m_models)
            for (int seed = 0; seed < m_seeds; ++seed)
                plot->addLine({.name = seed == 0 ? model.name : QString(),
                               .colour = model.style.colour,
                               .dash = model.style.dash,
                               .width = m_seeds > 1 ? 1.2 : 2,
                               .marker = plot == m_ranks ? model.style.marker : -1});
    }
    draw();
    showState();
}

void LiveCurves::setReference(double ndcg, const QString& label) {
    m_ranks->marks().setReference(label, ndcg, label);
}

int LiveCurves::epochsDone() const {
    std::size_t done = m_results.empty() ? 0 : m_results.front().ndcg.size();
    for (const LiveResults& results : m_results) done = std::min(done, results.ndcg.size());
    return int(done);
}

void LiveCurves::train() {
    const auto dataset = m_course.session().dataset();
    if (!dataset || m_models.empty()) return;
    stop();
    m_wasLeft = false;
    m_results.assign(m_models.size() * std::size_t(m_seeds), {});
    draw();
    const int number = ++m_number;
    const QPointer<QObject> self(this);
    const auto notify = [self, number](std::function<void(LiveCurves&)> call) {
        JobRunner::post(self, [self, number, call = std::move(call)] {
            auto* curves = qobject_cast<LiveCurves*>(self.data());
            if (curves && curves->m_number == number) call(*curves);
        });
    };
    m_job = m_course.session().jobs().start(
        this, {.title = tr("Training in the lesson"), .queue = WorkerQueue::Import, .isShownInStrip = true},
        [models = m_models, epochs = m_epochs, seeds = m_seeds, study = m_study, dataset = *dataset,
         unit = tr("epochs").toStdString(), notify](JobContext& context) {
            std::vector<LiveTraining> trainings;
            for (const LiveModel& model : models)
                for (int seed = 0; seed < seeds; ++seed)
                    trainings.emplace_back(context.workspace, dataset.id, withSeedIncreased(model.config, seed),
                                           lessonUsers(dataset));
            const std::int64_t all = std::int64_t(trainings.size()) * epochs;
            std::int64_t done = 0;
            context.progress({.stage = {}, .done = done, .total = all, .unit = unit});
            std::vector<double> losses;
            auto notified = std::chrono::steady_clock::now();
            for (int epoch = 1; epoch <= epochs; ++epoch) {
                for (int index = 0; index < int(trainings.size()); ++index) {
                    LiveTraining& training = trainings[std::size_t(index)];
                    for (std::int64_t step = 0; step < training.stepsPerEpoch(); ++step) {
                        const std::optional<double> loss = training.step(context.stop);
                        if (!loss) return;
                        losses.push_back(*loss);
                        const bool isLast = step + 1 == training.stepsPerEpoch();
                        if (!isLast && std::chrono::steady_clock::now() - notified < kReportEvery) continue;
                        notified = std::chrono::steady_clock::now();
                        notify([index, perEpoch = training.stepsPerEpoch(),
                                losses = std::exchange(losses, {})](LiveCurves& curves) {
                            curves.m_results[std::size_t(index)].stepsPerEpoch = perEpoch;
                            curves.addLosses(index, losses);
                        });
                    }
                    const double ndcg = training.evaluate(Split::Valid, kRankedUsers, context.stop).metrics.ndcg10;
                    std::any finding = study ? study(context, training) : std::any();
                    context.progress({.stage = {}, .done = ++done, .total = all, .unit = unit});
                    notify([index, epoch, seeds, ndcg, finding = std::move(finding)](LiveCurves& curves) {
                        LiveResults& results = curves.m_results[std::size_t(index)];
                        results.ndcg.push_back(ndcg);
                        results.findings.push_back(finding);
                        curves.draw();
                        curves.showState();
                        if (index % seeds == seeds - 1) emit curves.epochDone(index / seeds, epoch);
                    });
                }
            }
        },
        [this, number] {
            if (number != m_number) return;
            m_job = 0;
            showState();
            emit ended();
        },
        [this, number](const QString& message, const QString& hint) {
            if (number != m_number) return;
            m_job = 0;
            showState(message + QLatin1Char(' ') + hint);
            emit ended();
        },
        [this, number] {
            if (number != m_number) return;
            m_job = 0;
            showState();
            emit ended();
        });
    showState();
}

void LiveCurves::stop() {
    end(EndReason::Left);
}

void LiveCurves::end(EndReason reason) {
    if (!isTraining()) return;
    m_wasLeft = reason == EndReason::Left;
    m_course.session().jobs().cancel(m_job);
    ++m_number;
    m_job = 0;
    showState();
    emit ended();
}

void LiveCurves::addLosses(int training, std::vector<double> losses) {
    std::vector<double>& all = m_results[std::size_t(training)].losses;
    all.insert(all.end(), losses.begin(), losses.end());
    draw();
    emit stepDone();
}

void LiveCurves::draw() {
    std::size_t maxSteps = 0;
    for (const LiveResults& results : m_results) maxSteps = std::max(maxSteps, results.losses.size());
    const std::size_t perPoint = std::max<std::size_t>(1, (maxSteps + kMaxPoints - 1) / kMaxPoints);
    m_loss->setLabels(perPoint == 1 ? tr("Training loss") : tr("Training loss, mean of %1 steps").arg(perPoint),
                      tr("step"), tr("loss (nats)"));
    for (int line = 0; line < int(m_results.size()); ++line) {
        const LiveResults& results = m_results[std::size_t(line)];
        QVector<double> steps, losses, epochs, ndcg;
        for (std::size_t first = 0; first < results.losses.size(); first += perPoint) {
            const std::size_t count = std::min(perPoint, results.losses.size() - first);
            double sum = 0;
            for (std::size_t step = first; step < first + count; ++step) sum += results.losses[step];
            steps << double(first + count);
            losses << sum / double(count);
        }
        for (std::size_t epoch = 0; epoch < results.ndcg.size(); ++epoch) {
            epochs << double(epoch + 1);
            ndcg << results.ndcg[epoch];
        }
        m_loss->setPoints(line, steps, losses);
        m_ranks->setPoints(line, epochs, ndcg);
    }
    m_loss->replotSoon();
    m_ranks->replotSoon();
}

void LiveCurves::showState(const QString& text) {
    m_train->setText(isTraining() ? tr("Stop") : epochsDone() > 0 ? tr("Train again") : tr("Train"));
    m_train->setEnabled(!m_models.empty());
    if (!text.isEmpty()) return m_state->setText(text);
    const QString progress = tr("epoch %1 of %2").arg(epochsDone()).arg(m_epochs);
    const auto dataset = m_course.session().dataset();
    const std::int64_t users = dataset ? lessonUsers(*dataset) : 0;
    QString ended =
        m_seeds > 1
            ? tr("Trained for %1 epochs with %2 seeds on the CPU; nothing was stored").arg(m_epochs).arg(m_seeds)
            : tr("Trained for %1 epochs on the CPU; nothing was stored").arg(m_epochs);
    QString state = isTraining() ? tr("Training · %1").arg(progress)
                    : isDone()   ? ended
                    : m_wasLeft  ? tr("Stopped when you left the chapter, %1; the button starts over").arg(progress)
                    : epochsDone() == 0 ? QString()
                                        : tr("Stopped · %1").arg(progress);
    if (users > 0)
        state += (state.isEmpty() ? QString() : QStringLiteral(" · ")) +
                 tr("on %1 randomly drawn users, to keep it quick").arg(wholeNumber(users));
    m_state->setText(state);
}

}  // namespace recscope::ui
