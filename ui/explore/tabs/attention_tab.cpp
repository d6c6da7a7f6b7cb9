// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/tabs/attention_tab.h"

#include <QButtonGroup>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>

#include "core/explain/scores/reading_sentences.h"
#include "ui/attention/attention_export.h"
#include "ui/attention/attention_lines.h"
#include "ui/attention/attention_map.h"
#include "ui/attention/head_grid.h"
#include "ui/attention/head_steps_dialog.h"
#include "ui/attention/map_controls.h"
#include "ui/attention/map_queries.h"
#include "ui/attention/weight_bars.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/settings.h"
#include "ui/widgets/stateful_splitter.h"

namespace recscope::ui {

namespace {
const QString kLinesKey = QStringLiteral("explore/attentionLines");
}

AttentionTab::AttentionTab(Session& session, std::shared_ptr<InferenceCache> cache, QWidget* parent)
    : ExploreTab(parent),
      m_session(session),
      m_cache(std::move(cache)),
      m_heads(new HeadGrid),
      m_map(new AttentionMap),
      m_lines(new AttentionLines(*m_map)),
      m_mapQueries(new MapQueries(session, m_cache, *m_map, this)),
      m_weights(new WeightBars),
      m_pages(new QStackedWidget),
      m_large(new QStackedWidget),
      m_steps(new QPushButton(tr("Step by step"))) {
    m_heads->setObjectName(QStringLiteral("heads"));
    m_heads->setToolTip(tr("Every layer and head; choose one to see it large (arrow keys)"));
    m_map->setObjectName(QStringLiteral("map"));
    m_lines->setObjectName(QStringLiteral("lines"));
    connect(m_heads, &HeadGrid::chosen, &m_map->model(), &AttentionMapModel::setHead);
    connect(&m_map->model(), &AttentionMapModel::rangeChanged, m_heads, &HeadGrid::setRange);
    connect(&m_map->model(), &AttentionMapModel::choiceChanged, this, &AttentionTab::queryRowsChanged);
    connect(&m_map->selection(), &AttentionMapSelection::rowsChanged, this, &AttentionTab::queryRowsChanged);
    connect(m_map, &AttentionMap::stepsRequested, this, &AttentionTab::showSteps);
    connect(&m_map->selection(), &AttentionMapSelection::hovered, this, [this](int row, int column) {
        emit hovered(row < 0 ? -1 : column);
        emit queryRowsChanged();
    });
    connect(&m_map->selection(), &AttentionMapSelection::pinned, this, [this](int, int column) {
        emit pinned(column);
        emit queryRowsChanged();
    });
    connect(m_lines, &AttentionLines::chosenChanged, this, [this] {
        emit hovered(m_lines->chosen() ? m_lines->chosen()->position : -1);
        emit queryRowsChanged();
    });

    // The sizes are shares. They are large, because small sizes would be raised to the widgets' minimum sizes, which
    // would change the shares.
    auto* parts = new StatefulSplitter(Qt::Horizontal, QStringLiteral("explore/maps"));
    // The button is below the heads, because a small window has no room for it beside the controls of the map.
    parts->addWidget(boxed(column({grow(m_heads), m_steps}, space::kUnit)));
    parts->addWidget(makeLargeView());
    parts->setStretchFactor(0, 3);
    parts->setStretchFactor(1, 7);
    parts->restore({3000, 7000});
    m_pages->addWidget(parts);
    m_pages->addWidget(makeWeights());
    arrange(this, column({m_pages}));
}

QWidget* AttentionTab::makeWeights() {
    m_weights->setObjectName(QStringLiteral("weightBars"));
    connect(m_weights, &WeightBars::itemHovered, this, &AttentionTab::hovered);
    connect(m_weights, &WeightBars::itemChosen, this, &AttentionTab::pinned);
    m_aboutWeights = captionLabel(QStringLiteral("weightsAbout"));
    return boxed(column({m_aboutWeights, grow(m_weights)}, space::kUnit));
}

QWidget* AttentionTab::makeLargeView() {
    auto* choice = new QButtonGroup(this);
    const auto add = [&](int page, const char* name, const QString& text, const QString& tip) {
        auto* button = new QPushButton(text);
        button->setObjectName(QString::fromLatin1(name));
        button->setCheckable(true);
        button->setProperty("compact", true);
        button->setToolTip(tip);
        choice->addButton(button, page);
        return button;
    };
    QPushButton* asMap = add(0, "attentionAsMap", tr("Map"), tr("Each row attends to the columns"));
    QPushButton* asLines = add(1, "attentionAsLines", tr("Lines"),
                               tr("The items in two columns: lines run from attending to attended items"));
    auto* controls = new MapControls(*m_map, m_mapQueries);
    controls->setObjectName(QStringLiteral("mapControls"));
    controls->setExportMenu(
        [this](QPoint at) { m_large->currentWidget() == m_lines ? m_lines->showMenu(at) : showMapMenu(*m_map, at); });
    m_steps->setObjectName(QStringLiteral("attentionSteps"));
    m_steps->setProperty("compact", true);
    m_steps->setToolTip(
        tr("How this head's weights are computed at the pinned position, or at the predicting one if none is pinned "
           "(Return on the map)"));
    connect(m_steps, &QPushButton::clicked, this, [this] { showSteps(m_map->selection().queryRow()); });
    m_large->addWidget(m_map);
    m_large->addWidget(m_lines);
    connect(choice, &QButtonGroup::idClicked, this, [this](int page) {
        Settings::instance().setValue(kLinesKey, page == 1);
        showLines(page == 1);
    });
    const bool lines = Settings::instance().value(kLinesKey, false).toBool();
    choice->button(lines ? 1 : 0)->setChecked(true);
    showLines(lines);

    return boxed(column({row({asMap, asLines, gap(space::kUnit), grow(controls)}, space::kUnit), grow(m_large)}));
}

void AttentionTab::showLines(bool lines) {
    m_large->setCurrentIndex(lines ? 1 : 0);
    emit queryRowsChanged();
}

QString AttentionTab::title() const {
    return tr("Attention");
}

QString AttentionTab::about() const {
    return tr("What each head of the model looks at, or how it weighs the history");
}

std::optional<QString> AttentionTab::whyUnavailable(const Capabilities& capabilities) const {
    if (capabilities.attention != AttentionKind::None) return {};
    return tr("This run's model has no softmax attention: there are no maps to show.");
}

void AttentionTab::setAnswer(std::shared_ptr<const ExploreAnswer> answer) {
    if (!answer) return clear();
    if (m_answer && m_answer->user.user != answer->user.user) {
        m_map->selection().unpin();
        m_lines->pin({});
    }
    m_answer = std::move(answer);
    const Explanation& explanation = *m_answer->explanation;
    const std::shared_ptr<const AttentionMaps> maps(m_answer, &explanation.attention);
    const AttentionMask attentionMask =
        m_answer->capabilities.usesBidirectionalAttention ? AttentionMask::Bidirectional : AttentionMask::Causal;
    QStringList labels;
    for (const Token token : explanation.positions) labels << m_session.titleOf(token);
    if (!hasMaps()) {
        m_target = explanation.recommendations.empty() ? kPadToken : explanation.recommendations.front().token;
        return showWeights(explanation.parts->weights);
    }
    m_pages->setCurrentIndex(0);
    m_weights->clear();
    m_heads->setMaps(maps, attentionMask);
    m_map->model().setMaps(maps, labels, attentionMask);
    m_map->model().setHead(m_heads->layer(), m_heads->head());
    showCauses();
    m_mapQueries->setAnswer(m_answer);
    const bool hasSteps = m_answer->capabilities.supportsHeadSteps && m_map->model().positions() > 0;
    m_map->setOffersSteps(hasSteps);
    m_steps->setVisible(hasSteps);
}

void AttentionTab::showSteps(int row) {
    if (!m_answer || !m_answer->request.run || !m_map->offersSteps()) return;
    const Explanation& explanation = *m_answer->explanation;
    const LoadedRun& run = *m_answer->request.run;
    const auto record = m_session.runById(run.run);
    const QString title =
        tr("History of user %1, run %2")
            .arg(QString::fromStdString(m_answer->user.id), record ? QString::fromStdString(record->name) : QString());
    HeadStepsDialog::open(m_session, m_cache, *this, title,
                          {.run = run,
                           .user = m_answer->runUser,
                           .history = OwnedHistory(explanation.given()),
                           .time = m_answer->predictedTime(),
                           .positions = explanation.positions,
                           .layers = explanation.attention.layers,
                           .heads = explanation.attention.heads},
                          m_map->model().choice().head, row);
}

bool AttentionTab::hasMaps() const {
    return m_answer && m_answer->hasAttention();
}

void AttentionTab::setTarget(Token target) {
    if (!m_answer || hasMaps() || target == m_target || !m_answer->hasItemParts()) return;
    const ItemParts& parts = *m_answer->explanation->parts;
    if (parts.kind != ItemPartKind::CandidateWeight || parts.of(target).empty()) return;
    m_target = target;
    showWeights(parts.of(target));
}

void AttentionTab::showWeights(std::span<const float> weights) {
    m_heads->clear();
    m_map->model().clear();
    m_mapQueries->setAnswer({});
    const Explanation& explanation = *m_answer->explanation;
    QStringList titles;
    for (const Token token : explanation.positions) titles << m_session.titleOf(token);
    m_aboutWeights->setText(QString::fromStdString(itemPartSentence(explanation.parts->kind)));
    m_weights->setWeights({weights.begin(), weights.end()}, titles, explanation.firstPosition + 1);
    m_pages->setCurrentIndex(1);
}

void AttentionTab::clear() {
    m_answer.reset();
    m_weights->clear();
    m_heads->clear();
    m_map->model().clear();
    m_steps->hide();
    m_mapQueries->setAnswer({});
}

void AttentionTab::showCauses() {
    std::vector<int> columns;
    if (const PlantedCause* cause = m_answer->heldOutCause()) {
        for (const std::int32_t index : cause->causes)
            if (const int column = m_answer->mapPosition(index); column >= 0) columns.push_back(column);
    }
    m_map->selection().setCauses(columns);
    m_heads->setCauses(columns);
}

std::vector<int> AttentionTab::queryRows() const {
    if (!hasMaps()) return {};
    const auto end = m_large->currentWidget() == m_lines ? m_lines->chosen() : std::nullopt;
    if (end && end->side == LineSide::Query) return {end->position};
    if (m_map->selection().hoveredCell()) return {m_map->selection().hoveredCell()->row};
    if (!m_map->selection().chosenRows().empty())
        return {m_map->selection().chosenRows().begin(), m_map->selection().chosenRows().end()};
    if (m_map->selection().pinnedCell()) return {m_map->selection().pinnedCell()->row};
    return {m_answer->explanation->attention.size - 1};
}

bool AttentionTab::followsPointer() const {
    return m_map->selection().hoveredCell().has_value() ||
           (m_lines->chosen() && m_lines->chosen() != m_lines->pinned());
}

void AttentionTab::setHighlight(int row, int column) {
    if (m_answer && !hasMaps()) return m_weights->setHighlight(column);
    m_map->selection().setHighlight(row, column);
}

}  // namespace recscope::ui
