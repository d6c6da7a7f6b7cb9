// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/exercise_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/store/run_store.h"
#include "core/train/live_training.h"
#include "ui/learn/course.h"
#include "ui/plot/plot_view.h"
#include "ui/session/session.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {
/// Number of users, drawn once, whose items are ranked before and after the exercise.
constexpr std::int64_t kRankedUsers = 300;
constexpr int kMeasuredFrom = 100;  ///< training steps after which the ranks of the drawn users are measured

/// The ranks of the drawn users' validation items before and after the exercise.
struct Ranked {
    std::vector<UserRank> before, after;
};

QString measuredText(const Ranked& ranks, int steps) {
    const std::string metric = "ndcg@10";
    const MeanInterval change = pairedDifference(metric, ranks.after, ranks.before);
    return ExerciseView::tr(
               "Measured: after %1 steps on this one exercise NDCG@10 of %2 users' validation items went from "
               "%3 to %4: a change of %5 ± %6 (95 % interval over the users).")
        .arg(steps)
        .arg(ranks.after.size())
        .arg(metricText(metricsOf(ranks.before).ndcg10), metricText(metricsOf(ranks.after).ndcg10),
             signedMetric(change.mean), metricText(change.halfWidth));
}

}  // namespace

/// The copy of the model. Once its first job has started, only jobs of WorkerQueue::Model use it.
struct ExerciseView::Copy {
    std::optional<LiveTraining> training;
    std::vector<UserRank> before;  ///< ranks of the drawn users' items before the exercise
};

ExerciseView::ExerciseView(Course& course, QWidget* parent)
    : QWidget(parent),
      m_course(course),
      m_startOver(new QPushButton(tr("Start over"))),
      m_state(mutedLabel()),
      m_plot(new PlotView(tr("The copy's probabilities of the hidden items"), tr("steps"), tr("probability"))) {
    setObjectName(QStringLiteral("exercise"));
    m_state->setObjectName(QStringLiteral("exerciseState"));
    m_plot->setObjectName(QStringLiteral("exercisePlot"));
    m_plot->setDecimals(0, 3);
    m_startOver->setObjectName(QStringLiteral("startOver"));
    m_startOver->setToolTip(tr("Forgets what the copy learned and begins with the model's weights"));
    const int counts[] = {1, 10, 100};
    for (const int count : counts) {
        auto* button = new QPushButton(count == 1 ? tr("Train one step") : tr("%1 steps").arg(count));
        button->setObjectName(QStringLiteral("learn%1").arg(count));
        connect(button, &QPushButton::clicked, this, [this, count] { train(count); });
        m_buttons.push_back(button);
    }
    for (QPushButton* button : {m_buttons[0], m_buttons[1], m_buttons[2], m_startOver})
        button->setFocusPolicy(Qt::TabFocus);
    connect(m_startOver, &QPushButton::clicked, this, &ExerciseView::startOver);
    arrange(this, column({row({m_buttons[0], m_buttons[1], m_buttons[2], m_startOver, grow(m_state)}), grow(m_plot)}));
    connect(&course, &Course::runsChanged, this, &ExerciseView::startOver);
    startOver();
}

ExerciseView::~ExerciseView() = default;

void ExerciseView::setHidden(const std::vector<std::int32_t>& positions) {
    if (positions == m_hidden) return;
    m_hidden = positions;
    startOver();
}

void ExerciseView::stop() {
    if (m_job == 0) return;
    m_wasLeft = true;
    m_course.session().jobs().cancel(m_job);
}

void ExerciseView::startOver() {
    stop();
    ++m_number;
    m_job = 0;
    m_wasLeft = false;
    m_copy = std::make_shared<Copy>();
    m_points.clear();
    m_finding.clear();
    m_problem.clear();
    m_plot->clear();
    for (std::size_t i = 0; i < m_hidden.size(); ++i) {
        const RunStyle style = Theme::instance().categoryStyle(int(i));
        const auto history = m_course.history();
        const QString title = history && m_hidden[i] < int(history->items.size())
                                  ? m_course.session().titleOf(history->items[std::size_t(m_hidden[i])])
                                  : QString();
        m_plot->addLine({.name = tr("%1: %2").arg(m_hidden[i] + 1).arg(title),
                         .colour = style.colour,
                         .dash = style.dash,
                         .marker = style.marker});
    }
    draw();
    emit measured();
}

std::vector<double> ExerciseView::probabilities() const {
    return m_points.empty() ? std::vector<double>() : m_points.back().probabilities;
}

void ExerciseView::train(int steps) {
    const auto history = m_course.history();
    const auto& run = m_course.runs().bidirectional;
    if (!history || !run || m_hidden.empty() || m_job != 0) return;
    m_wasLeft = false;
    const int number = m_number;
    const QPointer<QObject> self(this);
    const auto notify = [self, number](std::function<void(ExerciseView&)> call) {
        JobRunner::post(self, [self, number, call = std::move(call)] {
            auto* view = qobject_cast<ExerciseView*>(self.data());
            if (view && view->m_number == number) call(*view);
        });
    };
    const bool measuresRanks = this->steps() + steps >= kMeasuredFrom;
    m_job = m_course.session().jobs().start(
        this, {.title = tr("Learning an exercise"), .queue = WorkerQueue::Model, .isShownInStrip = true},
        [copy = m_copy, history, run = run->run, hidden = m_hidden, steps, measuresRanks,
         notify](JobContext& context) -> std::optional<Ranked> {
            const auto point = [&](double loss) {
                const LiveTraining& training = *copy->training;
                Point now{.loss = loss, .probabilities = {}};
                for (const MaskedPrediction& guess : InferenceSession::copyOf(training.recommender(), training.run())
                                                         .predictMasked(history->items, hidden, 1))
                    now.probabilities.push_back(guess.truthProbability);
                notify([now](ExerciseView& view) { view.addPoint(now); });
            };
            if (!copy->training) {
                copy->training.emplace(context.workspace, RunStore(context.workspace).byId(run));
                copy->before = copy->training->evaluate(Split::Valid, kRankedUsers, context.stop).ranks;
                point(0);
            }
            for (int step = 0; step < steps; ++step) {
                const auto loss = copy->training->trainCloze(history->items, hidden, context.stop);
                if (!loss) return {};
                point(*loss);
            }
            if (!measuresRanks) return {};
            return Ranked{copy->before, copy->training->evaluate(Split::Valid, kRankedUsers, context.stop).ranks};
        },
        [this, number](const std::optional<Ranked>& ranks) {
            if (number != m_number) return;
            m_job = 0;
            if (ranks) m_finding = measuredText(*ranks, this->steps());
            draw();
            emit measured();
        },
        [this, number](const QString& message, const QString& hint) {
            if (number != m_number) return;
            m_job = 0;
            m_problem = message + QLatin1Char(' ') + hint;
            draw();
        },
        [this, number] {
            if (number != m_number) return;
            m_job = 0;
            draw();
        });
    draw();
}

void ExerciseView::addPoint(const Point& point) {
    m_points.push_back(point);
    draw();
    emit learned();
}

void ExerciseView::draw() {
    for (std::size_t i = 0; i < m_hidden.size(); ++i) {
        QVector<double> x, y;
        for (std::size_t step = 0; step < m_points.size(); ++step) {
            x << double(step);
            y << m_points[step].probabilities[i];
        }
        m_plot->setPoints(int(i), x, y);
    }
    m_plot->replotSoon();
    const bool canTrain = m_course.runs().bidirectional && !m_hidden.empty() && m_job == 0;
    for (QPushButton* button : m_buttons) button->setEnabled(canTrain);
    m_startOver->setEnabled(m_points.size() > 1 && m_job == 0);
    m_plot->setEmptyText(m_hidden.empty() ? tr("Cover items above, then let the copy learn them.")
                                          : tr("Press a button: the lines grow as the copy learns."));
    m_state->setText(!m_problem.isEmpty()  ? m_problem
                     : m_points.size() < 2 ? QString()
                     : m_wasLeft           ? tr("Stopped at step %1 when you left").arg(steps())
                                 : tr("step %1 · loss %2 nats").arg(steps()).arg(fixedNumber(m_points.back().loss, 3)));
}

}  // namespace recscope::ui
