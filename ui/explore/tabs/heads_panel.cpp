// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/tabs/heads_panel.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QStackedWidget>
#include <algorithm>

#include "ui/attention/offset_map.h"
#include "ui/explore/tabs/heads_effect.h"
#include "ui/runs/run_capabilities.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/cell_table.h"
#include "ui/widgets/elided_combo_box.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/stateful_splitter.h"

namespace recscope::ui {

namespace {

/// Widths of the table, in design pixels, below which columns are hidden.
constexpr int kNarrow = 520, kMiddle = 640, kWide = 820;
constexpr int kMinChoiceWidth = 100;  ///< design pixels
enum Page { kEmptyPage, kStudyPage, kEffectPage };
enum Column { kDoes = 1, kItself = 3, kGenre, kPopular, kMask, kSpread, kWithout };  // in the order of columns()

QString withInterval(const MeanInterval& value, int decimals) {
    return QStringLiteral("%1 ±%2").arg(fixedNumber(value.mean, decimals)).arg(fixedNumber(value.halfWidth, decimals));
}

Cell cell(const QString& text) {
    return {text, text};
}

HeadStudy studyOf(JobContext& context, const HeadStudyRequest& request) {
    // Loads its own copy of the weights: only `WorkerQueue::Model` may use the shared copies in `InferenceCache`.
    const InferenceSession inference = InferenceSession::load(context.workspace, request.run.run);
    return headStudy(context.workspace, inference, request.rows, context.progress, context.stop);
}

Cell massCell(const AttentionMass& mass) {
    QFont font;
    font.setBold(mass.exceedsUniform());
    return {withInterval(mass.mass, 2),
            HeadsPanel::tr("%1; an even spread would give %2%3")
                .arg(withInterval(mass.mass, 3))
                .arg(fixedNumber(mass.uniformMass, 3))
                .arg(mass.exceedsUniform() ? HeadsPanel::tr(": more than an even share") : QString()),
            {{Qt::FontRole, font}}};
}

Cell gateCell(const std::vector<GateEffect>& gates, HeadId head) {
    const auto gate = std::find_if(gates.begin(), gates.end(),
                                   [&](const GateEffect& effect) { return effect.off == std::vector<HeadId>{head}; });
    if (gate == gates.end()) return QString();
    return {QStringLiteral("%1 ±%2").arg(signedMetric(gate->ndcg10.mean), metricText(gate->ndcg10.halfWidth)),
            HeadsPanel::tr("NDCG@10 over the same users, full ranking: %1 with the head, %2 without")
                .arg(metricText(gate->with.ndcg10), metricText(gate->without.ndcg10))};
}

std::vector<CellColumn> columns() {
    const auto tr = [](const char* text) { return HeadsPanel::tr(text); };
    return {
        {tr("Head"), tr("Layer and head")},
        {tr("What it does"), tr("In one sentence")},
        {tr("Previous"),
         tr("Share of attention on the position just before; bold: more than an even spread would give"), true},
        {tr("Itself"), tr("Share of attention on the query position itself"), true},
        {tr("Same genre"), tr("Share of attention on other items that share a genre with the query item"), true},
        {tr("Popular"), tr("Share of attention on popular items: the 10 % with the most interactions"), true},
        {tr("[MASK]"), tr("Share of attention on [MASK]; causal models have none"), true},
        {tr("Spread"), tr("Entropy of a row over that of an even spread: 0 = one position, 1 = even"), true},
        {tr("Without head"),
         tr("Change of NDCG@10 when the head is switched off, over the same users: below 0, the head helps"), true}};
}

}  // namespace

HeadsPanel::HeadsPanel(Session& session, std::shared_ptr<InferenceCache> cache, QWidget* parent)
    : ExploreTab(parent),
      m_session(session),
      m_study(session.jobs(),
              {.title = tr("Measuring the heads"), .queue = WorkerQueue::Import, .isShownInStrip = true}, studyOf),
      m_pages(new QStackedWidget),
      m_empty(new EmptyState),
      m_about(captionLabel(QStringLiteral("headsAbout"))),
      m_rows(new ElidedComboBox),
      m_topic(new QComboBox),
      m_effect(new HeadsEffect(session, std::move(cache))),
      m_table(new CellTable(QStringLiteral("headCharacters"), tr("What each head does"), columns(), kDoes)),
      m_offsets(new OffsetMap) {
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setExportName(QStringLiteral("heads"));
    m_offsets->setObjectName(QStringLiteral("headOffsets"));
    m_empty->setObjectName(QStringLiteral("headsEmpty"));
    m_effect->setObjectName(QStringLiteral("headsEffect"));
    m_rows->setObjectName(QStringLiteral("headsRows"));
    m_rows->setAccessibleName(tr("Positions whose attention is measured"));
    m_rows->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_rows->setMinimumWidth(Theme::instance().px(kMinChoiceWidth));  // elided only at the smallest page width
    m_rows->setToolTip(tr(
        "The position that recommends: the row that the recommendation is made from, as in Learn. Every position: all "
        "rows of the map, which say how the model reads a history, not what the recommendation looks at."));
    for (const MeasuredRows rows : {MeasuredRows::Predicting, MeasuredRows::All})
        m_rows->addItem(rows == MeasuredRows::Predicting ? tr("The position that recommends") : tr("Every position"),
                        int(rows));
    m_topic->setObjectName(QStringLiteral("headsWhose"));
    m_topic->setAccessibleName(tr("View of the heads"));
    m_topic->addItems({tr("What they do"), tr("Switch them off")});

    auto* parts = new StatefulSplitter(Qt::Horizontal, QStringLiteral("explore/heads"));
    parts->addWidget(m_table);
    parts->addWidget(m_offsets);
    parts->restore({7500, 2500});
    m_pages->addWidget(m_empty);
    m_pages->addWidget(parts);
    m_pages->addWidget(m_effect);
    arrange(this, column({row({grow(m_about), m_rows, m_topic}), grow(m_pages)}, space::kUnit));

    m_study.setCacheLimit(std::numeric_limits<std::size_t>::max());
    connect(&m_study, &AnyAsyncQuery::changed, this, [this] {
        showStudy();
        if (m_study.state() == AsyncQueryState::Answered) emit studied();
    });
    for (QComboBox* choice : {m_rows, m_topic})
        connect(choice, &QComboBox::currentIndexChanged, this, &HeadsPanel::showStudy);
    connect(m_empty, &EmptyState::actionRequested, this, &HeadsPanel::startStudy);
    const auto choose = [this](int row) {
        const HeadStudy* shown = study();
        if (m_choosing || !shown || row < 0 || size_t(row) >= shown->characters.heads.size()) return;
        const HeadId head = shown->characters.heads[size_t(row)].head;
        emit headChosen(head.layer, head.head);
    };
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [choose](const QModelIndex& current) { choose(current.row()); });
    connect(m_offsets, &OffsetMap::rowChosen, this, choose);
    showStudy();
}

QString HeadsPanel::title() const {
    return tr("Heads");
}

QString HeadsPanel::about() const {
    return tr("What each head does over many users");
}

std::optional<QString> HeadsPanel::whyUnavailable(const Capabilities& capabilities) const {
    if (capabilities.attention == AttentionKind::EveryPosition &&
        capabilities.attentionWeights == AttentionWeights::Pointwise)
        return tr(
            "The attention of this run's model is pointwise: its weights need not sum to 1, so there are no shares "
            "of attention to compare. The Attention tab shows the weights.");
    if (capabilities.attention == AttentionKind::EveryPosition) return {};
    if (capabilities.attention == AttentionKind::LastOnly)
        return tr("This run's model has no heads: it gives each item one weight, as the Attention tab shows.");
    return tr("This run's model has no attention, so it has no heads to measure or switch off.");
}

std::optional<HeadStudyRequest> HeadsPanel::requested() const {
    if (!m_run) return {};
    return HeadStudyRequest{*m_run, MeasuredRows(m_rows->currentData().toInt())};
}

const HeadStudy* HeadsPanel::study() const {
    const auto request = requested();
    return request ? m_study.cached(*request).get() : nullptr;
}

void HeadsPanel::setRun(const std::optional<LoadedRun>& run) {
    if (run == m_run) return;
    m_run = run;
    const auto record = run ? m_session.runById(run->run) : std::nullopt;
    const bool canSwitchOff = !record || capabilitiesOf(*record).supportsHeadSteps;
    if (!canSwitchOff) m_topic->setCurrentIndex(0);
    m_topic->setEnabled(canSwitchOff);
    m_topic->setToolTip(
        canSwitchOff ? tr("What each head does over many users, or how this user's list changes without some heads")
                     : tr("The model provides only its attention weights, so its heads cannot be switched off"));
    showStudy();
}

void HeadsPanel::showStudy() {
    const HeadStudy* known = study();
    const bool showsEffect = m_topic->currentIndex() == 1;
    m_pages->setCurrentIndex(showsEffect ? kEffectPage : known ? kStudyPage : kEmptyPage);
    m_rows->setVisible(!showsEffect);
    showAbout();
    if (showsEffect) return;
    if (known) return fill(*known);
    const bool isRequested = m_study.request() && m_study.request() == requested();
    if (isRequested && m_study.isOpen()) {
        m_empty->setTexts(tr("Measuring on %1 users").arg(kHeadStudyUsers),
                          tr("The strip below shows the progress and can stop it."));
    } else {
        m_empty->setTexts(
            isRequested && !m_study.failure().isEmpty() ? m_study.failure() : tr("What does each head do?"),
            (m_topic->isEnabled()
                 ? tr("Over %1 users: where each head's attention goes, how far back the head looks, and what NDCG@10 "
                      "loses without it.")
                 : tr("Over %1 users: where each head's attention goes, and how far back the head looks."))
                .arg(kHeadStudyUsers),
            tr("Measure on %1 users").arg(kHeadStudyUsers));
    }
}

void HeadsPanel::startStudy() {
    if (const auto request = requested()) m_study.run(*request);
}

void HeadsPanel::fill(const HeadStudy& study) {
    const QScopedValueRollback choosing(m_choosing, true);
    const HeadCharacters& characters = study.characters;
    m_table->clearRows();
    std::vector<HeadId> heads;
    for (const HeadCharacter& head : characters.heads) {
        heads.push_back(head.head);
        m_table->addRow({cell(QString::fromStdString(headName(head.head))), cell(QString::fromStdString(head.sentence)),
                         massCell(head.previous), massCell(head.itself), massCell(head.sameGenre),
                         massCell(head.popular), massCell(head.mask), cell(withInterval(head.entropy, 2)),
                         gateCell(study.gates, head.head)});
    }
    m_offsets->setRows(characters.offsetMatrix(), heads);
    m_hasMask = std::any_of(characters.heads.begin(), characters.heads.end(),
                            [](const HeadCharacter& head) { return head.mask.mass.mean > 0; });
    m_hasGenres = std::any_of(characters.heads.begin(), characters.heads.end(),
                              [](const HeadCharacter& head) { return head.sameGenre.mass.mean > 0; });
    m_hasGates = !study.gates.empty();
    fitColumns();
    // Makes `setHead` select the row again although the head is the same.
    const HeadId requested = m_head;
    m_head = {-1, -1};
    setHead(requested);
}

void HeadsPanel::fitColumns() {
    if (!isVisible()) return;  // `showEvent` calls this again
    // Hides columns that do not fit; the sentence above the table then replaces "What it does".
    const Theme& theme = Theme::instance();
    m_table->setColumnHidden(kWithout, !m_hasGates);
    m_table->setColumnHidden(kMask, !m_hasMask || m_table->width() < theme.px(kWide));
    m_table->setColumnHidden(kGenre, !m_hasGenres);  // without genres a value of 0 means nothing
    m_table->setColumnHidden(kItself, m_table->width() < theme.px(kWide));
    m_table->setColumnHidden(kSpread, m_table->width() < theme.px(kNarrow));
    m_table->setColumnHidden(kPopular, m_table->width() < theme.px(kMiddle));
    m_table->setColumnHidden(kDoes, m_table->width() < theme.px(kMiddle));
    m_table->fitColumns();
}

void HeadsPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitColumns();
}

void HeadsPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    fitColumns();
}

void HeadsPanel::setAnswer(std::shared_ptr<const ExploreAnswer> answer) {
    m_effect->setAnswer(std::move(answer));
}

void HeadsPanel::showAbout() {
    const HeadStudy* shown = study();
    if (m_pages->currentIndex() == kEffectPage) {
        m_about->setText(tr("Ranks with every head → without those that are off"));
    } else if (shown) {
        const auto& heads = shown->characters.heads;
        const auto found = std::find_if(heads.begin(), heads.end(),
                                        [this](const HeadCharacter& character) { return character.head == m_head; });
        if (found == heads.end()) return;
        m_about->setText(tr("%1 · %2 · intervals of 95 %")
                             .arg(QString::fromStdString(found->sentence), headStudyBasis(shown->characters)));
    } else {
        m_about->clear();
    }
}

void HeadsPanel::setHead(HeadId head) {
    if (head == m_head) return;
    m_head = head;
    const HeadStudy* shown = study();
    if (!shown) return;
    const QScopedValueRollback choosing(m_choosing, true);
    const auto& heads = shown->characters.heads;
    const auto found = std::find_if(heads.begin(), heads.end(),
                                    [head](const HeadCharacter& character) { return character.head == head; });
    if (found == heads.end()) return;
    m_table->selectRow(int(found - heads.begin()));
    showAbout();
    m_offsets->setCurrentRow(int(found - heads.begin()));
}

}  // namespace recscope::ui
