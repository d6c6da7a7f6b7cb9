// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/attention/map_controls.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include "ui/attention/attention_export.h"
#include "ui/attention/attention_map.h"
#include "ui/attention/map_answers.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"

namespace recscope::ui {

namespace {
constexpr int kMinRunNameCharacters = 10;  ///< number of characters of a run's name that are always visible
}

MapControls::MapControls(AttentionMap& map, MapAnswers* answers, QWidget* parent)
    : QWidget(parent),
      m_map(map),
      m_exportMenu([this](QPoint at) { showMapMenu(m_map, at); }),
      m_answers(answers),
      m_view(new QComboBox),
      m_run(new QComboBox),
      m_other(new QComboBox),
      m_range(new QComboBox),
      m_against(mutedLabel(tr("minus"))),
      m_average(new QPushButton) {
    m_view->setObjectName(QStringLiteral("mapView"));
    m_view->setAccessibleName(tr("View of the attention"));
    for (const MapView view : kMapViews) {
        if (!answers && needsAnswers(view)) continue;
        m_view->addItem(viewName(view), int(view));
        m_view->setItemData(m_view->count() - 1, viewAbout(view), Qt::ToolTipRole);
    }
    // The name of the view is never elided, but the name of the run may be.
    m_view->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    m_view->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_other->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_run->setObjectName(QStringLiteral("mapRun"));
    m_run->setAccessibleName(tr("The run that is subtracted"));
    m_run->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_run->setMinimumContentsLength(kMinRunNameCharacters);
    m_average->setObjectName(QStringLiteral("mapAverage"));
    m_other->setObjectName(QStringLiteral("mapOther"));
    m_other->setAccessibleName(tr("The head that is subtracted"));
    m_other->setToolTip(tr("The head that is subtracted"));
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

    arrange(this, row({m_view, m_against, grow(m_run), m_average, m_other, stretch(), m_range, save}));

    connect(m_view, &QComboBox::currentIndexChanged, this,
            [this] { m_map.setView(MapView(m_view->currentData().toInt())); });
    connect(m_other, &QComboBox::currentIndexChanged, this, [this](int index) {
        const AttentionMaps* maps = m_map.otherMaps();
        if (index >= 0 && maps) m_map.setOther({index / maps->heads, index % maps->heads});
    });
    connect(m_range, &QComboBox::currentIndexChanged, this,
            [this] { m_map.setRange(MapRange(m_range->currentData().toInt())); });
    connect(&m_map, &AttentionMap::choiceChanged, this, &MapControls::refresh);
    connect(&m_map, &AttentionMap::rangeChanged, this, &MapControls::refresh);
    if (answers) {
        connect(m_run, &QComboBox::currentIndexChanged, answers,
                [this, answers] { answers->chooseOtherRun(m_run->currentData().toLongLong()); });
        connect(m_average, &QPushButton::clicked, answers,
                [answers] { answers->isAveraging() ? answers->stopAverage() : answers->startAverage(); });
        connect(answers, &MapAnswers::changed, this, &MapControls::refresh);
    }
    refresh();
}

void MapControls::refresh() {
    const QSignalBlocker view(m_view), range(m_range);
    const MapChoice& choice = m_map.choice();
    const bool isDifferenceView = isDifference(choice.view);
    m_view->setCurrentIndex(m_view->findData(int(choice.view)));
    m_view->setToolTip(viewAbout(choice.view));
    m_against->setVisible(choice.view == MapView::AgainstHead || choice.view == MapView::AgainstRun);
    refreshRuns();
    refreshHeads();
    const bool averaging = m_answers && m_answers->isAveraging();
    m_average->setVisible(choice.view == MapView::FromAverage && m_map.layers() > 0 && !m_map.average());
    m_average->setText(averaging ? tr("Stop") : tr("Compute the mean"));
    m_average->setToolTip(averaging ? tr("Stop computing the mean over many users")
                                    : tr("Compute this run's mean attention over many users"));
    m_range->setCurrentIndex(m_range->findData(int(m_map.range())));
    // The colour range is hidden for a comparison with another run, which needs the space for two more combo boxes.
    m_range->setVisible(choice.view != MapView::AgainstRun);
    m_range->setEnabled(!isDifferenceView);
    m_range->setToolTip(
        isDifferenceView
            ? tr("A difference has its own scale, from minus to plus its largest absolute value")
            : tr("The strongest colour stands for the largest weight of this map, of all heads, or of each row"));
}

void MapControls::refreshRuns() {
    const QSignalBlocker blocker(m_run);
    m_run->setVisible(m_map.choice().view == MapView::AgainstRun);
    if (!m_answers) return;
    m_run->clear();
    for (const RunRecord& run : m_answers->otherRuns())
        m_run->addItem(QString::fromStdString(run.name), qint64(run.id));
    const bool hasRuns = m_run->count() > 0;
    if (!hasRuns) m_run->addItem(tr("no other run"), qint64(0));
    m_run->setEnabled(hasRuns);
    m_run->setToolTip(hasRuns ? tr("The run whose map of the same history is subtracted")
                              : tr("There is no other trained run of this dataset with the same kind of attention "
                                   "weights (softmax or pointwise)"));
    m_run->setCurrentIndex(m_run->findData(qint64(m_answers->otherRun())));
}

void MapControls::refreshHeads() {
    const QSignalBlocker blocker(m_other);
    const MapChoice& choice = m_map.choice();
    const AttentionMaps* maps = m_map.otherMaps();
    m_other->clear();
    for (int layer = 0; maps && layer < maps->layers; ++layer)
        for (int head = 0; head < maps->heads; ++head)
            m_other->addItem(tr("layer %1, head %2").arg(layer + 1).arg(head + 1), m_other->count());
    m_other->setCurrentIndex(maps ? choice.other.layer * maps->heads + choice.other.head : -1);
    m_other->setVisible(choice.view == MapView::AgainstHead || choice.view == MapView::AgainstRun);
    m_other->setEnabled(m_other->count() > 0);
    m_other->setToolTip(m_other->count() > 0 ? tr("The head that is subtracted")
                                             : tr("The other run's heads appear as soon as its maps are ready"));
}

}  // namespace recscope::ui
