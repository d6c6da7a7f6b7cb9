// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/tabs/score_panel.h"

#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/session/session.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

ScoreParts partsOf(const InferenceSession& inference, const std::vector<float>& state, Token target) {
    const std::vector<float> vectors = inference.itemVectors(), offsets = inference.itemOffsets();
    const auto index = std::size_t(target - kFirstItemToken), width = state.size();
    ScoreParts parts{.state = state, .item = {}, .offset = {}};
    const auto first = vectors.begin() + std::ptrdiff_t(index * width);
    parts.item.assign(first, first + std::ptrdiff_t(width));
    if (!offsets.empty()) parts.offset = offsets[index];
    return parts;
}

}  // namespace

ScorePanel::ScorePanel(Session& session, std::shared_ptr<InferenceCache> cache, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_reading(session.jobs(), {.title = tr("Reading the item's vector"), .queue = WorkerQueue::Model},
                [cache = std::move(cache)](JobContext& context, const ScoreRequest& request) {
                    const ExploreRequest& requested = request.answer->request;
                    return partsOf(cache->of(context.workspace, *requested.run), request.answer->explanation->state,
                                   request.target);
                }),
      m_sentence(sentenceLabel(QStringLiteral("scoreSentence"))),
      m_product(new ProductSum) {
    arrange(this, column({m_sentence, grow(m_product)}, space::kUnit));
    m_reading.deferWhileHidden(*this);
    connect(&m_reading, &AnyAsyncQuery::changed, this, &ScorePanel::draw);
    connect(&Theme::instance(), &Theme::changed, this, &ScorePanel::draw);
}

bool ScorePanel::canExplain(const ExploreAnswer& answer) {
    return answer.capabilities.hasItemVectors && answer.explanation && !answer.explanation->state.empty();
}

void ScorePanel::setAnswer(std::shared_ptr<const ExploreAnswer> answer) {
    m_answer = std::move(answer);
    if (m_answer && !canExplain(*m_answer)) m_answer.reset();
    requestParts();
}

void ScorePanel::setTarget(Token target) {
    m_target = target;
    requestParts();
}

void ScorePanel::requestParts() {
    if (m_answer && m_answer->request.run && isItem(m_target, std::int32_t(m_session.dataset()->items)))
        m_reading.run({m_answer, m_target});
    else
        m_reading.cancel();
}

void ScorePanel::draw() {
    const auto scoreParts = parts();
    if (!scoreParts) {
        m_sentence->setText(m_reading.isOpen() ? tr("Reading the item's vector…") : m_reading.failureWithHint());
        return m_product->clear();
    }
    const QString title = m_session.titleOf(m_target);
    const QString sum = scoreParts->offset ? tr("the sum of these %1 products and of the item's own offset")
                                           : tr("the sum of these %1 products");
    m_sentence->setText(tr("The score of %1, %2, is %3: each coordinate of the history's vector times the same "
                           "coordinate of the item's vector. The recommendations are sorted by score.")
                            .arg(title, fixedNumber(scoreParts->score(), 2), sum.arg(scoreParts->state.size())));
    m_product->setScore(*scoreParts, title);
}

}  // namespace recscope::ui
