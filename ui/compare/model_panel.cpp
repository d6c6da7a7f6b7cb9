// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/model_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSplitter>

#include "ui/attention/attention_map.h"
#include "ui/attention/head_grid.h"
#include "ui/lists/recommendation_list.h"
#include "ui/session/run_weights.h"
#include "ui/widgets/run_swatch.h"
#include "ui/widgets/subject.h"
#include "ui/widgets/table_view.h"

namespace recscope::ui {

ModelPanel::ModelPanel(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_swatch(new QLabel(this)),
      m_name(new QLabel(this)),
      m_epoch(new QLabel(this)),
      m_list(new RecommendationList(this)),
      m_heads(new HeadGrid(this)),
      m_map(new AttentionMap(this)) {
    const Theme& theme = Theme::instance();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(theme.px(space::kUnit));
    auto* heading = new QHBoxLayout;
    heading->setSpacing(theme.px(space::kInside));
    m_name->setProperty("role", "section");
    m_name->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    heading->addWidget(m_swatch);
    heading->addWidget(m_name, 1);
    m_epoch->setObjectName(QStringLiteral("panelEpoch"));
    m_epoch->setProperty("muted", true);
    m_epoch->setToolTip(tr("The epoch with the best validation is kept; other epochs in a film have other ranks"));
    heading->addWidget(m_epoch);
    layout->addLayout(heading);
    auto* parts = new QSplitter(Qt::Vertical, this);
    parts->setChildrenCollapsible(false);
    parts->setHandleWidth(theme.px(space::kInside));
    parts->addWidget(m_list);
    m_attention = new QWidget(parts);
    auto* line = new QHBoxLayout(m_attention);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(theme.px(space::kInside));
    auto* scroll = new QScrollArea(m_attention);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(m_heads);
    line->addWidget(scroll, 2);
    line->addWidget(m_map, 5);
    parts->addWidget(m_attention);
    parts->setStretchFactor(0, 2);
    parts->setStretchFactor(1, 3);
    // Large numbers: small ones would grow by the widgets' smallest sizes instead of by the shares.
    parts->setSizes({4000, 6000});
    layout->addWidget(parts, 1);
    describeSubject(this, [this](Subject& subject) { subject.runs = {m_name->text()}; });
    connect(m_heads, &HeadGrid::chosen, m_map, &AttentionMap::setHead);
    connect(m_map, &AttentionMap::rangeChanged, m_heads, &HeadGrid::setRange);
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
    if (!hasMaps) {
        m_heads->clear();
        m_map->clear();
        return m_list->setExplanation(std::move(explanation), m_session.catalogue());
    }
    // The maps live as long as the explanation they are part of.
    const std::shared_ptr<const AttentionMaps> maps(explanation, &explanation->attention);
    QStringList labels;
    for (const Token token : explanation->positions) labels << m_session.titleOf(token);
    const Sight sight = bidirectional ? Sight::BothSides : Sight::LeftOnly;
    m_heads->setMaps(maps, sight);
    m_map->setMaps(maps, labels, sight);
    m_map->setHead(m_heads->layer(), m_heads->head());
    m_list->setExplanation(std::move(explanation), m_session.catalogue());
}

void ModelPanel::clear(const QString& reason) {
    m_list->clear();
    m_heads->clear();
    m_attention->show();
    m_map->clear(reason);
}

}  // namespace recscope::ui
