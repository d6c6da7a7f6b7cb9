// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/tabs/evidence_panel.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QStackedWidget>
#include <algorithm>
#include <set>

#include "core/explain/attention/agreement_grade.h"
#include "core/explain/scores/answer_sentences.h"
#include "core/explain/scores/evidence_conclusion.h"
#include "core/util/translated.h"
#include "ui/explore/tabs/agreement_panel.h"
#include "ui/explore/tabs/cause_card_view.h"
#include "ui/explore/tabs/evidence_strip.h"
#include "ui/explore/tabs/score_panel.h"
#include "ui/plot/plot_view.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/cell_table.h"
#include "ui/widgets/elided_combo_box.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/stateful_splitter.h"

namespace recscope::ui {

namespace {

constexpr int kGrade = 2;  ///< index of the column "Agreement" in `headColumns`
/// The pages, in this order: the chosen recommendation, the true causes, many users, how the score is computed.
enum Part { kOne, kCause, kMany, kScore };
enum CurveLine { kByAttention, kByEffect, kRandom };
constexpr int kCompactBelow = 300, kMinChoiceWidth = 100;  ///< design pixels

DeletionCurve curveOf(InferenceCache& cache, JobContext& context, const CurveRequest& request) {
    const ExploreRequest& requested = request.answer->request;
    const InferenceSession inference = request.answer->sessionOf(cache.of(context.workspace, *requested.run));
    const Explanation& explanation = *request.answer->explanation;
    const std::vector<float> weights = request.answer->hasAttentionShares()
                                           ? effectWeights(explanation, request.head, request.test->effects)
                                           : std::vector<float>();
    return deletionCurve(inference, explanation.given(), *request.test, weights, {}, context.progress, context.stop);
}

std::vector<CellColumn> headColumns() {
    return {
        {EvidencePanel::tr("Head"), EvidencePanel::tr("Layer · head")},
        {EvidencePanel::tr("Correlation"),
         EvidencePanel::tr("Rank correlation of the head's weights and the removal effects over the items read"), true},
        {EvidencePanel::tr("Agreement"), QString::fromStdString(gradeBounds())}};
}

/// Each item's weight or contribution (`ItemParts`), in the order of `test.effects`; empty if the model has none.
std::vector<float> partsOf(const Explanation& explanation, const RemovalTest& test) {
    if (!explanation.parts) return {};
    return summedByEffect(test.effects, explanation.parts->of(test.target), explanation.firstPosition);
}

QString correlationText(const Agreement& agreement) {
    if (!agreement.spearman) return QStringLiteral("–");
    return signedNumber(*agreement.spearman, 2);
}

}  // namespace

EvidencePanel::EvidencePanel(Session& session, std::shared_ptr<InferenceCache> cache, QWidget* parent)
    : ExploreTab(parent),
      m_session(session),
      m_cache(std::move(cache)),
      m_deletion(session.jobs(), {.title = tr("Removing items"), .queue = WorkerQueue::Model},
                 [cache = m_cache](JobContext& context, const CurveRequest& request) {
                     return curveOf(*cache, context, request);
                 }),
      m_parts(new QButtonGroup(this)),
      m_pages(new QStackedWidget),
      m_cause(new CauseCardView(session, m_cache)),
      m_agreement(new AgreementPanel(session)),
      m_score(new ScorePanel(session, m_cache)),
      m_kind(new ElidedComboBox),
      m_equal(new ElidedComboBox),
      m_sentence(sentenceLabel(QStringLiteral("evidenceSentence"))),
      m_numbers(captionLabel(QStringLiteral("evidenceNumbers"))),
      m_heads(new CellTable(QStringLiteral("evidenceHeads"), tr("Agreement of each head with the removal test"),
                            headColumns(), kGrade)),
      m_strip(new EvidenceStrip),
      m_curve(new PlotView(tr("Log probability as items are removed"), tr("items removed"), tr("log p, nats"))) {
    m_agreement->setObjectName(QStringLiteral("agreement"));
    m_kind->setObjectName(QStringLiteral("removalKind"));
    m_kind->setAccessibleName(tr("How an item is removed"));
    m_kind->addItem(tr("Removed"), int(RemovalKind::Deleted));
    m_kind->addItem(tr("Hidden"), int(RemovalKind::Hidden));
    m_kind->setToolTip(
        tr("Removed: as if the interaction had never happened; the later items move up. Hidden: the position stays, "
           "its item does not ([MASK]; in causal models a position that no other position may look at)."));
    m_equal->setObjectName(QStringLiteral("removalEqual"));
    m_equal->setAccessibleName(tr("What is removed if the history has an item several times"));
    m_equal->addItem(tr("All occurrences"), int(RepeatedItems::Together));
    m_equal->addItem(tr("One position at a time"), int(RepeatedItems::OneByOne));
    m_equal->setToolTip(
        tr("Together: as if the user had never had the item. One position at a time: the other occurrences stay and "
           "may give the model the same information."));
    m_sentence->setToolTip(QString::fromStdString(gradeBounds()));
    m_heads->setSelectionMode(QAbstractItemView::SingleSelection);
    m_heads->setExportName(QStringLiteral("agreement"));
    m_strip->setObjectName(QStringLiteral("evidenceStrip"));
    m_curve->setObjectName(QStringLiteral("deletionCurve"));
    m_curve->addLine({.name = tr("attention"), .colour = {}, .width = 2});
    m_curve->addLine({.name = tr("effect"), .colour = {}, .dash = Qt::DashLine, .width = 2});
    m_curve->addLine({.name = tr("random"), .colour = {}, .dash = Qt::DotLine, .width = 2, .opacity = 0.7});
    m_curve->setDecimals(0, 3);
    m_deletion.deferWhileHidden(*m_curve);
    connect(&m_deletion, &AnyAsyncQuery::changed, this, &EvidencePanel::showCurve);

    arrange(this, column({makePartButtons(), grow(m_pages)}));
    m_pages->addWidget(makeRecommendationPage());
    m_pages->addWidget(m_cause);
    m_pages->addWidget(m_agreement);
    m_pages->addWidget(m_score);
    choosePart(kOne);

    for (QComboBox* choice : {m_kind, m_equal}) {
        choice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        choice->setMinimumWidth(Theme::instance().px(kMinChoiceWidth));  // elided only at the smallest page width
        connect(choice, &QComboBox::currentIndexChanged, this, [this] {
            m_cause->setRemoval(removal());
            m_agreement->setRemoval(removal());
            emit removalChanged();
        });
    }
    connect(m_parts, &QButtonGroup::idClicked, this, &EvidencePanel::choosePart);
    connect(m_cause, &CauseCardView::headChosen, this, &EvidencePanel::headChosen);
    connect(m_cause, &CauseCardView::cardShown, this, [this] {
        if (m_cause->card() && !m_cause->card()->causesRead.empty())
            emit itemFound(m_cause->card()->causesRead.front());
    });
    connect(m_agreement, &AgreementPanel::headChosen, this, &EvidencePanel::headChosen);
    connect(m_heads->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                if (m_choosing || !current.isValid() || !m_answer || !m_answer->explanation) return;
                const int heads = m_answer->explanation->attention.heads;
                emit headChosen(current.row() / heads, current.row() % heads);
            });
    const auto historyIndex = [this](int item) {
        return item >= 0 && m_test && size_t(item) < m_test->effects.size() ? m_test->effects[size_t(item)].position
                                                                            : -1;
    };
    connect(m_strip, &EvidenceStrip::itemHovered, this,
            [this, historyIndex](int item) { emit itemHovered(historyIndex(item)); });
    connect(m_strip, &EvidenceStrip::itemChosen, this,
            [this, historyIndex](int item) { emit itemChosen(historyIndex(item)); });
    clear();
}

QWidget* EvidencePanel::makeRecommendationPage() {
    auto* parts = new StatefulSplitter(Qt::Horizontal, QStringLiteral("explore/evidence"));
    parts->addWidget(m_heads);
    parts->addWidget(m_strip);
    parts->addWidget(m_curve);
    parts->restore({3600, 3700, 2700});
    return boxed(column({m_sentence, m_numbers, gap(space::kUnit), grow(parts)}, space::kUnit));
}

QWidget* EvidencePanel::makePartButtons() {
    const auto button = [&](int part, const char* name, const QString& text, const QString& tip) {
        auto* made = new QPushButton(text);
        made->setObjectName(QString::fromLatin1(name));
        made->setCheckable(true);
        made->setToolTip(tip);
        m_parts->addButton(made, part);
        return made;
    };
    QPushButton* recommendation =
        button(kOne, "evidenceOne", tr("This recommendation"),
               tr("The chosen recommendation of the chosen user, head by head and item by item"));
    QPushButton* cause =
        button(kCause, "evidenceCause", tr("True cause"),
               tr("Shares of attention and removal effect that fall on the true cause of the held-out item"));
    QPushButton* manyUsers =
        button(kMany, "evidenceMany", tr("Many users"), tr("Share of users for whom attention and removal agree"));
    QPushButton* score = button(kScore, "evidenceScore", tr("Score"),
                                tr("How the score of the chosen recommendation is computed, coordinate by coordinate"));
    return boxed(row({recommendation, cause, manyUsers, score, stretch(), m_agreement->users(), m_equal, m_kind}));
}

// A compact panel hides the title of the curve, which repeats the axis label.
void EvidencePanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    const bool isCompact = height() < Theme::instance().px(kCompactBelow);
    if (isCompact == m_isCompact) return;
    m_isCompact = isCompact;
    m_curve->setLabels(isCompact ? QString() : tr("Log probability as items are removed"), tr("items removed"),
                       tr("log p, nats"));
}

void EvidencePanel::choosePart(int part) {
    m_parts->button(part)->setChecked(true);
    m_pages->setCurrentIndex(part);
    m_agreement->users()->setVisible(part == kMany);
    showAvailableChoices();
}

void EvidencePanel::showAvailableChoices() {
    const int part = m_parts->checkedId();
    const bool hasRemovals = part != kScore && readsHistory();
    m_kind->setVisible(hasRemovals);
    m_equal->setVisible(hasRemovals && (part == kMany || hasEqualItems()));
}

/// True if the history has an item more than once; only then does it matter how its occurrences are removed.
bool EvidencePanel::hasEqualItems() const {
    if (!m_answer || !m_answer->explanation) return false;
    const std::vector<Token>& history = m_answer->explanation->history;
    return std::set<Token>(history.begin(), history.end()).size() < history.size();
}

QString EvidencePanel::title() const {
    return tr("Evidence");
}

QString EvidencePanel::about() const {
    return tr("How each item of the history affects the recommendation, and whether attention agrees with that");
}

std::optional<QString> EvidencePanel::whyUnavailable(const Capabilities&) const {
    return {};
}

void EvidencePanel::setRun(const std::optional<LoadedRun>& run) {
    m_agreement->setRun(run);
}

RemovalOptions EvidencePanel::removal() const {
    return {RemovalKind(m_kind->currentData().toInt()), RepeatedItems(m_equal->currentData().toInt())};
}

void EvidencePanel::setEqualItems(RepeatedItems equal) {
    m_equal->setCurrentIndex(m_equal->findData(int(equal)));
}

void EvidencePanel::clear() {
    stop();
    m_answer.reset();
    m_cause->setAnswer({});
    m_score->setAnswer({});
    setFailure(tr("Choose a user to compare what the heads look at with what happens when each item is removed."));
}

void EvidencePanel::setFailure(const QString& sentence) {
    m_test.reset();
    m_deletion.cancel();
    const QScopedValueRollback choosing(m_choosing, true);
    m_heads->clearRows();
    m_sentence->clear();
    m_numbers->clear();
    m_strip->setMessage(sentence);
}

void EvidencePanel::setAnswer(std::shared_ptr<const ExploreAnswer> answer) {
    if (!answer) return clear();
    stop();
    m_answer = std::move(answer);
    setFailure(readsHistory() ? tr("Removing each item in turn…") : tr("No removal test."));
    showAvailableParts();
    m_cause->setAnswer(readsHistory() ? m_answer : nullptr);
    m_score->setAnswer(m_answer);
}

void EvidencePanel::setTarget(Token target) {
    m_score->setTarget(target);
}

bool EvidencePanel::readsHistory() const {
    return !m_answer || m_answer->unreadHistory.empty();
}

void EvidencePanel::showAvailableParts() {
    const bool hasAttention = m_answer->hasAttentionShares(), reads = readsHistory();
    // Only the sample data has known causes.
    const bool hasCause = reads && CauseCardView::knowsCauses(*m_answer), hasStudy = reads && hasAttention;
    const bool hasScore = ScorePanel::canExplain(*m_answer);
    m_parts->button(kOne)->setVisible(hasCause || hasStudy || hasScore);
    m_parts->button(kCause)->setVisible(hasCause);
    m_parts->button(kMany)->setVisible(hasStudy);
    m_parts->button(kScore)->setVisible(hasScore);
    const int part = m_parts->checkedId();
    if ((part == kCause && !hasCause) || (part == kMany && !hasStudy) || (part == kScore && !hasScore))
        choosePart(kOne);
    showAvailableChoices();
    m_heads->setVisible(hasAttention);
    m_sentence->setVisible(hasAttention);
    m_numbers->setVisible(reads);
    m_curve->setVisible(reads);
}

void EvidencePanel::setTest(std::shared_ptr<const RemovalTest> test, const QString& title) {
    if (!readsHistory()) return;
    if (!test || test->effects.empty())
        return setFailure(test ? tr("The model reads only one item: without it there is nothing to predict from.")
                               : tr("Removing each item in turn…"));
    m_test = std::move(test);
    m_title = title;
    // A single item has only one order of deletion.
    m_curve->setVisible(m_test->effects.size() > 1);
    showHeads();
    showTest();
}

void EvidencePanel::setHead(HeadId head) {
    if (head == m_head) return;
    m_head = head;
    m_cause->setHead(head);
    m_agreement->setHead(head);
    showTest();
}

void EvidencePanel::showHeads() {
    const QScopedValueRollback choosing(m_choosing, true);
    const AttentionMaps& maps = m_answer->explanation->attention;
    m_heads->clearRows();
    for (int layer = 0; layer < maps.layers; ++layer) {
        for (int head = 0; head < maps.heads; ++head) {
            const Agreement agreement =
                agreementOf(effectWeights(*m_answer->explanation, {layer, head}, m_test->effects), m_test->effects);
            m_heads->addRow({QStringLiteral("%1 · %2").arg(layer + 1).arg(head + 1), correlationText(agreement),
                             QString::fromStdString(translated(gradeName(gradeOf(agreement))))});
        }
    }
    m_heads->fitColumns();
}

void EvidencePanel::showTest() {
    if (!m_test || !m_answer || !m_answer->explanation) return;
    const Explanation& explanation = *m_answer->explanation;
    const bool hasAttention = m_answer->hasAttentionShares();
    if (hasAttention) {
        const QScopedValueRollback choosing(m_choosing, true);
        m_heads->selectRow(m_head.layer * explanation.attention.heads + m_head.head);
    }
    const std::vector<float> weights = hasAttention ? effectWeights(explanation, m_head, m_test->effects)
                                                    : std::vector<float>(m_test->effects.size(), 0);
    const Agreement agreement = agreementOf(weights, m_test->effects);
    const PlantedCause* const cause = m_answer->heldOutCause();
    const std::vector<float> shown = hasAttention ? weights : partsOf(explanation, *m_test);
    std::vector<EvidenceItem> items;
    const TitleOf named = [this](Token token) { return m_session.titleOf(token).toStdString(); };
    for (size_t i = 0; i < m_test->effects.size(); ++i) {
        const RemovalEffect& effect = m_test->effects[i];
        const bool isTrueCause = cause && explanation.heldOut && explanation.heldOut->token == m_test->target &&
                                 std::any_of(cause->causes.begin(), cause->causes.end(),
                                             [&](std::int32_t position) { return effect.removesPosition(position); });
        items.push_back({.title = QString::fromStdString(recscope::titleOf(effect, explanation.history, named)),
                         .attention = i < shown.size() ? shown[i] : 0,
                         .effect = effect.effect,
                         .isCause = isTrueCause});
    }
    const QString effect = tr("removal effect on %1").arg(m_title);
    if (hasAttention)
        m_strip->setItems(std::move(items), tr("attention of %1").arg(QString::fromStdString(headName(m_head))),
                          effect);
    else if (shown.empty())
        m_strip->setItems(std::move(items), {}, effect);
    else if (isWeight(explanation.parts->kind))
        m_strip->setItems(std::move(items), tr("weight, hatched: negative"), effect, tr("weight"), MapScale::Diverging);
    else
        m_strip->setItems(std::move(items), tr("contribution to the score"), effect, tr("contribution"));
    const auto titleOf = [&](std::int32_t item) {
        if (item < 0) return std::string();
        return recscope::titleOf(m_test->effects[size_t(item)], explanation.history, named);
    };
    if (hasAttention) {
        m_agreementText = QString::fromStdString(
            agreementSentence(agreement, m_head, {titleOf(agreement.topAttention), titleOf(agreement.topEffect)}));
        m_sentence->setText(m_agreementText);
    }
    m_numbers->setText(numbersText(agreement));
    requestCurve();
}

QString EvidencePanel::numbersText(const Agreement& agreement) const {
    if (agreement.items == 1 && !m_answer->hasAttentionShares())
        return tr("The model reads one item of the history: no other one can change the recommendation");
    QString numbers;
    if (agreement.against == 0)
        numbers = tr("None of the %1 items counts against the recommendation").arg(agreement.items);
    else if (agreement.against == 1)
        numbers =
            tr("1 of the %1 items counts against the recommendation: without it, the recommendation is more likely")
                .arg(agreement.items);
    else
        numbers = tr("%1 of the %2 items count against the recommendation: removing any one of them makes the "
                     "recommendation more likely")
                      .arg(agreement.against)
                      .arg(agreement.items);
    if (!m_answer->hasAttentionShares()) return numbers;
    if (agreement.signDisagreements == 1)
        numbers += agreement.against == 1 ? tr(" · this item gets more than an even share of the attention")
                                          : tr(" · 1 of them gets more than an even share of the attention");
    else if (agreement.signDisagreements > 1)
        numbers += tr(" · %1 of them get more than an even share of the attention").arg(agreement.signDisagreements);
    return numbers;
}

void EvidencePanel::requestCurve() {
    if (m_test && m_answer->request.run) m_deletion.run({m_answer, m_test, m_head});
}

void EvidencePanel::showCurve() {
    if (m_deletion.state() != AsyncQueryState::Answered) {
        m_curve->setEmptyText(m_deletion.isOpen() ? tr("Computing the curve…") : m_deletion.failure());
        for (const int line : {kByAttention, kByEffect, kRandom}) m_curve->setPoints(line, {}, {});
        m_curve->replotSoon();
        return;
    }
    const DeletionCurve curve = *m_deletion.answer();
    const auto numbers = [](const auto& values) {
        QVector<double> out;
        for (const auto value : values) out.append(double(value));
        return out;
    };
    const QVector<double> x = numbers(curve.removed);
    const bool hasAttention = !curve.byAttention.empty();
    // The conclusion is about the drawn curves, so it appears together with them.
    const QString follows = QString::fromStdString(curveSentence(curve, headName(m_head)));
    if (hasAttention)
        m_sentence->setText(follows.isEmpty() ? m_agreementText : m_agreementText + QLatin1Char(' ') + follows);
    m_curve->setPoints(kByAttention, hasAttention ? x : QVector<double>(), numbers(curve.byAttention));
    m_curve->setPoints(kByEffect, x, numbers(curve.byEffect));
    m_curve->setPoints(kRandom, x, numbers(curve.random));
    m_curve->setToolTip(
        hasAttention ? tr("Items are removed one after the other, those with the largest weight, or effect, first. "
                          "An order whose curve falls faster than the random one finds what matters. Gain over random: "
                          "attention %1, removal effect %2 nats.")
                           .arg(fixedNumber(curve.attentionGain, 3))
                           .arg(fixedNumber(curve.effectGain, 3))
                     : tr("Items are removed one after the other, those with the largest effect first. An order whose "
                          "curve falls faster than the random one finds what matters. Gain over random: %1 nats.")
                           .arg(fixedNumber(curve.effectGain, 3)));
    m_curve->replotSoon();
    emit curveShown();
}

void EvidencePanel::stop() {
    m_deletion.stop();
    m_cause->stop();
    m_score->stop();
}

}  // namespace recscope::ui
