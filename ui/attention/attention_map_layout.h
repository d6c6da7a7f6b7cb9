// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <functional>
#include <numbers>
#include <optional>
#include <set>
#include <vector>

#include "ui/attention/attention_map_model.h"

namespace recscope::ui {

/// Angle of the column labels, in radians.
inline constexpr double kLabelSlant = std::numbers::pi / 4;

/// The part of a map that is in view, in cells (x = columns, y = rows). Never leaves the map.
class MapViewport {
public:
    MapViewport() = default;
    explicit MapViewport(int positions) : m_positions(positions), m_view(0, 0, positions, positions) {}

    int positions() const { return m_positions; }
    const QRectF& view() const { return m_view; }
    bool isZoomed() const { return m_view.width() < m_positions; }
    /// Zooms by `factor` (above 1: fewer cells in view) about the point at these shares of width and height.
    void zoom(double factor, double xShare, double yShare);
    void moveTo(QPointF topLeft);
    void reveal(MapCell cell);

private:
    int m_positions = 0;
    QRectF m_view;
};

/// Sizes in pixels that the layout uses; `attentionMapSizes()` returns those of the theme.
struct AttentionMapSizes {
    double caption = 16, section = 24;  ///< heights of a line in these fonts
    double unit = 4, padding = 8;
    double widestLabel = 0;                            ///< width of the widest label of a position
    double maxRowLabels = 190, maxColumnLabels = 110;  ///< largest width of row labels, height of column labels
    double maxCell = 96;                               ///< largest height of a cell: keeps short histories small
    /// Widths beside the hovered column: the smallest in which a tag fits, and the one from which its text needs only a
    /// few lines.
    double minTag = 160, comfortableTag = 240;
    double maxTag = 440;
};
/// The sizes for the current theme and these labels, one per position.
AttentionMapSizes attentionMapSizes(const QStringList& labels);

/// Where everything in a picture of an attention map is, in pixels. Needs no widget.
class AttentionMapLayout {
public:
    /// `size`: size of the picture. If the viewport has no positions, only the header has a place.
    AttentionMapLayout(const QSizeF& size, const MapViewport& viewport, const AttentionMapSizes& sizes);

    const QSizeF& size() const { return m_size; }
    const QRectF& view() const { return m_view; }
    const QRectF& header() const { return m_header; }  ///< title at the left, colour bar at the right
    const QRectF& map() const { return m_map; }        ///< the cells
    double rowLabels() const { return m_rowLabels; }   ///< width of the row labels, left of the map
    /// Areas for the names of the axes.
    const QRectF& rowAxis() const { return m_rowAxis; }
    const QRectF& columnAxis() const { return m_columnAxis; }

    /// May lie outside the picture when zoomed.
    QRectF cellRect(MapCell cell) const;
    std::optional<MapCell> cellAt(const QPointF& point) const;
    double rowMiddle(int row) const { return m_map.top() + (row + 0.5 - m_view.top()) * cellHeight(); }
    double columnMiddle(int column) const { return m_map.left() + (column + 0.5 - m_view.left()) * cellWidth(); }

    /// The rows and columns in view that get a label, so that labels do not overlap. `named` rows or columns (those of
    /// a marked cell) always get one. The last position, from which the next item is predicted, gets one unless it
    /// would overlap the label of a `named` position.
    std::vector<int> labelledRows(const std::set<int>& named) const;
    std::vector<int> labelledColumns(const std::set<int>& named) const;
    /// The length available for the slanted label of a column.
    double columnLabelLength(int column) const;

    /// Where the tag that describes a cell is painted: beside its column and above or below its row, so that both stay
    /// visible. Empty if the cell is out of view. `textSize`: size of the text when wrapped at a width.
    QRectF tagRect(MapCell cell, AttentionMask attentionMask,
                   const std::function<QSizeF(double width)>& textSize) const;

private:
    double cellWidth() const { return m_map.width() / m_view.width(); }
    double cellHeight() const { return m_map.height() / m_view.height(); }

    QSizeF m_size;
    int m_positions;
    QRectF m_view;
    AttentionMapSizes m_sizes;
    QRectF m_header, m_map, m_rowAxis, m_columnAxis;
    double m_rowLabels = 0, m_columnLabels = 0;
};

}  // namespace recscope::ui
