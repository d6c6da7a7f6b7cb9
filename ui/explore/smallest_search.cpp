// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/smallest_search.h"

#include "core/explain/scores/answer_sentences.h"
#include "ui/session/session.h"

namespace recscope::ui {

SmallestSearch::SmallestSearch(Session& session, std::shared_ptr<ExplainerCache> cache, QObject* parent)
    : QObject(parent), m_session(session), m_cache(std::move(cache)) {}

void SmallestSearch::start(const LoadedRun& run, std::int32_t user, const std::vector<Token>& history, Token target,
                           std::int32_t topK) {
    stop();
    m_job = m_session.jobs().start(
        this,
        JobSpec{.title = tr("Deciding items"),
                .lane = Lane::Model,
                .inStrip = true,
                .latestOnly = QStringLiteral("explore/smallest")},
        [cache = m_cache, run, user, history, target, topK](JobContext& context) {
            return smallestChange(cache->of(context.workspace, run).forUser(user), history, target, {.topK = topK},
                                  context.progress, context.stop);
        },
        [this, history, target, topK](const SmallestChange& change) {
            m_job = 0;
            const std::string sentence = smallestChangeSentence(
                change, history, topK, [this](Token token) { return m_session.titleOf(token).toStdString(); });
            emit answered({target, history, change, QString::fromStdString(sentence)});
        },
        [this, history, target](const QString& message, const QString& hint) {
            m_job = 0;
            emit answered({target, history, {}, hint.isEmpty() ? message : message + QLatin1Char(' ') + hint});
        },
        [this] {
            m_job = 0;
            emit stopped();
        });
}

void SmallestSearch::stop() {
    if (m_job != 0) m_session.jobs().cancel(m_job);
    m_job = 0;
}

}  // namespace recscope::ui
