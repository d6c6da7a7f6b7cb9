// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/course.h"

#include <QStringList>

#include "core/data/sample_shop.h"
#include "core/recommender/model_choice.h"
#include "ui/learn/target_kinds.h"
#include "ui/session/run_weights.h"
#include "ui/session/session.h"

namespace recscope::ui {

Course::Course(Session& session, QObject* parent)
    : QObject(parent),
      m_session(session),
      m_reading(session.jobs(), {.title = tr("Reading a history")}, [](JobContext& context, const LearnChoice& choice) {
          return findLearnHistory(context.workspace, choice);
      }) {
    connect(&m_reading, &AnyAsyncQuery::changed, this, [this] {
        if (m_reading.state() == AsyncQueryState::Failed) emit userRefused(m_reading.failure());
        const auto history = m_reading.answer();
        if (!history) return;
        m_history = history;
        emit historyChanged();
    });
    connect(&session, &Session::datasetChanged, this, &Course::handleDatasetChanged);
    connect(&session, &Session::runChanged, this, &Course::updateRuns);
    connect(&session, &Session::runsChanged, this, &Course::updateRuns);
    connect(&session, &Session::catalogueLoaded, this, [this] {
        if (m_history) emit historyChanged();
    });
    updateRuns();
}

const std::string& Course::bidirectionalModel() {
    static const std::string name = firstModelThat([](const Capabilities& capabilities) {
        return capabilities.attention == AttentionKind::EveryPosition && capabilities.predictsMaskedItems;
    });
    return name;
}

const std::string& Course::causalModel() {
    static const std::string name = firstModelThat([](const Capabilities& capabilities) {
        return capabilities.attention == AttentionKind::EveryPosition && !capabilities.usesBidirectionalAttention;
    });
    return name;
}

bool Course::knowsCauses() const {
    const auto dataset = m_session.dataset();
    return dataset && ui::knowsCauses(*dataset);
}

std::optional<DatasetId> Course::sample() const {
    for (const DatasetInfo& dataset : m_session.datasets())
        if (ui::knowsCauses(dataset)) return dataset.id;
    return {};
}

void Course::handleDatasetChanged() {
    m_history.reset();
    m_reading.clear();
    m_others = 0;
    updateRuns();
    emit datasetChanged();
}

std::optional<LoadedRun> Course::runOf(const std::string& model) const {
    // Prefer the run that is chosen at the top of the window, if it is a run of this model.
    if (const auto chosen = m_session.run(); chosen && chosen->model == model && hasWeights(*chosen))
        return LoadedRun{chosen->id, chosen->bestEpoch};
    for (const RunRecord& run : m_session.runs())
        if (run.model == model && hasWeights(run)) return LoadedRun{run.id, run.bestEpoch};
    return {};
}

void Course::updateRuns() {
    const LearnRuns runs{runOf(bidirectionalModel()), runOf(causalModel())};
    if (runs == m_runs) return;
    m_runs = runs;
    emit runsChanged();
}

std::vector<std::string> Course::modelsWithoutRun() const {
    std::vector<std::string> models;
    if (!m_runs.bidirectional) models.push_back(bidirectionalModel());
    if (!m_runs.causal) models.push_back(causalModel());
    return models;
}

QString Course::userId() const {
    return m_history ? QString::fromStdString(m_history->id) : QString();
}

void Course::requestHistory(const QString& userId, const QString& notId) {
    const auto dataset = m_session.dataset();
    if (!dataset) return;
    m_reading.run(
        {.dataset = dataset->id, .userId = userId.toStdString(), .skip = m_others, .notId = notId.toStdString()});
}

void Course::showUser(const QString& id) {
    requestHistory(id, {});
}

void Course::addSample() {
    m_session.jobs().start(
        &m_session, {.title = tr("Making the sample dataset"), .queue = WorkerQueue::Import, .isShownInStrip = true},
        [](JobContext& context) { return ensureSampleDataset(context.workspace, context.progress, context.stop); },
        [session = &m_session](const DatasetInfo& dataset) { session->chooseDataset(dataset.id); });
}

void Course::showAnotherUser() {
    ++m_others;
    requestHistory({}, userId());
}

QStringList Course::titles() const {
    QStringList titles;
    if (m_history)
        for (const Token token : m_history->items) titles << m_session.titleOf(token);
    return titles;
}

}  // namespace recscope::ui
