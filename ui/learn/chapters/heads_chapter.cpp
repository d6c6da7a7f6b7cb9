// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/chapters/heads_chapter.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/recommender/registry.h"
#include "ui/learn/course.h"
#include "ui/learn/measures.h"
#include "ui/learn/model_choice.h"
#include "ui/runs/head_study.h"
#include "ui/session/session.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/bar_rows.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

enum Step { kCharacters, kGate, kLayers };
constexpr std::int32_t kRanks = 10;
/// Number of positions shown before and after the query position.
constexpr std::int32_t kMaxBack = 8, kMaxAhead = 2;

HeadFacts factsOf(JobContext& context, const LoadedRun& run, const std::vector<Token>& history) {
    // Loads its own copy of the weights: only `WorkerQueue::Model` may use the shared copies in `InferenceCache`.
    const InferenceSession inference = InferenceSession::load(context.workspace, run.run);
    HeadFacts facts;
    HeadStudy study = headStudy(context.workspace, inference, MeasuredRows::Predicting, context.progress, context.stop);
    facts.characters = std::move(study.characters);
    facts.effects = std::move(study.gates);
    const Explanation explanation = inference.explain(history, kRanks);
    facts.maps = explanation.attention;
    facts.positions = explanation.positions;
    const std::vector<std::vector<HeadId>> heads = singleHeads(inference);
    for (const std::vector<HeadId>& off : heads)
        facts.moves.push_back(listWithoutHeads(inference, history, off, kRanks, {}));
    return facts;
}

}  // namespace

int HeadFacts::movedBy(std::size_t head) const {
    return int(std::count_if(moves[head].begin(), moves[head].end(), [](const RankMove& move) {
        return move.before.rank <= kRanks && move.after.rank != move.before.rank;
    }));
}

std::int64_t HeadFacts::ranksMovedBy(std::size_t head) const {
    std::int64_t ranks = 0;
    for (const RankMove& move : moves[head])
        if (move.before.rank <= kRanks) ranks += std::abs(move.after.rank - move.before.rank);
    return ranks;
}

std::vector<std::size_t> HeadFacts::headsMovingMost() const {
    std::vector<std::size_t> maxMovers;
    std::int64_t largest = -1;
    for (std::size_t head = 0; head < moves.size(); ++head) {
        const std::int64_t ranks = ranksMovedBy(head);
        if (ranks > largest) maxMovers.clear();
        if (ranks >= largest) maxMovers.push_back(head);
        largest = std::max(largest, ranks);
    }
    return maxMovers;
}

HeadsChapter::HeadsChapter(Course& course)
    : ChapterWidget(course),
      m_query(course.session().jobs(),
              {.title = tr("Measuring the heads"), .queue = WorkerQueue::Import, .isShownInStrip = true},
              [](JobContext& context, const HeadsRequest& request) {
                  return factsOf(context, request.run, request.history->items);
              }),
      m_model(new ModelChoice(course, "headsModel", ModelChoice::Model::Bidirectional)),
      m_left(new BarRows({})),
      m_right(new BarRows({})),
      m_path(new BarRows({})),
      m_sentence(new QLabel) {
    m_left->setObjectName(QStringLiteral("headsLeft"));
    m_left->setClickable(true);
    m_right->setObjectName(QStringLiteral("headsRight"));
    m_path->setObjectName(QStringLiteral("headsPath"));
    m_sentence->setObjectName(QStringLiteral("headsSentence"));
    m_sentence->setWordWrap(true);
    connect(m_left, &BarRows::rowClicked, this, &HeadsChapter::choose);
    connect(m_model, &QComboBox::currentIndexChanged, this, &HeadsChapter::requestFacts);
    arrange(this, column({row({m_model, grow(m_sentence)}, space::kSpacing),
                          grow(row({grow(m_left), grow(m_right), grow(m_path)}, space::kPageMargin))}));
    m_query.deferWhileHidden(*this);
    connect(&m_query, &AnyAsyncQuery::changed, this, [this] {
        if (m_query.state() == AsyncQueryState::Failed)
            this->course().session().notify(m_query.failure(), m_query.hint(), Severity::Warning);
        draw();
        emit measured();
    });
    connect(&course, &Course::historyChanged, this, &HeadsChapter::requestFacts);
    connect(&course, &Course::runsChanged, this, &HeadsChapter::requestFacts);
    requestFacts();
}

void HeadsChapter::requestFacts() {
    m_model->refill();
    m_head = 0;
    m_off = m_middle = -1;
    m_tried.clear();
    if (m_model->count() == 0 || !course().history()) {
        m_query.cancel();
        return draw();
    }
    m_query.run({*m_model->run(), course().history()});
}

void HeadsChapter::choose(int row) {
    if (!facts()) return;
    (m_step == kLayers ? m_middle : m_step == kGate ? m_off : m_head) = row;
    if (m_step == kGate) m_tried.insert(row);
    draw();
    if (m_step != kGate) return;
    checkTask();
    emit measured();
}

/// The task requires all heads to be tried, because only then is it known which head moves the list most.
void HeadsChapter::checkTask() {
    const auto shown = facts();
    if (m_tried.size() < shown->moves.size()) return;
    const std::vector<std::size_t> maxMovers = shown->headsMovingMost();
    if (std::find(maxMovers.begin(), maxMovers.end(), std::size_t(m_off)) != maxMovers.end()) emit taskDone();
}

void HeadsChapter::showStep(int step) {
    m_step = step;
    m_path->setVisible(step == kLayers);
    draw();
}

void HeadsChapter::restart() {
    m_head = 0;
    m_off = m_middle = -1;
    m_tried.clear();
    draw();
}

void HeadsChapter::leave() {
    m_query.stop();
}

QString HeadsChapter::finding() const {
    const auto shown = facts();
    if (!shown || m_off < 0 || m_off >= int(shown->effects.size())) return {};
    const GateEffect& effect = shown->effects[std::size_t(m_off)];
    const MeanInterval& change = effect.ndcg10;
    const QString measured = tr("Measured without %1: %2 of the top ten items for this history moved, by %3 ranks in "
                                "total; NDCG@10 of %4 users changed by %5 ± %6 (95 % interval).")
                                 .arg(QString::fromStdString(headName(effect.off.front())))
                                 .arg(shown->movedBy(std::size_t(m_off)))
                                 .arg(shown->ranksMovedBy(std::size_t(m_off)))
                                 .arg(effect.users)
                                 .arg(signedMetric(change.mean), metricText(change.halfWidth));
    return measured + QLatin1Char(' ') +
           (change.mean + change.halfWidth < 0 ? tr("Over these users the head helps.")
            : change.mean - change.halfWidth > 0
                ? tr("Over these users the model is better without the head.")
                : tr("Over these users no clear effect was found: the interval contains 0."));
}

QString HeadsChapter::titleOf(std::size_t position) const {
    return course().session().titleOf(facts()->positions[position]);
}

void HeadsChapter::draw() {
    const bool isKnown = facts() != nullptr;
    for (BarRows* rows : {m_left, m_right, m_path}) {
        rows->setEmptyText(m_model->count() == 0 ? tr("The models must be trained first.")
                           : m_query.isOpen()    ? tr("Measuring every head over 200 users…")
                                                 : QString());
        if (!isKnown) rows->setRows({}, 0, 1);
    }
    m_sentence->clear();
    if (!isKnown) return;
    if (m_step == kCharacters) drawCharacters();
    if (m_step == kGate) drawGate();
    if (m_step == kLayers) drawLayers();
}

void HeadsChapter::drawCharacters() {
    const auto shown = facts();
    std::vector<BarRow> heads, offsets;
    for (std::size_t i = 0; i < shown->characters.heads.size(); ++i) {
        const HeadCharacter& head = shown->characters.heads[i];
        heads.push_back({.title = QString::fromStdString(headName(head.head)),
                         .value = 1 - head.entropy.mean,
                         .text = percentText(1 - head.entropy.mean, 0),
                         .colour = colourOf(Quantity::Weight),
                         .bold = int(i) == m_head,
                         .tip = QString::fromStdString(head.sentence)});
    }
    m_left->setTitleTip({});
    m_left->setTitle(tr("Heads · bar: how concentrated their attention is · click one"));
    m_left->setRows(std::move(heads), 0, 1);
    const HeadCharacter& chosen = shown->characters.heads[std::size_t(m_head)];
    m_sentence->setText(tr("%1 %2").arg(QString::fromStdString(chosen.sentence), headStudyBasis(shown->characters)));
    double largest = 1e-6;
    const std::int32_t reach = shown->characters.maxOffset;
    for (int back = -kMaxAhead; back <= kMaxBack; ++back) {
        const AttentionMass& mass = chosen.byOffset[std::size_t(reach - back)];
        if (back < 0 && mass.mass.mean == 0) continue;  // a causal model gives no weight to later positions
        largest = std::max(largest, mass.mass.mean + mass.mass.halfWidth);
        offsets.push_back(
            {.title = back == 0  ? tr("the position itself")
                      : back < 0 ? tr("%1 ahead").arg(-back)
                                 : tr("%1 back").arg(back),
             .value = mass.mass.mean,
             .text = percentText(mass.mass.mean),
             .colour = colourOf(Quantity::Weight),
             .interval = std::pair(mass.mass.mean - mass.mass.halfWidth, mass.mass.mean + mass.mass.halfWidth),
             .mark = mass.uniformMass});
    }
    m_right->setTitle(
        tr("Where the chosen head attends, mean of %1 users · line: even spread").arg(shown->characters.users));
    m_right->setRows(std::move(offsets), 0, largest);
}

void HeadsChapter::drawGate() {
    const auto shown = facts();
    std::vector<BarRow> heads, list;
    double reach = 1e-6;
    for (const GateEffect& effect : shown->effects)
        reach = std::max(reach, std::abs(effect.ndcg10.mean) + effect.ndcg10.halfWidth);
    for (std::size_t i = 0; i < shown->effects.size(); ++i) {
        const MeanInterval& change = shown->effects[i].ndcg10;
        heads.push_back({.title = QString::fromStdString(headName(shown->effects[i].off.front())),
                         .value = change.mean,
                         .text = signedMetric(change.mean),
                         .interval = std::pair(change.mean - change.halfWidth, change.mean + change.halfWidth),
                         .bold = int(i) == m_off,
                         .tip = tr("Without this head NDCG@10 of %1 users changes by %2 ± %3")
                                    .arg(shown->effects[i].users)
                                    .arg(signedMetric(change.mean), metricText(change.halfWidth))});
    }
    m_left->setTitleTip(aboutNdcg());
    m_left->setTitle(
        tr("Change of NDCG@10 without one head, %1 users · click a head").arg(shown->effects.front().users));
    m_left->setRows(std::move(heads), -reach, reach);
    if (m_off < 0) {
        m_right->setTitle({});
        m_right->setEmptyText(tr("Click a head on the left to see here how this history's list changes without it."));
        m_right->setRows({}, -kRanks, kRanks);
        return;
    }
    for (const RankMove& move : shown->moves[std::size_t(m_off)]) {
        if (move.before.rank > kRanks) continue;
        const int shift = move.before.rank - move.after.rank;
        list.push_back(
            {.title = QStringLiteral("%1  %2").arg(move.before.rank).arg(course().session().titleOf(move.before.token)),
             .value = double(shift),
             .text = move.after.rank == move.before.rank ? tr("stays") : tr("→ %1").arg(move.after.rank)});
    }
    m_right->setTitle(
        tr("The list without %1: %2 of ten items moved, by %3 ranks in total · arrowhead on a bar: over ten ranks")
            .arg(QString::fromStdString(headName(shown->effects[std::size_t(m_off)].off.front())))
            .arg(shown->movedBy(std::size_t(m_off)))
            .arg(shown->ranksMovedBy(std::size_t(m_off))));
    m_right->setRows(std::move(list), -kRanks, kRanks);
    m_sentence->setText(
        tr("%1 of %2 heads tried so far, each switched off alone.").arg(m_tried.size()).arg(shown->moves.size()));
}

/// Draws how the last row attends through the last and the first layer: the positions to which the last layer attends,
/// and, for one of these positions, those to which the first layer attends.
void HeadsChapter::drawLayers() {
    const auto shown = facts();
    const AttentionMaps& maps = shown->maps;
    const std::int32_t last = maps.size - 1, top = maps.layers - 1;
    if (maps.layers < 2) {
        m_sentence->setText(tr("This model has one layer: there is no path through two."));
        for (BarRows* rows : {m_left, m_right, m_path}) rows->setRows({}, 0, 1);
        return;
    }
    const AttentionView upper = meanOverHeads(maps, top), lower = meanOverHeads(maps, 0);
    const auto upperRow = upper.row(last);
    if (m_middle < 0) m_middle = int(std::max_element(upperRow.begin(), upperRow.end()) - upperRow.begin());
    const auto rowsOf = [&](const auto& weight, int boldPosition) {
        std::vector<BarRow> rows;
        for (std::int32_t position = 0; position < maps.size; ++position)
            rows.push_back({.title = titleOf(std::size_t(position)),
                            .value = double(weight(position)),
                            .text = percentText(weight(position)),
                            .colour = colourOf(Quantity::Weight),
                            .bold = position == boldPosition});
        return rows;
    };
    m_left->setTitleTip({});
    m_left->setTitle(tr("Layer %1: what the last position reads · click an item").arg(top + 1));
    m_left->setRows(rowsOf([&](std::int32_t p) { return upper.at(last, p); }, m_middle), 0, 1);
    m_right->setTitle(tr("Layer 1: what %1 had read").arg(titleOf(std::size_t(m_middle))));
    m_right->setRows(rowsOf([&](std::int32_t p) { return lower.at(m_middle, p); }, -1), 0, 1);
    m_path->setTitle(tr("Through both layers: the products, summed over all paths"));
    m_path->setRows(rowsOf(
                        [&](std::int32_t p) {
                            double sum = 0;
                            for (std::int32_t middle = 0; middle < maps.size; ++middle)
                                sum += double(upper.at(last, middle)) * lower.at(middle, p);
                            return sum;
                        },
                        -1),
                    0, 1);
    m_sentence->setText(tr(
        "The residual path is left out of these products: along it, each layer also passes its input on unchanged."));
}

}  // namespace recscope::ui
