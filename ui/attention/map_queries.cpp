// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/attention/map_queries.h"

#include <QScopedValueRollback>
#include <algorithm>

#include "core/explain/attention/average_attention.h"
#include "core/recommender/run_histories.h"
#include "ui/attention/attention_map.h"
#include "ui/runs/run_capabilities.h"
#include "ui/session/run_weights.h"
#include "ui/session/session.h"
#include "ui/session/stop_question.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {
constexpr std::int64_t kUsers = 200;  ///< users drawn at random for a mean, as for the statistics of the heads
/// Number of cached means, each as large as all maps of the longest history.
constexpr std::size_t kCachedAverages = 4;
}  // namespace

MapQueries::MapQueries(Session& session, std::shared_ptr<InferenceCache> cache, AttentionMap& map, QObject* parent)
    : QObject(parent),
      m_session(session),
      m_map(map),
      m_average(session.jobs(),
                {.title = tr("Averaging the attention"), .queue = WorkerQueue::Import, .isShownInStrip = true},
                [](JobContext& context, const LoadedRun& run) {
                    // Loads its own copy of the weights: only `WorkerQueue::Model` may use the shared copies in
                    // `InferenceCache`.
                    const InferenceSession inference = InferenceSession::load(context.workspace, run.run);
                    const Histories histories = historiesOf(context.workspace, inference.run());
                    return averageAttention(inference, histories, {.users = kUsers}, context.progress, context.stop);
                }),
      m_rollout(session.jobs(), {.title = tr("Computing the attention rollout"), .queue = WorkerQueue::Model},
                [](JobContext&, const Maps& maps) { return attentionRollout(*maps); }),
      m_otherRun(session.jobs(), {.title = tr("Querying another run"), .queue = WorkerQueue::Model},
                 [cache = std::move(cache)](JobContext& context, const OtherRun& other) {
                     return explainWith(context.workspace, *cache, other.run, *other.answer);
                 }) {
    m_average.setCacheLimit(kCachedAverages);
    connect(&m_average, &AnyAsyncQuery::changed, this, [this] {
        emit changed();
        updateView();
    });
    // A queued connection, because a cached answer must not arrive while the map is still emitting its request.
    connect(
        &map.model(), &AttentionMapModel::rolloutRequested, this, [this](const Maps& maps) { m_rollout.run(maps); },
        Qt::QueuedConnection);
    connect(&m_rollout, &AnyAsyncQuery::changed, this, [this] {
        if (const auto rollout = m_rollout.answer()) m_map.model().setRollout(*m_rollout.request(), rollout);
    });
    connect(&m_otherRun, &AnyAsyncQuery::changed, this, &MapQueries::showOtherRun);
    connect(&map.model(), &AttentionMapModel::choiceChanged, this, &MapQueries::updateView);
    connect(&session, &Session::runsChanged, this, &MapQueries::updateOtherRun);
    connect(&session, &Session::runChanged, this, &MapQueries::updateOtherRun);
    connect(&session, &Session::datasetChanged, this, &MapQueries::updateOtherRun);
}

void MapQueries::setAnswer(std::shared_ptr<const ExploreAnswer> answer) {
    m_answer = std::move(answer);
    m_otherRun.cancel();
    updateOtherRun();
    updateView();
}

std::vector<RunRecord> MapQueries::otherRuns() const {
    std::vector<RunRecord> others;
    const auto shownRun =
        m_answer && m_answer->request.run ? m_session.runById(m_answer->request.run->run) : std::nullopt;
    // A softmax weight minus a pointwise weight has no meaning.
    const auto canBeSubtracted = [&](const RunRecord& run) {
        return !shownRun || (run.id != shownRun->id &&
                             capabilitiesOf(run).attentionWeights == capabilitiesOf(*shownRun).attentionWeights);
    };
    for (const RunRecord& run : m_session.runs())
        if (hasWeights(run) && hasAttention(run) && canBeSubtracted(run)) others.push_back(run);
    return others;
}

void MapQueries::updateOtherRun() {
    const std::vector<RunRecord> others = otherRuns();
    const auto hasId = [&](RunId id) { return [id](const RunRecord& run) { return run.id == id; }; };
    if (std::none_of(others.begin(), others.end(), hasId(m_otherRunId))) {
        // The default is a run of a different model, if any, because that comparison is more informative.
        const auto shownRun =
            m_answer && m_answer->request.run ? m_session.runById(m_answer->request.run->run) : std::nullopt;
        const std::string model = shownRun ? shownRun->model : std::string();
        const auto otherModel =
            std::find_if(others.begin(), others.end(), [&](const RunRecord& run) { return run.model != model; });
        m_otherRunId = others.empty() ? 0 : (otherModel == others.end() ? others.front() : *otherModel).id;
    }
    emit changed();
    updateView();
}

void MapQueries::chooseOtherRun(RunId run) {
    if (run == m_otherRunId) return;
    m_otherRunId = run;
    emit changed();
    updateView();
}

void MapQueries::updateView() {
    if (m_isUpdating || !m_answer || !m_answer->explanation || !m_answer->request.run) return;
    const QScopedValueRollback updating(m_isUpdating, true);
    if (m_map.model().choice().view == MapView::MinusAverage) {
        showAverage();
    } else if (m_map.model().choice().view == MapView::MinusRun) {
        requestOtherRun();
    }
}

void MapQueries::showAverage() {
    const LoadedRun run = *m_answer->request.run;
    if (const auto known = m_average.cached(run)) {
        if (m_map.model().average() != known) m_map.model().setAverage(known);
        return;
    }
    // A mean that the user of the program stopped is not restarted for the next user.
    if (!m_average.isOpen() && m_average.request() != run) m_average.run(run);
    const QString why = averageNote(run);
    if (m_map.model().average() || m_map.model().reason() != why) m_map.model().setAverage({}, why);
}

QString MapQueries::averageNote(const LoadedRun& run) const {
    if (m_average.isOpen())
        return m_average.request() == run
                   ? tr("Computing the mean over %1 users. The strip below shows the progress.").arg(kUsers)
                   : tr("The mean of another run is being computed; this run's comes after it.");
    return m_average.state() == AsyncQueryState::Failed
               ? tr("There is no mean to compare with: %1").arg(m_average.failureWithHint())
               : tr("The mean over users was stopped before it was complete.");
}

void MapQueries::startAverage() {
    if (!m_average.isOpen() && m_answer && m_answer->request.run) m_average.run(*m_answer->request.run);
}

void MapQueries::stopAverage() {
    stopAfterConfirmation(m_map, m_session.jobs(), tr("Averaging the attention"), [this] { m_average.stop(); });
}

void MapQueries::requestOtherRun() {
    const auto record = m_session.runById(m_otherRunId);
    if (!record) {
        m_otherRun.cancel();
        return m_map.model().setOtherRun(
            {}, tr("This dataset has no other trained run with the same kind of attention weights (softmax or "
                   "pointwise). Train one on the Train page; then the two can be compared on this history."));
    }
    const OtherRun other{m_answer, {record->id, record->bestEpoch}};
    if (m_otherRun.request() != other) m_otherRun.run(other);
}

void MapQueries::showOtherRun() {
    if (!m_otherRun.request()) return;
    const OtherRun& request = *m_otherRun.request();
    const auto record = m_session.runById(request.run.run);
    const QString name = record ? QString::fromStdString(record->name) : QString();
    if (const auto explanation = m_otherRun.answer()) {
        m_map.model().setOtherRun(std::make_shared<const RunPair>(RunPair{
            std::shared_ptr<const Explanation>(request.answer, &*request.answer->explanation), explanation, name}));
    } else {
        m_map.model().setOtherRun({},
                                  m_otherRun.isOpen() ? tr("Querying %1…").arg(name) : m_otherRun.failureWithHint());
    }
}

}  // namespace recscope::ui
