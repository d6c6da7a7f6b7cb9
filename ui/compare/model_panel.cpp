// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/model_panel.h"

#include <QBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSplitter>

#include "ui/attention/head_grid.h"
#include "ui/attention/weight_bars.h"
#include "ui/lists/recommendation_list.h"
#include "ui/session/run_weights.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/run_swatch.h"
#include "ui/widgets/subject.h"
#include "ui/widgets/table_view.h"

namespace recscope::ui {

ModelPanel::ModelPanel(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_swatch(new QLabel),
      m_name(sectionLabel()),
      m_epoch(mutedLabel()),
      m_list(new RecommendationList),
      m_heads(new HeadGrid),
      m_map(new AttentionMap),
      m_itemWeights(new WeightBars) {
    m_name->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_epoch->setObjectName(QStringLiteral("panelEpoch"));
    m_epoch->setToolTip(
        tr("The weights of the epoch with the best validation are used; a timeline's ranks in other epochs differ"));
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setAccessibleName(tr("Heads"));
    scroll->setWidget(m_heads);
    m_attention = boxed(row({grow(scroll, 2), grow(m_map, 5)}));
    auto* parts = new QSplitter(Qt::Vertical);
    parts->setChildrenCollapsible(false);
    parts->setHandleWidth(Theme::instance().px(space::kPadding));
    parts->addWidget(m_list);
    parts->addWidget(m_attention);
    parts->addWidget(m_itemWeights);
    m_itemWeights->hide();
    parts->setStretchFactor(0, 2);
    parts->setStretchFactor(1, 3);
    parts->setStretchFactor(2, 1);
    // The sizes are large on purpose: small ones would be stretched by the widgets' minimum sizes, not by these shares.
    parts->setSizes({4000, 6000, 2000});
    arrange(this, column({row({m_swatch, grow(m_name), m_epoch}), grow(parts)}, space::kUnit));
    describeSubject(this, [this](Subject& subject) { subject.runs = {m_name->text()}; });
    connect(m_heads, &HeadGrid::chosen, &m_map->model(), &AttentionMapModel::setHead);
    connect(&m_map->model(), &AttentionMapModel::rangeChanged, m_heads, &HeadGrid::setRange);
    connect(&m_map->model(), &AttentionMapModel::rangeChanged, this, &ModelPanel::rangeChanged);
}

void ModelPanel::setScale(MapRange range, float maximum) {
    m_map->model().setCommonMaximum(maximum);
    m_heads->setCommonMaximum(maximum);
    m_map->model().setRange(range);
    m_heads->setRange(range);
}

void ModelPanel::setLine(const ComparedLine& line) {
    m_swatch->setPixmap(runSwatch(line.style, devicePixelRatioF()));
    m_name->setText(line.name);
    m_epoch->setText(tr("weights: %1").arg(keptWeightsText(line.record())));
    m_list->setAccessibleName(tr("Recommendations of %1").arg(line.name));
    m_list->view()->setFacts({{tr("Dataset"), QString::fromStdString(line.record().datasetName)},
                              {tr("Run"), line.name},
                              {tr("Weights"), keptWeightsText(line.record())}});
}

void ModelPanel::setExplanation(std::shared_ptr<const Explanation> explanation, bool bidirectional, bool hasMaps) {
    m_attention->setVisible(hasMaps);
    const bool hasItemWeights = !hasMaps && explanation->parts && isWeight(explanation->parts->kind);
    m_itemWeights->setVisible(hasItemWeights);
    m_itemWeights->clear();  // hidden bars must not affect the scale of the other panel
    if (hasItemWeights) {
        QStringList titles;
        for (const Token token : explanation->positions) titles << m_session.titleOf(token);
        m_itemWeights->setWeights(explanation->parts->weights, titles, explanation->firstPosition + 1);
    }
    if (!hasMaps) {
        m_heads->clear();
        m_map->model().clear();
        return m_list->setExplanation(std::move(explanation), m_session.catalogue());
    }
    // Aliasing pointer: the maps are part of the explanation and keep it alive.
    const std::shared_ptr<const AttentionMaps> maps(explanation, &explanation->attention);
    QStringList labels;
    for (const Token token : explanation->positions) labels << m_session.titleOf(token);
    const AttentionMask attentionMask = bidirectional ? AttentionMask::Bidirectional : AttentionMask::Causal;
    m_heads->setMaps(maps, attentionMask);
    m_map->model().setMaps(maps, labels, attentionMask);
    m_map->model().setHead(m_heads->layer(), m_heads->head());
    m_list->setExplanation(std::move(explanation), m_session.catalogue());
}

void ModelPanel::clear(const QString& reason) {
    m_list->clear();
    m_heads->clear();
    m_itemWeights->hide();
    m_itemWeights->clear();
    m_attention->show();
    m_map->model().clear(reason);
}

}  // namespace recscope::ui
