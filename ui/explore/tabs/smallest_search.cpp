// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/tabs/smallest_search.h"

#include "core/explain/scores/answer_sentences.h"
#include "ui/session/session.h"

namespace recscope::ui {

SmallestSearch::SmallestSearch(Session& session, std::shared_ptr<InferenceCache> cache, QObject* parent)
    : QObject(parent),
      m_session(session),
      m_query(session.jobs(),
              {.title = tr("Looking for the deciding items"), .queue = WorkerQueue::Model, .isShownInStrip = true},
              [cache = std::move(cache)](JobContext& context, const Request& request) {
                  return smallestChange(
                      cache->of(context.workspace, request.run).forUser(request.user).atTime(request.time),
                      request.history, request.target,
                      {.topK = request.topK,
                       .kind = request.removal.kind == RemovalKind::Deleted ? EditKind::Delete : EditKind::Mask,
                       .repeatedItems = request.removal.repeatedItems},
                      context.progress, context.stop);
              }) {
    connect(&m_query, &AnyAsyncQuery::changed, this, &SmallestSearch::handleQueryChanged);
}

void SmallestSearch::start(const LoadedRun& run, const ExploreAnswer& answer, Token target, std::int32_t topK,
                           const RemovalOptions& removal) {
    m_query.run({run, answer.runUser, answer.predictedTime(), answer.modelHistory(), target, topK, removal});
}

void SmallestSearch::stop() {
    m_query.stop();
}

void SmallestSearch::handleQueryChanged() {
    if (m_query.isOpen()) return;
    if (m_query.state() == AsyncQueryState::Stopped) {
        emit stopped();
        return;
    }
    const Request& request = *m_query.request();
    if (const auto change = m_query.answer()) {
        const std::string sentence =
            smallestChangeSentence(*change, request.history.items, request.topK,
                                   [this](Token token) { return m_session.titleOf(token).toStdString(); });
        emit answered({request.target, request.history, *change, QString::fromStdString(sentence)});
    } else {
        emit answered({request.target, request.history, {}, m_query.failureWithHint()});
    }
}

}  // namespace recscope::ui
