// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/tabs/cause_card_view.h"

#include <QLabel>
#include <QScopedValueRollback>
#include <algorithm>
#include <cmath>
#include <set>

#include "ui/lists/history_model.h"
#include "ui/lists/row_delegates.h"
#include "ui/session/session.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/cell_table.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/plain_table.h"

namespace recscope::ui {

namespace {

constexpr double kMinShownNats = 0.001;  ///< smaller effects are shown as "less than 0.001"
constexpr int kShare = 1;                ///< index of the column "Share on the true cause" in `columns`

std::vector<CellColumn> columns() {
    const auto tr = [](const char* text) { return CauseCardView::tr(text); };
    return {{tr("Head or test")},
            {tr("Share on the true cause"),
             tr("For a head: the share of its attention, at the position that predicts, that falls on the cause. For "
                "the removal test: the share of the cause in the sum of all removals that lower the held-out item's "
                "log-probability."),
             true},
            {tr("Even spread"), tr("The cause's share if all positions had the same weight"), true},
            {tr("Rank"),
             tr("Rank of the cause among the items read, by weight or by effect; 1 = the largest"),
             true,
             {tr("Rank"), tr("Items read")}}};
}

}  // namespace

CauseCardView::CauseCardView(Session& session, std::shared_ptr<InferenceCache> cache, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_query(session.jobs(), {.title = tr("Looking at the true cause"), .queue = WorkerQueue::Model},
              [cache = std::move(cache)](JobContext& context, const Request& requested) {
                  const ExploreRequest& request = requested.answer->request;
                  const Split split = request.predicted == Predicted::Valid ? Split::Valid : Split::Test;
                  return causeCard(cache->of(context.workspace, *request.run), context.workspace, request.user, split,
                                   requested.removal, context.stop);
              }),
      m_sentence(sentenceLabel(QStringLiteral("causeSentence"))),
      m_table(new CellTable(QStringLiteral("causeTable"), tr("Attention and removal effect on the true cause"),
                            columns(), kShare)) {
    m_table->setItemDelegateForColumn(kShare,
                                      new BarDelegate(BarDelegate::Kind::Share, QStringLiteral("0.000"), m_table));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setExportName(QStringLiteral("true-cause"));
    arrange(this, column({m_sentence, grow(m_table)}));

    m_query.deferWhileHidden(*this);
    connect(&m_query, &AnyAsyncQuery::changed, this, &CauseCardView::showCard);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                if (m_choosing || !m_card || !current.isValid() || size_t(current.row()) >= m_card->heads.size())
                    return;
                const HeadId head = m_card->heads[size_t(current.row())].head;
                emit headChosen(head.layer, head.head);
            });
}

void CauseCardView::setAnswer(std::shared_ptr<const ExploreAnswer> answer) {
    m_answer = std::move(answer);
    requestCard();
}

void CauseCardView::setRemoval(const RemovalOptions& removal) {
    if (removal == m_removal) return;
    m_removal = removal;
    requestCard();
}

void CauseCardView::setHead(HeadId head) {
    m_head = head;
    if (!m_card) return;
    const QScopedValueRollback choosing(m_choosing, true);
    const auto found = std::find_if(m_card->heads.begin(), m_card->heads.end(),
                                    [head](const CauseMass& mass) { return mass.head == head; });
    if (found != m_card->heads.end()) m_table->selectRow(int(found - m_card->heads.begin()));
}

void CauseCardView::stop() {
    m_query.stop();
}

void CauseCardView::showOnly(const QString& sentence) {
    const QScopedValueRollback choosing(m_choosing, true);
    m_table->clearRows();
    m_table->hide();
    m_sentence->setText(sentence);
}

void CauseCardView::requestCard() {
    if (!m_answer) return m_query.cancel();
    if (!m_answer->explanation || !m_answer->heldOutCause()) {
        m_query.cancel();
        return showOnly(tr("No item is held out: what will come next has no known cause yet."));
    }
    const PlantedCause& planted = *m_answer->heldOutCause();
    if (planted.causes.empty()) {
        m_query.cancel();
        return showOnly(
            (m_answer->hasAttentionShares()
                 ? tr("Nothing in the history caused the held-out item: it was %1. No head and no removal can find a "
                      "cause here; choose another user.")
                 : tr("Nothing in the history caused the held-out item: it was %1. No removal can find a cause here; "
                      "choose another user."))
                .arg(patternText(planted.pattern)));
    }
    m_query.run({m_answer, m_removal});
}

void CauseCardView::showCard() {
    m_card.reset();
    if (m_query.isOpen()) return showOnly(tr("Measuring attention and removal effect on the true cause…"));
    if (m_query.state() != AsyncQueryState::Answered) return showOnly(m_query.failureWithHint());
    m_card = *m_query.answer();
    if (!m_card) return;
    if (m_card->causesRead.empty()) {
        showOnly(tr("The cause of the held-out item is further back than the model reads."));
    } else {
        fill(*m_card);
    }
    emit cardShown();
}

void CauseCardView::fill(const CauseCard& card) {
    {
        const QScopedValueRollback choosing(m_choosing, true);
        const int items = card.items;
        m_table->clearRows();
        const auto add = [&](const QString& rowTitle, double share, double uniform, int rank) {
            const QString shareText = fixedNumber(share, 3), uniformText = fixedNumber(uniform, 3),
                          rankText = tr("%1 of %2").arg(rank).arg(items);
            m_table->addRow({{rowTitle, rowTitle},
                             {shareText, shareText, {{BarRole, share}}},
                             {uniformText, uniformText},
                             {rankText, rankText, {{kExactValuesRole, QVariantList{rank, items}}}}});
        };
        for (const CauseMass& mass : card.heads)
            add(QString::fromStdString(headName(mass.head)), mass.mass, mass.uniformMass, mass.rank);
        if (card.effectRank > 0)
            add(tr("removal test: %1 nats").arg(signedNumber(card.effect, 3)), card.effectShare,
                double(countRemovals(card)) / items, card.effectRank);
    }
    m_sentence->setText(sentenceOf(card));
    m_table->show();
    m_table->fitColumns();
    setHead(m_head);
}

/// Number of removals needed to remove all causes: occurrences of an item that are removed together count once.
int CauseCardView::countRemovals(const CauseCard& card) const {
    const auto& history = m_answer->explanation->history;
    if (m_removal.repeatedItems == RepeatedItems::OneByOne) return int(card.causesRead.size());
    std::set<Token> items;
    for (const std::int32_t cause : card.causesRead) items.insert(history[size_t(cause)]);
    return int(items.size());
}

QString CauseCardView::sentenceOf(const CauseCard& card) const {
    const auto& history = m_answer->explanation->history;
    QStringList causes;
    for (const std::int32_t cause : card.causesRead) causes << m_session.titleOf(history[size_t(cause)]);
    causes.removeDuplicates();
    const bool isSingle = countRemovals(card) == 1;
    const QString last = causes.takeLast();
    const QString names = causes.isEmpty() ? last : tr("%1 and %2").arg(causes.join(tr(", ")), last);
    QString text = tr("The item that really came next, %1, is %2 and was caused by %3.")
                       .arg(m_session.titleOf(card.target), patternText(card.pattern), names);
    if (!card.heads.empty()) {
        const auto best = std::max_element(card.heads.begin(), card.heads.end(),
                                           [](const CauseMass& a, const CauseMass& b) { return a.mass < b.mass; });
        text += QLatin1Char(' ') + (isSingle ? tr("Of all heads, %1 looks at this cause most: with %2 of its "
                                                  "attention, where an even spread would put %3.")
                                             : tr("Of all heads, %1 looks at these causes most: with %2 of its "
                                                  "attention, where an even spread would put %3."))
                                       .arg(QString::fromStdString(headName(best->head)), percentText(best->mass, 0),
                                            percentText(best->uniformMass, 0));
    }
    if (card.effectRank == 0) return text;
    // Says "one at a time", because the removal test removes each cause alone, and the sum of these effects is not the
    // effect of removing all causes together.
    const QString nats = std::abs(card.effect) < kMinShownNats ? tr("less than %1").arg(kMinShownNats)
                                                               : fixedNumber(std::abs(card.effect), 3);
    const QString subject = isSingle ? tr("Removing the cause") : tr("Removing the causes one at a time");
    return text + QLatin1Char(' ') +
           (card.effect > 0 ? tr("%1 lowers the log-probability of the item that came next by %2 nats: %3 of all "
                                 "effects in favour of that item.")
                            : tr("%1 raises the log-probability of the item that came next by %2 nats: to the model, "
                                 "the true cause speaks more against that item than for it. Of all effects in favour "
                                 "of that item, %3 come from the true cause."))
               .arg(subject, nats, percentText(card.effectShare, 0));
}

}  // namespace recscope::ui
