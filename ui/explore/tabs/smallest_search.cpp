// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/tabs/smallest_search.h"

#include "core/explain/scores/answer_sentences.h"
#include "ui/session/session.h"

namespace recscope::ui {

SmallestSearch::SmallestSearch(Session& session, std::shared_ptr<ExplainerCache> cache, QObject* parent)
    : QObject(parent),
      m_session(session),
      m_question(session.jobs(), {.title = tr("Deciding items"), .lane = Lane::Model, .inStrip = true},
                 [cache = std::move(cache)](JobContext& context, const Asked& asked) {
                     return smallestChange(
                         cache->of(context.workspace, asked.run).forUser(asked.user), asked.history, asked.target,
                         {.topK = asked.topK,
                          .kind = asked.removal.kind == RemovalKind::Closed ? EditKind::Delete : EditKind::Mask,
                          .equal = asked.removal.equal},
                         context.progress, context.stop);
                 }) {
    connect(&m_question, &AnyQuestion::changed, this, &SmallestSearch::tell);
}

void SmallestSearch::start(const LoadedRun& run, std::int32_t user, const std::vector<Token>& history, Token target,
                           std::int32_t topK, const RemovalOptions& removal) {
    m_question.ask({run, user, history, target, topK, removal});
}

void SmallestSearch::stop() {
    m_question.stop();
}

void SmallestSearch::tell() {
    if (m_question.isOpen()) return;
    if (m_question.state() == QuestionState::Stopped) {
        emit stopped();
        return;
    }
    const Asked& asked = *m_question.asked();
    if (const auto change = m_question.answer()) {
        const std::string sentence = smallestChangeSentence(
            *change, asked.history, asked.topK, [this](Token token) { return m_session.titleOf(token).toStdString(); });
        emit answered({asked.target, asked.history, *change, QString::fromStdString(sentence)});
    } else {
        emit answered({asked.target, asked.history, {}, m_question.wholeFailure()});
    }
}

}  // namespace recscope::ui
