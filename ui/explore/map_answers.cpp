// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/map_answers.h"

#include <QScopedValueRollback>
#include <algorithm>

#include "core/explain/attention/average_attention.h"
#include "core/store/split_reader.h"
#include "ui/explore/attention_map.h"
#include "ui/session/run_capabilities.h"
#include "ui/session/run_weights.h"
#include "ui/session/session.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {
constexpr std::int64_t kUsers = 200;      ///< a sample, as for the heads
constexpr std::size_t kKeptAverages = 4;  ///< each is as large as all maps of the longest history
}  // namespace

MapAnswers::MapAnswers(Session& session, std::shared_ptr<ExplainerCache> cache, AttentionMap& map, QObject* parent)
    : QObject(parent), m_session(session), m_cache(std::move(cache)), m_map(map) {
    connect(&map, &AttentionMap::rolloutWanted, this, &MapAnswers::askRollout);
    connect(&map, &AttentionMap::choiceChanged, this, &MapAnswers::follow);
    connect(&session, &Session::runsChanged, this, &MapAnswers::takeRuns);
    connect(&session, &Session::runChanged, this, &MapAnswers::takeRuns);
    connect(&session, &Session::datasetChanged, this, &MapAnswers::takeRuns);
}

void MapAnswers::setAnswer(std::shared_ptr<const ExploreAnswer> answer) {
    const auto runOf = [](const auto& of) { return of ? of->request.run : std::nullopt; };
    // Who stopped a run's mean does not want it again with the next user.
    if (!m_averaging && runOf(answer) != runOf(m_answer)) m_averageNote.clear();
    m_answer = std::move(answer);
    m_asked.reset();
    takeRuns();
    follow();
}

std::vector<RunRecord> MapAnswers::otherRuns() const {
    std::vector<RunRecord> others;
    const RunId own = m_answer && m_answer->request.run ? m_answer->request.run->run : 0;
    for (const RunRecord& run : m_session.runs())
        if (hasWeights(run) && run.id != own && hasAttention(run)) others.push_back(run);
    return others;
}

void MapAnswers::takeRuns() {
    const std::vector<RunRecord> others = otherRuns();
    const auto is = [&](RunId id) { return [id](const RunRecord& run) { return run.id == id; }; };
    if (std::none_of(others.begin(), others.end(), is(m_other))) {
        // Another kind of model is the more telling comparison.
        const auto own =
            m_answer && m_answer->request.run ? m_session.runById(m_answer->request.run->run) : std::nullopt;
        const std::string model = own ? own->model : std::string();
        const auto unlike =
            std::find_if(others.begin(), others.end(), [&](const RunRecord& run) { return run.model != model; });
        m_other = others.empty() ? 0 : (unlike == others.end() ? others.front() : *unlike).id;
        m_asked.reset();
    }
    emit changed();
    follow();
}

void MapAnswers::chooseOtherRun(RunId run) {
    if (run == m_other) return;
    m_other = run;
    m_asked.reset();
    emit changed();
    follow();
}

void MapAnswers::follow() {
    if (m_following || !m_answer || !m_answer->explanation || !m_answer->request.run) return;
    const QScopedValueRollback following(m_following, true);
    if (m_map.choice().view == MapView::FromAverage) {
        showAverage();
    } else if (m_map.choice().view == MapView::AgainstRun) {
        askOtherRun();
    }
}

void MapAnswers::showAverage() {
    const LoadedRun run = *m_answer->request.run;
    const auto known =
        std::find_if(m_averages.begin(), m_averages.end(), [&](const Average& average) { return average.run == run; });
    if (known != m_averages.end()) {
        m_averages.splice(m_averages.begin(), m_averages, known);
        if (m_map.average() != known->profile) m_map.setAverage(known->profile);
        return;
    }
    if (!m_averaging && m_averageNote.isEmpty()) startAverage();
    const QString why = m_averaging == run
                            ? tr("Working out the mean over %1 users. The strip below shows how far it is.").arg(kUsers)
                        : m_averaging ? tr("The mean of another run is being worked out; this run's comes after it.")
                                      : m_averageNote;
    if (m_map.average() || m_map.reason() != why) m_map.setAverage({}, why);
}

void MapAnswers::startAverage() {
    if (m_averaging || !m_answer || !m_answer->request.run) return;
    m_averaging = m_answer->request.run;
    m_averageNote.clear();
    const auto ended = [this](const QString& note) {
        m_averaging.reset();
        m_averageNote = note;
        emit changed();
        follow();
    };
    m_averageJob = m_session.jobs().start(
        this,
        JobSpec{.title = tr("Averaging the attention"),
                .lane = Lane::Import,
                .inStrip = true,
                .latestOnly = QStringLiteral("explore/average")},
        [run = m_averaging->run](JobContext& context) {
            // Own weights: the shared ones belong to the lane that answers clicks.
            const Explainer explainer = Explainer::load(context.workspace, run);
            const Histories histories =
                splitHistories(context.workspace, explainer.run().dataset, explainer.run().protocol.split);
            return std::make_shared<const AttentionProfile>(
                averageAttention(explainer, histories, {.users = kUsers}, context.progress, context.stop));
        },
        [this, run = *m_averaging, ended](std::shared_ptr<const AttentionProfile> profile) {
            m_averages.push_front({run, std::move(profile)});
            if (m_averages.size() > kKeptAverages) m_averages.pop_back();
            ended({});
        },
        [ended](const QString& message, const QString& hint) {
            ended(tr("There is no mean to compare with: %1 %2").arg(message, hint));
        },
        [ended] { ended(tr("The mean over users was stopped before it was complete.")); });
    emit changed();
    follow();
}

void MapAnswers::stopAverage() {
    if (m_averaging) m_session.jobs().cancel(m_averageJob);
}

void MapAnswers::askRollout(const std::shared_ptr<const AttentionMaps>& maps) {
    m_session.jobs().start(
        this,
        JobSpec{.title = tr("Multiplying the layers"),
                .lane = Lane::Model,
                .inStrip = false,
                .latestOnly = QStringLiteral("explore/rollout")},
        [maps](JobContext&) { return std::make_shared<const AttentionView>(attentionRollout(*maps)); },
        [this, maps](std::shared_ptr<const AttentionView> rollout) { m_map.setRollout(maps, std::move(rollout)); });
}

void MapAnswers::askOtherRun() {
    const auto record = m_session.runById(m_other);
    if (!record) {
        m_asked.reset();
        return m_map.setOtherRun({},
                                 tr("There is no other trained run with attention of this dataset. Train one on the "
                                    "Train page: then the two can be compared on this history."));
    }
    const LoadedRun other{record->id, record->bestEpoch};
    if (m_asked == other) return;
    m_asked = other;
    const QString name = QString::fromStdString(record->name);
    m_map.setOtherRun({}, tr("Asking %1…").arg(name));
    const auto isStill = [this, other](const auto& answer) { return answer == m_answer && m_asked == other; };
    m_session.jobs().start(
        this,
        JobSpec{.title = tr("Asking another run"),
                .lane = Lane::Model,
                .inStrip = false,
                .latestOnly = QStringLiteral("explore/against")},
        [cache = m_cache, answer = m_answer, other](JobContext& context) {
            return std::make_shared<const Explanation>(explainWith(context.workspace, *cache, other, *answer));
        },
        [this, isStill, asked = m_answer, name](std::shared_ptr<const Explanation> explanation) {
            if (!isStill(asked)) return;
            m_map.setOtherRun(std::make_shared<const RunPair>(RunPair{
                std::shared_ptr<const Explanation>(asked, &*asked->explanation), std::move(explanation), name}));
        },
        [this, isStill, asked = m_answer](const QString& message, const QString& hint) {
            if (isStill(asked)) m_map.setOtherRun({}, message + QLatin1Char(' ') + hint);
        });
}

}  // namespace recscope::ui
