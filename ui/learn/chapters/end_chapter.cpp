// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/chapters/end_chapter.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSlider>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <any>
#include <cmath>
#include <tuple>

#include "core/train/live_training.h"
#include "ui/learn/course.h"
#include "ui/learn/history_cards.h"
#include "ui/learn/item_card.h"
#include "ui/learn/live_curves.h"
#include "ui/learn/measures.h"
#include "ui/plot/plot_marks.h"
#include "ui/plot/plot_view.h"
#include "ui/session/session.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/bar_rows.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/shown_stack.h"
#include "ui/widgets/wrapped_label.h"

namespace recscope::ui {

namespace {

enum Step { kQuestions, kTrain, kResult, kAttention };
enum Model { kWith, kWithout };  // indices in m_curves
constexpr int kShownCards = 6;   ///< number of the history's items shown as cards, so that each example fits in one row
constexpr int kMinHeightForFullCards = 352, kCompactPlot = 150, kUsualPlot = 160;  ///< design pixels

const std::string kMetric = "ndcg@10";

/// The measurements after one epoch of one training.
struct EndMeasurement {
    std::vector<double> weights;  ///< attention weights of [MASK] at the end
    std::vector<UserRank> ranks;  ///< ranks of all validation items; empty before the last epoch
};

QWidget* withHeading(const QString& text, HistoryCards* cards) {
    cards->setEnabled(false);
    return boxed(column({sectionLabel(text), cards}, space::kUnit));
}

}  // namespace

EndChapter::EndChapter(Course& course)
    : ChapterWidget(course),
      m_views(new ShownStack),
      m_middle(new HistoryCards),
      m_lastItem(new HistoryCards),
      m_use(new HistoryCards),
      m_curves(new LiveCurves(course)),
      m_epoch(new QSlider(Qt::Horizontal)),
      m_epochText(new QLabel),
      m_with(new BarRows({})),
      m_without(new BarRows({})),
      m_byEpoch(new PlotView(tr("Weight of the last item, by epoch"), tr("epoch"), tr("weight"))),
      m_scores(new BarRows({})),
      m_difference(new BarRows({})),
      m_resultText(new WrappedLabel) {
    m_middle->setObjectName(QStringLiteral("middleSample"));
    m_lastItem->setObjectName(QStringLiteral("lastItemSample"));
    m_use->setObjectName(QStringLiteral("use"));
    m_epoch->setObjectName(QStringLiteral("looksEpoch"));
    m_epoch->setAccessibleName(tr("Epoch"));
    m_with->setObjectName(QStringLiteral("looksWith"));
    m_without->setObjectName(QStringLiteral("looksWithout"));
    m_byEpoch->setObjectName(QStringLiteral("looksByEpoch"));
    m_byEpoch->setEmptyText(tr("Train both models first (step 2)."));
    m_byEpoch->setDecimals(0, 3);
    m_byEpoch->setPicking([this](int line, int point) {
        return tr("epoch %1: %2").arg(point + 1).arg(percentText(lastItemWeights(line)[std::size_t(point)]));
    });
    connect(m_byEpoch, &PlotView::pointClicked, this, [this](int, int point) { m_epoch->setValue(point + 1); });
    for (BarRows* rows : {m_with, m_without}) rows->setEmptyText(tr("Train both models first (step 2)."));
    m_views->addWidget(
        boxed(column({withHeading(tr("A training sample: there are items on both sides of [MASK]"), m_middle),
                      withHeading(tr("A last-item sample: training hides the item that really came last"), m_lastItem),
                      withHeading(tr("In use: [MASK] stands for the next item; there is nothing to its right"), m_use),
                      stretch()})));
    m_views->addWidget(m_curves);
    m_views->addWidget(makeResult());
    m_views->addWidget(
        boxed(column({row({m_epochText, grow(m_epoch)}),
                      grow(row({grow(m_with), grow(m_without)}, space::kPageMargin), 3), grow(m_byEpoch, 2)})));
    arrange(this, column({grow(m_views)}));
    connect(m_epoch, &QSlider::valueChanged, this, &EndChapter::showMaskWeights);
    connect(m_curves, &LiveCurves::epochDone, this, [this](int model, int epoch) {
        if (model != kWithout) return;
        m_epoch->setRange(1, epoch);
        drawByEpoch();
        showMaskWeights();
        showResult();
        emit measured();
    });
    connect(&course, &Course::historyChanged, this, &EndChapter::showHistory);
    connect(&course, &Course::datasetChanged, this, &EndChapter::restart);
    connect(&Theme::instance(), &Theme::changed, this, &EndChapter::fitLayout);
    fitLayout();
    showHistory();
}

void EndChapter::makeModels() {
    const auto history = course().history();
    if (!course().session().dataset() || !history || !m_curves->models().empty()) return;
    const Experiment experiment = lastItemExperiment(*course().session().dataset());
    const Theme& theme = Theme::instance();
    m_curves->setModels(
        {{tr("With last-item samples"), experiment.usual, theme.categoryStyle(0)},
         {tr("Without"), experiment.changed, theme.categoryStyle(1)}},
        experiment.epochs,
        [history, epochs = experiment.epochs](JobContext& context, LiveTraining& training) -> std::any {
            EndMeasurement measurement{.weights = weightsAtTheEnd(training, history->items), .ranks = {}};
            if (training.stepsDone() == epochs * training.stepsPerEpoch())
                measurement.ranks = training.evaluate(Split::Valid, 0, context.stop).ranks;
            return measurement;
        },
        kLessonSeeds);
}

void EndChapter::showStep(int step) {
    m_views->setCurrentIndex(step);
    if (step != kQuestions) makeModels();
    showMaskWeights();
    showResult();
}

void EndChapter::restart() {
    m_isDecided = false;
    m_curves->setModels({}, 0);
    drawByEpoch();
    showMaskWeights();
    showResult();
    emit measured();
}

void EndChapter::fitLayout() {
    m_byEpoch->setMinimumHeight(Theme::instance().px(isCompact() ? kCompactPlot : kUsualPlot));
    fitCards();
}

void EndChapter::resizeEvent(QResizeEvent* event) {
    ChapterWidget::resizeEvent(event);
    fitCards();
}

/// Chooses the height of the cards. Cards of full height, which also show what they hide, are used if three rows of
/// them fit.
void EndChapter::fitCards() {
    const bool hasHalfCards = isCompact() && height() < Theme::instance().px(kMinHeightForFullCards);
    for (HistoryCards* cards : {m_middle, m_lastItem, m_use}) cards->setCompact(hasHalfCards);
}

void EndChapter::leave() {
    m_curves->stop();
}

QWidget* EndChapter::makeResult() {
    m_scores->setObjectName(QStringLiteral("endScores"));
    m_scores->setTitleTip(aboutNdcg());
    m_difference->setObjectName(QStringLiteral("endDifference"));
    m_resultText->setObjectName(QStringLiteral("endResult"));
    for (BarRows* rows : {m_scores, m_difference}) rows->setEmptyText(tr("Train both models first (step 2)."));
    auto* buttons = new QHBoxLayout;
    for (const auto& [verdict, name, text] :
         {std::tuple(DifferenceVerdict::Better, "verdictHelp", tr("The samples help")),
          std::tuple(DifferenceVerdict::Worse, "verdictHurt", tr("The samples hurt")),
          std::tuple(DifferenceVerdict::NotClear, "verdictNot", tr("No clear difference"))}) {
        auto* button = new QPushButton(text);
        button->setObjectName(QString::fromLatin1(name));
        button->setFocusPolicy(Qt::TabFocus);
        connect(button, &QPushButton::clicked, this, [this, verdict = verdict] { decide(verdict); });
        buttons->addWidget(button);
        m_verdicts.push_back(button);
    }
    buttons->addStretch();
    return boxed(column({grow(m_scores, 2), grow(m_difference), buttons, m_resultText, stretch()}));
}

std::vector<std::vector<UserRank>> EndChapter::ranksOf(int model) const {
    std::vector<std::vector<UserRank>> ranks;
    if (!m_curves->isDone()) return ranks;
    for (int seed = 0; seed < m_curves->seeds(); ++seed)
        ranks.push_back(std::any_cast<const EndMeasurement&>(m_curves->of(model, seed).findings.back()).ranks);
    return ranks;
}

std::optional<SeedInterval> EndChapter::difference() const {
    const auto with = ranksOf(kWith), without = ranksOf(kWithout);
    if (with.empty() || without.empty()) return {};
    return seedDifference(kMetric, {with.begin(), with.end()}, {without.begin(), without.end()});
}

QString EndChapter::verdictText(DifferenceVerdict verdict) const {
    switch (verdict) {
        case DifferenceVerdict::Better:
            return tr("Here the samples help: the whole interval lies above 0.");
        case DifferenceVerdict::Worse:
            return tr("Here the samples hurt: the whole interval lies below 0.");
        case DifferenceVerdict::NotClear:
            break;
    }
    return tr("Here: no clear difference, the interval contains 0.");
}

/// Accepts only the verdict that the interval shows; after a wrong one, says how to read the interval.
void EndChapter::decide(DifferenceVerdict verdict) {
    const auto measuredEffect = difference();
    if (!measuredEffect) return;
    if (verdict != verdictOf(measuredEffect->interval)) {
        m_resultText->setText(
            tr("Look again: does the whole whisker lie to the right of 0, or to the left of it, or does it "
               "cross 0?"));
        return;
    }
    m_isDecided = true;
    showResult();
    emit taskDone();
    emit measured();
}

void EndChapter::showResult() {
    const auto measuredEffect = difference();
    for (QPushButton* button : m_verdicts) button->setEnabled(measuredEffect && !m_isDecided);
    if (!measuredEffect) {
        m_resultText->clear();
        for (BarRows* rows : {m_scores, m_difference}) {
            rows->setTitle({});
            rows->setRows({}, 0, 1);
        }
        return;
    }
    const auto bounds = [](const MeanInterval& interval) {
        return std::pair(interval.mean - interval.halfWidth, interval.mean + interval.halfWidth);
    };
    std::vector<BarRow> scores;
    for (const int model : {int(kWith), int(kWithout)}) {
        const auto ranks = ranksOf(model);
        const MeanInterval mean = seedMean(kMetric, {ranks.begin(), ranks.end()}).interval;
        const LiveModel& shown = m_curves->models()[std::size_t(model)];
        scores.push_back({.title = shown.name,
                          .value = mean.mean,
                          .text = metricText(mean.mean),
                          .colour = shown.style.colour,
                          .interval = bounds(mean)});
    }
    m_scores->setTitle(
        tr("NDCG@10 of the next item on validation, mean of %1 seeds · whisker: 95 % interval over users "
           "and seeds")
            .arg(m_curves->seeds()));
    m_scores->setRows(std::move(scores), 0, 1);
    const auto [low, high] = bounds(measuredEffect->interval);
    const double reach = 1.2 * std::max(std::abs(low), std::abs(high));
    m_difference->setTitle(
        tr("With minus without last-item samples, mean over %1 users · right of the line: the samples help")
            .arg(wholeNumber(measuredEffect->users)));
    m_difference->setRows(
        {{.title = tr("Difference"),
          .value = measuredEffect->interval.mean,
          .text = tr("%1 (%2 to %3)")
                      .arg(signedMetric(measuredEffect->interval.mean), signedMetric(low), signedMetric(high)),
          .interval = std::pair(low, high)}},
        -reach, reach);
    m_resultText->setText(m_isDecided ? verdictText(verdictOf(measuredEffect->interval))
                                      : tr("What does the interval of the difference say about last-item samples?"));
}

QString EndChapter::finding() const {
    const auto measuredEffect = difference();
    if (!measuredEffect) return {};
    const double low = measuredEffect->interval.mean - measuredEffect->interval.halfWidth,
                 high = measuredEffect->interval.mean + measuredEffect->interval.halfWidth;
    const QString measured = tr("Measured with %1 seeds of each model: NDCG@10 of the next item with minus without "
                                "last-item samples is %2, 95 % interval %3 to %4 over %5 users and the seeds.")
                                 .arg(m_curves->seeds())
                                 .arg(signedMetric(measuredEffect->interval.mean), signedMetric(low),
                                      signedMetric(high), wholeNumber(measuredEffect->users));
    // The verdict is part of the task, so it is added only once the user of the program has decided.
    return m_isDecided ? measured + QLatin1Char(' ') + verdictText(verdictOf(measuredEffect->interval)) : measured;
}

void EndChapter::showHistory() {
    QStringList titles = course().titles();
    titles = titles.mid(std::max<qsizetype>(0, titles.size() - kShownCards));
    for (HistoryCards* cards : {m_middle, m_lastItem}) cards->setTitles(titles);
    if (titles.isEmpty()) return m_use->setTitles({});
    m_use->setTitles(titles + QStringList{tr("next")});
    const int last = m_lastItem->count() - 1;
    m_middle->setCovered({last / 3, 2 * last / 3});
    m_lastItem->setCovered({last});
    m_use->setCovered({last + 1});
    // In the two training samples, the hidden items are known. The third row is a recommendation, where the next item
    // is unknown.
    for (const HistoryCards* cards : {m_middle, m_lastItem})
        for (const int position : cards->covered())
            cards->card(position)->setCoverNote(tr("hidden: %1").arg(titles[position]));
    m_use->card(last + 1)->setCoverNote(tr("the next item?"));
    if (!m_curves->models().empty()) restart();
}

int EndChapter::epochsKnown(int model) const {
    if (m_curves->models().empty()) return 0;
    std::size_t known = m_curves->of(model).findings.size();
    for (int seed = 1; seed < m_curves->seeds(); ++seed)
        known = std::min(known, m_curves->of(model, seed).findings.size());
    return int(known);
}

std::vector<double> EndChapter::maskWeights(int model, int epoch) const {
    std::vector<double> mean;
    for (int seed = 0; seed < m_curves->seeds(); ++seed) {
        const std::any& finding = m_curves->of(model, seed).findings[std::size_t(epoch - 1)];
        const std::vector<double>& weights = std::any_cast<const EndMeasurement&>(finding).weights;
        mean.resize(weights.size(), 0);
        for (std::size_t i = 0; i < weights.size(); ++i) mean[i] += weights[i] / m_curves->seeds();
    }
    return mean;
}

std::vector<double> EndChapter::lastItemWeights(int model) const {
    std::vector<double> weights;
    for (int epoch = 1; epoch <= epochsKnown(model); ++epoch) {
        const std::vector<double> all = maskWeights(model, epoch);
        weights.push_back(all.size() < 2 ? 0 : all[all.size() - 2]);  // [MASK] itself is last
    }
    return weights;
}

/// Draws both models' attention weights of the newest item, by epoch.
void EndChapter::drawByEpoch() {
    m_byEpoch->clear();
    for (int model = 0; model < int(m_curves->models().size()); ++model) {
        const LiveModel& liveModel = m_curves->models()[std::size_t(model)];
        QVector<double> epochs, weights;
        for (const double weight : lastItemWeights(model)) {
            epochs << double(epochs.size() + 1);
            weights << weight;
        }
        const int line = m_byEpoch->addLine({.name = liveModel.name,
                                             .colour = liveModel.style.colour,
                                             .dash = liveModel.style.dash,
                                             .marker = liveModel.style.marker});
        m_byEpoch->setPoints(line, epochs, weights);
    }
    m_byEpoch->replotSoon();
}

void EndChapter::showMaskWeights() {
    const auto history = course().history();
    const bool isKnown = history && epochsKnown(kWithout) > 0;
    m_epoch->setEnabled(isKnown);
    const int epoch = m_epoch->value();
    if (isKnown)
        m_byEpoch->marks().setCursorLine(epoch, tr("epoch %1").arg(epoch));
    else
        m_byEpoch->marks().removeCursorLine();
    m_epochText->setText(isKnown ? tr("Epoch %1 of %2").arg(epoch).arg(m_curves->epochs()) : tr("Epoch"));
    for (const auto& [rows, model, title] :
         {std::tuple(m_with, kWith, tr("With last-item samples: where [MASK] attends")),
          std::tuple(m_without, kWithout, tr("Without: where [MASK] attends"))}) {
        rows->setTitle(title);
        std::vector<BarRow> bars;
        if (isKnown && epoch >= 1 && epoch <= epochsKnown(model)) {
            const std::vector<double> weights = maskWeights(model, epoch);
            const std::size_t first = history->items.size() + 1 - weights.size();
            for (std::size_t i = 0; i < weights.size(); ++i)
                bars.push_back({.title = first + i < history->items.size()
                                             ? course().session().titleOf(history->items[first + i])
                                             : QStringLiteral("[MASK]"),
                                .value = weights[i],
                                .text = percentText(weights[i]),
                                .colour = colourOf(Quantity::Weight),
                                .bold = first + i + 1 == history->items.size()});
        }
        rows->setRows(std::move(bars), 0, 1);
    }
}

}  // namespace recscope::ui
