// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/attention/map_controls.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include "ui/attention/attention_export.h"
#include "ui/attention/attention_map.h"
#include "ui/attention/map_queries.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/stateful_widget.h"

namespace recscope::ui {

namespace {
constexpr int kMinRunNameCharacters = 10;  ///< number of characters of a run's name that are always visible
}

MapControls::MapControls(AttentionMap& map, MapQueries* queries, QWidget* parent)
    : QWidget(parent),
      m_map(map),
      m_exportMenu([this](QPoint at) { showMapMenu(m_map, at); }),
      m_queries(queries),
      m_view(new QComboBox),
      m_otherRun(new QComboBox),
      m_otherHead(new QComboBox),
      m_range(new QComboBox),
      m_minus(mutedLabel(tr("minus"))),
      m_average(new QPushButton) {
    m_view->setObjectName(QStringLiteral("mapView"));
    keepValue(m_view, StateScope::Workspace);
    m_view->setAccessibleName(tr("View of the attention"));
    for (const MapView view : kMapViews) {
        if (!queries && needsOtherData(view)) continue;
        m_view->addItem(viewName(view), int(view));
        m_view->setItemData(m_view->count() - 1, viewAbout(view), Qt::ToolTipRole);
    }
    // The name of the view is never elided, but the name of the run may be.
    m_view->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    m_view->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_otherHead->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_otherRun->setObjectName(QStringLiteral("mapRun"));
    keepValue(m_otherRun, StateScope::Dataset);
    m_otherRun->setAccessibleName(tr("The run that is subtracted"));
    m_otherRun->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_otherRun->setMinimumContentsLength(kMinRunNameCharacters);
    m_average->setObjectName(QStringLiteral("mapAverage"));
    m_otherHead->setObjectName(QStringLiteral("mapOther"));
    keepValue(m_otherHead, StateScope::Dataset);
    m_otherHead->setAccessibleName(tr("The head that is subtracted"));
    m_otherHead->setToolTip(tr("The head that is subtracted"));
    m_range->setObjectName(QStringLiteral("mapRange"));
    m_range->setAccessibleName(tr("What the strongest colour stands for"));
    m_range->addItem(tr("Colours: this map"), int(MapRange::Own));
    m_range->addItem(tr("Colours: all heads"), int(MapRange::Shared));
    m_range->addItem(tr("Colours: each row"), int(MapRange::Row));
    m_range->setToolTip(
        tr("The strongest colour stands for the largest weight of this map, of all heads, or of each row"));
    auto* save = new QToolButton;
    save->setObjectName(QStringLiteral("mapExport"));
    save->setIcon(lineIcon(QStringLiteral("export")));
    save->setAccessibleName(tr("Save or copy the map"));
    save->setToolTip(tr("Save the map as PNG, SVG, PDF or CSV, or copy its values"));
    connect(save, &QToolButton::clicked, this,
            [this, save] { m_exportMenu(save->mapToGlobal(QPoint(0, save->height()))); });

    arrange(this, row({m_view, m_minus, grow(m_otherRun), m_average, m_otherHead, stretch(), m_range, save}));

    connect(m_view, &QComboBox::currentIndexChanged, this,
            [this] { m_map.model().setView(MapView(m_view->currentData().toInt())); });
    connect(m_otherHead, &QComboBox::currentIndexChanged, this, [this](int index) {
        const AttentionMaps* maps = m_map.model().otherMaps();
        if (index >= 0 && maps) m_map.model().setOtherHead({index / maps->heads, index % maps->heads});
    });
    connect(m_range, &QComboBox::currentIndexChanged, this,
            [this] { m_map.model().setRange(MapRange(m_range->currentData().toInt())); });
    connect(&m_map.model(), &AttentionMapModel::choiceChanged, this, &MapControls::refresh);
    connect(&m_map.model(), &AttentionMapModel::rangeChanged, this, &MapControls::refresh);
    if (queries) {
        connect(m_otherRun, &QComboBox::currentIndexChanged, queries,
                [this, queries] { queries->chooseOtherRun(m_otherRun->currentData().toLongLong()); });
        connect(m_average, &QPushButton::clicked, queries,
                [queries] { queries->isAveraging() ? queries->stopAverage() : queries->startAverage(); });
        connect(queries, &MapQueries::changed, this, &MapControls::refresh);
    }
    refresh();
}

void MapControls::refresh() {
    const QSignalBlocker view(m_view), range(m_range);
    const MapChoice& choice = m_map.model().choice();
    const bool isDifferenceView = isDifference(choice.view);
    m_view->setCurrentIndex(m_view->findData(int(choice.view)));
    m_view->setToolTip(viewAbout(choice.view));
    m_minus->setVisible(choice.view == MapView::MinusHead || choice.view == MapView::MinusRun);
    refreshRuns();
    refreshHeads();
    const bool averaging = m_queries && m_queries->isAveraging();
    m_average->setVisible(choice.view == MapView::MinusAverage && m_map.model().layers() > 0 &&
                          !m_map.model().average());
    m_average->setText(averaging ? tr("Stop") : tr("Compute the mean"));
    m_average->setToolTip(averaging ? tr("Stop computing the mean over many users")
                                    : tr("Compute this run's mean attention over many users"));
    m_range->setCurrentIndex(m_range->findData(int(m_map.model().range())));
    // The colour range is hidden for a comparison with another run, which needs the space for two more combo boxes.
    m_range->setVisible(choice.view != MapView::MinusRun);
    m_range->setEnabled(!isDifferenceView);
    m_range->setToolTip(
        isDifferenceView
            ? tr("A difference has its own scale, from minus to plus its largest absolute value")
            : tr("The strongest colour stands for the largest weight of this map, of all heads, or of each row"));
}

void MapControls::refreshRuns() {
    const QSignalBlocker blocker(m_otherRun);
    m_otherRun->setVisible(m_map.model().choice().view == MapView::MinusRun);
    if (!m_queries) return;
    m_otherRun->clear();
    for (const RunRecord& run : m_queries->otherRuns())
        m_otherRun->addItem(QString::fromStdString(run.name), qint64(run.id));
    const bool hasRuns = m_otherRun->count() > 0;
    if (!hasRuns) m_otherRun->addItem(tr("no other run"), qint64(0));
    m_otherRun->setEnabled(hasRuns);
    m_otherRun->setToolTip(hasRuns ? tr("The run whose map of the same history is subtracted")
                                   : tr("There is no other trained run of this dataset with the same kind of attention "
                                        "weights (softmax or pointwise)"));
    m_otherRun->setCurrentIndex(m_otherRun->findData(qint64(m_queries->otherRun())));
}

void MapControls::refreshHeads() {
    const QSignalBlocker blocker(m_otherHead);
    const MapChoice& choice = m_map.model().choice();
    const AttentionMaps* maps = m_map.model().otherMaps();
    m_otherHead->clear();
    for (int layer = 0; maps && layer < maps->layers; ++layer)
        for (int head = 0; head < maps->heads; ++head)
            m_otherHead->addItem(tr("layer %1, head %2").arg(layer + 1).arg(head + 1), m_otherHead->count());
    m_otherHead->setCurrentIndex(maps ? choice.other.layer * maps->heads + choice.other.head : -1);
    m_otherHead->setVisible(choice.view == MapView::MinusHead || choice.view == MapView::MinusRun);
    m_otherHead->setEnabled(m_otherHead->count() > 0);
    m_otherHead->setToolTip(m_otherHead->count() > 0
                                ? tr("The head that is subtracted")
                                : tr("The other run's heads appear as soon as its maps are ready"));
}

}  // namespace recscope::ui
