// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/explore_subject.h"

#include "ui/session/run_weights.h"
#include "ui/session/session.h"

namespace recscope::ui {

ExploreSubject::ExploreSubject(Session& session, std::shared_ptr<InferenceCache> cache, QWidget& page)
    : QObject(&page),
      m_session(session),
      m_query(session.jobs(), {.title = tr("Querying the model"), .queue = WorkerQueue::Model},
              [cache = std::move(cache), popularity = std::make_shared<Popularity>()](JobContext& context,
                                                                                      const ExploreRequest& request) {
                  ExploreAnswer answer = explore(context.workspace, *cache, request, context.stop);
                  addPopularity(answer, context.workspace, *popularity);
                  return answer;
              }) {
    m_query.deferWhileHidden(page);
    connect(&m_query, &AnyAsyncQuery::changed, this, &ExploreSubject::handleQueryChanged);
}

std::optional<LoadedRun> ExploreSubject::run() const {
    const auto run = m_session.run();
    if (!run || !hasWeights(*run)) return {};
    return LoadedRun{run->id, run->bestEpoch};
}

std::optional<RankSource> ExploreSubject::ranks() const {
    const auto run = this->run();
    if (!run || m_laterVersion) return {};
    return RankSource{run->run, m_predicted == Predicted::Valid ? Split::Valid : Split::Test, run->bestEpoch};
}

void ExploreSubject::setUser(std::int32_t user) {
    m_user = user;
    request();
}

void ExploreSubject::clear() {
    if (m_answer) m_keptUser = m_answer->user.id;
    m_user.reset();
    m_answer.reset();
    m_query.clear();
}

void ExploreSubject::requestFromNewRun() {
    if (m_user && (!m_query.request() || m_query.request()->run != run())) request();
}

void ExploreSubject::request() {
    const auto dataset = m_session.dataset();
    if (!dataset || !m_user) return;
    emit requested();
    m_query.run({.dataset = dataset->id,
                 .user = *m_user,
                 .laterVersion = m_laterVersion ? std::optional(m_laterVersion->id) : std::nullopt,
                 .predicted = m_predicted,
                 .run = run()});
}

void ExploreSubject::handleQueryChanged() {
    const bool isRunning = m_query.state() == AsyncQueryState::Running;
    emit runningChanged(isRunning);
    if (isRunning) return;
    if (m_query.state() == AsyncQueryState::Answered) {
        m_answer = m_query.answer();
        emit answered();
    }
    if (m_query.state() == AsyncQueryState::Failed) emit failed(m_query.failure(), m_query.hint());
}

}  // namespace recscope::ui
