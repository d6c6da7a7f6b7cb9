// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/attention/attention_map.h"

#include <QAccessible>
#include <QPainter>

#include "ui/attention/attention_export.h"
#include "ui/attention/attention_map_painter.h"
#include "ui/theme/theme.h"
#include "ui/widgets/picture.h"

namespace recscope::ui {

AttentionMap::AttentionMap(QWidget* parent)
    : QWidget(parent),
      m_model(new AttentionMapModel(this)),
      m_selection(new AttentionMapSelection(*m_model, this)),
      m_sizes(attentionMapSizes({})) {
    setAccessibleRole(this, QAccessible::Table);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setToolTip({});
    connect(m_model, &AttentionMapModel::mapsReplaced, this, [this](bool sameSize) {
        if (!sameSize) m_viewport = MapViewport();
    });
    connect(m_model, &AttentionMapModel::changed, this, &AttentionMap::refresh);
    connect(m_selection, &AttentionMapSelection::changed, this, [this] {
        describe();
        update();
    });
    connect(m_selection, &AttentionMapSelection::highlightChanged, this, qOverload<>(&QWidget::update));
    connect(m_selection, &AttentionMapSelection::causesChanged, this, qOverload<>(&QWidget::update));
    connect(m_selection, &AttentionMapSelection::revealRequested, this, [this](int row, int column) {
        m_viewport.reveal({row, column});
        update();
    });
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        refresh();
        updateGeometry();
    });
    describe();
}

void AttentionMap::refresh() {
    m_sizes = attentionMapSizes(m_model->labels());
    m_image = imageOf(*m_model, m_model->range());
    if (!m_model->isEmpty() && m_viewport.positions() != m_model->positions())
        m_viewport = MapViewport(m_model->positions());
    describe();
    update();
}

AttentionMapLayout AttentionMap::layoutFor(const QSizeF& size) const {
    return {size, m_model->isEmpty() ? MapViewport() : m_viewport, m_sizes};
}

QString AttentionMap::tagText() const {
    const auto cell = m_selection->describedCell();
    return cell ? m_model->sentence(*cell) : QString();
}

QRectF AttentionMap::tagRect() const {
    const AttentionMapLayout layout = shownLayout();
    return m_model->isEmpty()
               ? QRectF()
               : AttentionMapPainter(*m_model, *m_selection, layout, m_image, m_model->range()).tagRect();
}

QRectF AttentionMap::cellRect(MapCell cell) const {
    return m_model->isEmpty() ? QRectF() : shownLayout().cellRect(cell);
}

QRect AttentionMap::cellArea(PaintedCell cell) const {
    return cellRect({cell.row, cell.column}).toAlignedRect();
}

std::optional<PaintedCell> AttentionMap::currentCell() const {
    const auto cell = m_selection->pinnedCell();
    if (!cell) return std::nullopt;
    return PaintedCell{cell->row, cell->column};
}

bool AttentionMap::isZoomed() const {
    return !m_model->isEmpty() && m_viewport.isZoomed();
}

void AttentionMap::showAll() {
    m_viewport = MapViewport(m_model->positions());
    update();
}

void AttentionMap::describe() {
    setAccessibleName(m_model->isEmpty() ? tr("Attention map, empty")
                                         : tr("Attention map, %1").arg(sourceOf(m_model->choice())));
    QString description = m_model->isEmpty() ? m_model->reason() : tagText();
    if (const auto& rows = m_selection->chosenRows(); !rows.empty())
        description += tr(" %1 rows are summed.").arg(rows.size());
    setAccessibleDescription(description.trimmed());
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
    reportCurrentCell(this);
}

void AttentionMap::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const AttentionMapLayout layout = shownLayout();
    const AttentionMapPainter map(*m_model, *m_selection, layout, m_image, m_model->range());
    map.paint(painter, hasFocus());
    map.paintTag(painter);
}

Picture AttentionMap::picture(std::optional<MapRange> range) const {
    const auto paintAt = [this, range = range.value_or(m_model->range())](QPainter& painter, const QSize& size) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.fillRect(QRectF(QPointF(0, 0), size), Theme::instance().colours().surface);
        const AttentionMapLayout layout = layoutFor(QSizeF(size));
        const AttentionImage image = imageOf(*m_model, range);
        AttentionMapPainter(*m_model, *m_selection, layout, image, range).paint(painter, /*focused=*/false);
    };
    return {.size = size(),
            .title = tr("Attention, %1").arg(sourceOf(m_model->choice())),
            .paint = [this, paintAt](QPainter& painter) { paintAt(painter, size()); },
            .paintAt = paintAt,
            .makePainter = {}};
}

void AttentionMap::exportTo(const QString& path) {
    exportMap(*this, path);
}

QSize AttentionMap::sizeHint() const {
    const Theme& theme = Theme::instance();
    return {theme.px(520), theme.px(380)};
}

QSize AttentionMap::minimumSizeHint() const {
    const Theme& theme = Theme::instance();
    return {theme.px(280), theme.px(190)};
}

}  // namespace recscope::ui
