// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/map_controls.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include "ui/explore/attention_export.h"
#include "ui/explore/attention_map.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace recscope::ui {

MapControls::MapControls(AttentionMap& map, QWidget* parent)
    : QWidget(parent),
      m_map(map),
      m_view(new QComboBox),
      m_other(new QComboBox),
      m_range(new QComboBox),
      m_against(new QLabel(tr("minus"))) {
    m_view->setObjectName(QStringLiteral("mapView"));
    m_view->setAccessibleName(tr("What is shown of the attention"));
    for (const MapView view : kMapViews) {
        m_view->addItem(viewName(view), int(view));
        m_view->setItemData(m_view->count() - 1, viewAbout(view), Qt::ToolTipRole);
    }
    m_other->setObjectName(QStringLiteral("mapOther"));
    m_other->setAccessibleName(tr("The head that is subtracted"));
    m_other->setToolTip(tr("The head that is subtracted"));
    m_against->setProperty("muted", true);
    m_range->setObjectName(QStringLiteral("mapRange"));
    m_range->setAccessibleName(tr("What the darkest colour stands for"));
    m_range->addItem(tr("Colours: this map"), int(MapRange::Own));
    m_range->addItem(tr("Colours: all heads"), int(MapRange::Shared));
    m_range->addItem(tr("Colours: each row"), int(MapRange::Row));
    m_range->setToolTip(tr("The end of the colours is the largest weight of this map, of all heads, or of each row"));
    auto* save = new QToolButton;
    save->setObjectName(QStringLiteral("mapExport"));
    save->setIcon(lineIcon(QStringLiteral("export")));
    save->setAccessibleName(tr("Save or copy the map"));
    save->setToolTip(tr("Save the map as PNG, SVG, PDF or CSV, or copy its values"));
    connect(save, &QToolButton::clicked, this,
            [this, save] { showMapMenu(m_map, save->mapToGlobal(QPoint(0, save->height()))); });

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins({});
    row->setSpacing(Theme::instance().px(space::kInside));
    row->addWidget(m_view);
    row->addWidget(m_against);
    row->addWidget(m_other);
    row->addStretch(1);
    row->addWidget(m_range);
    row->addWidget(save);

    connect(m_view, &QComboBox::currentIndexChanged, this,
            [this] { m_map.setView(MapView(m_view->currentData().toInt())); });
    connect(m_other, &QComboBox::currentIndexChanged, this, [this](int index) {
        if (index >= 0 && m_map.heads() > 0) m_map.setOther({index / m_map.heads(), index % m_map.heads()});
    });
    connect(m_range, &QComboBox::currentIndexChanged, this,
            [this] { m_map.setRange(MapRange(m_range->currentData().toInt())); });
    connect(&map, &AttentionMap::choiceChanged, this, &MapControls::follow);
    connect(&map, &AttentionMap::rangeChanged, this, &MapControls::follow);
    follow();
}

void MapControls::follow() {
    const QSignalBlocker view(m_view), other(m_other), range(m_range);
    const MapChoice& choice = m_map.choice();
    m_view->setCurrentIndex(m_view->findData(int(choice.view)));
    m_view->setToolTip(viewAbout(choice.view));
    if (m_other->count() != m_map.layers() * m_map.heads()) {
        m_other->clear();
        for (int layer = 0; layer < m_map.layers(); ++layer)
            for (int head = 0; head < m_map.heads(); ++head)
                m_other->addItem(tr("layer %1, head %2").arg(layer + 1).arg(head + 1));
    }
    m_other->setCurrentIndex(choice.other.layer * m_map.heads() + choice.other.head);
    const bool against = choice.view == MapView::AgainstHead;
    m_other->setVisible(against);
    m_against->setVisible(against);
    m_range->setCurrentIndex(m_range->findData(int(m_map.range())));
    m_range->setEnabled(!isDifference(choice.view));
    m_range->setToolTip(isDifference(choice.view)
                            ? tr("A difference has its own range: the largest one to either side of zero")
                            : tr("The end of the colours is the largest weight of this map, of all heads, or of each "
                                 "row"));
}

}  // namespace recscope::ui
