// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/chapters/end_chapter.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSlider>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <any>

#include "core/train/live_training.h"
#include "ui/learn/course.h"
#include "ui/learn/experiments.h"
#include "ui/learn/history_cards.h"
#include "ui/learn/item_card.h"
#include "ui/learn/live_curves.h"
#include "ui/plot/plot_view.h"
#include "ui/session/session.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/bar_rows.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/shown_stack.h"

namespace recscope::ui {

namespace {

enum Step { kQuestions, kTrain, kLooks };
enum Model { kWith, kWithout };
constexpr int kShownCards = 6;  ///< of the history, so that each example is one line
constexpr int kRoomForCards = 352, kLowPlot = 150, kUsualPlot = 160;  ///< design pixels

QWidget* explained(const QString& text, HistoryCards* cards) {
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
      m_byEpoch(new PlotView(tr("Weight of the last item, by epoch"), tr("epoch"), tr("weight"))) {
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
    m_views->addWidget(boxed(
        column({explained(tr("A training sample: something stands on both sides of [MASK]"), m_middle),
                explained(tr("A last-item sample: training hides what really came last"), m_lastItem),
                explained(tr("In use: [MASK] stands for the item that comes next; nothing stands to its right"), m_use),
                room()})));
    m_views->addWidget(m_curves);
    m_views->addWidget(
        boxed(column({row({m_epochText, grow(m_epoch)}), grow(row({grow(m_with), grow(m_without)}, space::kPage), 3),
                      grow(m_byEpoch, 2)})));
    arrange(this, column({grow(m_views)}));
    connect(m_epoch, &QSlider::valueChanged, this, [this](int epoch) {
        showLooks();
        const std::vector<double> weights = lastItemWeights(kWith);
        const auto best = std::max_element(weights.begin(), weights.end());
        if (m_curves->isDone() && best != weights.end() && epoch == int(best - weights.begin()) + 1) emit taskDone();
    });
    connect(m_curves, &LiveCurves::epochDone, this, [this](int model, int epoch) {
        if (model != kWithout) return;
        m_epoch->setRange(1, epoch);
        drawByEpoch();
        showLooks();
        emit measured();
    });
    connect(&course, &Course::historyChanged, this, &EndChapter::showHistory);
    connect(&course, &Course::datasetChanged, this, &EndChapter::restart);
    connect(&Theme::instance(), &Theme::changed, this, &EndChapter::fitRoom);
    fitRoom();
    showHistory();
}

void EndChapter::makeModels() {
    const auto history = course().history();
    if (!course().session().dataset() || !history || !m_curves->models().empty()) return;
    const Experiment of = lastItemExperiment(*course().session().dataset());
    const Theme& theme = Theme::instance();
    m_curves->setModels({{tr("With last-item samples"), of.usual, theme.categoryStyle(0)},
                         {tr("Without"), of.changed, theme.categoryStyle(1)}},
                        of.epochs, [history](JobContext&, LiveTraining& training) -> std::any {
                            return weightsAtTheEnd(training, history->items);
                        });
}

void EndChapter::showStep(int step) {
    m_views->setCurrentIndex(step);
    if (step != kQuestions) makeModels();
    showLooks();
}

void EndChapter::restart() {
    m_curves->setModels({}, 0);
    drawByEpoch();
    showLooks();
    emit measured();
}

void EndChapter::fitRoom() {
    m_byEpoch->setMinimumHeight(Theme::instance().px(isLow() ? kLowPlot : kUsualPlot));
    fitCards();
}

void EndChapter::resizeEvent(QResizeEvent* event) {
    ChapterWidget::resizeEvent(event);
    fitCards();
}

/// What a covered card hides is told on it, if three rows of whole cards have room.
void EndChapter::fitCards() {
    const bool low = isLow() && height() < Theme::instance().px(kRoomForCards);
    for (HistoryCards* cards : {m_middle, m_lastItem, m_use}) cards->setLow(low);
}

void EndChapter::leave() {
    m_curves->stop();
}

QString EndChapter::finding() const {
    if (m_curves->models().empty() || m_curves->epochsDone() == 0) return {};
    const double with = m_curves->of(kWith).ndcg.back(), without = m_curves->of(kWithout).ndcg.back();
    return tr("Measured after %1: NDCG@10 of the next item %2 with last-item samples, %3 without. %4")
        .arg(epochsText(m_curves->epochsDone()))
        .arg(metricText(with), metricText(without),
             with > without ? tr("Here they help.")
                            : tr("Here they do not help: on this data what the model learns at all positions serves it "
                                 "at the end, too."));
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
    // Training knows what it hid, use does not.
    for (const HistoryCards* cards : {m_middle, m_lastItem})
        for (const int position : cards->covered())
            cards->card(position)->setCoverNote(tr("hidden: %1").arg(titles[position]));
    m_use->card(last + 1)->setCoverNote(tr("the next item?"));
    if (!m_curves->models().empty()) restart();
}

std::vector<double> EndChapter::lastItemWeights(int model) const {
    std::vector<double> weights;
    if (m_curves->models().empty()) return weights;
    for (const std::any& finding : m_curves->of(model).findings) {
        const auto looks = std::any_cast<std::vector<double>>(finding);
        weights.push_back(looks.size() < 2 ? 0 : looks[looks.size() - 2]);
    }
    return weights;
}

/// Both models' weights of the newest item, epoch after epoch.
void EndChapter::drawByEpoch() {
    m_byEpoch->clear();
    for (int model = 0; model < int(m_curves->models().size()); ++model) {
        const LiveModel& of = m_curves->models()[std::size_t(model)];
        QVector<double> epochs, weights;
        for (const double weight : lastItemWeights(model)) {
            epochs << double(epochs.size() + 1);
            weights << weight;
        }
        const int line = m_byEpoch->addLine(
            {.name = of.name, .colour = of.style.colour, .dash = of.style.dash, .marker = of.style.marker});
        m_byEpoch->setPoints(line, epochs, weights);
    }
    m_byEpoch->replotSoon();
}

void EndChapter::showLooks() {
    const auto history = course().history();
    const bool isKnown = history && !m_curves->models().empty() && !m_curves->of(kWithout).findings.empty();
    m_epoch->setEnabled(isKnown);
    const int epoch = m_epoch->value();
    if (isKnown)
        m_byEpoch->setCursorLine(epoch, tr("epoch %1").arg(epoch));
    else
        m_byEpoch->removeCursorLine();
    m_epochText->setText(isKnown ? tr("Epoch %1 of %2").arg(epoch).arg(m_curves->epochs()) : tr("Epoch"));
    for (const auto& [rows, model, title] :
         {std::tuple(m_with, kWith, tr("With last-item samples: where [MASK] looks")),
          std::tuple(m_without, kWithout, tr("Without: where [MASK] looks"))}) {
        rows->setTitle(title);
        std::vector<BarRow> bars;
        if (isKnown && epoch >= 1 && epoch <= int(m_curves->of(model).findings.size())) {
            const auto looks = std::any_cast<std::vector<double>>(m_curves->of(model).findings[std::size_t(epoch - 1)]);
            const std::size_t first = history->items.size() + 1 - looks.size();
            for (std::size_t i = 0; i < looks.size(); ++i)
                bars.push_back({.title = first + i < history->items.size()
                                             ? course().session().titleOf(history->items[first + i])
                                             : QStringLiteral("[MASK]"),
                                .value = looks[i],
                                .text = percentText(looks[i]),
                                .colour = colourOf(Quantity::Weight),
                                .strong = first + i + 1 == history->items.size()});
        }
        rows->setRows(std::move(bars), 0, 1);
    }
}

}  // namespace recscope::ui
