// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/one_user_tab.h"

#include <QBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSplitter>
#include <QToolButton>
#include <algorithm>

#include "core/store/dataset_store.h"
#include "ui/attention/attention_map.h"
#include "ui/attention/weight_bars.h"
#include "ui/compare/model_panel.h"
#include "ui/compare/pair_bar.h"
#include "ui/lists/recommendation_list.h"
#include "ui/lists/recommendation_model.h"
#include "ui/session/run_weights.h"
#include "ui/session/session.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/named_input.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/subject.h"

namespace recscope::ui {

namespace {

constexpr int kNewest = 8;  // number of newest items of the history that are named above the lists

}  // namespace

OneUserTab::OneUserTab(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_query(session.jobs(), {.title = tr("Querying both models"), .queue = WorkerQueue::Model},
              [cache = std::make_shared<InferenceCache>()](JobContext& context, const PairRequest& both) {
                  ExploreRequest request = both.request;
                  Answers answers;
                  request.run = both.a;
                  answers.a = explore(context.workspace, *cache, request, context.stop);
                  throwIfStopped(context.stop);
                  request.run = both.b;
                  answers.b = explore(context.workspace, *cache, request, context.stop);
                  return answers;
              }),
      m_finding(session.jobs(), {.title = tr("Finding a user")},
                [](JobContext& context, const UserId& requested) {
                    return DatasetStore(context.workspace).userById(requested.dataset, requested.id).user;
                }),
      m_pair(new PairBar(PairBar::Offers::SingleRuns)),
      m_id(shortLine()),
      m_history(new ElidedLabel),
      m_noMapsNote(captionLabel(QStringLiteral("compareCommon"))) {
    const Theme& theme = Theme::instance();
    auto* label = new QLabel(tr("User"));
    label->setBuddy(m_id);
    const auto arrow = [this](const QString& text, const QString& toolTip, const QString& name, int by) {
        auto* button = new QToolButton;
        button->setText(text);
        button->setToolTip(toolTip);
        button->setAccessibleName(toolTip);
        button->setObjectName(name);
        connect(button, &QToolButton::clicked, this, [this, by] { step(by); });
        return button;
    };
    m_id->setObjectName(QStringLiteral("compareUser"));
    m_id->setToolTip(tr("The user's id in the dataset; Enter shows it"));
    m_id->setFixedWidth(theme.px(120));
    m_history->setObjectName(QStringLiteral("compareHistory"));
    m_history->setProperty("muted", true);
    auto* sides = new QSplitter(Qt::Horizontal);
    sides->setChildrenCollapsible(false);
    sides->setHandleWidth(theme.px(space::kSpacing));
    for (int side = 0; side < 2; ++side) {
        m_panels[side] = new ModelPanel(m_session, sides);
        m_panels[side]->setObjectName(side == 0 ? QStringLiteral("panelA") : QStringLiteral("panelB"));
        sides->addWidget(m_panels[side]);
        sides->setStretchFactor(side, 1);
    }
    m_noMapsNote->hide();
    arrange(this,
            column({row({m_pair, stretch(), label,
                         arrow(QStringLiteral("‹"), tr("Previous user"), QStringLiteral("userBefore"), -1), m_id,
                         arrow(QStringLiteral("›"), tr("Next user"), QStringLiteral("userNext"), 1)}),
                    m_history, grow(sides), m_noMapsNote}),
            {0, space::kPadding, 0, 0});

    // An item that is hovered or chosen in one list is highlighted in the other.
    for (int side = 0; side < 2; ++side) {
        RecommendationList *list = m_panels[side]->list(), *other = m_panels[1 - side]->list();
        connect(list, &RecommendationList::hovered, other, &RecommendationList::setHighlighted);
        connect(list, &RecommendationList::selected, other, &RecommendationList::select);
    }
    for (ModelPanel* panel : m_panels) {
        connect(panel, &ModelPanel::rangeChanged, this, [this](MapRange range) {
            m_range = range;
            shareScales();
        });
    }
    m_query.deferWhileHidden(*this);
    connect(&m_query, &AnyAsyncQuery::changed, this, [this] {
        if (const auto answers = m_query.answer()) showAnswers(*answers);
        if (m_query.state() == AsyncQueryState::Failed) clear(m_query.failureWithHint());
    });
    connect(&m_finding, &AnyAsyncQuery::changed, this, [this] {
        if (const auto user = m_finding.answer()) {
            m_user = *user;
            requestAnswers();
        }
        if (m_finding.state() == AsyncQueryState::Failed)
            m_session.notify(m_finding.failure(), m_finding.hint(), Severity::Warning);
    });
    describeSubject(this, [this](Subject& subject) { subject.user = m_id->text(); });
    connect(m_pair, &PairBar::pairChanged, this, &OneUserTab::requestAnswers);
    connect(m_id, &QLineEdit::returnPressed, this, [this] { findUser(m_id->text().trimmed()); });
    connect(&m_session, &Session::datasetChanged, this, [this] { m_user = 0; });
    connect(&m_session, &Session::catalogueLoaded, this, &OneUserTab::requestAnswers);
}

void OneUserTab::setLines(const std::vector<ComparedLine>& lines, Split split) {
    m_pair->setLines(lines);
    m_split = split;
    requestAnswers();
}

void OneUserTab::showUser(qint32 user, LineId a, LineId b) {
    m_user = user;
    m_pair->setPair(a, b);
    requestAnswers();
}

void OneUserTab::step(int by) {
    const auto dataset = m_session.dataset();
    if (!dataset || dataset->users == 0) return;
    m_user = qint32((m_user + by + dataset->users) % dataset->users);
    requestAnswers();
}

void OneUserTab::findUser(const QString& id) {
    const auto dataset = m_session.dataset();
    if (dataset) m_finding.run({dataset->id, id.toStdString()});
}

void OneUserTab::requestAnswers() {
    const auto dataset = m_session.dataset();
    const ComparedLine *a = m_pair->a(), *b = m_pair->b();
    if (!dataset || !m_session.catalogue()) return;
    if (!a || !b) return clear(tr("Choose two or more runs above to see what they recommend to one user."));
    m_panels[0]->setLine(*a);
    m_panels[1]->setLine(*b);
    for (const ComparedLine* run : {a, b})
        if (!hasWeights(run->record()))
            return clear(tr("%1 has no weights yet: its first epoch is not finished.").arg(run->name));
    ExploreRequest request;
    request.dataset = dataset->id;
    request.user = m_user;
    request.predicted = m_split == Split::Test ? Predicted::Test : Predicted::Valid;
    m_query.run({request, {a->record().id, a->record().bestEpoch}, {b->record().id, b->record().bestEpoch}});
}

void OneUserTab::showAnswers(const Answers& answers) {
    const ExploreAnswer* sides[2] = {&answers.a, &answers.b};
    m_id->setText(QString::fromStdString(answers.a.user.id));
    const bool maps = answers.a.hasAttention() && answers.b.hasAttention();
    for (int side = 0; side < 2; ++side)
        m_panels[side]->setExplanation(std::make_shared<Explanation>(*sides[side]->explanation),
                                       sides[side]->capabilities.usesBidirectionalAttention, maps);
    m_largest = 0;
    for (const ExploreAnswer* side : sides) {
        const AttentionMask attentionMask =
            side->capabilities.usesBidirectionalAttention ? AttentionMask::Bidirectional : AttentionMask::Causal;
        if (maps) m_largest = std::max(m_largest, largestWeight(side->explanation->attention, attentionMask));
    }
    shareScales();
    const auto hasItemWeights = [](const ExploreAnswer* side) {
        return side->hasItemParts() && isWeight(side->explanation->parts->kind);
    };
    m_noMapsNote->setText(answers.a.hasAttention() || answers.b.hasAttention()
                              ? tr("Attention maps are shown where both runs have maps: here one of them has none.")
                          : hasItemWeights(sides[0]) || hasItemWeights(sides[1])
                              ? tr("Neither run has attention maps. The bars show the weights of a run whose model has "
                                   "one weight per item.")
                              : tr("Neither run has attention maps to show."));
    m_noMapsNote->setVisible(!maps);
    // The held-out item comes first, then as many of the newest items as fit.
    QStringList titles;
    for (std::int32_t i = answers.a.given - 1; i >= 0 && titles.size() < kNewest; --i)
        titles << m_session.titleOf(answers.a.interactions[std::size_t(i)].token);
    QString text =
        (answers.a.given == 1 ? tr("%1 item in the history: %2") : tr("%1 items in the history, newest first: %2"))
            .arg(wholeNumber(answers.a.given), titles.join(QStringLiteral(" ← ")));
    if (answers.a.given > kNewest) text += QStringLiteral(" ← …");
    if (answers.a.explanation->heldOut)
        text = tr("Held out: %1").arg(m_session.titleOf(answers.a.explanation->heldOut->token)) +
               QStringLiteral("  ·  ") + text;
    m_history->setText(text);
}

/// Gives both sides the same scales: equal bars and colours mean equal numbers, so that the sides can be compared.
void OneUserTab::shareScales() {
    double largestProbability = 0;
    for (ModelPanel* panel : m_panels)
        if (const Explanation* explanation = panel->list()->model()->explanation();
            explanation && !explanation->recommendations.empty())
            largestProbability = std::max(largestProbability, double(explanation->recommendations.front().probability));
    for (int side = 0; side < 2; ++side) {
        ModelPanel& panel = *m_panels[side];
        panel.setScale(m_range, m_largest);
        panel.list()->model()->setLargest(largestProbability);
        panel.itemWeights()->includeScaleOf(*m_panels[1 - side]->itemWeights());
    }
}

void OneUserTab::clear(const QString& reason) {
    m_query.cancel();
    m_history->clear();
    m_noMapsNote->hide();
    for (ModelPanel* panel : m_panels) panel->clear(reason);
}

}  // namespace recscope::ui
