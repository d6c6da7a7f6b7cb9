// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/chapters/verdict_chapter.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/recommender/evaluate.h"
#include "core/recommender/registry.h"
#include "core/store/run_store.h"
#include "ui/learn/course.h"
#include "ui/learn/measures.h"
#include "ui/session/protocol_text.h"
#include "ui/session/run_looks.h"
#include "ui/session/session.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/bar_rows.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

enum Step { kScores, kDifference, kPatterns, kSampled };
const std::string kMetric = "ndcg@10";
constexpr double kMinReach = 0.1;  ///< the difference axis extends at least this far to each side of 0

/// The stored ranks; if there are none, computes and stores them.
std::vector<UserRank> ranksOf(JobContext& context, RunId run, const Protocol& protocol) {
    std::vector<UserRank> ranks = RunStore(context.workspace).ranks(run, Split::Test, protocol);
    if (!ranks.empty()) return ranks;
    return evaluateRun(context.workspace, run, protocol, Split::Test, DeviceChoice::Cpu, context.progress, context.stop)
        .ranks;
}

ProtocolDuel duelUnder(JobContext& context, const LearnRuns& runs, const Protocol& protocol) {
    return {.protocol = protocol,
            .bidirectional = ranksOf(context, runs.bidirectional->run, protocol),
            .causal = ranksOf(context, runs.causal->run, protocol)};
}

Duel measure(JobContext& context, const LearnRuns& runs) {
    const Protocol full = RunStore(context.workspace).byId(runs.bidirectional->run).protocol;
    Protocol sampled = full;
    sampled.setCandidates("pop100");
    Duel duel;
    duel.full = duelUnder(context, runs, full);
    duel.sampled = duelUnder(context, runs, sampled);
    const DatasetId dataset = RunStore(context.workspace).byId(runs.bidirectional->run).dataset;
    duel.kinds = targetKinds(context.workspace, dataset, full, Split::Test, context.stop);
    return duel;
}

QString bidirectionalTitle() {
    return QString::fromStdString(modelInfo(Course::bidirectionalModel()).title);
}

QString causalTitle() {
    return QString::fromStdString(modelInfo(Course::causalModel()).title);
}

std::pair<double, double> boundsOf(const MeanInterval& interval) {
    return {interval.mean - interval.halfWidth, interval.mean + interval.halfWidth};
}

DifferenceVerdict verdictUnder(const ProtocolDuel& duel) {
    return verdictOf(pairedDifference(kMetric, duel.bidirectional, duel.causal));
}

BarRow scoreRow(const QString& title, const std::string& model, std::span<const UserRank> ranks) {
    const MeanInterval interval = metricInterval(kMetric, ranks);
    return {
        .title = title,
        .value = interval.mean,
        .text = metricText(interval.mean),
        .colour = firstStyleOf(model).colour,
        .interval = boundsOf(interval),
        .tip = VerdictChapter::tr("%1 ± %2, 95 % interval over %3 users")
                   .arg(metricText(interval.mean), metricText(interval.halfWidth), wholeNumber(qint64(ranks.size())))};
}

}  // namespace

VerdictChapter::VerdictChapter(Course& course)
    : ChapterWidget(course),
      m_measuring(course.session().jobs(),
                  {.title = tr("Comparing two models"), .queue = WorkerQueue::Import, .isShownInStrip = true},
                  [](JobContext& context, const DuelRequest& request) { return measure(context, request.runs); }),
      m_state(mutedLabel()),
      m_scores(new BarRows({})),
      m_difference(new BarRows({})),
      m_patterns(new BarRows({})),
      m_verdict(sectionLabel()) {
    m_state->setObjectName(QStringLiteral("duelState"));
    m_scores->setObjectName(QStringLiteral("duelScores"));
    m_scores->setTitleTip(aboutNdcg());
    m_difference->setObjectName(QStringLiteral("duelDifference"));
    m_patterns->setObjectName(QStringLiteral("duelPatterns"));
    m_verdict->setObjectName(QStringLiteral("duelVerdict"));
    m_verdict->setWordWrap(true);
    arrange(this,
            column({m_state, grow(m_scores, 2), grow(m_difference), grow(m_patterns, 3), m_verdict}, space::kSpacing));
    m_measuring.deferWhileHidden(*this);
    connect(&m_measuring, &AnyAsyncQuery::changed, this, [this] {
        m_state->setText(m_measuring.state() == AsyncQueryState::Failed ? m_measuring.failureWithHint()
                         : m_measuring.isOpen()                         ? tr("Ranking the test items of all users…")
                                                                        : QString());
        if (const auto duel = m_measuring.answer())
            draw(*duel);
        else
            clear();
        emit measured();
    });
    connect(&course, &Course::runsChanged, this, &VerdictChapter::requestDuel);
    connect(&course, &Course::datasetChanged, this, &VerdictChapter::restart);
    requestDuel();
}

void VerdictChapter::requestDuel() {
    const LearnRuns& runs = course().runs();
    if (runs.bidirectional && runs.causal) return m_measuring.run({runs});
    m_measuring.cancel();
    m_state->setText(tr("Both models must be trained first."));
}

void VerdictChapter::showStep(int step) {
    m_step = step;
    m_difference->setVisible(step != kScores);
    m_patterns->setVisible(step == kPatterns);
    m_verdict->setVisible(step == kDifference || step == kSampled);
    if (const auto duel = m_measuring.answer()) draw(*duel);
}

void VerdictChapter::restart() {
    m_revealed = m_sawFull = m_sawSampled = false;
    showStep(0);
}

void VerdictChapter::reveal() {
    m_revealed = true;
    showStep(m_step);
}

void VerdictChapter::leave() {
    m_measuring.stop();
}

void VerdictChapter::showEvent(QShowEvent* event) {
    ChapterWidget::showEvent(event);
    if (m_measuring.state() == AsyncQueryState::Stopped) requestDuel();
}

/// Clears the shown numbers, which belong to deleted runs or to other weights.
void VerdictChapter::clear() {
    for (BarRows* rows : {m_scores, m_difference, m_patterns}) {
        rows->setTitle({});
        rows->setRows({}, 0, 1);
    }
    m_verdict->clear();
}

QString VerdictChapter::shortVerdict(const ProtocolDuel& duel) const {
    const DifferenceVerdict verdict = verdictUnder(duel);
    return verdict == DifferenceVerdict::NotClear
               ? tr("no clear difference")
               : tr("%1 is better").arg(verdict == DifferenceVerdict::Better ? bidirectionalTitle() : causalTitle());
}

QString VerdictChapter::verdictText(const ProtocolDuel& duel) const {
    const MeanInterval difference = pairedDifference(kMetric, duel.bidirectional, duel.causal);
    const DifferenceVerdict verdict = verdictOf(difference);
    const auto [low, high] = boundsOf(difference);
    if (verdict == DifferenceVerdict::NotClear)
        return tr("no clear difference (%1 to %2)").arg(signedMetric(low), signedMetric(high));
    const bool isFirst = verdict == DifferenceVerdict::Better;
    const QString size = metricText(std::abs(difference.mean));
    return isFirst
               ? tr("%1 is better by %2 (%3 to %4)").arg(bidirectionalTitle(), size, metricText(low), metricText(high))
               : tr("%1 is better by %2 (%3 to %4)").arg(causalTitle(), size, metricText(-high), metricText(-low));
}

QString VerdictChapter::finding() const {
    const auto duel = m_measuring.answer();
    if (!duel) return {};
    const auto mean = [](std::span<const UserRank> ranks) { return metricText(metricInterval(kMetric, ranks).mean); };
    const QString numbers =
        tr("NDCG@10 here: %1 %2 and %3 %4 among all items; %5 and %6 among a hundred popular ones.")
            .arg(bidirectionalTitle(), mean(duel->full.bidirectional), causalTitle(), mean(duel->full.causal),
                 mean(duel->sampled.bidirectional), mean(duel->sampled.causal));
    const QString verdict = verdictUnder(duel->full) == verdictUnder(duel->sampled)
                                ? tr("The verdict stays: %1.").arg(shortVerdict(duel->full))
                                : tr("The verdict changes: among all items %1, among a hundred %2.")
                                      .arg(shortVerdict(duel->full), shortVerdict(duel->sampled));
    return numbers + QLatin1Char(' ') + verdict + QLatin1Char(' ') +
           tr("Each model was trained once: the intervals do not include what another seed would change.");
}

void VerdictChapter::draw(const Duel& duel) {
    const bool isSampled = m_step == kSampled;
    if (isSampled && !m_revealed) {
        // The numbers among a hundred candidates answer the question, so they stay hidden until it is answered.
        m_scores->setTitle(tr("Answer the question below first to see the numbers among a hundred items"));
        m_scores->setRows({}, 0, 1);
        m_difference->setVisible(false);
        m_verdict->setVisible(false);
        return;
    }
    const ProtocolDuel& result = isSampled ? duel.sampled : duel.full;
    const QString protocol = QString::fromStdString(result.protocol.name());
    m_scores->setTitle(tr("NDCG@10 on test (1 = the right item always first) · protocol %1").arg(protocol));
    m_scores->setRows({scoreRow(bidirectionalTitle(), Course::bidirectionalModel(), result.bidirectional),
                       scoreRow(causalTitle(), Course::causalModel(), result.causal)},
                      0, 1);
    const MeanInterval difference = pairedDifference(kMetric, result.bidirectional, result.causal);
    const double reach = std::max(kMinReach, 1.2 * (std::abs(difference.mean) + difference.halfWidth));
    m_difference->setTitle(
        tr("Mean difference per user with its 95 % interval · right of the line: %1 better").arg(bidirectionalTitle()));
    m_difference->setRows({{.title = tr("%1 minus %2").arg(bidirectionalTitle(), causalTitle()),
                            .value = difference.mean,
                            .text = signedMetric(difference.mean),
                            .interval = boundsOf(difference)}},
                          -reach, reach);
    m_verdict->setText(isSampled ? tr("Among a hundred items: %1. Among all items: %2.")
                                       .arg(verdictText(duel.sampled), verdictText(duel.full))
                                 : tr("Among all items: %1.").arg(verdictText(duel.full)));
    drawKinds(duel, reach);
    m_sawFull = m_sawFull || m_step == kDifference;
    m_sawSampled = m_sawSampled || isSampled;
    if (m_sawFull && m_sawSampled) emit taskDone();
}

void VerdictChapter::drawKinds(const Duel& duel, double reach) {
    std::vector<BarRow> rows;
    for (int kind = 0; kind < duel.kinds.titles.size(); ++kind) {
        const auto a = ofKind(duel.kinds, kind, duel.full.bidirectional),
                   b = ofKind(duel.kinds, kind, duel.full.causal);
        if (a.empty()) continue;
        const MeanInterval difference = pairedDifference(kMetric, a, b);
        const auto [low, high] = boundsOf(difference);
        reach = std::max({reach, std::abs(low), std::abs(high)});
        rows.push_back(
            {.title = duel.kinds.titles[kind],
             .value = difference.mean,
             .text = signedMetric(difference.mean),
             .interval = std::pair(low, high),
             .tip = tr("%1 users, NDCG@10: %2 %3, %4 %5; 95 % interval of the difference %6 to %7")
                        .arg(wholeNumber(qint64(a.size())), bidirectionalTitle(),
                             metricText(metricInterval(kMetric, a).mean), causalTitle(),
                             metricText(metricInterval(kMetric, b).mean), signedMetric(low), signedMetric(high))});
    }
    m_patterns->setTitle(
        duel.kinds.areCauses
            ? tr("The same difference by cause of the held-out item · whisker: 95 % interval over users")
            : tr("The same difference by kind of held-out item · whisker: 95 % interval over users"));
    m_patterns->setRows(std::move(rows), -reach, reach);
}

}  // namespace recscope::ui
