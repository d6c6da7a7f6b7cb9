// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/attention/attention_map_layout.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "ui/theme/theme.h"

namespace recscope::ui {

namespace {

constexpr double kMinCellsInView = 4;  ///< rows and columns in view at the largest zoom
constexpr double kWidestCells = 3.0;   ///< largest width of a cell, in cell heights: wide cells leave room for labels

/// The positions from `first` to before `end` that get a label along an axis. `cell`: size of a cell, `pitch`: space
/// that a label needs, both in pixels along the axis.
std::vector<int> labelled(int first, int end, int last, double cell, double pitch, const std::set<int>& named) {
    const int step = std::max(1, int(std::ceil(pitch / std::max(cell, 0.01))));
    const int reach = int(std::ceil(pitch / cell)) - 1;
    std::vector<int> shown;
    for (int index = first; index < end; ++index) {
        bool overlaps = false;
        for (int other = std::max(0, index - reach); other <= std::min(last, index + reach); ++other)
            overlaps |= other != index && (named.contains(other) || (other == last && index != last));
        if (named.contains(index) || (!overlaps && (index == last || index % step == 0))) shown.push_back(index);
    }
    return shown;
}

}  // namespace

void MapViewport::zoom(double factor, double xShare, double yShare) {
    const double whole = m_positions;
    const double cells = std::clamp(m_view.width() / factor, std::min(kMinCellsInView, whole), whole);
    const QPointF fixed(m_view.left() + xShare * m_view.width(), m_view.top() + yShare * m_view.height());
    m_view.setSize({cells, cells});
    moveTo({fixed.x() - xShare * cells, fixed.y() - yShare * cells});
}

void MapViewport::moveTo(QPointF topLeft) {
    const double available = m_positions - m_view.width();
    m_view.moveTo(std::clamp(topLeft.x(), 0.0, available), std::clamp(topLeft.y(), 0.0, available));
}

void MapViewport::reveal(MapCell cell) {
    const double cells = m_view.width();
    moveTo({std::clamp(m_view.left(), cell.column + 1 - cells, double(cell.column)),
            std::clamp(m_view.top(), cell.row + 1 - cells, double(cell.row))});
}

AttentionMapSizes attentionMapSizes(const QStringList& labels) {
    const Theme& theme = Theme::instance();
    const QFontMetricsF caption(theme.caption());
    double widest = 0;
    for (const QString& label : labels) widest = std::max(widest, caption.horizontalAdvance(label));
    return {.caption = caption.height(),
            .section = QFontMetricsF(theme.section()).height(),
            .unit = double(theme.px(space::kUnit)),
            .padding = double(theme.px(space::kPadding)),
            .widestLabel = widest,
            .maxRowLabels = double(theme.px(190)),
            .maxColumnLabels = double(theme.px(110)),
            .maxCell = double(theme.px(96)),
            .minTag = double(theme.px(160)),
            .comfortableTag = double(theme.px(240)),
            .maxTag = double(theme.px(440))};
}

AttentionMapLayout::AttentionMapLayout(const QSizeF& size, const MapViewport& viewport, const AttentionMapSizes& sizes)
    : m_size(size),
      m_positions(viewport.positions()),
      m_view(viewport.view()),
      m_sizes(sizes),
      m_header(0, 0, size.width(), sizes.section + sizes.padding) {
    if (m_positions == 0) return;
    const double widest = sizes.widestLabel + sizes.padding, axis = sizes.caption;
    m_rowLabels = std::min({widest, size.width() * 0.3, sizes.maxRowLabels});
    m_columnLabels = std::min({widest * std::sin(kLabelSlant) + sizes.caption * std::cos(kLabelSlant),
                               size.height() * 0.26, sizes.maxColumnLabels});
    const double left = axis + sizes.unit + m_rowLabels, top = m_header.bottom();
    // The slanted label of the last column leans over the map's right edge by half its height.
    const double overhang = sizes.caption / 2 * std::sin(kLabelSlant);
    const double width = size.width() - left - std::ceil(overhang);
    const double height = size.height() - top - m_columnLabels - axis - 1;
    const double largest = sizes.maxCell * m_positions;
    const double mapHeight = std::max(8.0, std::min({height, width, largest}));
    const double mapWidth = std::max(8.0, std::min({width, mapHeight * kWidestCells, largest * kWidestCells}));
    m_map = QRectF(std::round(left), std::round(top), std::round(mapWidth), std::round(mapHeight));
    m_rowAxis = QRectF(0, m_map.top(), axis, m_map.height());
    m_columnAxis = QRectF(m_map.left(), m_map.bottom() + m_columnLabels, m_map.width(), axis);
}

QRectF AttentionMapLayout::cellRect(MapCell cell) const {
    const double width = cellWidth(), height = cellHeight();
    return {m_map.left() + (cell.column - m_view.left()) * width, m_map.top() + (cell.row - m_view.top()) * height,
            width, height};
}

std::optional<MapCell> AttentionMapLayout::cellAt(const QPointF& point) const {
    if (m_positions == 0 || !m_map.contains(point)) return {};
    const double x = m_view.left() + (point.x() - m_map.left()) / m_map.width() * m_view.width();
    const double y = m_view.top() + (point.y() - m_map.top()) / m_map.height() * m_view.height();
    return MapCell{std::clamp(int(y), 0, m_positions - 1), std::clamp(int(x), 0, m_positions - 1)};
}

std::vector<int> AttentionMapLayout::labelledRows(const std::set<int>& named) const {
    const int first = std::max(0, int(m_view.top())), end = std::min(m_positions, int(std::ceil(m_view.bottom())));
    std::vector<int> rows = labelled(first, end, m_positions - 1, cellHeight(), m_sizes.caption, named);
    std::erase_if(rows, [&](int row) { return rowMiddle(row) < m_map.top() || rowMiddle(row) > m_map.bottom(); });
    return rows;
}

std::vector<int> AttentionMapLayout::labelledColumns(const std::set<int>& named) const {
    const int first = std::max(0, int(m_view.left())), end = std::min(m_positions, int(std::ceil(m_view.right())));
    std::vector<int> columns =
        labelled(first, end, m_positions - 1, cellWidth(), m_sizes.caption / std::sin(kLabelSlant), named);
    std::erase_if(columns, [&](int column) {
        return columnMiddle(column) < m_map.left() || columnMiddle(column) > m_map.right();
    });
    return columns;
}

double AttentionMapLayout::columnLabelLength(int column) const {
    const double available = (m_columnLabels - m_sizes.caption * std::cos(kLabelSlant)) / std::sin(kLabelSlant);
    return std::min(available, (columnMiddle(column) - m_rowAxis.left()) / std::cos(kLabelSlant));
}

QRectF AttentionMapLayout::tagRect(MapCell described, AttentionMask attentionMask,
                                   const std::function<QSizeF(double width)>& textSize) const {
    const QRectF cell = cellRect(described);
    if (!m_map.intersects(cell.adjusted(-0.5, -0.5, 0.5, 0.5))) return {};
    const double pad = m_sizes.padding, gap = m_sizes.padding, end = m_size.width() - 1;
    const double leftRoom = cell.left() - gap - m_map.left(), rightRoom = end - cell.right() - gap;
    // In a causal map the tag is at the right, where the map is empty. In other maps it may also cover the names of
    // other rows if the map is too narrow.
    const bool causal = attentionMask == AttentionMask::Causal && rightRoom >= m_sizes.comfortableTag;
    const bool overNames = !causal && std::max(leftRoom, rightRoom) < m_sizes.comfortableTag;
    const bool right = causal || rightRoom >= (overNames ? cell.left() - gap : leftRoom);
    const double available = right ? rightRoom : overNames ? cell.left() - gap : leftRoom;
    const bool beside = available >= m_sizes.minTag;
    const double widest = std::min(beside ? available : m_size.width() - 2 * pad, m_sizes.maxTag);
    const QSizeF text = textSize(widest - 2 * pad);
    QRectF tag(0, 0, std::ceil(text.width()) + 2 * pad, std::ceil(text.height()) + pad);
    if (beside)
        tag.moveLeft(right ? cell.right() + gap : cell.left() - gap - tag.width());
    else
        tag.moveLeft(cell.center().x() - tag.width() / 2);
    const double left = std::min(m_map.left() + gap, std::max(0.0, end - tag.width()));
    tag.moveLeft(std::clamp(tag.left(), beside ? 0.0 : left, std::max(left, end - tag.width())));
    tag.moveTop(cell.top() - gap - tag.height());
    if (tag.top() < m_map.top()) tag.moveTop(cell.bottom() + gap);
    tag.moveTop(std::clamp(tag.top(), 0.0, std::max(0.0, m_size.height() - tag.height() - 1)));
    return tag;
}

}  // namespace recscope::ui
