// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/chapters/attention_mask_chapter.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <any>

#include "core/train/live_training.h"
#include "ui/learn/course.h"
#include "ui/learn/experiments.h"
#include "ui/learn/history_cards.h"
#include "ui/learn/live_curves.h"
#include "ui/learn/mask_grid.h"
#include "ui/session/session.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/bar_rows.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/shown_stack.h"

namespace recscope::ui {

namespace {

enum Step { kCausal, kBoth, kTrain, kRanks, kWeightsAhead };
enum Model { kHonest, kCheat };      // indices in m_curves
constexpr int kSweepInterval = 450;  ///< milliseconds that the sweep stays on each row
constexpr double kCheatLoss = 0.1;   ///< the task: reach a loss below this share of the first loss

}  // namespace

AttentionMaskChapter::AttentionMaskChapter(Course& course)
    : ChapterWidget(course),
      m_cards(new HistoryCards),
      m_causal(new MaskGrid(tr("Causal: own item and earlier ones"), AttentionMask::Causal)),
      m_bidirectional(new MaskGrid(tr("Bidirectional: before and after"), AttentionMask::Bidirectional)),
      m_views(new ShownStack),
      m_curves(new LiveCurves(course)),
      m_counts(new BarRows(tr("How many positions each row may read"))),
      m_weightsAhead(new BarRows(tr("Weight of the next item, in the row that should predict it"))),
      m_weightsAheadNote(captionLabel(QStringLiteral("looksNote"))) {
    m_cards->setObjectName(QStringLiteral("maskCards"));
    m_cards->setEnabled(false);
    m_causal->setObjectName(QStringLiteral("leftOnly"));
    m_bidirectional->setObjectName(QStringLiteral("bothSides"));
    m_weightsAhead->setObjectName(QStringLiteral("looksAhead"));
    m_weightsAhead->setEmptyText(tr("Train both models first (step 3)."));
    auto* axes = captionLabel();
    axes->setText(
        tr("Row: the position that reads. Columns: what it may read. Move over a row, or press Up and Down."));
    m_views->addWidget(
        boxed(column({grow(row({grow(m_causal), grow(m_bidirectional), grow(m_counts)}, space::kPageMargin)), axes})));
    m_views->addWidget(m_curves);
    m_views->addWidget(boxed(column({grow(m_weightsAhead), m_weightsAheadNote})));
    arrange(this, column({m_cards, grow(m_views)}));
    for (MaskGrid* grid : {m_causal, m_bidirectional}) {
        grid->setReadsItself(true);
        connect(grid, &MaskGrid::hovered, this, [this](int position) {
            m_isSweepPending = false;
            m_sweep.stop();
            setHighlighted(position);
        });
    }
    m_counts->setObjectName(QStringLiteral("readCounts"));
    m_sweep.setInterval(kSweepInterval);
    connect(&m_sweep, &QTimer::timeout, this, [this] {
        if (m_highlightedRow + 1 >= m_cards->count()) return m_sweep.stop();
        setHighlighted(m_highlightedRow + 1);
    });
    connect(m_curves, &LiveCurves::stepDone, this, [this] {
        const std::vector<double>& losses = m_curves->of(kCheat).losses;
        if (!losses.empty() && losses.back() < kCheatLoss * losses.front()) emit taskDone();
    });
    connect(m_curves, &LiveCurves::epochDone, this, [this] {
        showWeightsAhead();
        emit measured();
    });
    connect(&course, &Course::historyChanged, this, &AttentionMaskChapter::showHistory);
    connect(&course, &Course::datasetChanged, this, [this] { m_curves->setModels({}, 0); });
    showHistory();
}

void AttentionMaskChapter::makeModels() {
    const auto dataset = course().session().dataset();
    const auto history = course().history();
    if (!dataset || !history || !m_curves->models().empty()) return;
    const Experiment experiment = leakExperiment(*dataset);
    const Theme& theme = Theme::instance();
    m_curves->setModels({{tr("Causal"), experiment.usual, theme.categoryStyle(0)},
                         {tr("The cheat"), experiment.changed, theme.categoryStyle(1)}},
                        experiment.epochs, [history](JobContext&, LiveTraining& training) -> std::any {
                            return weightsAhead(training, history->items);
                        });
    m_curves->setReference(chanceNdcg(dataset->items), tr("Chance"));
}

void AttentionMaskChapter::showStep(int step) {
    m_step = step;
    m_causal->setVisible(true);
    m_bidirectional->setVisible(step != kCausal);
    m_counts->setVisible(step == kCausal && !isCompact());
    m_cards->setVisible(step <= kBoth);
    m_views->setCurrentIndex(step <= kBoth ? 0 : step <= kRanks ? 1 : 2);
    if (step >= kTrain) makeModels();
    showWeightsAhead();
    m_sweep.stop();
    setHighlighted(-1);
    m_isSweepPending = step <= kBoth;
    startSweep();
}

/// Starts the sweep once the rows exist and the chapter is visible.
void AttentionMaskChapter::startSweep() {
    if (!m_isSweepPending || !isVisible() || m_cards->count() == 0) return;
    m_isSweepPending = false;
    if (Theme::instance().motionTime() > 0) m_sweep.start();
}

void AttentionMaskChapter::showEvent(QShowEvent* event) {
    ChapterWidget::showEvent(event);
    startSweep();
}

/// The keys Up and Down move the highlighted row, but only on the first two steps, which are about the rows.
bool AttentionMaskChapter::handleKey(int key) {
    if (m_step > kBoth || m_cards->count() == 0 || (key != Qt::Key_Up && key != Qt::Key_Down)) return false;
    m_isSweepPending = false;
    m_sweep.stop();
    setHighlighted(std::clamp(m_highlightedRow + (key == Qt::Key_Down ? 1 : -1), 0, m_cards->count() - 1));
    return true;
}

void AttentionMaskChapter::restart() {
    m_curves->setModels({}, 0);
    emit measured();
}

void AttentionMaskChapter::fitLayout() {
    m_cards->setCompact(isCompact());
    m_counts->setVisible(m_step == kCausal && !isCompact());
}

void AttentionMaskChapter::leave() {
    m_sweep.stop();
    m_curves->stop();
}

QString AttentionMaskChapter::finding() const {
    if (m_curves->models().empty() || m_curves->epochsDone() == 0) return {};
    const auto& cheat = m_curves->of(kCheat);
    const auto& honest = m_curves->of(kHonest);
    const QString facts =
        tr("Measured after %1: training loss %2 (cheat) and %3 (causal); NDCG@10 on validation %4 and %5.")
            .arg(epochsText(m_curves->epochsDone()))
            .arg(plainNumber(cheat.losses.back(), 2), plainNumber(honest.losses.back(), 2),
                 metricText(cheat.ndcg.back()), metricText(honest.ndcg.back()));
    if (cheat.losses.back() < honest.losses.back() && cheat.ndcg.back() < honest.ndcg.back()) return facts;
    return facts + QLatin1Char(' ') +
           tr("This model does not cheat yet: either it needs more training, or it found no way to copy the next "
              "item.");
}

void AttentionMaskChapter::showHistory() {
    const QStringList titles = course().titles();
    m_cards->setTitles(titles);
    for (MaskGrid* grid : {m_causal, m_bidirectional}) grid->setSize(int(titles.size()));
    showCounts();
    startSweep();
}

void AttentionMaskChapter::setHighlighted(int position) {
    m_highlightedRow = position;
    m_cards->setHighlighted(position);
    m_causal->setHighlighted(position);
    m_bidirectional->setHighlighted(position);
    showCounts();
}

/// Shows how many positions each row reads: in a causal model the first rows read few.
void AttentionMaskChapter::showCounts() {
    std::vector<BarRow> rows;
    const QStringList titles = course().titles();
    for (int row = 0; row < titles.size(); ++row)
        rows.push_back({.title = titles[row],
                        .value = row + 1.0,
                        .text = tr("%1 of %2").arg(row + 1).arg(titles.size()),
                        .colour = colourOf(Quantity::Key),
                        .bold = row == m_highlightedRow});
    m_counts->setRows(std::move(rows), 0, std::max(1.0, double(titles.size())));
}

void AttentionMaskChapter::showWeightsAhead() {
    std::vector<BarRow> rows;
    const auto history = course().history();
    const bool isKnown = !m_curves->models().empty() && !m_curves->of(kCheat).findings.empty();
    if (isKnown && history) {
        const auto weights = std::any_cast<std::vector<double>>(m_curves->of(kCheat).findings.back());
        for (std::size_t row = 0; row < weights.size() && row + 1 < history->items.size(); ++row)
            rows.push_back({.title = tr("%1 → %2").arg(course().session().titleOf(history->items[row]),
                                                       course().session().titleOf(history->items[row + 1])),
                            .value = weights[row],
                            .text = percentText(weights[row]),
                            .colour = colourOf(Quantity::Weight)});
    }
    m_weightsAhead->setRows(std::move(rows), 0, 1);
    m_weightsAheadNote->setText(
        isKnown ? tr("The cheat after epoch %1: the largest weight of any head. A causal model has 0 % in every row; "
                     "attending to all items equally would give %2.")
                      .arg(m_curves->of(kCheat).findings.size())
                      .arg(percentText(history ? 1.0 / double(history->items.size()) : 0))
                : QString());
}

}  // namespace recscope::ui
